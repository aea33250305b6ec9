/**
 * SQL of the list of pulses, the most read page of the service: one prepared statement, no second query. Sight is the
 * condition `visible` of store.ts, spelt out for the planner.
 */
import { type PulseItem } from '../../contract/pulses.ts'
import { type Actor, userIdOf } from '../actor.ts'
import { containing, type Db } from '../db/db.ts'
import { type Paged } from '../db/paging.ts'

export type PulseFilter = {
  states: string[] | null
  visibility: string | null
  q: string | null
  updatedSince: string | null
  /** Instead of all others those that were deleted and may be restored: one's own. */
  deleted?: boolean
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
    filter.states === null &&
    filter.visibility === null &&
    filter.q === null &&
    filter.updatedSince === null &&
    !filter.deleted
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
            filter.q === null ? null : containing(filter.q),
            filter.updatedSince,
            filter.deleted ?? false,
          ],
        },
  )
  return rows.map(itemOf)
}

/** In the order of the select below. */
type ItemRow = [
  id: PulseItem['id'],
  title: PulseItem['title'],
  topic: PulseItem['topic'],
  description: PulseItem['description'],
  visibility: PulseItem['visibility'],
  author_user_id: PulseItem['author_user_id'],
  application_id: PulseItem['application_id'],
  state: PulseItem['state'],
  results_status: PulseItem['results_status'],
  opens_at: PulseItem['opens_at'],
  closes_at: PulseItem['closes_at'],
  tags: PulseItem['tags'],
  version: PulseItem['version'],
  created_at: PulseItem['created_at'],
  updated_at: PulseItem['updated_at'],
]

/**
 * The driver's own objects are filled name by name, by code that has seen the rows of every statement; on this most read
 * list that is a twentieth of the request.
 */
const itemOf = ([
  id,
  title,
  topic,
  description,
  visibility,
  author_user_id,
  application_id,
  state,
  results_status,
  opens_at,
  closes_at,
  tags,
  version,
  created_at,
  updated_at,
]: ItemRow): PulseItem => ({
  id,
  title,
  topic,
  description,
  visibility,
  author_user_id,
  application_id,
  state,
  results_status,
  opens_at,
  closes_at,
  tags,
  version,
  created_at,
  updated_at,
})

const publicOnly = `and visibility = 'public' and deleted_at is null`

const everything = `
  and ((visibility = 'public' and deleted_at is null) or author_user_id = $4)
  and (deleted_at is not null) = $9
  and ($5::text[] is null or state = any ($5))
  and ($6::text is null or visibility = $6)
  and ($7::text is null or title ilike $7 or topic ilike $7)
  and ($8::timestamptz is null or updated_at >= $8)`

const listText = (conditions: string): string => `
  select id, title, topic, description, visibility, author_user_id, application_id, state,
         coalesce(
           (select results_status from collections c where c.organisation_id = pulses.organisation_id and c.id = pulses.collection_id),
           'pending'
         ) as results_status,
         opens_at, closes_at, tags, version, created_at, updated_at
  from pulses
  where organisation_id = $1
    and id < coalesce($2, '~') collate "C"
    ${conditions}
  order by id desc
  limit $3`

const listPublicPulses = { name: 'list_public_pulses', rowMode: 'array' as const, text: listText(publicOnly) }
const listVisiblePulses = { name: 'list_pulses', rowMode: 'array' as const, text: listText(everything) }
