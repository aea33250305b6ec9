/** The organisation itself, for its admins: name, zone, language, and the minimum group sizes of every promise. */
import { Type, type Static } from 'typebox'
import { locale, name, nullable, stamps, strict, timeZone } from './fields.ts'
import { type Operation } from './operation.ts'

const minimums = {
  k_score: Type.Integer({ description: 'minimum group size for scores' }),
  k_comment: Type.Integer({ description: 'minimum group size for comments' }),
  k_rate: Type.Integer({ description: 'minimum group size for response rates' }),
}

export const Organisation = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    slug: Type.String(),
    time_zone: Type.String(),
    locale: Type.String(),
    confidentiality: Type.Object(minimums),
    language_model: Type.Boolean({
      description:
        'whether released comments may be sent to a language model, which puts findings into words',
    }),
    language_model_host: nullable(
      Type.String({
        description: 'the host that the organisation agreed to; no other host receives anything',
      }),
    ),
    ...stamps,
  },
  { title: 'Organisation' },
)

const minimum = Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 }))

export const OrganisationPatch = strict(
  {
    name: Type.Optional(name),
    time_zone: Type.Optional(timeZone),
    locale: Type.Optional(locale),
    confidentiality: Type.Optional(
      strict(
        { k_score: minimum, k_comment: minimum, k_rate: minimum },
        { description: 'these can only rise; whatever has opened keeps its promise' },
      ),
    ),
    language_model: Type.Optional(
      Type.Boolean({
        description:
          'agrees to the operator’s language model, or ends the agreement at once. Respondents are informed; answers to what opened before are never sent',
      }),
    ),
  },
  { title: 'OrganisationPatch', minProperties: 1 },
)

const admins = { path: '/api/organisation', tag: 'Organisation', caller: 'admin' } as const

export const getOrganisation = {
  id: 'getOrganisation',
  method: 'GET',
  ...admins,
  summary: 'Read the organisation',
  status: 200,
  response: Organisation,
  errors: [],
} as const satisfies Operation

export const updateOrganisation = {
  id: 'updateOrganisation',
  method: 'PATCH',
  ...admins,
  summary: 'Change the organisation',
  description:
    'A minimum group size lower than the current one is refused (floor_only_rises). Drafts and scheduled collections take raised minimums when they open; open ones keep their promise.',
  body: OrganisationPatch,
  status: 200,
  response: Organisation,
  errors: ['unprocessable', 'precondition_failed'],
} as const satisfies Operation

export type Organisation = Static<typeof Organisation>
export type OrganisationPatch = Static<typeof OrganisationPatch>
