/**
 * Privacy requests: what a person may demand of the data that is held about them. They ask for themselves, or an admin records what reached
 * the organisation another way; an admin handles it. The copy of somebody's data goes to them alone, never to the admin who handles it.
 */
import type { Static } from 'typebox'
import { id, instant, nullable, oneOf, page, paging, stamps, strict } from './fields.ts'
import { limits } from './limits.ts'
import type { Operation } from './operation.ts'
import { privacyKinds, privacyStates, privacyTransitions } from './privacy-states.ts'
import { Type } from './schema.ts'

export type PrivacyKind = (typeof privacyKinds)[number]

export const PrivacyRequest = Type.Object(
  {
    id: Type.String(),
    kind: oneOf(privacyKinds),
    state: oneOf(privacyStates),
    person: Type.Object({
      name: Type.String(),
      member_id: nullable(Type.String({ description: 'in the directory' })),
      user_id: nullable(Type.String({ description: 'who signs in' })),
    }),
    asked_by: oneOf(['person', 'admin']),
    note: nullable(Type.String({ description: 'what the person wrote, or an admin noted' })),
    deadline_at: instant,
    extension_reason: nullable(Type.String({ description: 'why it takes two months longer' })),
    reason: nullable(Type.String({ description: 'why it was declined' })),
    handled_by: nullable(Type.String({ description: 'the user who handled it' })),
    ended_at: nullable(instant),
    expires_at: nullable(
      Type.String({ format: 'date-time', description: 'when the copy can no longer be downloaded' }),
    ),
    ...stamps,
  },
  { title: 'PrivacyRequest' },
)

const note = Type.Optional(Type.String({ minLength: 1, maxLength: limits.textLengthMax }))
const reason = strict(
  { reason: Type.String({ minLength: 1, maxLength: limits.textLengthMax, pattern: '\\S' }) },
  { title: 'PrivacyReason' },
)

const admin = { tag: 'Privacy', caller: 'session', action: 'privacy.handle' } as const
const own = { tag: 'Privacy', caller: 'session', action: 'account.own' } as const
const params = Type.Object({ id: id('prq') })
const one = '/api/privacy-requests/{id}'

const describe = (verb: keyof typeof privacyTransitions): string => {
  const { from, to } = privacyTransitions[verb]
  return `From ${from.join(' or ')}${to ? ` to ${to}` : ''}. From any other state: 409 \`privacy_request_state\`, with the current \`state\`.`
}

