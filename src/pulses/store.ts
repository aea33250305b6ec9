/** SQL of pulses. src/visibility.ts decides who sees one; a deleted pulse is there for its author until it is purged. */
import type { Actor } from '../actor.ts'
import { seriesNotHeld, timeIsOver } from '../collection/collection.ts'
import { claimWithin, isReached } from '../db/claiming.ts'
import { json, jsonOrNull, many, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { nullable, type RowOf, shape, shapeOf } from '../db/shape.ts'
import { pulses } from '../db/tables.ts'
import type { DueLag } from '../jobs/jobs.ts'
import { visibleTo } from '../visibility.ts'

const pulseRow = shapeOf(pulses, [
  'organisation_id',
  'id',
  'author_user_id',
  'application_id',
  'title',
  'topic',
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
  'opens_at',
  'closes_at',
  'tags',
  'metadata',
  'state',
  'reason',
  'collection_id',
  'deleted_at',
  'version',
  'created_at',
  'updated_at',
])
const { columns } = pulseRow

export type PulseRow = RowOf<typeof pulseRow>
export type NewPulse = Omit<
  PulseRow,
  'questions_version' | 'reason' | 'collection_id' | 'deleted_at' | 'version' | 'created_at' | 'updated_at'
>

export const findPulse = (tx: Tx, actor: Actor, id: string): Promise<PulseRow | undefined> =>
  one(tx, pulseRow, visiblePulse(actor, id))

export const lockPulse = (tx: Tx, actor: Actor, id: string): Promise<PulseRow | undefined> =>
  one(tx, pulseRow, sql`${visiblePulse(actor, id)} for update`)

/** Anyone who may see it. */
export const lockAnyPulse = (tx: Tx, organisationId: string, id: string): Promise<PulseRow | undefined> =>
  one(
    tx,
    pulseRow,
    sql`
      select ${columns}
      from pulses
      where organisation_id = ${organisationId}
        and id = ${id}
      for update`,
  )

const visiblePulse = (actor: Actor, id: string) => sql`
  select ${columns}
  from pulses
  where organisation_id = ${actor.organisationId}
    and id = ${id}
    and ${visibleTo(actor, 'pulses')}`

export const insertPulse = (tx: Tx, pulse: NewPulse, now: Date): Promise<PulseRow> =>
  only(
    tx,
    pulseRow,
    sql`
      insert into pulses
        (organisation_id, id, author_user_id, application_id, title, topic, description, visibility, questions, template_id, template_version, language, translations, recipients,
         confidentiality, breakdown, channels, reminders, quiet_hours, auto_close, low_participation, opens_at, closes_at, tags, metadata, state, created_at, updated_at)
      values
        (${pulse.organisation_id}, ${pulse.id}, ${pulse.author_user_id}, ${pulse.application_id}, ${pulse.title}, ${pulse.topic},
         ${pulse.description}, ${pulse.visibility}, ${json(pulse.questions)}, ${pulse.template_id}, ${pulse.template_version}::integer, ${pulse.language}, ${json(pulse.translations)}, ${json(pulse.recipients)},
         ${json(pulse.confidentiality)}, ${jsonOrNull(pulse.breakdown)}, ${textArray(pulse.channels)}, ${json(pulse.reminders)},
         ${jsonOrNull(pulse.quiet_hours)}, ${pulse.auto_close}, ${jsonOrNull(pulse.low_participation)}, ${pulse.opens_at}, ${pulse.closes_at},
         ${textArray(pulse.tags)}, ${json(pulse.metadata)}, ${pulse.state}, ${now}, ${now})
      returning ${columns}`,
  )

export const updatePulse = (tx: Tx, pulse: PulseRow, now: Date): Promise<PulseRow> =>
  only(
    tx,
    pulseRow,
    sql`
      update pulses
      set author_user_id = ${pulse.author_user_id},
          title = ${pulse.title},
          topic = ${pulse.topic},
          description = ${pulse.description},
          visibility = ${pulse.visibility},
          questions = ${json(pulse.questions)},
          questions_version = ${pulse.questions_version},
          language = ${pulse.language},
          translations = ${json(pulse.translations)},
          recipients = ${json(pulse.recipients)},
          confidentiality = ${json(pulse.confidentiality)},
          breakdown = ${jsonOrNull(pulse.breakdown)},
          channels = ${textArray(pulse.channels)},
          reminders = ${json(pulse.reminders)},
          quiet_hours = ${jsonOrNull(pulse.quiet_hours)},
          auto_close = ${pulse.auto_close},
          low_participation = ${jsonOrNull(pulse.low_participation)},
          opens_at = ${pulse.opens_at},
          closes_at = ${pulse.closes_at},
          tags = ${textArray(pulse.tags)},
          metadata = ${json(pulse.metadata)},
          state = ${pulse.state},
          reason = ${pulse.reason},
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

const dueToOpen = (now: Date) => sql`from pulses where state = 'scheduled' and opens_at <= ${now}`

export const waitingToOpen = (now: Date) => sql`select 1 ${dueToOpen(now)} limit 1`

/** The scheduled pulse that has been due for longest; claimed until the transaction ends. */
export const claimDueToOpen = (
  tx: Tx,
  now: Date,
  quarantined: readonly string[],
): Promise<PulseRow | undefined> =>
  claimWithin(
    tx,
    sql`
      select organisation_id
      ${dueToOpen(now)}
        and id <> all (${textArray(quarantined)})
      order by opens_at`,
    (organisationId) =>
      one(
        tx,
        pulseRow,
        sql`
      select ${columns}
      ${dueToOpen(now)}
        and id <> all (${textArray(quarantined)})
        and organisation_id = ${organisationId}
      order by opens_at
      limit 1
      for update skip locked`,
      ),
  )

/** Opening by the clock. */
export const openLag: DueLag = {
  work: 'pulse_open',
  oldest: async (tx) => {
    const row = shape({ oldest: nullable(pulses.opens_at) })
    const { oldest } = await only(
      tx,
      row,
      sql`select min(opens_at) as oldest from pulses where state = 'scheduled'`,
    )
    return oldest
  },
}

const dueToClose = (now: Date) => sql`
  from pulses
  where state = 'open'
    and (organisation_id, id) in (
      select organisation_id, owner_id
      from collections
      where owner_kind = 'pulse'
        and ${timeIsOver(now)}
        and ${isReached('collections.organisation_id')}
    )`

export const waitingToClose = (now: Date) => sql`select 1 ${dueToClose(now)} limit 1`

/** An open pulse whose collection is over; claimed until the transaction ends. */
export const claimDueToClose = (
  tx: Tx,
  now: Date,
  quarantined: readonly string[],
): Promise<PulseRow | undefined> =>
  claimWithin(
    tx,
    sql`
      select organisation_id
      ${dueToClose(now)}
        and id <> all (${textArray(quarantined)})
      order by closes_at`,
    (organisationId) =>
      one(
        tx,
        pulseRow,
        sql`
      select ${columns}
      ${dueToClose(now)}
        and id <> all (${textArray(quarantined)})
        and organisation_id = ${organisationId}
      order by closes_at
      limit 1
      for update skip locked`,
      ),
  )

/** @returns undefined when another worker holds it, or it is no longer open */
export const claimOpen = (tx: Tx, organisationId: string, id: string): Promise<PulseRow | undefined> =>
  one(
    tx,
    pulseRow,
    sql`
      select ${columns}
      from pulses
      where organisation_id = ${organisationId}
        and id = ${id}
        and state = 'open'
      for update skip locked`,
  )

/** The scheduled and open pulses of an author who has left, locked. */
export const lockRunningOf = (
  tx: Tx,
  { organisationId, userId }: { organisationId: string; userId: string },
  visibility: 'public' | 'private',
): Promise<PulseRow[]> =>
  many(
    tx,
    pulseRow,
    sql`
      select ${columns}
      from pulses
      where organisation_id = ${organisationId}
        and author_user_id = ${userId}
        and visibility = ${visibility}
        and state in ('scheduled', 'open')
      order by id
      for update`,
  )

const deletedRow = shapeOf(pulses, ['organisation_id', 'id'])

const deletedBefore = (before: Date, quarantined: readonly string[]) => sql`
  from pulses
  where deleted_at <= ${before}
    and ${seriesNotHeld('pulses')}
    and id <> all (${textArray(quarantined)})`

/** A pulse deleted before that instant; claimed until the transaction ends. */
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

export const purgePulse = (tx: Tx, organisationId: string, id: string): Promise<number> =>
  run(tx, sql`delete from pulses where organisation_id = ${organisationId} and id = ${id}`)
