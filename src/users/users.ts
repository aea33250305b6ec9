/**
 * People: the users of an organisation, as its admins see and change them, invite them, and name the identity providers that
 * sign them in; and what everybody may know of themselves. The door of this folder.
 *
 * An organisation always keeps an admin who has signed in before, and nobody removes their own last way to sign in. A disabled
 * user is out at once: their tokens are looked up together with them, and their grants end for good (migrations: users_out), as do the
 * pending invitations to them and by them (users_invite_no_more, members_out).
 */
import type { Page } from '../../contract/fields.ts'
import type * as contract from '../../contract/people.ts'
import type { Person } from '../../contract/people.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import { assertFresh } from '../authority.ts'
import type { Call } from '../call.ts'
import { paged, pageOf } from '../db/paging.ts'
import { assertFewRemovals, directoryReachOf, lockDirectory, removingBy } from '../directory/directory.ts'
import { keepingAnAdmin } from '../identity/identity.ts'
import { impossible, problem } from '../problem.ts'
import * as store from './users-store.ts'

export { addressMailLag, addressMailTasks } from './address-mail.ts'
export { invitationLag, invitationTask } from './invitation-mail.ts'
export { forgetInvitationsOf } from './invitation-store.ts'
export { endedInvitationsTask } from './invitations.ts'
export { secondFactorTask } from './second-factor-reset.ts'

/** By name. @throws invalid_cursor */
export async function listPeople({
  tx,
  actor: { organisationId },
  query,
}: Call<typeof contract.listPeople>): Promise<Page<'people', Person>> {
  const paging = paged(`people ${organisationId}`, query)
  const rows = await store.listPeople(tx, organisationId, query, paging)
  return pageOf('people', rows, paging, store.positionOf)
}

/** Finds people by name; those whom the caller does not see in the directory, only by their whole address. @throws invalid_cursor */
export async function listSuccessors({
  tx,
  actor,
  query,
}: Call<typeof contract.listSuccessors>): Promise<Page<'people', store.NamedUser>> {
  const paging = paged(`successors ${actor.organisationId}`, query)
  const reach = await directoryReachOf(tx, actor)
  const rows = await store.listSuccessors(
    tx,
    actor.organisationId,
    { q: query.q?.trim() || null, reach },
    paging,
  )
  return pageOf('people', rows, paging, store.positionOf)
}

/**
 * A change that changes nothing is none.
 * @throws not_found | precondition_failed
 * @throws last_admin  no admin who has signed in before would be left
 * @throws fresh_sign_in_required  somebody whose sign-in is long ago makes or changes an admin, or disables many
 * @throws unprocessable  somebody erased, or deactivated in the directory, cannot be made active here
 */
export async function updatePerson(call: Call<typeof contract.updatePerson>): Promise<Person> {
  const { tx, actor, body } = call
  // As for members who are deactivated: two calls at once count each other, and lock in the same order.
  if (body.state === 'disabled') await lockDirectory(tx, actor.organisationId)
  return keepingAnAdmin(tx, actor.organisationId, () => changePerson(call))
}

async function changePerson({
  tx,
  actor: admin,
  params: { id },
  body: patch,
  ifMatch,
  now,
}: Call<typeof contract.updatePerson>): Promise<Person> {
  const { organisationId } = admin
  const ref = { organisationId, id }
  const person = await store.lockPerson(tx, ref)
  if (!person) throw problem('not_found')
  if (ifMatch !== undefined && ifMatch !== person.version) throw problem('precondition_failed')
  const next = { role: patch.role ?? person.role, state: patch.state ?? person.state }
  if (next.role === person.role && next.state === person.state) return person

  if (next.role === 'admin' || person.role === 'admin') assertFresh(admin, now)
  if (next.state === 'disabled' && person.state !== 'disabled')
    await assertFewRemovals(tx, removingBy(admin, now), { kind: 'people', more: 1 }, now)
  if (next.state === 'active' && person.state !== 'active') {
    const reason = await store.reactivationError(tx, ref)
    if (reason) throw impossible('/state', reason, 'out')
  }
  const updated = await store.updatePerson(tx, ref, next, now)
  await recordAudit(tx, {
    organisationId,
    actor: actedBy(admin),
    action: 'person.updated',
    target: id,
    detail: {
      ...(next.role !== person.role && { role: { from: person.role, to: next.role } }),
      ...(next.state !== person.state && { state: { from: person.state, to: next.state } }),
    },
    at: now,
  })
  return updated
}
