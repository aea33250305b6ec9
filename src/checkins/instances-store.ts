/** SQL of check-in instances, and how the clock finds those that are due. */
import { type Question } from '../../contract/questions.ts'
import { type CollectionState, type ResultsStatus } from '../../contract/states.ts'
import { type Actor } from '../actor.ts'
import { timeIsOver } from '../collection/collection.ts'
import { many, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { type Paged } from '../db/paging.ts'
import { checkInColumns, type CheckInRow, type Filter, visible } from './store.ts'

export type InstanceRow = {
  organisation_id: string
  id: string
  check_in_id: string
  local_date: string
  title: string
  state: CollectionState
  reason: string | null
  opens_at: string
  closes_at: string
  /** When the clock looks; null while the check-in is paused. */
  due_at: string | null
  opened_at: string | null
  closed_at: string | null
  collection_id: string | null
  /** Of the questions that it asked; null before. */
  questions_version: number | null
  version: number
  created_at: string
  updated_at: string
}

const instanceColumns = sql.raw(`
  i.organisation_id, i.id, i.check_in_id, i.local_date, i.title, i.state, i.reason, i.opens_at, i.closes_at, i.due_at,
  i.opened_at, i.closed_at, i.collection_id,
  (select q.questions_version from collections q where q.organisation_id = i.organisation_id and q.id = i.collection_id)
    as questions_version,
  i.version, i.created_at, i.updated_at`)

export type NewInstance = Pick<
  InstanceRow,
  | 'organisation_id'
  | 'id'
  | 'check_in_id'
  | 'local_date'
  | 'title'
  | 'reason'
  | 'opens_at'
  | 'closes_at'
  | 'due_at'
> & { state: 'scheduled' | 'skipped' }

/**
 * Once per local date, and one scheduled at a time, whoever tries.
 * @returns undefined when that date has its instance already, or another one waits
 */
export const insertInstance = (tx: Tx, it: NewInstance, now: Date) =>
  one<InstanceRow>(
    tx,
    sql`
      insert into check_in_instances as i
        (organisation_id, id, check_in_id, local_date, title, state, reason, opens_at, closes_at, due_at,
         created_at, updated_at)
      values
        (${it.organisation_id}, ${it.id}, ${it.check_in_id}, ${it.local_date}, ${it.title}, ${it.state}, ${it.reason},
         ${it.opens_at}, ${it.closes_at}, ${it.due_at}, ${now}, ${now})
      on conflict do nothing
      returning ${instanceColumns}`,
  )

/** One that is over already. @returns undefined when that date has its instance */
export const insertPastInstance = (
  tx: Tx,
  it: Omit<NewInstance, 'due_at' | 'reason' | 'state'> & { collection_id: string },
  now: Date,
) =>
  one<InstanceRow>(
    tx,
    sql`
      insert into check_in_instances as i
        (organisation_id, id, check_in_id, local_date, title, state, reason, opens_at, closes_at, opened_at, closed_at,
         collection_id, created_at, updated_at)
      values
        (${it.organisation_id}, ${it.id}, ${it.check_in_id}, ${it.local_date}, ${it.title}, 'closed', 'imported',
         ${it.opens_at}, ${it.closes_at}, ${it.opens_at}, ${it.closes_at}, ${it.collection_id}, ${now}, ${now})
      on conflict do nothing
      returning ${instanceColumns}`,
  )

/** Which of these dates have an instance, in whatever state. */
export const instancesOn = (
  tx: Tx,
  checkIn: Pick<CheckInRow, 'organisation_id' | 'id'>,
  dates: readonly string[],
) =>
  many<{ id: string; local_date: string; results_status: ResultsStatus | null }>(
    tx,
    sql`
      select i.id, i.local_date, c.results_status
      from check_in_instances i
      left join collections c on c.organisation_id = i.organisation_id and c.id = i.collection_id
      where i.organisation_id = ${checkIn.organisation_id}
        and i.check_in_id = ${checkIn.id}
        and i.local_date = any (${textArray(dates)}::date[])`,
  )

export const nextOpensAt = async (
  tx: Tx,
  checkIn: Pick<CheckInRow, 'organisation_id' | 'id'>,
): Promise<string | null> =>
  (
    await one<{ opens_at: string }>(
      tx,
      sql`
        select opens_at
        from check_in_instances
        where organisation_id = ${checkIn.organisation_id}
          and check_in_id = ${checkIn.id}
          and state = 'scheduled'
        order by opens_at
        limit 1`,
    )
  )?.opens_at ?? null

export const listInstances = (
  tx: Tx,
  actor: Actor,
  checkInId: string | null,
  filter: Filter,
  paging: Paged,
) =>
  many<InstanceRow>(
    tx,
    sql`
      select ${instanceColumns}
      from check_in_instances i
      join check_ins c on c.organisation_id = i.organisation_id and c.id = i.check_in_id
      where i.organisation_id = ${actor.organisationId}
        and i.id < coalesce(${paging.after}, '~') collate "C"
        and ${visible(actor)}
        and (${checkInId}::text is null or i.check_in_id = ${checkInId}::text)
        and (${filter.states}::text[] is null or i.state = any (${filter.states}::text[]))
        and (${filter.updatedSince}::timestamptz is null or i.updated_at >= ${filter.updatedSince}::timestamptz)
      order by i.id desc
      limit ${paging.limit + 1}`,
  )

export const findInstance = (tx: Tx, actor: Actor, id: string): Promise<InstanceRow | undefined> =>
  one<InstanceRow>(
    tx,
    sql`
      select ${instanceColumns}
      from check_in_instances i
      join check_ins c on c.organisation_id = i.organisation_id and c.id = i.check_in_id
      where i.organisation_id = ${actor.organisationId}
        and i.id = ${id}
        and ${visible(actor)}`,
  )

export const findInstanceOf = (
  tx: Tx,
  organisationId: string,
  id: string,
): Promise<InstanceRow | undefined> =>
  one<InstanceRow>(
    tx,
    sql`select ${instanceColumns} from check_in_instances i where i.organisation_id = ${organisationId} and i.id = ${id}`,
  )

export const lockInstanceOf = (
  tx: Tx,
  organisationId: string,
  id: string,
): Promise<InstanceRow | undefined> =>
  one<InstanceRow>(
    tx,
    sql`select ${instanceColumns} from check_in_instances i where i.organisation_id = ${organisationId} and i.id = ${id} for update`,
  )

export const instancesIn = (tx: Tx, checkIn: CheckInRow, state: CollectionState): Promise<InstanceRow[]> =>
  many<InstanceRow>(
    tx,
    sql`
      select ${instanceColumns}
      from check_in_instances i
      where i.organisation_id = ${checkIn.organisation_id}
        and i.check_in_id = ${checkIn.id}
        and i.state = ${state}
      order by i.local_date
      for update`,
  )

/** The latest date that has an instance, not counting `except`. */
export const lastLocalDate = async (
  tx: Tx,
  checkIn: CheckInRow,
  except: readonly string[] = [],
): Promise<string | null> =>
  (
    await one<{ local_date: string | null }>(
      tx,
      sql`
        select max(local_date) as local_date
        from check_in_instances
        where organisation_id = ${checkIn.organisation_id}
          and check_in_id = ${checkIn.id}
          and id <> all (${textArray(except)})`,
    )
  )?.local_date ?? null

/** Dates to come that were passed over as holidays: a changed schedule may take them back. */
export const holidaysAhead = (
  tx: Tx,
  checkIn: CheckInRow,
  reason: string,
  now: Date,
): Promise<InstanceRow[]> =>
  many<InstanceRow>(
    tx,
    sql`
      select ${instanceColumns}
      from check_in_instances i
      where i.organisation_id = ${checkIn.organisation_id}
        and i.check_in_id = ${checkIn.id}
        and i.state = 'skipped'
        and i.reason = ${reason}
        and i.opens_at > ${now}`,
  )

export const forgetInstances = (tx: Tx, organisationId: string, ids: readonly string[]): Promise<number> =>
  run(
    tx,
    sql`
      delete from check_in_instances
      where organisation_id = ${organisationId}
        and id = any (${textArray(ids)})
        and state = 'skipped'`,
  )

/** When the clock looks again. What callers see of it changes only with its window. */
export const putOff = (
  tx: Tx,
  it: Pick<InstanceRow, 'organisation_id' | 'id' | 'opens_at' | 'closes_at' | 'due_at'>,
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update check_in_instances
      set due_at = ${it.due_at},
          opens_at = ${it.opens_at},
          closes_at = ${it.closes_at},
          version = version + case when (opens_at, closes_at) = (${it.opens_at}::timestamptz, ${it.closes_at}::timestamptz) then 0 else 1 end,
          updated_at = case when (opens_at, closes_at) = (${it.opens_at}::timestamptz, ${it.closes_at}::timestamptz) then updated_at else ${now} end
      where organisation_id = ${it.organisation_id}
        and id = ${it.id}
        and state = 'scheduled'`,
  )

export const updateInstance = (tx: Tx, it: InstanceRow, now: Date) =>
  one<InstanceRow>(
    tx,
    sql`
      update check_in_instances i
      set local_date = ${it.local_date},
          title = ${it.title},
          state = ${it.state},
          reason = ${it.reason},
          opens_at = ${it.opens_at},
          closes_at = ${it.closes_at},
          due_at = ${it.due_at},
          opened_at = ${it.opened_at},
          closed_at = ${it.closed_at},
          collection_id = ${it.collection_id},
          version = i.version + 1,
          updated_at = ${now}
      where i.organisation_id = ${it.organisation_id}
        and i.id = ${it.id}
      returning ${instanceColumns}`,
  )

export type Claimed = { checkIn: CheckInRow; instanceId: string }

const claimed = (row: (CheckInRow & { instance_id: string }) | undefined): Claimed | undefined => {
  if (!row) return undefined
  const { instance_id: instanceId, ...checkIn } = row
  return { checkIn, instanceId }
}

/**
 * The active check-in whose scheduled instance is due first, claimed until the transaction ends. The check-in is locked and
 * not the instance, as every move of an instance locks its check-in first; the instance is looked at again under that lock.
 * Walks check_in_instances_due from its beginning: what waits in a paused check-in has no due_at and is not in the way.
 */
export const claimDueToOpen = async (
  tx: Tx,
  now: Date,
  aside: readonly string[],
): Promise<Claimed | undefined> =>
  claimed(
    await one(
      tx,
      sql<CheckInRow & { instance_id: string }>`
        select ${checkInColumns}, i.id as instance_id
        from check_in_instances i
        join check_ins c on c.organisation_id = i.organisation_id and c.id = i.check_in_id
        where i.state = 'scheduled'
          and i.due_at <= ${now}
          and i.id <> all (${textArray(aside)})
          and c.state = 'active'
        order by i.due_at
        limit 1
        for update of c skip locked`,
    ),
  )

/** The check-in of an open instance whose time is over; claimed like the above. */
export const claimDueToClose = async (
  tx: Tx,
  now: Date,
  aside: readonly string[],
): Promise<Claimed | undefined> =>
  claimed(
    await one(
      tx,
      sql<CheckInRow & { instance_id: string }>`
        select ${checkInColumns}, i.id as instance_id
        from collections
        join check_in_instances i on i.organisation_id = collections.organisation_id and i.id = collections.owner_id
        join check_ins c on c.organisation_id = i.organisation_id and c.id = i.check_in_id
        where collections.owner_kind = 'check_in_instance'
          and ${timeIsOver(now)}
          and i.state = 'open'
          and i.id <> all (${textArray(aside)})
        order by collections.closes_at
        limit 1
        for update of c skip locked`,
    ),
  )

/** @returns undefined when somebody else holds it, or it is no longer open */
export const claimOpen = async (tx: Tx, organisationId: string, id: string): Promise<Claimed | undefined> =>
  claimed(
    await one(
      tx,
      sql<CheckInRow & { instance_id: string }>`
        select ${checkInColumns}, i.id as instance_id
        from check_in_instances i
        join check_ins c on c.organisation_id = i.organisation_id and c.id = i.check_in_id
        where i.organisation_id = ${organisationId}
          and i.id = ${id}
          and i.state = 'open'
        for update of c skip locked`,
    ),
  )

/** The questions that were put to people so far, each set of them once, those of imports first. */
export const askedQuestions = async (tx: Tx, checkIn: CheckInRow): Promise<Question[][]> =>
  (
    await many<{ questions: Question[] }>(
      tx,
      sql`
        select distinct on (q.questions_version, q.questions) q.questions
        from check_in_instances i
        join collections q on q.organisation_id = i.organisation_id and q.id = i.collection_id
        where i.organisation_id = ${checkIn.organisation_id}
          and i.check_in_id = ${checkIn.id}
        order by q.questions_version, q.questions`,
    )
  ).map((row) => row.questions)

/** The collection of the last closed instance before this one. */
export const previousCollection = async (tx: Tx, instance: InstanceRow): Promise<string | null> =>
  (
    await one<{ collection_id: string }>(
      tx,
      sql`
        select collection_id
        from check_in_instances
        where organisation_id = ${instance.organisation_id}
          and check_in_id = ${instance.check_in_id}
          and local_date < ${instance.local_date}
          and state = 'closed'
          and collection_id is not null
        order by local_date desc
        limit 1`,
    )
  )?.collection_id ?? null

export const oldestDue = async (tx: Tx): Promise<string | null> =>
  (
    await only(
      tx,
      sql<{ at: string | null }>`select min(due_at) as at from check_in_instances where state = 'scheduled'`,
    )
  ).at
