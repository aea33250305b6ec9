/**
 * People: the users of an organisation, as its admins see and change them, invite them, and say whose word about them is
 * believed; and what everybody may know of himself. The door of this folder.
 *
 * An organisation always keeps an admin who has signed in before, and nobody takes his own last way in away. Who is disabled
 * is out at once: his tokens are looked up together with him, and what he allowed ends for good (migrations: users_out).
 */
import { type Person, type Role } from '../../contract/people.ts'
import { type Page } from '../../contract/fields.ts'
import { type PersonActor } from '../actor.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import { afterCommit, type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { impossible, problem } from '../problem.ts'
import { revokeOf } from './invitation-store.ts'
import * as store from './users-store.ts'

export { invitationLag, invitationTask } from './invitation-mail.ts'
export { forgetInvitationsOf } from './invitation-store.ts'

export type PeopleQuery = {
  limit?: number
  cursor?: string
  q?: string
  role?: Role
  state?: Person['state']
}

/** By name. @throws invalid_cursor */
export async function listPeople(
  tx: Tx,
  { organisationId }: PersonActor,
  query: PeopleQuery,
): Promise<Page<'people', Person>> {
  const paging = paged(`people ${organisationId}`, query)
  const rows = await store.listPeople(tx, organisationId, query, paging)
  return pageOf('people', rows, paging, store.positionOf)
}

export type PersonPatch = { role?: Role; state?: 'active' | 'disabled' }

/**
 * A change that changes nothing is none.
 * @throws not_found | precondition_failed
 * @throws last_admin  nobody who has signed in before would be an admin
 * @throws unprocessable  who was erased, or is no longer in the directory, does not come back by this
 */
export async function updatePerson(
  tx: Tx,
  admin: PersonActor,
  id: string,
  patch: PersonPatch,
  ifMatch: number | undefined,
  now: Date,
): Promise<Person> {
  const { organisationId } = admin
  // Admins first and in one order: two who demote one another wait for each other here.
  const admins = await store.lockAdmins(tx, organisationId)
  const person = await store.lockPerson(tx, organisationId, id)
  if (!person) throw problem('not_found')
  if (ifMatch !== undefined && ifMatch !== person.version) throw problem('precondition_failed')
  const next = { role: patch.role ?? person.role, state: patch.state ?? person.state }
  if (next.role === person.role && next.state === person.state) return person

  const staysAdmin = next.role === 'admin' && next.state === 'active'
  if (!staysAdmin && admins.includes(id) && admins.length === 1)
    throw problem('last_admin', {
      detail: 'This is the only admin who has signed in. Make somebody else an admin first.',
    })
  if (next.state === 'active' && person.state !== 'active') {
    const reason = await store.reasonToStayOut(tx, organisationId, id)
    if (reason) throw impossible('/state', reason, 'out')
  }
  const updated = await store.updatePerson(tx, organisationId, id, next, now)
  afterCommit(tx, 'access changed', { kind: 'user', id })
  if (!staysAdmin) await revokeOf(tx, organisationId, id, now)
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
