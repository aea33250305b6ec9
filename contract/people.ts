/**
 * People: the users of an organisation, for its admins, and each user's own account. A user is identified by issuer and
 * subject of an identity provider, never by e-mail address.
 */
import type { Static } from 'typebox'
import { modes } from './confidentiality.ts'
import { id, ids, instant, nullable, oneOf, page, paging, stamps, strict, timeZone } from './fields.ts'
import { limits } from './limits.ts'
import type { Operation } from './operation.ts'
import { Logo } from './organisation.ts'
import { Type } from './schema.ts'
import { type UserLanguage, userLanguages } from './user-languages.ts'

/** In order of permissions, the fewest first. */
export const roles = ['member', 'analyst', 'admin'] as const
export type Role = (typeof roles)[number]

/** left: the identity provider by which the user joined says that they no longer belong to the organisation. */
export const personStates = ['active', 'disabled', 'left'] as const

/** active: an app or a passkey is set up; none: neither is. */
export const secondFactorStates = ['active', 'none'] as const
export type SecondFactorState = (typeof secondFactorStates)[number]

export const Person = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    email: Type.String(),
    role: oneOf(roles),
    state: oneOf(personStates),
    pending_email: nullable(
      Type.String({ description: 'the new address, until its owner has confirmed it' }),
    ),
    member_id: nullable(Type.String({ description: 'the member of the directory who is this user' })),
    identities: Type.Integer({ description: 'the number of ways to sign in; 0 until the first sign-in' }),
    last_signed_in_at: nullable(instant),
    second_factor: nullable(
      Type.Unsafe<SecondFactorState>({
        ...oneOf(secondFactorStates),
        description:
          'whether one is set up at the built-in sign-in; null for people who do not use it: their provider may ask for its own',
      }),
    ),
    joined_by: nullable(
      Type.String({ description: 'the identity provider by which this user joined without an invitation' }),
    ),
    ...stamps,
  },
  { title: 'Person' },
)

const admin = { tag: 'People', caller: 'session', action: 'people.manage' } as const

export const listPeople = {
  id: 'listPeople',
  method: 'GET',
  path: '/api/people',
  summary: 'List the users of the organisation',
  ...admin,
  query: strict({
    ...paging,
    q: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'part of a name or an address' }),
    ),
    ids: Type.Optional(ids('usr')),
    role: Type.Optional(oneOf(roles)),
    state: Type.Optional(oneOf(personStates)),
    second_factor: Type.Optional(oneOf(secondFactorStates)),
    member_id: Type.Optional(id('mem')),
  }),
  status: 200,
  response: page('people', Person),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const listSuccessors = {
  id: 'listSuccessors',
  method: 'GET',
  path: '/api/people/successors',
  summary: 'List who could take over a survey',
  description:
    'Ids and names of people with access, and nothing else of them. By a part of their name, analysts and admins find everybody; members find themselves and the people of teams that they manage. Somebody’s whole e-mail address finds them for everybody.',
  tag: 'People',
  caller: 'session',
  action: 'survey.hand_over',
  query: strict({
    ...paging,
    q: Type.Optional(
      Type.String({ minLength: 1, maxLength: 320, description: 'part of a name, or a whole address' }),
    ),
  }),
  status: 200,
  response: page('people', Type.Object({ id: Type.String(), name: Type.String() }, { title: 'Successor' })),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const updatePerson = {
  id: 'updatePerson',
  method: 'PATCH',
  path: '/api/people/{id}',
  summary: 'Change the role or state of a user',
  description:
    'Disabling a user takes effect immediately: their tokens and grants are revoked, and are not restored when the user is re-enabled. Making somebody an admin needs a recent sign-in.',
  ...admin,
  params: Type.Object({ id: id('usr') }),
  body: strict(
    { role: Type.Optional(oneOf(roles)), state: Type.Optional(oneOf(['active', 'disabled'])) },
    { title: 'PersonPatch', minProperties: 1 },
  ),
  status: 200,
  response: Person,
  errors: ['not_found', 'unprocessable', 'precondition_failed', 'last_admin', 'fresh_sign_in_required'],
} as const satisfies Operation

export const Identity = Type.Object(
  {
    id: Type.String(),
    issuer: Type.String(),
    provider: Type.Object({
      id: nullable(Type.String({ description: 'null for the provider of the whole service' })),
      name: Type.String(),
    }),
    email: nullable(Type.String()),
    current: Type.Boolean({ description: 'true for the identity of this session' }),
    usable: Type.Boolean({ description: 'false if its provider was removed or is not active' }),
    created_at: instant,
    signed_in_at: nullable(instant),
  },
  { title: 'Identity' },
)

const OrganisationSummary = Type.Object({
  id: Type.String(),
  name: Type.String(),
  slug: Type.String(),
  time_zone: Type.String(),
  locale: Type.String(),
  logo: nullable(Logo),
})

const OwnOrganisation = Type.Object({
  id: Type.String(),
  name: Type.String(),
  slug: Type.String(),
  role: nullable(oneOf(roles)),
  state: Type.Unsafe<'active' | 'expected'>({
    type: 'string',
    enum: ['active', 'expected'],
    description:
      'expected: naming this organisation in Sonde-Organisation makes the person its user; role is null until then',
  }),
})

const OwnUser = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    email: Type.String(),
    member_id: nullable(Type.String({ description: 'the member of the directory who is this user' })),
    language: nullable(
      Type.Unsafe<UserLanguage>({
        ...oneOf(userLanguages),
        description:
          'the language of the workspace and of e-mails to this user; null: pages follow the browser, e-mails the directory, then the organisation',
      }),
    ),
    time_zone: nullable(
      Type.String({ description: 'the time zone in which they read times; null: the organisation’s' }),
    ),
  },
  { title: 'OwnUser' },
)

