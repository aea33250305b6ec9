/** How the clock finds check-in instances that are due: what waits, and the claims by which one worker at a time handles it. */
import { timeIsOver } from '../collection/collection.ts'
import { one, only, sql, textArray, type Tx } from '../db/db.ts'
import { nullable, type RowOf, shape } from '../db/shape.ts'
import { checkInInstances } from '../db/tables.ts'
import { checkInColumns, checkInFields, type CheckInRow } from './store.ts'

const claimedRow = shape({ ...checkInFields, instance_id: checkInInstances.id })

export type Claimed = { checkIn: CheckInRow; instanceId: string }

const claimed = (row: RowOf<typeof claimedRow> | undefined): Claimed | undefined => {
  if (!row) return undefined
  const { instance_id: instanceId, ...checkIn } = row
  return { checkIn, instanceId }
}

const dueToOpen = (now: Date) => sql`
  from check_in_instances i
  join check_ins c on c.organisation_id = i.organisation_id and c.id = i.check_in_id
  where i.state = 'scheduled'
    and i.due_at <= ${now}
    and c.state = 'active'`

export const waitingToOpen = (now: Date) => sql`select 1 ${dueToOpen(now)} limit 1`

/**
 * The active check-in whose scheduled instance is due first, claimed until the transaction ends. The check-in is locked and
 * not the instance, as every transition of an instance locks its check-in first; the instance is looked at again under that lock.
 * Walks check_in_instances_due from its beginning: what waits in a paused check-in has no due_at and is not in the way.
 */
export const claimDueToOpen = async (
  tx: Tx,
  now: Date,
  quarantined: readonly string[],
): Promise<Claimed | undefined> =>
  claimed(
    await one(
      tx,
      claimedRow,
      sql`
        select ${checkInColumns}, i.id as instance_id
        ${dueToOpen(now)}
          and i.id <> all (${textArray(quarantined)})
        order by i.due_at
        limit 1
        for update of c skip locked`,
    ),
  )

const dueToClose = (now: Date) => sql`
  from collections
  join check_in_instances i on i.organisation_id = collections.organisation_id and i.id = collections.owner_id
  join check_ins c on c.organisation_id = i.organisation_id and c.id = i.check_in_id
  where collections.owner_kind = 'check_in_instance'
    and ${timeIsOver(now)}
    and i.state = 'open'`

export const waitingToClose = (now: Date) => sql`select 1 ${dueToClose(now)} limit 1`

/** The check-in of an open instance whose time is over; claimed like the above. */
export const claimDueToClose = async (
  tx: Tx,
  now: Date,
  quarantined: readonly string[],
): Promise<Claimed | undefined> =>
  claimed(
    await one(
      tx,
      claimedRow,
      sql`
        select ${checkInColumns}, i.id as instance_id
        ${dueToClose(now)}
          and i.id <> all (${textArray(quarantined)})
        order by collections.closes_at
        limit 1
        for update of c skip locked`,
    ),
  )

/** @returns undefined when another worker holds it, or it is no longer open */
export const claimOpen = async (tx: Tx, organisationId: string, id: string): Promise<Claimed | undefined> =>
  claimed(
    await one(
      tx,
      claimedRow,
      sql`
        select ${checkInColumns}, i.id as instance_id
        from check_in_instances i
        join check_ins c on c.organisation_id = i.organisation_id and c.id = i.check_in_id
        where i.organisation_id = ${organisationId}
          and i.id = ${id}
          and i.state = 'open'
        for update of c skip locked`,
    ),
  )

export async function oldestDue(tx: Tx): Promise<string | null> {
  const { oldest } = await only(
    tx,
    shape({ oldest: nullable(checkInInstances.opens_at) }),
    sql`select min(due_at) as oldest from check_in_instances where state = 'scheduled'`,
  )
  return oldest
}
