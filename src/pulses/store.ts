/**
 * SQL of pulses. `visible` is the one condition of who sees a pulse; every read uses it. A deleted one is there for its
 * author alone, until it is purged.
 */
import { type Breakdown, type Confidentiality } from '../../contract/confidentiality.ts'
import { type Channel, type QuietHours, type Reminder } from '../../contract/collections.ts'
import { type Question } from '../../contract/questions.ts'
import { type PulseState } from '../../contract/states.ts'
import { type Actor, userIdOf } from '../actor.ts'
import { type Roster, timeIsOver } from '../collection/collection.ts'
import { json, jsonOrNull, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { type DueLag } from '../jobs/jobs.ts'

export type PulseRow = {
  organisation_id: string
  id: string
  author_user_id: string
  application_id: string | null
  title: string
  topic: string | null
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
  opens_at: string | null
  closes_at: string | null
  tags: string[]
  metadata: Record<string, string>
  state: PulseState
  collection_id: string | null
  deleted_at: string | null
  version: number
  created_at: string
  updated_at: string
}

const columns = sql.raw(`
  organisation_id, id, author_user_id, application_id, title, topic, description, visibility, questions, questions_version,
  recipients, confidentiality, breakdown, channels, reminders, quiet_hours, auto_close, opens_at, closes_at, tags, metadata, state,
  collection_id, deleted_at, version, created_at, updated_at`)

const visible = (actor: Actor) =>
  sql`((visibility = 'public' and deleted_at is null) or author_user_id = ${userIdOf(actor)})`

export const findPulse = (tx: Tx, actor: Actor, id: string): Promise<PulseRow | undefined> =>
  one<PulseRow>(
    tx,
    sql`
      select ${columns}
      from pulses
      where organisation_id = ${actor.organisationId}
        and id = ${id}
        and ${visible(actor)}`,
  )

export const lockPulse = (tx: Tx, actor: Actor, id: string): Promise<PulseRow | undefined> =>
  one<PulseRow>(
    tx,
    sql`
      select ${columns}
      from pulses
      where organisation_id = ${actor.organisationId}
        and id = ${id}
        and ${visible(actor)}
      for update`,
  )

/** For the engine, which sees everything. */
export const findPulseOf = (tx: Tx, organisationId: string, id: string): Promise<PulseRow | undefined> =>
  one<PulseRow>(
    tx,
    sql`select ${columns} from pulses where organisation_id = ${organisationId} and id = ${id}`,
  )

export const insertPulse = (
  tx: Tx,
  pulse: Omit<PulseRow, 'questions_version' | 'deleted_at' | 'version' | 'created_at' | 'updated_at'>,
  now: Date,
): Promise<PulseRow | undefined> =>
  one<PulseRow>(
    tx,
    sql`
      insert into pulses
        (organisation_id, id, author_user_id, application_id, title, topic, description, visibility, questions, recipients,
         confidentiality, breakdown, channels, reminders, quiet_hours, auto_close, opens_at, closes_at, tags, metadata, state, created_at, updated_at)
      values
        (${pulse.organisation_id}, ${pulse.id}, ${pulse.author_user_id}, ${pulse.application_id}, ${pulse.title}, ${pulse.topic},
         ${pulse.description}, ${pulse.visibility}, ${json(pulse.questions)}, ${json(pulse.recipients)},
         ${json(pulse.confidentiality)}, ${jsonOrNull(pulse.breakdown)}, ${textArray(pulse.channels)}, ${json(pulse.reminders)},
         ${jsonOrNull(pulse.quiet_hours)}, ${pulse.auto_close}, ${pulse.opens_at}, ${pulse.closes_at},
         ${textArray(pulse.tags)}, ${json(pulse.metadata)}, ${pulse.state}, ${now}, ${now})
      returning ${columns}`,
  )

export const updatePulse = (tx: Tx, pulse: PulseRow, now: Date): Promise<PulseRow | undefined> =>
  one<PulseRow>(
    tx,
    sql`
      update pulses
      set title = ${pulse.title},
          topic = ${pulse.topic},
          description = ${pulse.description},
          visibility = ${pulse.visibility},
          questions = ${json(pulse.questions)},
          questions_version = ${pulse.questions_version},
          recipients = ${json(pulse.recipients)},
          confidentiality = ${json(pulse.confidentiality)},
          breakdown = ${jsonOrNull(pulse.breakdown)},
          channels = ${textArray(pulse.channels)},
          reminders = ${json(pulse.reminders)},
          quiet_hours = ${jsonOrNull(pulse.quiet_hours)},
          auto_close = ${pulse.auto_close},
          opens_at = ${pulse.opens_at},
          closes_at = ${pulse.closes_at},
          tags = ${textArray(pulse.tags)},
          metadata = ${json(pulse.metadata)},
          state = ${pulse.state},
          collection_id = ${pulse.collection_id},
          deleted_at = ${pulse.deleted_at},
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${pulse.organisation_id}
        and id = ${pulse.id}
      returning ${columns}`,
  )

export const deleteDraft = (tx: Tx, organisationId: string, id: string): Promise<number> =>
  run(
    tx,
    sql`delete from pulses where organisation_id = ${organisationId} and id = ${id} and state = 'draft'`,
  )

/** The scheduled pulse whose time came first; claimed until the transaction ends. */
export const claimDueToOpen = (tx: Tx, now: Date, aside: readonly string[]): Promise<PulseRow | undefined> =>
  one<PulseRow>(
    tx,
    sql`
      select ${columns}
      from pulses
      where state = 'scheduled'
        and opens_at <= ${now}
        and id <> all (${textArray(aside)})
      order by opens_at
      limit 1
      for update skip locked`,
  )

/** Opening by the clock. */
export const openLag: DueLag = {
  work: 'pulse_open',
  oldest: async (tx) =>
    (
      await only(
        tx,
        sql<{ oldest: string | null }>`select min(opens_at) as oldest from pulses where state = 'scheduled'`,
      )
    ).oldest,
}

/** An open pulse whose collection is over; claimed until the transaction ends. */
export const claimDueToClose = (tx: Tx, now: Date, aside: readonly string[]): Promise<PulseRow | undefined> =>
  one<PulseRow>(
    tx,
    sql`
      select ${columns}
      from pulses
      where state = 'open'
        and (organisation_id, id) in (
          select organisation_id, owner_id
          from collections
          where owner_kind = 'pulse'
            and ${timeIsOver(now)}
        )
        and id <> all (${textArray(aside)})
      order by closes_at
      limit 1
      for update skip locked`,
  )

/** @returns undefined when somebody else holds it, or it is no longer open */
export const claimOpen = (tx: Tx, organisationId: string, id: string): Promise<PulseRow | undefined> =>
  one<PulseRow>(
    tx,
    sql`
      select ${columns}
      from pulses
      where organisation_id = ${organisationId}
        and id = ${id}
        and state = 'open'
      for update skip locked`,
  )

/** Deleted before that instant; claimed until the transaction ends. */
export const claimDeleted = (
  tx: Tx,
  before: Date,
  aside: readonly string[],
): Promise<{ organisation_id: string; id: string } | undefined> =>
  one(
    tx,
    sql<{ organisation_id: string; id: string }>`
      select organisation_id, id
      from pulses
      where deleted_at <= ${before}
        and id <> all (${textArray(aside)})
      order by deleted_at
      limit 1
      for update skip locked`,
  )

export const purgePulse = (tx: Tx, organisationId: string, id: string): Promise<number> =>
  run(tx, sql`delete from pulses where organisation_id = ${organisationId} and id = ${id}`)