export const Me = Type.Object(
  {
    kind: oneOf(['person', 'user', 'organisation']),
    organisation: nullable(OrganisationSummary),
    user: nullable(OwnUser),
    role: nullable(oneOf(roles)),
    manages_teams: nullable(
      Type.Boolean({ description: 'for a session: whether the user manages or leads a team' }),
    ),
    application: nullable(Type.Object({ id: Type.String(), client_id: Type.String(), name: Type.String() })),
    scopes: nullable(Type.Array(Type.String())),
    identities: nullable(Type.Array(Identity)),
    organisations: nullable(Type.Array(OwnOrganisation)),
    session: nullable(
      Type.Object({
        signed_in_at: instant,
        fresh: Type.Boolean({
          description: 'true if the sign-in is recent enough to change ways to sign in',
        }),
      }),
    ),
    pages_client_id: nullable(
      Type.String({ description: 'the client ID of the service’s own pages for this organisation' }),
    ),
  },
  { title: 'Me' },
)

/** A person with several organisations chooses one by this header. */
const organisationHeader = Type.Object({
  'sonde-organisation': Type.Optional(Type.String({ maxLength: 40 })),
})

export const getMe = {
  id: 'getMe',
  method: 'GET',
  path: '/api/me',
  tag: 'People',
  summary: 'Get whom a token acts for',
  description:
    'For a session: the person, their organisation and role, and their ways to sign in. Organisation, user and role are null for a person with several organisations who does not choose one by Sonde-Organisation; `organisations` lists those that they may choose. For an access token: the application, organisation, scopes and, if there is one, the user.',
  caller: 'bearer',
  action: 'token.read',
  headers: organisationHeader,
  status: 200,
  response: Me,
  errors: [],
} as const satisfies Operation

export const updateMe = {
  id: 'updateMe',
  method: 'PATCH',
  path: '/api/me',
  tag: 'People',
  summary: 'Choose your language and time zone',
  description:
    'For the workspace and for e-mails that Sonde sends to you as a user. Null takes a choice back. Surveys that you answer stay in the language that the directory has for you, and a schedule stays in its own time zone.',
  caller: 'session',
  action: 'account.own',
  body: strict(
    {
      language: Type.Optional(nullable(oneOf(userLanguages))),
      time_zone: Type.Optional(nullable(timeZone)),
    },
    { title: 'OwnUserPatch', minProperties: 1 },
  ),
  status: 200,
  response: OwnUser,
  errors: ['unprocessable'],
} as const satisfies Operation