export const listPrivacyRequests = {
  id: 'listPrivacyRequests',
  method: 'GET',
  path: '/api/privacy-requests',
  ...admin,
  summary: 'List privacy requests, newest first',
  query: strict({
    ...paging,
    kind: Type.Optional(oneOf(privacyKinds)),
    state: Type.Optional(oneOf(privacyStates)),
    member_id: Type.Optional(id('mem')),
    overdue: Type.Optional(oneOf(['true', 'false'])),
  }),
  status: 200,
  response: page('privacy_requests', PrivacyRequest),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const createPrivacyRequest = {
  id: 'createPrivacyRequest',
  method: 'POST',
  path: '/api/privacy-requests',
  ...admin,
  summary: 'Record a privacy request of a member',
  description:
    'For a request that reached you by letter, e-mail or in person. The deadline is one month from now. The member gets an e-mail.',
  body: strict({ kind: oneOf(privacyKinds), member_id: id('mem'), note }, { title: 'PrivacyRequestDraft' }),
  status: 201,
  response: PrivacyRequest,
  errors: ['unprocessable', 'privacy_request_open'],
} as const satisfies Operation

export const getPrivacyRequest = {
  id: 'getPrivacyRequest',
  method: 'GET',
  path: one,
  ...admin,
  summary: 'Get a privacy request',
  params,
  status: 200,
  response: PrivacyRequest,
  errors: ['not_found'],
} as const satisfies Operation

export const startPrivacyRequest = {
  id: 'startPrivacyRequest',
  method: 'POST',
  path: `${one}/start`,
  ...admin,
  summary: 'Start work on a privacy request',
  description: describe('start'),
  params,
  status: 200,
  response: PrivacyRequest,
  errors: ['not_found', 'privacy_request_state'],
} as const satisfies Operation

export const completePrivacyRequest = {
  id: 'completePrivacyRequest',
  method: 'POST',
  path: `${one}/complete`,
  ...admin,
  summary: 'Carry out a privacy request',
  description: `Check first that the person is who they say they are. access: the person gets a personal link, which works for ${limits.privacyExportDays} days; nobody else can read the copy. erasure: the member is erased, as by \`POST /api/members/{id}/erase\`, which cannot be undone and needs a sign-in of the last ten minutes. restriction: the person is asked nothing and gets no messages until it is lifted. ${describe('complete')}`,
  params,
  status: 200,
  response: PrivacyRequest,
  errors: ['not_found', 'privacy_request_state', 'last_admin', 'fresh_sign_in_required'],
} as const satisfies Operation

export const declinePrivacyRequest = {
  id: 'declinePrivacyRequest',
  method: 'POST',
  path: `${one}/decline`,
  ...admin,
  summary: 'Decline a privacy request',
  description: `The person gets the reason by e-mail. ${describe('decline')}`,
  params,
  body: reason,
  status: 200,
  response: PrivacyRequest,
  errors: ['not_found', 'privacy_request_state'],
} as const satisfies Operation

export const extendPrivacyRequest = {
  id: 'extendPrivacyRequest',
  method: 'POST',
  path: `${one}/extend`,
  ...admin,
  summary: 'Extend the deadline of a privacy request',
  description: `Once, by two months, before the deadline has passed. The person gets the reason by e-mail. ${describe('extend')}`,
  params,
  body: reason,
  status: 200,
  response: PrivacyRequest,
  errors: ['not_found', 'privacy_request_state', 'already_extended', 'unprocessable'],
} as const satisfies Operation

export const cancelPrivacyRequest = {
  id: 'cancelPrivacyRequest',
  method: 'POST',
  path: `${one}/cancel`,
  ...admin,
  summary: 'Cancel a privacy request',
  description: `Where it was recorded by mistake or withdrawn. ${describe('cancel')}`,
  params,
  status: 200,
  response: PrivacyRequest,
  errors: ['not_found', 'privacy_request_state'],
} as const satisfies Operation

export const liftPrivacyRequest = {
  id: 'liftPrivacyRequest',
  method: 'POST',
  path: `${one}/lift`,
  ...admin,
  summary: 'Lift a restriction',
  description: `The person is told before by e-mail, and can be asked again. ${describe('lift')}`,
  params,
  status: 200,
  response: PrivacyRequest,
  errors: ['not_found', 'privacy_request_state'],
} as const satisfies Operation

export const listOwnPrivacyRequests = {
  id: 'listOwnPrivacyRequests',
  method: 'GET',
  path: '/api/me/privacy-requests',
  ...own,
  summary: 'List your privacy requests, newest first',
  query: strict(paging),
  status: 200,
  response: page('privacy_requests', PrivacyRequest),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const createOwnPrivacyRequest = {
  id: 'createOwnPrivacyRequest',
  method: 'POST',
  path: '/api/me/privacy-requests',
  ...own,
  summary: 'Ask for your data or its erasure',
  description:
    'You can ask for its restriction, too. An admin of the organisation handles it within one month. Erasure and restriction need a member of the directory; for a user who is not a member, an admin ends the access.',
  body: strict({ kind: oneOf(privacyKinds), note }, { title: 'OwnPrivacyRequestDraft' }),
  status: 201,
  response: PrivacyRequest,
  errors: ['unprocessable', 'privacy_request_open'],
} as const satisfies Operation

export const cancelOwnPrivacyRequest = {
  id: 'cancelOwnPrivacyRequest',
  method: 'POST',
  path: '/api/me/privacy-requests/{id}/cancel',
  ...own,
  summary: 'Withdraw your privacy request',
  description: describe('cancel'),
  params,
  status: 200,
  response: PrivacyRequest,
  errors: ['not_found', 'privacy_request_state'],
} as const satisfies Operation

export const getOwnExport = {
  id: 'getOwnExport',
  method: 'GET',
  path: '/api/me/privacy-requests/{id}/export',
  ...own,
  rate: 'export',
  summary: 'Get a copy of your data',
  description:
    'While your access request is `ready`. Only the person themself gets it. It is made at this moment and stored nowhere.',
  params,
  query: strict({ format: Type.Optional(oneOf(['json', 'html'])) }),
  secret: true,
  status: 200,
  response: Type.Object(
    {
      name: Type.String({ description: 'a name for the file' }),
      media_type: Type.String(),
      content: Type.String({ description: 'the whole file' }),
    },
    { title: 'PersonalExport' },
  ),
  errors: ['not_found', 'privacy_request_state'],
} as const satisfies Operation

export type PrivacyRequest = Static<typeof PrivacyRequest>
