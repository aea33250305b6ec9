/** SQL of check-ins. src/visibility.ts decides who sees one. */
import type { Actor } from '../actor.ts'
import { seriesNotHeld } from '../collection/collection.ts'
import { claimWithin } from '../db/claiming.ts'
import { json, jsonOrNull, many, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { olderThan, type Paged } from '../db/paging.ts'
import { nullable, type RowOf, shape, shapeOf } from '../db/shape.ts'
import { checkInInstances, checkIns } from '../db/tables.ts'
import { visibleTo } from '../visibility.ts'

const checkInRow = shapeOf(checkIns, [
  'organisation_id',
  'id',
  'author_user_id',
  'application_id',
  'title',
  'description',
  'visibility',
  'questions',
  'template_id',
  'template_version',
  'questions_version',
  'language',
  'translations',
  'recipients',
  'confidentiality',
  'breakdown',
  'channels',
  'reminders',
  'quiet_hours',
  'auto_close',
  'low_participation',
  'time_zone',
  'recurrence',
  'window',
  'roster_mode',
  'overlap',
  'rotation',
  'lifecycle',
  'fixed_member_ids',
  'state',
  'deleted_at',
  'version',
  'created_at',
  'updated_at',
])

export type CheckInRow = RowOf<typeof checkInRow>
export type NewCheckIn = Omit<
  CheckInRow,
  'questions_version' | 'deleted_at' | 'version' | 'created_at' | 'updated_at' | 'fixed_member_ids'
>
export const checkInFields = checkInRow.fields
/** Columns of the row `c`. */
export const checkInColumns = checkInRow.of('c')

const listedRow = shape({ ...checkInFields, next_opens_at: nullable(checkInInstances.opens_at) })

export type Filter = {
  states: string[] | null
  q: string | null
  updatedSince: string | null
  /** Only the caller's own deleted ones, which they may restore. */
  deleted: boolean
}

export const listCheckIns = (tx: Tx, actor: Actor, filter: Filter, paging: Paged) =>
  many(
    tx,
    listedRow,
    sql`
      select ${checkInColumns},
             (select min(i.opens_at)
              from check_in_instances i
              where i.organisation_id = ${actor.organisationId} and i.check_in_id = c.id and i.state = 'scheduled') as next_opens_at
      from check_ins c
      where c.organisation_id = ${actor.organisationId}
        and ${olderThan('c.id', paging.after)}
        and ${visibleTo(actor, 'c')}
        and (c.deleted_at is not null) = ${filter.deleted}
        and (${filter.states}::text[] is null or c.state = any (${filter.states}::text[]))
        and (${filter.q}::text is null or c.title ilike ${filter.q})
        and (${filter.updatedSince}::timestamptz is null or c.updated_at >= ${filter.updatedSince}::timestamptz)
      order by c.id desc
      limit ${paging.limit + 1}`,
  )

export const findCheckIn = (tx: Tx, actor: Actor, id: string): Promise<CheckInRow | undefined> =>
  one(
    tx,
    checkInRow,
    sql`
      select ${checkInColumns}
      from check_ins c
      where c.organisation_id = ${actor.organisationId}
        and c.id = ${id}
        and ${visibleTo(actor, 'c')}`,
  )

export const lockCheckIn = (tx: Tx, actor: Actor, id: string): Promise<CheckInRow | undefined> =>
  one(
    tx,
    checkInRow,
    sql`
      select ${checkInColumns}
      from check_ins c
      where c.organisation_id = ${actor.organisationId}
        and c.id = ${id}
        and ${visibleTo(actor, 'c')}
      for update`,
  )

/** Anyone who may see it. */
export const lockAnyCheckIn = (tx: Tx, organisationId: string, id: string): Promise<CheckInRow | undefined> =>
  one(tx, checkInRow, sql`${checkInById(organisationId, id)} for update`)

/** The active and paused check-ins of an author who has left, locked. */
export const lockRunningOf = (
  tx: Tx,
  { organisationId, userId }: { organisationId: string; userId: string },
  visibility: 'public' | 'private',
): Promise<CheckInRow[]> =>
  many(
    tx,
    checkInRow,
    sql`
      select ${checkInColumns}
      from check_ins c
      where c.organisation_id = ${organisationId}
        and c.author_user_id = ${userId}
        and c.visibility = ${visibility}
        and c.state in ('active', 'paused')
      order by c.id
      for update`,
  )

/** The author's draft, active or paused check-in with this title (not an ended or archived one); of several, the oldest. */
export const findCheckInTitled = (
  tx: Tx,
  organisationId: string,
  authorUserId: string,
  title: string,
): Promise<CheckInRow | undefined> =>
  one(
    tx,
    checkInRow,
    sql`
      select ${checkInColumns}
      from check_ins c
      where c.organisation_id = ${organisationId}
        and c.author_user_id = ${authorUserId}
        and c.title = ${title}
        and c.state in ('draft', 'active', 'paused')
      order by c.id
      limit 1`,
  )

/** For the clock and the engine, whoever may see it. */
export const findCheckInOf = (tx: Tx, organisationId: string, id: string): Promise<CheckInRow | undefined> =>
  one(tx, checkInRow, checkInById(organisationId, id))

/** The check-in of an instance that exists. */
export const getCheckInOf = (tx: Tx, organisationId: string, id: string): Promise<CheckInRow> =>
  only(tx, checkInRow, checkInById(organisationId, id))

export const lockCheckInOf = (tx: Tx, organisationId: string, id: string): Promise<CheckInRow> =>
  only(tx, checkInRow, sql`${checkInById(organisationId, id)} for update`)

const checkInById = (organisationId: string, id: string) => sql`
  select ${checkInColumns}
  from check_ins c
  where c.organisation_id = ${organisationId}
    and c.id = ${id}`

export const insertCheckIn = (tx: Tx, it: NewCheckIn, now: Date): Promise<CheckInRow> =>
  only(
    tx,
    checkInRow,
    sql`
      insert into check_ins as c
        (organisation_id, id, author_user_id, application_id, title, description, visibility, questions, template_id, template_version, language, translations, recipients,
         confidentiality, breakdown, channels, reminders, quiet_hours, auto_close, low_participation, time_zone, recurrence, "window", roster_mode, overlap, rotation, lifecycle, state, created_at, updated_at)
      values
        (${it.organisation_id}, ${it.id}, ${it.author_user_id}, ${it.application_id}, ${it.title}, ${it.description},
         ${it.visibility}, ${json(it.questions)}, ${it.template_id}, ${it.template_version}::integer, ${it.language}, ${json(it.translations)}, ${json(it.recipients)}, ${json(it.confidentiality)}, ${jsonOrNull(it.breakdown)}, ${textArray(it.channels)},
         ${json(it.reminders)}, ${jsonOrNull(it.quiet_hours)}, ${it.auto_close}, ${jsonOrNull(it.low_participation)}, ${it.time_zone}, ${json(it.recurrence)}, ${it.window}, ${it.roster_mode}, ${it.overlap}, ${jsonOrNull(it.rotation)}, ${jsonOrNull(it.lifecycle)}, ${it.state}, ${now}, ${now})
      returning ${checkInColumns}`,
  )

export const updateCheckIn = (tx: Tx, it: CheckInRow, now: Date): Promise<CheckInRow> =>
  only(
    tx,
    checkInRow,
    sql`
      update check_ins c
      set author_user_id = ${it.author_user_id},
          title = ${it.title},
          description = ${it.description},
          visibility = ${it.visibility},
          questions = ${json(it.questions)},
          questions_version = ${it.questions_version},
          language = ${it.language},
          translations = ${json(it.translations)},
          recipients = ${json(it.recipients)},
          confidentiality = ${json(it.confidentiality)},
          breakdown = ${jsonOrNull(it.breakdown)},
          channels = ${textArray(it.channels)},
          reminders = ${json(it.reminders)},
          quiet_hours = ${jsonOrNull(it.quiet_hours)},
          auto_close = ${it.auto_close},
          low_participation = ${jsonOrNull(it.low_participation)},
          time_zone = ${it.time_zone},
          recurrence = ${json(it.recurrence)},
          "window" = ${it.window},
          roster_mode = ${it.roster_mode},
          overlap = ${it.overlap},
          rotation = ${jsonOrNull(it.rotation)},
          lifecycle = ${jsonOrNull(it.lifecycle)},
          fixed_member_ids = ${it.fixed_member_ids},
          state = ${it.state},
          deleted_at = ${it.deleted_at},
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

const deletedRow = shapeOf(checkIns, ['organisation_id', 'id'])

const deletedBefore = (before: Date, quarantined: readonly string[]) => sql`
  from check_ins
  where deleted_at <= ${before}
    and ${seriesNotHeld('check_ins')}
    and id <> all (${textArray(quarantined)})`

/** A check-in deleted before that instant, with nothing on hold; claimed until the transaction ends. */
export const claimDeleted = (
  tx: Tx,
  before: Date,
  quarantined: readonly string[],
): Promise<RowOf<typeof deletedRow> | undefined> =>
  claimWithin(
    tx,
    sql`select organisation_id ${deletedBefore(before, quarantined)} order by deleted_at`,
    (organisationId) =>
      one(
        tx,
        deletedRow,
        sql`
          select ${deletedRow.columns}
          ${deletedBefore(before, quarantined)}
            and organisation_id = ${organisationId}
          order by deleted_at
          limit 1
          for update skip locked`,
      ),
  )

/** With its instances; their collections go by themselves. */
export async function purgeCheckIn(tx: Tx, organisationId: string, id: string): Promise<void> {
  await run(
    tx,
    sql`delete from check_in_instances where organisation_id = ${organisationId} and check_in_id = ${id}`,
  )
  await run(tx, sql`delete from check_ins where organisation_id = ${organisationId} and id = ${id}`)
}
