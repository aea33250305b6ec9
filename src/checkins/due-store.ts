/** How the clock finds check-in instances that are due: what waits, and the claims by which one worker at a time handles it. */
import { timeIsOver } from '../collection/collection.ts'
import { claimWithin, isReached } from '../db/claiming.ts'
import { one, only, sql, textArray, type Tx } from '../db/db.ts'
import { nullable, shape } from '../db/shape.ts'
import { checkInInstances } from '../db/tables.ts'
import { checkInColumns, checkInFields, type CheckInRow } from './store.ts'

const claimedRow = shape({ ...checkInFields, instance_id: checkInInstances.id })

type Sql = ReturnType<typeof sql>

export type Claimed = { checkIn: CheckInRow; instanceId: string }

/**
 * Claims the check-in of the first such instance until the transaction ends. The check-in is locked and not the instance, as every
 * transition of an instance locks its check-in first; the instance is looked at again under that lock.
 * @param instances  from … where …, with `i` the instance and `c` its check-in
 */
async function claim(tx: Tx, instances: Sql, order: Sql): Promise<Claimed | undefined> {
  const row = await claimWithin(
    tx,
    sql`
      select i.organisation_id
      ${instances}
      order by ${order}`,
    (organisationId) =>
      one(
        tx,
        claimedRow,
        sql`
          select ${checkInColumns}, i.id as instance_id
          ${instances}
            and i.organisation_id = ${organisationId}
          order by ${order}
          limit 1
          for update of c skip locked`,
      ),
  )
  if (!row) return undefined
  const { instance_id: instanceId, ...checkIn } = row
  return { checkIn, instanceId }
}

const notIn = (quarantined: readonly string[]) => sql`and i.id <> all (${textArray(quarantined)})`

const dueToOpen = (now: Date) => sql`
  from check_in_instances i
  join check_ins c on c.organisation_id = i.organisation_id and c.id = i.check_in_id
  where i.state = 'scheduled'
    and i.due_at <= ${now}
    and c.state = 'active'
    and ${isReached('i.organisation_id')}
    and ${isReached('c.organisation_id')}`

export const waitingToOpen = (now: Date) => sql`select 1 ${dueToOpen(now)} limit 1`

/**
 * The active check-in whose scheduled instance is due first. Walks check_in_instances_due from its beginning: what waits in a paused
 * check-in has no due_at and is not in the way.
 */
export const claimDueToOpen = (
  tx: Tx,
  now: Date,
  quarantined: readonly string[],
): Promise<Claimed | undefined> => claim(tx, sql`${dueToOpen(now)} ${notIn(quarantined)}`, sql`i.due_at`)

const dueToClose = (now: Date) => sql`
  from collections
  join check_in_instances i on i.organisation_id = collections.organisation_id and i.id = collections.owner_id
  join check_ins c on c.organisation_id = i.organisation_id and c.id = i.check_in_id
  where collections.owner_kind = 'check_in_instance'
    and ${timeIsOver(now)}
    and i.state = 'open'
    and ${isReached('collections.organisation_id')}
    and ${isReached('i.organisation_id')}
    and ${isReached('c.organisation_id')}`

export const waitingToClose = (now: Date) => sql`select 1 ${dueToClose(now)} limit 1`

/** The check-in of an open instance whose time is over. */
export const claimDueToClose = (
  tx: Tx,
  now: Date,
  quarantined: readonly string[],
): Promise<Claimed | undefined> =>
  claim(tx, sql`${dueToClose(now)} ${notIn(quarantined)}`, sql`collections.closes_at`)

const dueToAsk = (now: Date) => sql`
  from check_in_instances i
  join check_ins c on c.organisation_id = i.organisation_id and c.id = i.check_in_id
  where i.state = 'open'
    and i.asks_at <= ${now}
    and c.state = 'active'
    and ${isReached('i.organisation_id')}
    and ${isReached('c.organisation_id')}`

export const waitingToAsk = (now: Date) => sql`select 1 ${dueToAsk(now)} limit 1`

/** The active check-in around joining or leaving that has looked for people longest ago. */
export const claimDueToAsk = (
  tx: Tx,
  now: Date,
  quarantined: readonly string[],
): Promise<Claimed | undefined> => claim(tx, sql`${dueToAsk(now)} ${notIn(quarantined)}`, sql`i.asks_at`)

/** @returns undefined when another worker holds it, or it is no longer open */
export const claimOpen = (tx: Tx, organisationId: string, id: string): Promise<Claimed | undefined> =>
  claim(
    tx,
    sql`
      from check_in_instances i
      join check_ins c on c.organisation_id = i.organisation_id and c.id = i.check_in_id
      where i.organisation_id = ${organisationId}
        and i.id = ${id}
        and i.state = 'open'`,
    sql`i.id`,
  )

export async function oldestDue(tx: Tx): Promise<string | null> {
  const { oldest } = await only(
    tx,
    shape({ oldest: nullable(checkInInstances.opens_at) }),
    sql`select min(due_at) as oldest from check_in_instances where state = 'scheduled'`,
  )
  return oldest
}
