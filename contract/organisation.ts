/** The organisation, for its admins: name, time zone, language and minimum group sizes. */
import type { Static } from 'typebox'
import { retentionSettings } from './retention.ts'
import { channelsForOperator, id, locale, name, nullable, oneOf, stamps, strict, timeZone } from './fields.ts'
import type { Operation } from './operation.ts'
import { agentHostPattern, agentRules } from './agent-rules.ts'
import { limits } from './limits.ts'
import { confirmationPlaces } from './confirmation-states.ts'
import { secondFactorRules } from './second-factor-rules.ts'
import { Type } from './schema.ts'

const minimumGroupSizes = {
  k_score: Type.Integer({ description: 'minimum group size for scores' }),
  k_comment: Type.Integer({ description: 'minimum group size for comments' }),
  k_rate: Type.Integer({ description: 'minimum group size for response rates' }),
}

const seasons = {
  days: Type.Integer({
    minimum: 0,
    maximum: 366,
    description: 'the shortest season in days; the service’s own last 56 or 60 days, and never less',
  }),
  quiet_days: Type.Integer({
    minimum: 0,
    maximum: 366,
    description:
      'the shortest time in days between figures of two seasons that differ by few people; the service’s own is 28 days, and none in weekly series',
  }),
}

const membersAsk = Type.Unsafe<'nobody' | 'own_teams' | 'anyone'>({
  ...oneOf(['nobody', 'own_teams', 'anyone']),
  description: 'whom people with the role of member may send surveys to',
})
const successor = nullable(
  Type.String({
    description: 'the user who takes over running surveys of people who leave and have no manager',
  }),
)

export const Contact = strict(
  {
    name: Type.String({ ...name, description: 'such as “Works council”' }),
    reach: Type.String({
      minLength: 1,
      maxLength: limits.contactReachLengthMax,
      pattern: '\\S',
      description:
        'how to reach them: an e-mail address or an https address, which pages link, or a telephone number or a room',
    }),
  },
  { title: 'Contact' },
)

const contacts = Type.Array(Contact, {
  maxItems: limits.contactsMax,
  description:
    'whom respondents can turn to if they want to be known; shown to all of them, after they have answered and with replies',
})

export const Logo = Type.Object(
  {
    url: Type.String({ description: 'path on the hosts of the service; another for each picture' }),
    media_type: oneOf(['image/png', 'image/jpeg', 'image/webp']),
    width: Type.Integer({ description: 'in pixels' }),
    height: Type.Integer({ description: 'in pixels' }),
  },
  { title: 'Logo' },
)

const colourText =
  'the colour of pages and messages for respondents, such as `#4f46e5`. Where it has too little contrast, they show it darker or lighter. null: the service’s own'

/** The length of the largest logo in Base64. */
const logoDataLengthMax = Math.ceil(limits.logoBytesMax / 3) * 4

export const Organisation = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    slug: Type.String(),
    time_zone: Type.String(),
    locale: Type.String(),
    confidentiality: Type.Object(minimumGroupSizes),
    seasons: Type.Object(seasons, {
      description: 'how long people stay in the group in which they were first asked',
    }),
    members_ask: membersAsk,
    successor_user_id: successor,
    contacts,
    colour: nullable(Type.String({ description: colourText })),
    logo: nullable(Logo),
    retention: Type.Object(retentionSettings, { description: 'how long things are kept' }),
    second_factor: {
      ...oneOf(secondFactorRules),
      description:
        'the people who need a second factor for the built-in sign-in; other providers have their own rules',
    },
    agents: {
      ...oneOf(agentRules),
      description:
        'which agents people may connect by themselves: none, those of listed hosts (claude.ai, chatgpt.com, vscode.dev, cursor.com and `agent_hosts`), or any',
    },
    agent_hosts: Type.Array(Type.String()),
    agent_confirmation: {
      ...oneOf(confirmationPlaces),
      description:
        'where people confirm what an agent wants to do to others: in its program or on a page of the service, or on the page alone',
    },
    language_model: Type.Boolean({
      description: 'comments that are shown may be sent to a language model, to phrase findings',
    }),
    language_model_host: nullable(
      Type.String({ description: 'the host that the organisation agreed to; nothing is sent to any other' }),
    ),
    translation_model: Type.Boolean({
      description:
        'texts of surveys may be sent to a language model when their author asks for a translation',
    }),
    translation_model_host: nullable(
      Type.String({ description: 'the host that this was agreed for; nothing is sent to any other' }),
    ),
    channels_for_operator: channelsForOperator,
    ...stamps,
  },
  { title: 'Organisation' },
)

