/** SQL of check-ins. */
import { type Recurrence } from '../../contract/checkins.ts'
import { type Breakdown, type Confidentiality } from '../../contract/confidentiality.ts'
import { type Channel, type QuietHours, type Reminder } from '../../contract/collections.ts'
import { type Question } from '../../contract/questions.ts'
import { type CheckInState } from '../../contract/states.ts'
import { type Actor, userIdOf } from '../actor.ts'
import { type Roster } from '../collection/collection.ts'
import { json, jsonOrNull, many, one, run, sql, textArray, type Tx } from '../db/db.ts'
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
  questions_version: number
  recipients: Roster
  confidentiality: Confidentiality
  breakdown: Breakdown | null
  channels: Channel[]
  reminders: Reminder[]
  quiet_hours: QuietHours | null
  auto_close: boolean
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

export const checkInColumns = sql.raw(`
  c.organisation_id, c.id, c.author_user_id, c.application_id, c.title, c.description, c.visibility, c.questions,
  c.questions_version, c.recipients, c.confidentiality, c.breakdown, c.channels, c.reminders, c.quiet_hours, c.auto_close, c.time_zone, c.recurrence, c."window", c.roster_mode, c.overlap, c.fixed_member_ids, c.state,
  c.version, c.created_at, c.updated_at`)

/** The one condition of who sees a check-in and all that hangs on it. */
export const visible = (actor: Actor) =>
  sql`(c.visibility = 'public' or c.author_user_id = ${userIdOf(actor)})`

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

/** Of one author and of one title, not yet put away; of several the oldest. */
export const findCheckInTitled = (
  tx: Tx,
  organisationId: string,
  authorUserId: string,
  title: string,
): Promise<CheckInRow | undefined> =>
  one<CheckInRow>(
    tx,
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
  it: Omit<CheckInRow, 'questions_version' | 'version' | 'created_at' | 'updated_at' | 'fixed_member_ids'>,
  now: Date,
) =>
  one<CheckInRow>(
    tx,
    sql`
      insert into check_ins as c
        (organisation_id, id, author_user_id, application_id, title, description, visibility, questions, recipients,
         confidentiality, breakdown, channels, reminders, quiet_hours, auto_close, time_zone, recurrence, "window", roster_mode, overlap, state, created_at, updated_at)
      values
        (${it.organisation_id}, ${it.id}, ${it.author_user_id}, ${it.application_id}, ${it.title}, ${it.description},
         ${it.visibility}, ${json(it.questions)}, ${json(it.recipients)}, ${json(it.confidentiality)}, ${jsonOrNull(it.breakdown)}, ${textArray(it.channels)},
         ${json(it.reminders)}, ${jsonOrNull(it.quiet_hours)}, ${it.auto_close}, ${it.time_zone}, ${json(it.recurrence)}, ${it.window}, ${it.roster_mode}, ${it.overlap}, ${it.state}, ${now}, ${now})
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
          questions_version = ${it.questions_version},
          recipients = ${json(it.recipients)},
          confidentiality = ${json(it.confidentiality)},
          breakdown = ${jsonOrNull(it.breakdown)},
          channels = ${textArray(it.channels)},
          reminders = ${json(it.reminders)},
          quiet_hours = ${jsonOrNull(it.quiet_hours)},
          auto_close = ${it.auto_close},
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
