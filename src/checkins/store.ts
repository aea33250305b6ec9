/** SQL of check-ins and their instances. `visible` is the one condition of who sees a check-in and all that hangs on it. */
import { type Recurrence } from '../../contract/checkins.ts'
import { type Confidentiality } from '../../contract/confidentiality.ts'
import { type Channel } from '../../contract/collections.ts'
import { type Question } from '../../contract/questions.ts'
import { type CheckInState, type CollectionState } from '../../contract/states.ts'
import { type Actor, userIdOf } from '../actor.ts'
import { type Roster, timeIsOver } from '../collection/collection.ts'
import { json, many, one, run, sql, textArray, type Tx } from '../db/db.ts'
import { type Paged } from '../db/paging.ts'

export type CheckInRow = {
  organisation_id: string
  id: string
  author_user_id: string
  application_id: string | null
  title: string
  description: string | null
  visibility: 'public' | 'private'
  questions: Question[]
  recipients: Roster
  confidentiality: Confidentiality
  channels: Channel[]
  time_zone: string
  recurrence: Required<Recurrence>
  window: string
  roster_mode: 'dynamic' | 'fixed'
  overlap: 'skip' | 'close_previous'
  fixed_member_ids: string[] | null
  state: CheckInState
  version: number
  created_at: string
  updated_at: string
}

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
  opened_at: string | null
  closed_at: string | null
  collection_id: string | null
  version: number
  created_at: string
  updated_at: string
}

const checkInColumns = sql.raw(`
  c.organisation_id, c.id, c.author_user_id, c.application_id, c.title, c.description, c.visibility, c.questions, c.recipients,
  c.confidentiality, c.channels, c.time_zone, c.recurrence, c."window", c.roster_mode, c.overlap, c.fixed_member_ids, c.state,
  c.version, c.created_at, c.updated_at`)

const instanceColumns = sql.raw(`
  i.organisation_id, i.id, i.check_in_id, i.local_date, i.title, i.state, i.reason, i.opens_at, i.closes_at,
  i.opened_at, i.closed_at, i.collection_id, i.version, i.created_at, i.updated_at`)

const visible = (actor: Actor) => sql`(c.visibility = 'public' or c.author_user_id = ${userIdOf(actor)})`

export type Filter = { states: string[] | null; q: string | null; updatedSince: string | null }

export const listCheckIns = (tx: Tx, actor: Actor, filter: Filter, paging: Paged) =>
  many<CheckInRow & { next_opens_at: string | null }>(
    tx,
    sql`
      select ${checkInColumns},
             (select min(i.opens_at)
              from check_in_instances i
              where i.organisation_id = c.organisation_id and i.check_in_id = c.id and i.state = 'scheduled') as next_opens_at
      from check_ins c
      where c.organisation_id = ${actor.organisationId}
        and c.id < coalesce(${paging.after}, '~') collate "C"
        and ${visible(actor)}
        and (${filter.states}::text[] is null or c.state = any (${filter.states}::text[]))
        and (${filter.q}::text is null or c.title ilike ${filter.q})
        and (${filter.updatedSince}::timestamptz is null or c.updated_at >= ${filter.updatedSince}::timestamptz)
      order by c.id desc
      limit ${paging.limit + 1}`,
  )

export const findCheckIn = (tx: Tx, actor: Actor, id: string): Promise<CheckInRow | undefined> =>
  one<CheckInRow>(
    tx,
    sql`
      select ${checkInColumns}
      from check_ins c
      where c.organisation_id = ${actor.organisationId}
        and c.id = ${id}
        and ${visible(actor)}`,
  )

export const lockCheckIn = (tx: Tx, actor: Actor, id: string): Promise<CheckInRow | undefined> =>
  one<CheckInRow>(
    tx,
    sql`
      select ${checkInColumns}
      from check_ins c
      where c.organisation_id = ${actor.organisationId}
        and c.id = ${id}
        and ${visible(actor)}
      for update`,
  )

/** For the clock and the engine, which see everything. */
export const findCheckInOf = (tx: Tx, organisationId: string, id: string): Promise<CheckInRow | undefined> =>
  one<CheckInRow>(
    tx,
    sql`select ${checkInColumns} from check_ins c where c.organisation_id = ${organisationId} and c.id = ${id}`,
  )

export const lockCheckInOf = (tx: Tx, organisationId: string, id: string): Promise<CheckInRow | undefined> =>
  one<CheckInRow>(
    tx,
    sql`select ${checkInColumns} from check_ins c where c.organisation_id = ${organisationId} and c.id = ${id} for update`,
  )

