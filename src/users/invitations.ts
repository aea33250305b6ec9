/**
 * Invitations: the one way in which an address leads to a user, and only for whoever shows both that he reads its mail (the
 * token) and that his identity provider vouches for it (`email_verified: true` of this very address).
 *
 * The token is made when the mail goes (invitation-mail.ts) and kept as SHA-256: it stands in the mail and nowhere else. It
 * works once, for 7 days, and ends when the invitation is sent again or taken back.
 */
import { type acceptInvitation as acceptance, type Invitation } from '../../contract/invitations.ts'
import { type Page } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { type Reply } from '../../contract/operation.ts'
import { type Role, roles } from '../../contract/people.ts'
import { type AuditAction } from '../../contract/audit.ts'
import { type PersonActor, type Session } from '../actor.ts'
import { actedBy, byPerson, recordAudit } from '../audit/audit.ts'
import { afterCommit, isUniqueViolation, type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { findIdentity, newUser } from '../identity/identity.ts'
import { isSecret, newId, sha256 } from '../ids.ts'
import { impossible, problem } from '../problem.ts'
import * as store from './invitation-store.ts'
import { type InvitationRow } from './invitation-store.ts'
import { findPerson, hasAddress, organisationOf, updatePerson } from './users-store.ts'

const stateOf = ({ state, expires_at }: InvitationRow, now: Date): Invitation['state'] =>
  state === 'pending' && new Date(expires_at) <= now ? 'expired' : state

const shown = (row: InvitationRow, now: Date): Invitation => {
  const { mail_state, mail_reason, token_sha256: _token, organisation_id: _organisation, ...rest } = row
  return { ...rest, state: stateOf(row, now), mail: { state: mail_state, reason: mail_reason } }
}

/** Newest first. @throws invalid_cursor */
export async function listInvitations(
  tx: Tx,
  { organisationId }: PersonActor,
  query: { limit?: number; cursor?: string; state?: Invitation['state'] },
  now: Date,
): Promise<Page<'invitations', Invitation>> {
  const paging = paged(`invitations ${organisationId}`, query)
  const rows = await store.listInvitations(tx, organisationId, query.state, paging, now)
  const page = pageOf('invitations', rows, paging, ({ id }) => id)
  return { ...page, invitations: page.invitations.map((row) => shown(row, now)) }
}

const endsAt = (now: Date): Date => new Date(now.getTime() + limits.invitationSeconds * 1000)

/**
 * @throws already_member  somebody of the organisation has this address
 * @throws conflict  it was invited already
 * @throws unprocessable  too many wait
 */
export async function createInvitation(
  tx: Tx,
  admin: PersonActor,
  { email, role = 'member' }: { email: string; role?: Role },
  now: Date,
): Promise<Invitation> {
  const { organisationId } = admin
  await refuseMember(tx, organisationId, email)
  if ((await store.countPending(tx, organisationId)) >= limits.invitationsPendingMax)
    throw impossible('', `At most ${limits.invitationsPendingMax} invitations may wait`, 'too_many')
  const row = await store
    .insertInvitation(
      tx,
      {
        organisationId,
        id: newId('invitation'),
        email,
        role,
        invitedBy: admin.userId,
        expiresAt: endsAt(now),
      },
      now,
    )
    .catch((error: unknown) => {
      if (isUniqueViolation(error, 'invitations_pending'))
        throw problem('conflict', { detail: 'This address was invited already; send the invitation again' })
      throw error
    })
  afterCommit(tx, 'work due', null)
  await audit(tx, admin, 'invitation.created', row, now)
  return shown(row, now)
}

async function refuseMember(tx: Tx, organisationId: string, email: string): Promise<void> {
  if (await hasAddress(tx, organisationId, email))
    throw problem('already_member', {
      detail: 'A user of the organisation has this address; change him instead (PATCH /api/people/{id})',
    })
}

const refusals = { accepted: 'invitation_used', revoked: 'invitation_revoked' } as const

/** Another 7 days from now; the token that was sent before ends at once. */
export async function resendInvitation(
  tx: Tx,
  admin: PersonActor,
  id: string,
  now: Date,
): Promise<Invitation> {
  const row = await store.lockInvitation(tx, admin.organisationId, id)
  if (!row) throw problem('not_found')
  if (row.state !== 'pending') throw problem(refusals[row.state])
  await refuseMember(tx, admin.organisationId, row.email)
  const again = await store.makeDue(tx, row, endsAt(now), now)
  afterCommit(tx, 'work due', null)
  await audit(tx, admin, 'invitation.resent', row, now)
  return shown(again, now)
}

/** Doing it again changes nothing. @throws not_found | invitation_used */
export async function revokeInvitation(
  tx: Tx,
  admin: PersonActor,
  id: string,
  now: Date,
): Promise<Invitation> {
  const row = await store.lockInvitation(tx, admin.organisationId, id)
  if (!row) throw problem('not_found')
  if (row.state === 'accepted') throw problem('invitation_used')
  if (row.state === 'revoked') return shown(row, now)
  const revoked = await store.revoke(tx, row, now)
  await audit(tx, admin, 'invitation.revoked', row, now)
  return shown(revoked, now)
}

/**
 * The row is locked: of any number who come with one token at once, one is taken.
 * @throws not_found  no such token, or one that was replaced
 * @throws invitation_expired | invitation_used | invitation_revoked
 * @throws email_not_verified  the identity provider does not vouch for the address
 * @throws access_denied  of another address, or by a provider that does not speak for the organisation
 * @throws already_member
 */
export async function acceptInvitation(
  tx: Tx,
  session: Session,
  token: string,
  now: Date,
): Promise<Reply<typeof acceptance>> {
  const row = isSecret('iv', token) ? await store.lockByToken(tx, sha256(token)) : undefined
  if (!row)
    throw problem('not_found', { detail: 'This link is not known: it may have been sent again since' })
  checkAddress(session, row)
  checkProvider(session, row)
  const state = stateOf(row, now)
  if (state === 'expired') throw problem('invitation_expired')
  if (state !== 'pending') throw problem(refusals[state])
  const userId = await admit(tx, session, row, now)
  await store.markAccepted(tx, row, userId, now)
  const { id, name, slug } = await organisationOf(tx, row.organisation_id)
  return { organisation: { id, name, slug }, user_id: userId, role: row.role }
}

/** Letters of English alone are folded: in Unicode other letters than k and i fold to k and i. */
const folded = (email: string): string => email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

function checkAddress({ email, emailVerified }: Session, { email: invited }: InvitationRow): void {
  if (email === null || folded(email) !== folded(invited))
    throw problem('access_denied', {
      detail: 'This invitation was sent to another address than the one that you signed in with',
    })
  if (!emailVerified)
    throw problem('email_not_verified', {
      detail: 'Verify your e-mail address at your identity provider, then sign in again',
    })
}

function checkProvider({ admissions }: Session, { organisation_id }: InvitationRow): void {
  if (admissions === null) return
  if (!admissions.some((one) => one.organisationId === organisation_id && one.proved && one.belongs))
    throw problem('access_denied', {
      detail: 'Your identity provider does not speak for this organisation; sign in another way',
    })
}

/** A new user; or more rights for who came by the directory in the meantime. @returns his id */
async function admit(tx: Tx, session: Session, row: InvitationRow, now: Date): Promise<string> {
  const { organisation_id: organisationId, role, email } = row
  const known = await findIdentity(tx, organisationId, session)
  if (known) {
    const person = (await findPerson(tx, organisationId, known.user_id))!
    if (person.state !== 'active') throw problem('access_denied', { internal: person.state })
    if (roles.indexOf(person.role) >= roles.indexOf(role)) throw problem('already_member')
    await updatePerson(tx, organisationId, person.id, { role, state: 'active' }, now)
    await recordAudit(tx, {
      organisationId,
      actor: byPerson(person.id),
      action: 'person.updated',
      target: person.id,
      detail: { role: { from: person.role, to: role }, invitation_id: row.id },
      at: now,
    })
    return person.id
  }
  const memberId = await store.freeMember(tx, organisationId, email)
  const user = await newUser(
    tx,
    session,
    { organisationId, name: session.name ?? email, memberId, role, joinedBy: null },
    now,
  )
  // Somebody took the same place in the directory in this very moment.
  if (!user) throw problem('already_member')
  return user.id
}

const audit = (
  tx: Tx,
  admin: PersonActor,
  action: AuditAction,
  { id, role }: InvitationRow,
  now: Date,
): Promise<void> =>
  recordAudit(tx, {
    organisationId: admin.organisationId,
    actor: actedBy(admin),
    action,
    target: id,
    detail: { role },
    at: now,
  })
