/** SQL of check-in instances. */
import type { Question } from '../../contract/questions.ts'
import type { CollectionState } from '../../contract/states.ts'
import type { Actor } from '../actor.ts'
import { many, one, only, run, sql, textArray, textArrayOrNull, type Tx } from '../db/db.ts'
import { olderThan, type Paged } from '../db/paging.ts'
import { nullable, type RowOf, shape, shapeOf, textList } from '../db/shape.ts'
import { checkInInstances, collections } from '../db/tables.ts'
import { visibleTo } from '../visibility.ts'
import type { CheckInRow, Filter } from './store.ts'

const ownRow = shapeOf(checkInInstances, [
  'organisation_id',
  'id',
  'check_in_id',
  'local_date',
  // The date of the rule, where it opens on another one.
  'moved_from',
  'title',
  'state',
  'reason',
  'opens_at',
  'closes_at',
  // When the clock looks; null while the check-in is paused.
  'due_at',
  'opened_at',
  'closed_at',
  'collection_id',
  // What took its turn in it, from when it opens.
  'rotation_question_ids',
  'version',
  'created_at',
  'updated_at',
])
// The version of the questions that it asked; null before it opens.
const instanceRow = shape({ ...ownRow.fields, questions_version: nullable(collections.questions_version) })
const instanceColumns = (organisationId: string) => sql`
  ${ownRow.of('i')},
  (select q.questions_version from collections q where q.organisation_id = ${organisationId} and q.id = i.collection_id)
    as questions_version`

const turnRow = shape({ rotation_question_ids: textList })
const idRow = shapeOf(checkInInstances, ['id'])
const waitingRow = shapeOf(checkInInstances, ['local_date', 'moved_from'])

export type InstanceRow = RowOf<typeof instanceRow>

export type NewInstance = Pick<
  InstanceRow,
  | 'organisation_id'
  | 'id'
  | 'check_in_id'
  | 'local_date'
  | 'moved_from'
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
  one(
    tx,
    instanceRow,
    sql`
      insert into check_in_instances as i
        (organisation_id, id, check_in_id, local_date, moved_from, title, state, reason, opens_at, closes_at, due_at,
         created_at, updated_at)
      values
        (${it.organisation_id}, ${it.id}, ${it.check_in_id}, ${it.local_date}, ${it.moved_from}, ${it.title}, ${it.state}, ${it.reason},
         ${it.opens_at}, ${it.closes_at}, ${it.due_at}, ${now}, ${now})
      on conflict do nothing
      returning ${ownRow.of('i')}, null::integer as questions_version`,
  )

/** One that is over already. @returns undefined when that date has its instance */
export async function insertPastInstance(
  tx: Tx,
  it: Omit<NewInstance, 'due_at' | 'moved_from' | 'reason' | 'state'> & { collection_id: string },
  now: Date,
): Promise<InstanceRow | undefined> {
  const inserted = await one(
    tx,
    idRow,
    sql`
      insert into check_in_instances
        (organisation_id, id, check_in_id, local_date, title, state, reason, opens_at, closes_at, opened_at, closed_at,
         collection_id, created_at, updated_at)
      values
        (${it.organisation_id}, ${it.id}, ${it.check_in_id}, ${it.local_date}, ${it.title}, 'closed', 'imported',
         ${it.opens_at}, ${it.closes_at}, ${it.opens_at}, ${it.closes_at}, ${it.collection_id}, ${now}, ${now})
      on conflict do nothing
      returning ${idRow.columns}`,
  )
  return inserted && findAnyInstance(tx, it.organisation_id, inserted.id)
}

const datedRow = shapeOf(checkInInstances, ['id', 'local_date'], {
  results_status: nullable(collections.results_status),
})

/** Which of these dates have an instance, in whatever state. */
export const instancesOn = (
  tx: Tx,
  checkIn: Pick<CheckInRow, 'organisation_id' | 'id'>,
  dates: readonly string[],
) =>
  many(
    tx,
    datedRow,
    sql`
      select i.id, i.local_date, c.results_status
      from check_in_instances i
      left join collections c on c.organisation_id = i.organisation_id and c.id = i.collection_id
      where i.organisation_id = ${checkIn.organisation_id}
        and i.check_in_id = ${checkIn.id}
        and i.local_date = any (${textArray(dates)}::date[])`,
  )

