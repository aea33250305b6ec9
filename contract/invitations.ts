/**
 * Invitations: an admin invites an e-mail address, and the person who proves that it is theirs may join. The token is sent by
 * e-mail, works once and expires after 7 days. Resending creates a new token and invalidates the old one.
 */
import type { Static } from 'typebox'
import { email, id, instant, nullable, oneOf, page, paging, stamps, strict } from './fields.ts'
import type { Operation } from './operation.ts'
import { roles } from './people.ts'
import { Type } from './schema.ts'

export const invitationStates = ['pending', 'accepted', 'expired', 'revoked'] as const

export const Invitation = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    role: oneOf(roles),
    state: oneOf(invitationStates),
    mail: Type.Object({
      state: oneOf(['due', 'sent', 'failed']),
      reason: nullable(Type.String()),
    }),
    invited_by: Type.String(),
    accepted_by: nullable(Type.String()),
    expires_at: instant,
    accepted_at: nullable(instant),
    ...stamps,
  },
  { title: 'Invitation' },
)

const admin = { tag: 'People', caller: 'session', action: 'people.manage' } as const
const params = Type.Object({ id: id('inv') })

export const listInvitations = {
  id: 'listInvitations',
  method: 'GET',
  path: '/api/invitations',
  summary: 'List invitations, newest first',
  ...admin,
  query: strict({ ...paging, state: Type.Optional(oneOf(invitationStates)) }),
  status: 200,
  response: page('invitations', Invitation),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const createInvitation = {
  id: 'createInvitation',
  method: 'POST',
  path: '/api/invitations',
  summary: 'Invite a person by e-mail',
  ...admin,
  description: 'Inviting an admin needs a recent sign-in.',
  body: strict({ email, role: Type.Optional(oneOf(roles)) }, { title: 'InvitationDraft' }),
  status: 201,
  response: Invitation,
  errors: ['already_member', 'conflict', 'unprocessable', 'fresh_sign_in_required'],
} as const satisfies Operation

export const resendInvitation = {
  id: 'resendInvitation',
  method: 'POST',
  path: '/api/invitations/{id}/resend',
  summary: 'Resend an invitation',
  ...admin,
  description: 'The new link is valid for 7 days; the previous link stops working.',
  params,
  status: 200,
  response: Invitation,
  errors: ['not_found', 'invitation_used', 'invitation_revoked', 'already_member'],
} as const satisfies Operation

export const revokeInvitation = {
  id: 'revokeInvitation',
  method: 'POST',
  path: '/api/invitations/{id}/revoke',
  summary: 'Cancel an invitation',
  ...admin,
  params,
  status: 200,
  response: Invitation,
  errors: ['not_found', 'invitation_used'],
} as const satisfies Operation

export const acceptInvitation = {
  id: 'acceptInvitation',
  method: 'POST',
  path: '/api/invitations/accept',
  tag: 'People',
  summary: 'Accept an invitation',
  description:
    'The session must belong to the invited e-mail address, and the identity provider must have verified it. An unknown, replaced or mistyped token gives not_found.',
  caller: 'person',
  action: 'account.own',
  body: strict({ token: Type.String({ minLength: 1, maxLength: 200 }) }, { title: 'InvitationAcceptance' }),
  status: 200,
  response: Type.Object(
    {
      organisation: Type.Object({ id: Type.String(), name: Type.String(), slug: Type.String() }),
      user_id: Type.String(),
      role: oneOf(roles),
    },
    { title: 'AcceptedInvitation' },
  ),
  errors: [
    'not_found',
    'invitation_expired',
    'invitation_used',
    'invitation_revoked',
    'email_not_verified',
    'already_member',
  ],
} as const satisfies Operation

export type Invitation = Static<typeof Invitation>
