/** SQL of pulses. `visible` is the one condition of who sees a pulse; every read uses it. */
import { type Confidentiality } from '../../contract/confidentiality.ts'
import { type Channel } from '../../contract/collections.ts'
import { type PulseItem } from '../../contract/pulses.ts'
import { type Question } from '../../contract/questions.ts'
import { type PulseState } from '../../contract/states.ts'
import { type Actor, userIdOf } from '../actor.ts'
import { everyoneAnswered, type Roster, timeIsOver } from '../collection/collection.ts'
import { type Db, json, one, run, sql, textArray, type Tx } from '../db/db.ts'
import { type Paged } from '../db/paging.ts'

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
  recipients: Roster
  confidentiality: Confidentiality
  channels: Channel[]
  auto_close: boolean
  opens_at: string | null
  closes_at: string | null
  tags: string[]
  metadata: Record<string, string>
  state: PulseState
  collection_id: string | null
  version: number
  created_at: string
  updated_at: string
}

const columns = sql.raw(`
  organisation_id, id, author_user_id, application_id, title, topic, description, visibility, questions, recipients,
  confidentiality, channels, auto_close, opens_at, closes_at, tags, metadata, state, collection_id, version,
  created_at, updated_at`)

const visible = (actor: Actor) => sql`(visibility = 'public' or author_user_id = ${userIdOf(actor)})`

export type PulseFilter = {
  states: string[] | null
  visibility: string | null
  q: string | null
  updatedSince: string | null
}

/**
 * Newest first. One prepared statement: who sees what is two index scans side by side, public pulses and one's own, each
 * in the order of the list.
 */
export async function listPulses(
  db: Db,
  actor: Actor,
  filter: PulseFilter,
  paging: Paged,
): Promise<PulseItem[]> {
  const user = userIdOf(actor)
  const plain =
    filter.states === null && filter.visibility === null && filter.q === null && filter.updatedSince === null
  const { rows } = await db.pool.query<ItemRow>(
    plain && user === null
      ? { ...listPublicPulses, values: [actor.organisationId, paging.after, paging.limit + 1] }
      : {
          ...listVisiblePulses,
          values: [
            actor.organisationId,
            paging.after,
            paging.limit + 1,
            user,
            filter.states,
            filter.visibility,
            filter.q === null ? null : `%${filter.q.replaceAll(/[\\%_]/g, '\\$&')}%`,
            filter.updatedSince,
          ],
        },
  )
  return rows.map(itemOf)
}

const itemColumns = [
  'id',
  'title',
  'topic',
  'description',
  'visibility',
  'author_user_id',
  'application_id',
  'state',
  'results_status',
  'opens_at',
  'closes_at',
  'tags',
  'version',
  'created_at',
  'updated_at',
] as const

type ItemRow = { [At in keyof typeof itemColumns]: PulseItem[(typeof itemColumns)[At]] }

/**
 * An item from a row that came as an array, in the order of `itemColumns`. The driver's own objects are filled name by
 * name, by code that has seen the rows of every statement; on this most read list that is a twentieth of the request.
 */
const itemOf = (row: ItemRow): PulseItem => ({
  id: row[0],
  title: row[1],
  topic: row[2],
  description: row[3],
  visibility: row[4],
  author_user_id: row[5],
  application_id: row[6],
  state: row[7],
  results_status: row[8],
  opens_at: row[9],
  closes_at: row[10],
  tags: row[11],
  version: row[12],
  created_at: row[13],
  updated_at: row[14],
})

const publicOnly = `and visibility = 'public'`

const everything = `
  and (visibility = 'public' or author_user_id = $4)
  and ($5::text[] is null or state = any ($5))
  and ($6::text is null or visibility = $6)
  and ($7::text is null or title ilike $7 or topic ilike $7)
  and ($8::timestamptz is null or updated_at >= $8)`

const listText = (conditions: string): string => `
  select ${itemColumns.join(', ')}
  from (
    select pulses.*,
           coalesce(
             (select results_status from collections c where c.organisation_id = pulses.organisation_id and c.id = pulses.collection_id),
             'pending'
           ) as results_status
    from pulses
  ) as pulses
  where organisation_id = $1
    and id < coalesce($2, '~') collate "C"
    ${conditions}
  order by id desc
  limit $3`

const listPublicPulses = { name: 'list_public_pulses', rowMode: 'array' as const, text: listText(publicOnly) }
const listVisiblePulses = { name: 'list_pulses', rowMode: 'array' as const, text: listText(everything) }

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
  pulse: Omit<PulseRow, 'version' | 'created_at' | 'updated_at'>,
  now: Date,
): Promise<PulseRow | undefined> =>
  one<PulseRow>(
    tx,
    sql`
      insert into pulses
        (organisation_id, id, author_user_id, application_id, title, topic, description, visibility, questions, recipients,
         confidentiality, channels, auto_close, opens_at, closes_at, tags, metadata, state, created_at, updated_at)
      values
        (${pulse.organisation_id}, ${pulse.id}, ${pulse.author_user_id}, ${pulse.application_id}, ${pulse.title}, ${pulse.topic},
         ${pulse.description}, ${pulse.visibility}, ${json(pulse.questions)}, ${json(pulse.recipients)},
         ${json(pulse.confidentiality)}, ${textArray(pulse.channels)}, ${pulse.auto_close}, ${pulse.opens_at}, ${pulse.closes_at},
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
          recipients = ${json(pulse.recipients)},
          confidentiality = ${json(pulse.confidentiality)},
          channels = ${textArray(pulse.channels)},
          auto_close = ${pulse.auto_close},
          opens_at = ${pulse.opens_at},
          closes_at = ${pulse.closes_at},
          tags = ${textArray(pulse.tags)},
          metadata = ${json(pulse.metadata)},
          state = ${pulse.state},
          collection_id = ${pulse.collection_id},
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
export const claimDueToOpen = (tx: Tx, now: Date): Promise<PulseRow | undefined> =>
  one<PulseRow>(
    tx,
    sql`
      select ${columns}
      from pulses
      where state = 'scheduled'
        and opens_at <= ${now}
      order by opens_at
      limit 1
      for update skip locked`,
  )

/** An open pulse whose collection is over; claimed until the transaction ends. */
export const claimDueToClose = async (tx: Tx, now: Date): Promise<PulseRow | undefined> =>
  (await claimWhere(tx, timeIsOver(now))) ?? (await claimWhere(tx, everyoneAnswered))

const claimWhere = (tx: Tx, over: ReturnType<typeof timeIsOver>): Promise<PulseRow | undefined> =>
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
            and ${over}
        )
      order by closes_at
      limit 1
      for update skip locked`,
  )