const groupSize = Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 }))

export const OrganisationPatch = strict(
  {
    name: Type.Optional(name),
    time_zone: Type.Optional(timeZone),
    locale: Type.Optional(locale),
    confidentiality: Type.Optional(
      strict(
        { k_score: groupSize, k_comment: groupSize, k_rate: groupSize },
        { description: 'minimum group sizes can only be raised; surveys that have opened keep theirs' },
      ),
    ),
    seasons: Type.Optional(
      strict(
        {
          days: Type.Optional(seasons.days),
          quiet_days: Type.Optional(seasons.quiet_days),
        },
        { description: 'for seasons that begin, and surveys that open, from now on' },
      ),
    ),
    members_ask: Type.Optional(membersAsk),
    successor_user_id: Type.Optional(nullable(id('usr'))),
    contacts: Type.Optional(contacts),
    colour: Type.Optional(nullable(Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', description: colourText }))),
    logo: Type.Optional(
      nullable(
        strict(
          {
            data: Type.String({
              minLength: 4,
              maxLength: logoDataLengthMax,
              pattern: '^[A-Za-z0-9+/]+={0,2}$',
              contentEncoding: 'base64',
              description: `a PNG, JPEG or WebP in Base64: not animated, ${limits.logoBytesMax / 1024} KB at most, ${limits.logoPixelsMin} to ${limits.logoPixelsMax} pixels wide and high`,
            }),
          },
          { title: 'LogoUpload' },
        ),
      ),
    ),
    retention: Type.Optional(
      strict(
        {
          answers_days: Type.Optional(retentionSettings.answers_days),
          deliveries_days: Type.Optional(retentionSettings.deliveries_days),
          events_days: Type.Optional(retentionSettings.events_days),
          audit_days: Type.Optional(retentionSettings.audit_days),
        },
        {
          description:
            'fewer days for answers hold for every survey at once, and for good for those that have opened; `getRetention` says before what would be deleted',
        },
      ),
    ),
    second_factor: Type.Optional(oneOf(secondFactorRules)),
    agents: Type.Optional(oneOf(agentRules)),
    agent_hosts: Type.Optional(
      Type.Array(
        Type.String({
          pattern: agentHostPattern,
          maxLength: 253,
        }),
        {
          maxItems: limits.agentHostsMax,
          uniqueItems: true,
          description: 'names of hosts in lower case, without port; names below them are others',
        },
      ),
    ),
    agent_confirmation: Type.Optional(oneOf(confirmationPlaces)),
    language_model: Type.Optional(
      Type.Boolean({
        description:
          'agrees to the operator’s language model, or withdraws that immediately. Respondents are informed; surveys opened before are never sent',
      }),
    ),
    translation_model: Type.Optional(
      Type.Boolean({
        description:
          'agrees that authors send texts of their surveys, never answers, to the operator’s language model to have translations proposed; or withdraws that',
      }),
    ),
  },
  { title: 'OrganisationPatch', minProperties: 1 },
)

const admins = {
  path: '/api/organisation',
  tag: 'Organisation',
  caller: 'session',
  action: 'organisation.manage',
} as const

export const getOrganisation = {
  id: 'getOrganisation',
  method: 'GET',
  ...admins,
  summary: 'Get the organisation',
  status: 200,
  response: Organisation,
  errors: [],
} as const satisfies Operation

export const updateOrganisation = {
  id: 'updateOrganisation',
  method: 'PATCH',
  ...admins,
  summary: 'Update the organisation',
  description:
    'Lowering a minimum group size is refused (floor_only_rises). Drafts and scheduled surveys use the new sizes when they open; open surveys keep theirs. Changing `second_factor`, letting more agents in, and letting agents’ programs ask for confirmations, needs a recent sign-in.',
  body: OrganisationPatch,
  status: 200,
  response: Organisation,
  errors: ['unprocessable', 'precondition_failed', 'fresh_sign_in_required'],
} as const satisfies Operation

export type Logo = Static<typeof Logo>
export type Contact = Static<typeof Contact>
export type Organisation = Static<typeof Organisation>
/** What is kept of it; the rest is the same for every organisation of a service. */
export type StoredOrganisation = Omit<Organisation, 'channels_for_operator'>
export type OrganisationPatch = Static<typeof OrganisationPatch>