export const listOwnOrganisations = {
  id: 'listOwnOrganisations',
  method: 'GET',
  path: '/api/me/organisations',
  tag: 'People',
  summary: 'List your organisations',
  description:
    'The organisations in which you are a user, then those that expect you. Name one of them in the header Sonde-Organisation. Reading the list does not make you a user.',
  caller: 'person',
  action: 'account.own',
  status: 200,
  response: Type.Object({ organisations: Type.Array(OwnOrganisation) }, { title: 'OwnOrganisations' }),
  errors: [],
} as const satisfies Operation

export const OwnOpenSurveys = Type.Object(
  {
    open: Type.Integer(),
    closes_at: nullable(
      Type.String({
        format: 'date-time',
        description: 'when the first of them ends; null if none has an end',
      }),
    ),
    surveys: Type.Array(
      Type.Object({
        title: Type.String({ description: 'as its author wrote it' }),
        asked_by: nullable(Type.String({ description: 'the author; null for an application' })),
        closes_at: nullable(instant),
        mode: oneOf(modes),
        questions: nullable(Type.Integer({ description: 'as its invitation counts them' })),
        minutes: nullable(Type.Integer({ description: 'about how long answering takes' })),
      }),
      { description: `what ends first before; at most ${limits.ownOpenSurveysMax}` },
    ),
  },
  { title: 'OwnOpenSurveys' },
)

export const getOwnOpenSurveys = {
  id: 'getOwnOpenSurveys',
  method: 'GET',
  path: '/api/me/open-surveys',
  tag: 'People',
  summary: 'List the surveys that are open for you',
  description:
    'Those that ask the member of the directory who you are. The reply is the same before and after you answer, so it tells nobody whether you did. Answer by the personal link that you received; resendOwnInvitations sends it again.',
  caller: 'session',
  action: 'account.own',
  status: 200,
  response: OwnOpenSurveys,
  errors: [],
} as const satisfies Operation

export const resendOwnInvitations = {
  id: 'resendOwnInvitations',
  method: 'POST',
  path: '/api/me/open-surveys/invitations',
  tag: 'People',
  summary: 'Send your invitations to you again',
  description: `Those to the surveys that are open for you, each by the channel and to the address by which it reached you. The reply and the messages are the same before and after you answer, and nothing of it is in lists of deliveries, in the request log or in the audit log. At most ${limits.ownInvitationsAnHourMax} times an hour.`,
  caller: 'session',
  action: 'account.own',
  status: 200,
  response: Type.Object(
    {
      invitations: Type.Integer({
        description:
          'how many are sent. Fewer than are open for you, where one reached you in another way, or its address takes no messages any more',
      }),
    },
    { title: 'OwnInvitations' },
  ),
  // Under a key it would be stored who asked.
  secret: true,
  errors: [],
} as const satisfies Operation

export const addIdentity = {
  id: 'addIdentity',
  method: 'POST',
  path: '/api/me/identities',
  tag: 'People',
  summary: 'Add a way to sign in',
  description:
    'Proved by a second session token. Both sign-ins must be recent. If an admin does this with a new identity provider of the organisation, the provider becomes active.',
  caller: 'person',
  action: 'account.own',
  headers: organisationHeader,
  body: strict(
    { session_token: Type.String({ minLength: 1, maxLength: limits.sessionTokenBytesMax }) },
    { title: 'IdentityDraft' },
  ),
  status: 201,
  response: Identity,
  errors: ['fresh_sign_in_required', 'identity_taken', 'unprocessable', 'unavailable', 'conflict'],
} as const satisfies Operation

export const removeIdentity = {
  id: 'removeIdentity',
  method: 'DELETE',
  path: '/api/me/identities/{id}',
  tag: 'People',
  summary: 'Remove a way to sign in',
  description: 'The last one cannot be removed.',
  caller: 'session',
  fresh: true,
  action: 'account.own',
  params: Type.Object({ id: id('idn') }),
  status: 204,
  response: Type.Null(),
  errors: ['not_found', 'last_way_in'],
} as const satisfies Operation

export type Person = Static<typeof Person>
export type OwnUser = Static<typeof OwnUser>
export type Identity = Static<typeof Identity>
export type Me = Static<typeof Me>
export type OwnOpenSurveys = Static<typeof OwnOpenSurveys>