export const insertCheckIn = (
  tx: Tx,
  it: Omit<CheckInRow, 'version' | 'created_at' | 'updated_at' | 'fixed_member_ids'>,
  now: Date,
) =>
  one<CheckInRow>(
    tx,
    sql`
      insert into check_ins as c
        (organisation_id, id, author_user_id, application_id, title, description, visibility, questions, recipients,
         confidentiality, channels, time_zone, recurrence, "window", roster_mode, overlap, state, created_at, updated_at)
      values
        (${it.organisation_id}, ${it.id}, ${it.author_user_id}, ${it.application_id}, ${it.title}, ${it.description},
         ${it.visibility}, ${json(it.questions)}, ${json(it.recipients)}, ${json(it.confidentiality)}, ${textArray(it.channels)},
         ${it.time_zone}, ${json(it.recurrence)}, ${it.window}, ${it.roster_mode}, ${it.overlap}, ${it.state}, ${now}, ${now})
      returning ${checkInColumns}`,
  )

export const updateCheckIn = (tx: Tx, it: CheckInRow, now: Date) =>
  one<CheckInRow>(
    tx,
    sql`
      update check_ins c
      set title = ${it.title},
          description = ${it.description},
          visibility = ${it.visibility},
          questions = ${json(it.questions)},
          recipients = ${json(it.recipients)},
          confidentiality = ${json(it.confidentiality)},
          channels = ${textArray(it.channels)},
          time_zone = ${it.time_zone},
          recurrence = ${json(it.recurrence)},
          "window" = ${it.window},
          roster_mode = ${it.roster_mode},
          overlap = ${it.overlap},
          fixed_member_ids = ${it.fixed_member_ids},
          state = ${it.state},
          version = c.version + 1,
          updated_at = ${now}
      where c.organisation_id = ${it.organisation_id}
        and c.id = ${it.id}
      returning ${checkInColumns}`,
  )

export const deleteDraft = (tx: Tx, organisationId: string, id: string): Promise<number> =>
  run(
    tx,
    sql`delete from check_ins where organisation_id = ${organisationId} and id = ${id} and state = 'draft'`,
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

/** Once per local date, whoever tries. @returns undefined when that date has its instance already */
export const insertInstance = (
  tx: Tx,
  it: Pick<
    InstanceRow,
    'organisation_id' | 'id' | 'check_in_id' | 'local_date' | 'title' | 'opens_at' | 'closes_at'
  >,
  now: Date,
) =>
  one<InstanceRow>(
    tx,
    sql`
      insert into check_in_instances as i
        (organisation_id, id, check_in_id, local_date, title, state, opens_at, closes_at, created_at, updated_at)
      values
        (${it.organisation_id}, ${it.id}, ${it.check_in_id}, ${it.local_date}, ${it.title}, 'scheduled', ${it.opens_at},
         ${it.closes_at}, ${now}, ${now})
      on conflict (organisation_id, check_in_id, local_date) do nothing
      returning ${instanceColumns}`,
  )

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
  except: string | null = null,
): Promise<string | null> =>
  (
    await one<{ local_date: string | null }>(
      tx,
      sql`
        select max(local_date) as local_date
        from check_in_instances
        where organisation_id = ${checkIn.organisation_id}
          and check_in_id = ${checkIn.id}
          and id is distinct from ${except}::text`,
    )
  )?.local_date ?? null

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
          opened_at = ${it.opened_at},
          closed_at = ${it.closed_at},
          collection_id = ${it.collection_id},
          version = i.version + 1,
          updated_at = ${now}
      where i.organisation_id = ${it.organisation_id}
        and i.id = ${it.id}
      returning ${instanceColumns}`,
  )

type Claimed = { checkIn: CheckInRow; instanceId: string }

const claimed = (row: (CheckInRow & { instance_id: string }) | undefined): Claimed | undefined => {
  if (!row) return undefined
  const { instance_id: instanceId, ...checkIn } = row
  return { checkIn, instanceId }
}

/**
 * The active check-in whose scheduled instance is due first, claimed until the transaction ends. The check-in is locked and
 * not the instance, as every move of an instance locks its check-in first; the instance is looked at again under that lock.
 */
export const claimDueToOpen = async (tx: Tx, now: Date): Promise<Claimed | undefined> =>
  claimed(
    await one(
      tx,
      sql<CheckInRow & { instance_id: string }>`
        select ${checkInColumns}, i.id as instance_id
        from check_in_instances i
        join check_ins c on c.organisation_id = i.organisation_id and c.id = i.check_in_id
        where i.state = 'scheduled'
          and i.opens_at <= ${now}
          and c.state = 'active'
        order by i.opens_at
        limit 1
        for update of c skip locked`,
    ),
  )

/** The check-in of an open instance whose collection is over; claimed like the above. */
export const claimDueToClose = async (tx: Tx, now: Date): Promise<Claimed | undefined> =>
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
        order by collections.closes_at
        limit 1
        for update of c skip locked`,
    ),
  )

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
