/** The organisation itself, for its admins: name, zone, language, and the floors under every promise. */
import { Type, type Static } from 'typebox'
import { locale, name, nullable, stamps, strict, timeZone } from './fields.ts'
import { type Operation } from './operation.ts'

const floors = {
  k_score: Type.Integer({ description: 'fewest people behind a score' }),
  k_comment: Type.Integer({ description: 'fewest people behind comments' }),
  k_rate: Type.Integer({ description: 'fewest people behind a response rate' }),
}

export const Organisation = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    slug: Type.String(),
    time_zone: Type.String(),
    locale: Type.String(),
    confidentiality: Type.Object(floors),
    language_model: Type.Boolean({
      description: 'comments that are shown may be sent to a language model, to put findings into words',
    }),
    language_model_host: nullable(
      Type.String({ description: 'the one that was agreed to; another one is sent nothing' }),
    ),
    ...stamps,
  },
  { title: 'Organisation' },
)

const floor = Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 }))

export const OrganisationPatch = strict(
  {
    name: Type.Optional(name),
    time_zone: Type.Optional(timeZone),
    locale: Type.Optional(locale),
    confidentiality: Type.Optional(
      strict(
        { k_score: floor, k_comment: floor, k_rate: floor },
        { description: 'floors only rise; what has opened keeps what it promised' },
      ),
    ),
    language_model: Type.Optional(
      Type.Boolean({
        description:
          'agrees to the operator’s language model, or ends that at once. Respondents are told; what opened before is never sent',
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
    'A floor that is lower than today’s is refused (floor_only_rises). Drafts, and what is scheduled, take risen floors when they open; what is open keeps its promise.',
  body: OrganisationPatch,
  status: 200,
  response: Organisation,
  errors: ['unprocessable', 'precondition_failed'],
} as const satisfies Operation

export type Organisation = Static<typeof Organisation>
export type OrganisationPatch = Static<typeof OrganisationPatch>