export async function nextOpensAt(
  tx: Tx,
  checkIn: Pick<CheckInRow, 'organisation_id' | 'id'>,
): Promise<string | null> {
  const row = await one(
    tx,
    shapeOf(checkInInstances, ['opens_at']),
    sql`
      select opens_at
      from check_in_instances
      where organisation_id = ${checkIn.organisation_id}
        and check_in_id = ${checkIn.id}
        and state = 'scheduled'
      order by opens_at
      limit 1`,
  )
  return row?.opens_at ?? null
}

export type InstanceFilter = Pick<Filter, 'states' | 'updatedSince'> & { checkInId: string | null }

export const listInstances = (
  tx: Tx,
  actor: Actor,
  { checkInId, states, updatedSince }: InstanceFilter,
  paging: Paged,
) =>
  many(
    tx,
    instanceRow,
    sql`
      select ${instanceColumns(actor.organisationId)}
      from check_in_instances i
      join check_ins c on c.organisation_id = i.organisation_id and c.id = i.check_in_id
      where i.organisation_id = ${actor.organisationId}
        and ${olderThan('i.id', paging.after)}
        and ${visibleTo(actor, 'c')}
        and (c.deleted_at is null or ${checkInId}::text is not null)
        and (${checkInId}::text is null or i.check_in_id = ${checkInId}::text)
        and (${states}::text[] is null or i.state = any (${states}::text[]))
        and (${updatedSince}::timestamptz is null or i.updated_at >= ${updatedSince}::timestamptz)
      order by i.id desc
      limit ${paging.limit + 1}`,
  )

/** The one that has not opened yet, with the day that it has. */
export const findWaiting = (tx: Tx, { organisation_id, id }: Pick<CheckInRow, 'organisation_id' | 'id'>) =>
  one(
    tx,
    waitingRow,
    sql`
      select ${waitingRow.columns}
      from check_in_instances
      where organisation_id = ${organisation_id}
        and check_in_id = ${id}
        and state = 'scheduled'`,
  )

export const findInstance = (tx: Tx, actor: Actor, id: string): Promise<InstanceRow | undefined> =>
  one(
    tx,
    instanceRow,
    sql`
      select ${instanceColumns(actor.organisationId)}
      from check_in_instances i
      join check_ins c on c.organisation_id = i.organisation_id and c.id = i.check_in_id
      where i.organisation_id = ${actor.organisationId}
        and i.id = ${id}
        and ${visibleTo(actor, 'c')}`,
  )

/** Anyone who may see it. */
export const findAnyInstance = (
  tx: Tx,
  organisationId: string,
  id: string,
): Promise<InstanceRow | undefined> =>
  one(
    tx,
    instanceRow,
    sql`
      select ${instanceColumns(organisationId)}
      from check_in_instances i
      where i.organisation_id = ${organisationId}
        and i.id = ${id}`,
  )

/** One that was found before. */
export const lockInstanceOf = (tx: Tx, organisationId: string, id: string): Promise<InstanceRow> =>
  only(
    tx,
    instanceRow,
    sql`
      select ${instanceColumns(organisationId)}
      from check_in_instances i
      where i.organisation_id = ${organisationId}
        and i.id = ${id}
      for update`,
  )

export const instancesIn = (tx: Tx, checkIn: CheckInRow, state: CollectionState): Promise<InstanceRow[]> =>
  many(
    tx,
    instanceRow,
    sql`
      select ${instanceColumns(checkIn.organisation_id)}
      from check_in_instances i
      where i.organisation_id = ${checkIn.organisation_id}
        and i.check_in_id = ${checkIn.id}
        and i.state = ${state}
      order by i.local_date
      for update`,
  )

/** The latest date that has an instance, not counting `except`: what was moved to an earlier day has taken its own date, too. */
export async function lastLocalDate(
  tx: Tx,
  checkIn: CheckInRow,
  except: readonly string[] = [],
): Promise<string | null> {
  const { local_date: date } = await only(
    tx,
    shape({ local_date: nullable(checkInInstances.local_date) }),
    sql`
      select max(greatest(local_date, moved_from)) as local_date
      from check_in_instances
      where organisation_id = ${checkIn.organisation_id}
        and check_in_id = ${checkIn.id}
        and id <> all (${textArray(except)})`,
  )
  return date
}

