/**
 * SQL of the list of pulses, the most read page of the service: one prepared statement, no second query.
 */
import type { QueryArrayResult } from 'pg'
import type { PulseItem } from '../../contract/pulses.ts'
import { type Actor, userIdOf } from '../actor.ts'
import { containing, type Statements } from '../db/db.ts'
import { visibleText } from '../visibility.ts'
import type { Paged } from '../db/paging.ts'
import type { Row } from '../db/shape.ts'
import { collections, pulses } from '../db/tables.ts'

export type PulseFilter = {
  states: string[] | null
  visibility: string | null
  q: string | null
  updatedSince: string | null
  /** Only the caller's own deleted ones, which they may restore. */
  deleted: boolean
}

/**
 * Newest first. For a user two index scans side by side, public pulses and their own, each in the order of the list; for an
 * organisation the public ones alone.
 */
export async function listPulses(
  { named }: { readonly named: Statements },
  actor: Actor,
  filter: PulseFilter,
  paging: Paged,
): Promise<PulseItem[]> {
  const user = userIdOf(actor)
  const { states, visibility, q, updatedSince, deleted } = filter
  const page = [actor.organisationId, paging.after, paging.limit + 1]
  const isPlain = states === null && visibility === null && q === null && updatedSince === null && !deleted
  const { rows }: QueryArrayResult<ItemValues> = await named.query(
    isPlain && user === null
      ? { ...listPublicPulses, values: page }
      : {
          ...listVisiblePulses,
          values: [
            ...page,
            user,
            states,
            visibility,
            q === null ? null : containing(q),
            updatedSince,
            deleted,
          ],
        },
  )
  return rows.map(itemOf)
}

/** In the order of the select below. */
const names = [
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

const itemFields = { ...pulses, results_status: collections.results_status }
type Item = Row<Pick<typeof itemFields, (typeof names)[number]>>
/** The values of an item, in the order of its names. */
type ValuesOf<N extends readonly (keyof Item)[]> = { -readonly [K in keyof N]: Item[N[K]] }
type ItemValues = ValuesOf<typeof names>
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
]: ItemValues): PulseItem => ({
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

const publicOnly = `and is_public`

const everything = `
  and ${visibleText}
  and (deleted_at is not null) = $9
  and ($5::text[] is null or state = any ($5))
  and ($6::text is null or visibility = $6)
  and ($7::text is null or title ilike $7 or topic ilike $7)
  and ($8::timestamptz is null or updated_at >= $8)`

const listText = (conditions: string): string => `
  select id, title, topic, description, visibility, author_user_id, application_id, state,
         coalesce(
           (select results_status from collections c where c.organisation_id = $1 and c.id = pulses.collection_id),
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
