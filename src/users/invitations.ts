/**
 * Invitations: the one way in which an address leads to a user, and only for somebody who shows both that they read its mail
 * (the token) and that their identity provider vouches for it (`email_verified: true` of this very address).
 *
 * The token is made when the mail is sent (invitation-mail.ts) and stored as SHA-256: the token itself exists in the mail
 * alone. It works once, for 7 days, and ends when the invitation is sent again or cancelled.
 */
import type { AuditAction } from '../../contract/audit.ts'
import type { Page } from '../../contract/fields.ts'
import type * as contract from '../../contract/invitations.ts'
import type { Invitation } from '../../contract/invitations.ts'
import { limits } from '../../contract/limits.ts'
import type { Reply } from '../../contract/operation.ts'
import { type Person, roles } from '../../contract/people.ts'
import type { PersonActor, Session } from '../actor.ts'
import { actedBy, byPerson, recordAudit } from '../audit/audit.ts'
import { assertFresh } from '../authority.ts'
import type { Call } from '../call.ts'
import { afterCommit, isUniqueViolation, type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { lockDirectory } from '../directory/directory.ts'
import { findIdentity, newUser } from '../identity/identity.ts'
import { newId, readSecret } from '../ids.ts'
import type { TransactionTask } from '../jobs/jobs.ts'
import { impossible, problem } from '../problem.ts'
import * as store from './invitation-store.ts'
import type { InvitationRow } from './invitation-store.ts'
import { getOrganisation, isAddressOfUser, lockPerson, updatePerson } from './users-store.ts'

const stateOf = ({ state, expires_at }: InvitationRow, now: Date): Invitation['state'] =>
  state === 'pending' && new Date(expires_at) <= now ? 'expired' : state

const present = (row: InvitationRow, now: Date): Invitation => {
  const { mail_state, mail_reason, token_sha256: _token, organisation_id: _organisation, ...rest } = row
  return { ...rest, state: stateOf(row, now), mail: { state: mail_state, reason: mail_reason } }
}

/** Newest first. @throws invalid_cursor */
export async function listInvitations({
  tx,
  actor: { organisationId },
  query,
  now,
}: Call<typeof contract.listInvitations>): Promise<Page<'invitations', Invitation>> {
  const paging = paged(`invitations ${organisationId}`, query)
  const rows = await store.listInvitations(tx, organisationId, { ...paging, state: query.state }, now)
  const page = pageOf('invitations', rows, paging, ({ id }) => id)
  return { ...page, invitations: page.invitations.map((row) => present(row, now)) }
}

const expiryOf = (now: Date): Date => new Date(now.getTime() + limits.invitationSeconds * 1000)

/**
 * @throws already_member  a user of the organisation has this address
 * @throws conflict  the address has a pending invitation
 * @throws fresh_sign_in_required  an admin is invited by somebody whose sign-in is long ago
 * @throws unprocessable  too many invitations are pending
 */
export async function createInvitation(
  call: Pick<Call<typeof contract.createInvitation>, 'tx' | 'actor' | 'body' | 'now'>,
): Promise<Invitation> {
  const { tx, actor, now } = call
  const { organisationId, userId: invitedBy } = actor
  const { email, role = 'member' } = call.body
  if (role === 'admin') assertFresh(actor, now)
  await assertNotUser(tx, organisationId, email)
  if ((await store.countPending(tx, organisationId)) >= limits.invitationsPendingMax)
    throw impossible('', `At most ${limits.invitationsPendingMax} invitations may be pending`, 'too_many')
  const invitation = {
    organisationId,
    id: newId('invitation'),
    email,
    role,
    invitedBy,
    expiresAt: expiryOf(now),
  }
  const row = await store.insertInvitation(tx, invitation, now).catch((error: unknown) => {
    if (isUniqueViolation(error, 'invitations_pending'))
      throw problem('conflict', { detail: 'This address was invited already; send the invitation again' })
    throw error
  })
  afterCommit(tx, 'work due', null)
  await audit(call, 'invitation.created', row)
  return present(row, now)
}

/** @throws already_member */
async function assertNotUser(tx: Tx, organisationId: string, email: string): Promise<void> {
  if (await isAddressOfUser(tx, organisationId, email))
    throw problem('already_member', {
      detail: 'A user of the organisation has this address; change the user instead (PATCH /api/people/{id})',
    })
}

const refusals = { accepted: 'invitation_used', revoked: 'invitation_revoked' } as const

/**
 * Valid for another 7 days from now; the token that was sent before ends at once.
 * @throws not_found | invitation_used | invitation_revoked | already_member
 */
export async function resendInvitation(call: Call<typeof contract.resendInvitation>): Promise<Invitation> {
  const { tx, actor, params, now } = call
  const row = await store.lockInvitation(tx, actor.organisationId, params.id)
  if (!row) throw problem('not_found')
  if (row.state !== 'pending') throw problem(refusals[row.state])
  await assertNotUser(tx, actor.organisationId, row.email)
  const due = await store.markDue(tx, row, expiryOf(now), now)
  afterCommit(tx, 'work due', null)
  await audit(call, 'invitation.resent', row)
  return present(due, now)
}

/** Doing it again changes nothing. @throws not_found | invitation_used */
export async function revokeInvitation(call: Call<typeof contract.revokeInvitation>): Promise<Invitation> {
  const { tx, actor, params, now } = call
  const row = await store.lockInvitation(tx, actor.organisationId, params.id)
  if (!row) throw problem('not_found')
  if (row.state === 'accepted') throw problem('invitation_used')
  if (row.state === 'revoked') return present(row, now)
  const revoked = await store.revokeInvitation(tx, row, now)
  await audit(call, 'invitation.revoked', row)
  return present(revoked, now)
}

/**
 * The row is locked: of any number of people who use one token at the same time, one joins.
 * @throws not_found  no such token, or one that was replaced
 * @throws invitation_expired | invitation_used | invitation_revoked
 * @throws email_not_verified  the identity provider does not vouch for the address
 * @throws access_denied  signed in with another address, or by a provider that is not the organisation's
 * @throws already_member
 */
export async function acceptInvitation({
  tx,
  actor: session,
  body: { token },
  now,
}: Call<typeof contract.acceptInvitation>): Promise<Reply<typeof contract.acceptInvitation>> {
  const secret = readSecret('iv', token)
  const found = secret && (await store.findByToken(tx, secret))
  // Anyone who is sent away at this moment is out: in the order in which that locks directory, user and invitation.
  if (found) await lockDirectory(tx, found.organisation_id)
  const known = found && (await lockKnown(tx, found.organisation_id, session))
  const row = found && (await store.findByToken(tx, secret, { lock: true }))
  if (!row)
    throw problem('not_found', { detail: 'This link is not known: it may have been sent again since' })
  assertSameAddress(session, row)
  assertProviderAdmits(session, row)
  const state = stateOf(row, now)
  if (state === 'expired') throw problem('invitation_expired')
  if (state !== 'pending') throw problem(refusals[state])
  const userId = known ? await promote(tx, known, row, now) : await admit(tx, session, row, now)
  await store.markAccepted(tx, row, userId, now)
  const { id, name, slug } = await getOrganisation(tx, row.organisation_id)
  return { organisation: { id, name, slug }, user_id: userId, role: row.role }
}

/** ASCII letters alone are folded: in Unicode other letters than k and i fold to k and i. */
const folded = (email: string): string => email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** @throws access_denied | email_not_verified */
function assertSameAddress({ email, emailVerified }: Session, { email: invited }: InvitationRow): void {
  if (email === null || folded(email) !== folded(invited))
    throw problem('access_denied', {
      detail: 'This invitation was sent to another address than the one that you signed in with',
    })
  if (!emailVerified)
    throw problem('email_not_verified', {
      detail: 'Verify your e-mail address at your identity provider, then sign in again',
    })
}

/** @throws access_denied */
function assertProviderAdmits({ admissions }: Session, { organisation_id }: InvitationRow): void {
  if (admissions === null) return
  if (!admissions.some((one) => one.organisationId === organisation_id && one.proved && one.belongs))
    throw problem('access_denied', {
      detail: 'Your identity provider does not speak for this organisation; sign in another way',
    })
}

/** The user whom this session is in the organisation already, by the directory or by its provider. */
async function lockKnown(tx: Tx, organisationId: string, session: Session): Promise<Person | undefined> {
  const identity = await findIdentity(tx, organisationId, session)
  return identity && lockPerson(tx, { organisationId, id: identity.user_id })
}

/** Makes a new user. @returns the user's id */
async function admit(tx: Tx, session: Session, row: InvitationRow, now: Date): Promise<string> {
  const { organisation_id: organisationId, role, email } = row
  const memberId = await store.findMemberWithoutUser(tx, organisationId, email)
  const profile = { organisationId, name: session.name ?? email, memberId, role, joinedBy: null }
  const user = await newUser(tx, session, profile, now)
  // Another first sign-in took the same identity or the same member in this very moment.
  if (!user) throw problem('already_member')
  return user.id
}

/** Gives more rights to a user. @throws access_denied  disabled or left @throws already_member  with this role or a higher one */
async function promote(tx: Tx, person: Person, invitation: InvitationRow, now: Date): Promise<string> {
  const { organisation_id: organisationId, role } = invitation
  const { id } = person
  if (person.state !== 'active') throw problem('access_denied', { internal: person.state })
  if (roles.indexOf(person.role) >= roles.indexOf(role)) throw problem('already_member')
  await updatePerson(tx, { organisationId, id }, { role, state: 'active' }, now)
  await recordAudit(tx, {
    organisationId,
    actor: byPerson(id),
    action: 'person.updated',
    target: id,
    detail: { role: { from: person.role, to: role }, invitation_id: invitation.id },
    at: now,
  })
  return id
}

const audit = (
  { tx, actor, now }: { tx: Tx; actor: PersonActor; now: Date },
  action: AuditAction,
  { id, role }: InvitationRow,
): Promise<void> =>
  recordAudit(tx, {
    organisationId: actor.organisationId,
    actor: actedBy(actor),
    action,
    target: id,
    detail: { role },
    at: now,
  })

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const deletedAtOnce = 1_000

/** Addresses of people who were invited once are not kept forever. */
export const endedInvitationsTask: TransactionTask = {
  name: 'invitations.purge',
  everyMs: hourMs,
  run: (tx, now) =>
    store.deleteEndedInvitations(
      tx,
      new Date(now.getTime() - limits.invitationsKeptDays * dayMs),
      deletedAtOnce,
    ),
}