/** Holidays to come, which were skipped: a changed schedule may need those dates again. */
export const holidaysAhead = (
  tx: Tx,
  checkIn: CheckInRow,
  reason: string,
  now: Date,
): Promise<InstanceRow[]> =>
  many(
    tx,
    instanceRow,
    sql`
      select ${instanceColumns(checkIn.organisation_id)}
      from check_in_instances i
      where i.organisation_id = ${checkIn.organisation_id}
        and i.check_in_id = ${checkIn.id}
        and i.state = 'skipped'
        and i.reason = ${reason}
        and i.opens_at > ${now}`,
  )

export const deleteInstances = (tx: Tx, organisationId: string, ids: readonly string[]): Promise<number> =>
  run(
    tx,
    sql`
      delete from check_in_instances
      where organisation_id = ${organisationId}
        and id = any (${textArray(ids)})
        and state = 'skipped'`,
  )

/** Sets when the worker looks at an instance again, and its window. Callers see only the window, so `due_at` alone raises no version. */
export const rescheduleInstance = (
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

export const updateInstance = (tx: Tx, it: InstanceRow, now: Date): Promise<InstanceRow> =>
  only(
    tx,
    instanceRow,
    sql`
      update check_in_instances i
      set local_date = ${it.local_date},
          moved_from = ${it.moved_from},
          title = ${it.title},
          state = ${it.state},
          reason = ${it.reason},
          opens_at = ${it.opens_at},
          closes_at = ${it.closes_at},
          due_at = ${it.due_at},
          opened_at = ${it.opened_at},
          closed_at = ${it.closed_at},
          collection_id = ${it.collection_id},
          rotation_question_ids = ${textArrayOrNull(it.rotation_question_ids)},
          version = i.version + 1,
          updated_at = ${now}
      where i.organisation_id = ${it.organisation_id}
        and i.id = ${it.id}
      returning ${instanceColumns(it.organisation_id)}`,
  )

/** Longer ago than any question of the largest pool has rested. */
const turnsMax = 100

/** What took its turn in the instances that opened, oldest first; of a cancelled one too, since people saw it. */
export async function pastTurns(
  tx: Tx,
  { organisation_id, id }: Pick<CheckInRow, 'organisation_id' | 'id'>,
): Promise<string[][]> {
  const rows = await many(
    tx,
    turnRow,
    sql`
      select rotation_question_ids
      from check_in_instances
      where organisation_id = ${organisation_id}
        and check_in_id = ${id}
        and rotation_question_ids is not null
      order by opened_at desc, local_date desc
      limit ${turnsMax}`,
  )
  return rows.map((row) => row.rotation_question_ids).toReversed()
}

/** The latest date that has opened or was skipped: what comes next comes after it. A holiday is over when it would have opened. */
export async function lastDateOver(
  tx: Tx,
  { organisation_id, id }: Pick<CheckInRow, 'organisation_id' | 'id'>,
  now: Date,
): Promise<string | null> {
  const { local_date: date } = await only(
    tx,
    shape({ local_date: nullable(checkInInstances.local_date) }),
    sql`
      select max(greatest(local_date, moved_from)) as local_date
      from check_in_instances
      where organisation_id = ${organisation_id}
        and check_in_id = ${id}
        and state <> 'scheduled'
        and (reason is distinct from 'holiday' or opens_at <= ${now})`,
  )
  return date
}

/** The questions that were asked so far, each set of them once, those of imports first. */
export async function askedQuestions(tx: Tx, checkIn: CheckInRow): Promise<Question[][]> {
  const rows = await many(
    tx,
    shapeOf(collections, ['questions']),
    sql`
      select distinct on (q.questions_version, q.questions) q.questions
      from check_in_instances i
      join collections q on q.organisation_id = i.organisation_id and q.id = i.collection_id
      where i.organisation_id = ${checkIn.organisation_id}
        and i.check_in_id = ${checkIn.id}
      order by q.questions_version, q.questions`,
  )
  return rows.map((row) => row.questions)
}
