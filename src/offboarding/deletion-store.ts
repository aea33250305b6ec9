/** SQL of the deletion of an organisation. */
import { hasHolds } from '../collection/collection.ts'
import { announceAccess } from '../db/access-changes.ts'
import { claimWithin } from '../db/claiming.ts'
import { many, one, type Query, run, sql, textArray, type Tx } from '../db/db.ts'
import { type RowOf, shapeOf } from '../db/shape.ts'
import { applications, organisationDeletions, organisations, users } from '../db/tables.ts'
import { changeUsers } from '../identity/identity.ts'

const deletionRow = shapeOf(organisationDeletions, [
  'organisation_id',
  'requested_by',
  'state',
  'due_at',
  'created_at',
])
export type DeletionRow = RowOf<typeof deletionRow>

/** @returns undefined where it is requested already */
export const insertDeletion = (
  tx: Tx,
  organisationId: string,
  { requestedBy, dueAt }: { requestedBy: string; dueAt: Date },
  now: Date,
): Promise<DeletionRow | undefined> =>
  one(
    tx,
    deletionRow,
    sql`
      insert into organisation_deletions (organisation_id, requested_by, due_at, created_at)
      values (${organisationId}, ${requestedBy}, ${dueAt}, ${now})
      on conflict do nothing
      returning ${deletionRow.columns}`,
  )

export const findDeletion = (tx: Tx, organisationId: string): Promise<DeletionRow | undefined> =>
  one(
    tx,
    deletionRow,
    sql`
      select ${deletionRow.columns}
      from organisation_deletions
      where organisation_id = ${organisationId}`,
  )

export const cancelDeletion = (tx: Tx, organisationId: string): Promise<number> =>
  run(
    tx,
    sql`
      delete from organisation_deletions
      where organisation_id = ${organisationId}
        and state = 'waiting'`,
  )

/** One that ends by `before` and whose admins were not warned; from now on they are. */
const unwarned = (before: Date) =>
  sql`from organisation_deletions where state = 'waiting' and warned_at is null and due_at <= ${before}`

export const warningWaiting = (before: Date) => sql`select 1 ${unwarned(before)} limit 1`

export const claimWarning = (tx: Tx, before: Date, now: Date): Promise<DeletionRow | undefined> =>
  claimWithin(
    tx,
    sql`
      select organisation_id
      ${unwarned(before)}`,
    (organisationId) =>
      one(
        tx,
        deletionRow,
        sql`
      update organisation_deletions
      set warned_at = ${now}
      where organisation_id = ${organisationId}
        and organisation_id = (
        select organisation_id
        ${unwarned(before)}
          and organisation_id = ${organisationId}
        limit 1
        for update skip locked)
      returning ${deletionRow.columns}`,
      ),
  )

/** Those whose waiting time is over. A legal hold lengthens it; once the deletion has begun, no hold is set (src/retention/store.ts). */
const due = (now: Date, organisationId: Query = sql`organisation_deletions.organisation_id`) => sql`
  from organisation_deletions
  where due_at <= ${now}
    and (state = 'deleting' or not ${hasHolds(organisationId)})`

export const deletionWaiting = (now: Date) => sql`select 1 ${due(now)} limit 1`

/** One whose waiting time is over, locked. */
export const claimDue = (
  tx: Tx,
  quarantined: readonly string[],
  now: Date,
): Promise<DeletionRow | undefined> =>
  claimWithin(
    tx,
    sql`
      select organisation_id
      ${due(now)}
        and not (organisation_id = any (${textArray(quarantined)}))
      order by due_at`,
    (organisationId) =>
      one(
        tx,
        deletionRow,
        sql`
      select ${deletionRow.columns}
      ${due(now, sql`${organisationId}`)}
        and not (organisation_id = any (${textArray(quarantined)}))
        and organisation_id = ${organisationId}
      order by due_at
      limit 1
      for update skip locked`,
      ),
  )

/**
 * Nobody signs in, no application calls and no check-in asks from now on: what is deleted is not written again. Each change is announced
 * to every node.
 */
export async function closeDoors(tx: Tx, organisationId: string, now: Date): Promise<void> {
  await run(
    tx,
    sql`
      update organisation_deletions
      set state = 'deleting'
      where organisation_id = ${organisationId}`,
  )
  const revoked = await many(
    tx,
    shapeOf(applications, ['id']),
    sql`
      update applications
      set status = 'revoked',
          updated_at = ${now}
      where organisation_id = ${organisationId}
      returning id`,
  )
  await announceAccess(tx, ...revoked.map(({ id }) => ({ kind: 'application', id }) as const))
  await changeUsers(tx, { organisationId, which: sql`true`, set: sql`status = 'disabled'` }, now)
  await run(
    tx,
    sql`
      update check_ins
      set state = 'ended',
          updated_at = ${now}
      where organisation_id = ${organisationId}
        and state in ('active', 'paused')`,
  )
}

/** The last rows. */
export async function deleteOrganisation(tx: Tx, organisationId: string): Promise<void> {
  await run(tx, sql`delete from organisation_deletions where organisation_id = ${organisationId}`)
  await run(tx, sql`delete from organisations where id = ${organisationId}`)
}

const slugRow = shapeOf(organisations, ['slug', 'time_zone'])

export const getSlug = (tx: Tx, organisationId: string): Promise<RowOf<typeof slugRow> | undefined> =>
  one(tx, slugRow, sql`select ${slugRow.columns} from organisations where id = ${organisationId}`)

const adminRow = shapeOf(users, ['id', 'name', 'email', 'language'])

/** The admins who can get an e-mail. */
export const adminsOf = (tx: Tx, organisationId: string): Promise<RowOf<typeof adminRow>[]> =>
  many(
    tx,
    adminRow,
    sql`
      select ${adminRow.columns}
      from users
      where organisation_id = ${organisationId}
        and role = 'admin'
        and status = 'active'
        and email not like '%.invalid'
      order by id`,
  )
