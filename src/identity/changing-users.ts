/**
 * Changes of users' roles and states, and what follows in the same transaction. Anyone who is out has left no way back in: what they allowed
 * ends, and invitations to their address end with them; those that they sent end with their right to invite. Their running surveys wait for
 * somebody to take them over. Every change of users.role or users.status is made here (test/sharding.test.ts), so that no way out (by an
 * admin, the directory, an import, their provider) can leave that out.
 */
import { announceAccess } from '../db/access-changes.ts'
import { many, type Query, run, sql, textArray, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { users } from '../db/tables.ts'

const beforeRow = shapeOf(users, ['id', 'email', 'role', 'status'])
const afterRow = shapeOf(users, ['id', 'role', 'status'])

export type UserChange = {
  readonly organisationId: string
  /** A condition on `users`. */
  readonly which: Query
  /** Assignments, without version and time. */
  readonly set: Query
}

/** @returns the ids of the users, who are locked before anything is written */
export async function changeUsers(
  tx: Tx,
  { organisationId, which, set }: UserChange,
  now: Date,
): Promise<string[]> {
  const before = await many(
    tx,
    beforeRow,
    sql`
      select ${beforeRow.columns}
      from users
      where organisation_id = ${organisationId}
        and ${which}
      order by id
      for no key update`,
  )
  if (before.length === 0) return []
  const after = await many(
    tx,
    afterRow,
    sql`
      update users
      set ${set},
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisationId}
        and id = any (${textArray(before.map(({ id }) => id))})
      returning ${afterRow.columns}`,
  )
  const next = new Map(after.map((user) => [user.id, user]))
  const left: string[] = []
  const addresses: string[] = []
  const demoted: string[] = []
  for (const { id, email, role } of before.filter(({ status }) => status === 'active')) {
    const user = next.get(id)
    if (user?.status !== 'active') {
      left.push(id)
      addresses.push(email)
    } else if (role === 'admin' && user.role !== 'admin') demoted.push(id)
  }
  if (left.length > 0) {
    await endGrants(tx, organisationId, left, now)
    await recordDepartures(tx, organisationId, left, now)
  }
  if (left.length + demoted.length > 0)
    await endInvitations(tx, organisationId, { inviters: [...left, ...demoted], addresses }, now)
  await announceAccess(tx, ...after.map(({ id }) => ({ kind: 'user', id }) as const))
  return after.map(({ id }) => id)
}

const endGrants = (tx: Tx, organisationId: string, userIds: readonly string[], now: Date): Promise<number> =>
  run(
    tx,
    sql`
      update grants
      set revoked_at = ${now}
      where organisation_id = ${organisationId}
        and user_id = any (${textArray(userIds)})
        and revoked_at is null`,
  )

/** With who manages them at this moment: erasing somebody clears that. */
const recordDepartures = (
  tx: Tx,
  organisationId: string,
  userIds: readonly string[],
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into departures (organisation_id, user_id, departed_at, manager_member_id)
      select u.organisation_id, u.id, ${now}::timestamptz, m.manager_member_id
      from users u
      left join members m
        on m.organisation_id = u.organisation_id
       and m.id = u.member_id
      where u.organisation_id = ${organisationId}
        and u.id = any (${textArray(userIds)})
      on conflict do nothing`,
  )

type Ways = { readonly inviters: readonly string[]; readonly addresses: readonly string[] }

const endInvitations = (
  tx: Tx,
  organisationId: string,
  { inviters, addresses }: Ways,
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update invitations
      set state = 'revoked',
          mail_due_at = null,
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisationId}
        and state = 'pending'
        and (invited_by = any (${textArray(inviters)})
          or lower(email) = any (select lower(address) from unnest(${textArray(addresses)}) as one (address)))`,
  )
