/** SQL of the collections that a caller sees: which measures each has, and the teams that it froze when it opened. */
import type { Actor } from '../actor.ts'
import { ownerIdColumns, ownerIds } from '../collection/collection.ts'
import type { CollectionRef } from '../collection-ref.ts'
import type { CollectionsInScope } from '../confidentiality/confidentiality.ts'
import { exists, many, one, only, sql, textArray, type Tx } from '../db/db.ts'
import { nullable, type RowOf, shape, shapeOf, textList, timestamptz } from '../db/shape.ts'
import { collections, collectionTeams } from '../db/tables.ts'
import { isReadByAllOf, type Reader, sharedTeams, visibleTo } from '../visibility.ts'
import { typesMeasuredBy } from '../questions/questions.ts'

const dayMs = 86_400_000

const frozenTeamRow = shape({
  id: collectionTeams.team_id,
  name: collectionTeams.name,
  parent: collectionTeams.parent_team_id,
})

/** The teams of a collection as it froze them. `parent`: the team right above, where it belongs to the collection too. */
export async function frozenTeams(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<RowOf<typeof frozenTeamRow>[]> {
  const rows = await many(
    tx,
    frozenTeamRow,
    sql`
      select team_id as id, name, parent_team_id as parent
      from collection_teams
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
      order by name, team_id`,
  )
  const ids = new Set(rows.map(({ id }) => id))
  return rows.map((row) => ({
    ...row,
    parent: row.parent !== null && ids.has(row.parent) ? row.parent : null,
  }))
}

const closedRow = shapeOf(collections, ['id', 'closed_at'], { closed_at: timestamptz })

/**
 * The newest instances of the same check-in that closed before this one and are read by all of its readers, oldest first. `at`: days since 1970.
 */
export async function instancesBefore(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  most: number,
): Promise<{ collectionId: string; at: number }[]> {
  const rows = await many(
    tx,
    closedRow,
    sql`
      select ${closedRow.of('before')}
      from collections own
      join collections before
        on before.organisation_id = own.organisation_id
       and before.series_id = own.series_id
       and before.state = 'closed'
       and before.closed_at < own.closed_at
       and ${isReadByAllOf('own', 'before')}
      where own.organisation_id = ${organisationId}
        and own.id = ${collectionId}
        and own.owner_kind = 'check_in_instance'
      order by before.closed_at desc, before.id desc
      limit ${most}`,
  )
  return rows.map((row) => ({ collectionId: row.id, at: dayOf(row.closed_at) })).toReversed()
}

export const dayOf = (instant: string): number => Date.parse(instant) / dayMs

export type CollectionFilter = {
  pulse_id?: string
  check_in_id?: string
  check_in_instance_id?: string
  from?: string
  to?: string
  released_since?: string
}

/** A past survey closed long before it was imported, and appears with the import. */
const releasedAt = sql`greatest(c.closed_at, c.imported_at)`

const typesOf = (measure: 'score' | 'enps' | 'sentiment') => textArray(typesMeasuredBy(measure))

/** The names of a collection's measures for a kind of figure, made from its questions in SQL. */
const measuresIn = {
  scores: sql`array(
    select 'question:' || (q ->> 'id') from jsonb_array_elements(c.questions) q where q ->> 'type' = any (${typesOf('score')}))`,
  enps: sql`array(
    select 'question:' || (q ->> 'id') from jsonb_array_elements(c.questions) q where q ->> 'type' = any (${typesOf('enps')}))`,
  sentiment: sql`array(
    select 'sentiment:' || (q ->> 'id') from jsonb_array_elements(c.questions) q where q ->> 'type' = any (${typesOf('sentiment')}))`,
  drivers: sql`array(
    select 'question:' || (q ->> 'id')
    from jsonb_array_elements(c.questions) q
    where q ->> 'type' = any (${typesOf('score')}) and q ? 'driver'
    union all select 'drivers')`,
  themes: sql`array['drivers', 'themes']`,
  participation: sql`array['participation']`,
} as const

export type FigureKind = keyof typeof measuresIn

/** Deleted collections are in no list, and nothing of them is read by its id. */
const inScope = (actor: Actor, filter: CollectionFilter) => sql`
  from collections c
  where c.organisation_id = ${actor.organisationId}
    and c.deleted_at is null
    and ${visibleTo(actor, 'c')}
    ${filter.pulse_id ? sql`and c.owner_kind = 'pulse' and c.owner_id = ${filter.pulse_id}` : sql``}
    ${filter.check_in_instance_id ? sql`and c.owner_kind = 'check_in_instance' and c.owner_id = ${filter.check_in_instance_id}` : sql``}
    ${filter.check_in_id ? sql`and c.owner_kind = 'check_in_instance' and c.series_id = ${filter.check_in_id}` : sql``}
    ${filter.from ? sql`and c.closed_at >= ${filter.from}::timestamptz` : sql``}
    ${filter.to ? sql`and c.closed_at < ${filter.to}::timestamptz` : sql``}
    ${filter.released_since ? sql`and ${releasedAt} >= ${filter.released_since}::timestamptz` : sql``}`

/** Closed collections that the reader sees, each with its measures for a kind of figure, and the teams whose results they see. */
export const collectionsInScope = (
  reader: Reader,
  filter: CollectionFilter,
  kind: FigureKind,
): CollectionsInScope => sql`
  select c.id as collection_id, c.series_id, ${measuresIn[kind]} as measures, ${sharedTeams(reader, 'c')} as teams
  ${inScope(reader.actor, filter)}
    and c.state = 'closed'`

/** The same for instances alone, which trends are made of. */
export const instancesInScope = (reader: Reader, filter: CollectionFilter): CollectionsInScope => sql`
  ${collectionsInScope(reader, filter, 'participation')}
    and c.owner_kind = 'check_in_instance'`

const summaryRow = shapeOf(
  collections,
  ['id', 'series_id', 'title', 'questions', 'opened_at', 'closed_at', 'text_version'],
  {
    // Only closed collections are read.
    closed_at: timestamptz,
    released_at: timestamptz,
    ...ownerIdColumns,
  },
)
export type CollectionSummary = RowOf<typeof summaryRow>
const summaryColumns = sql`${summaryRow.of('c')}, ${releasedAt} as released_at, ${ownerIds}`

export const summariesOf = (tx: Tx, actor: Actor, ids: readonly string[]): Promise<CollectionSummary[]> =>
  many(tx, summaryRow, sql`select ${summaryColumns} ${inScope(actor, {})} and c.id = any (${textArray(ids)})`)

const sharedRow = shape({ ...summaryRow.fields, shared: nullable(textList) })

/** A collection, and the teams whose results the reader may see, '' for everyone; null for all of them. */
export type SharedCollection = RowOf<typeof sharedRow>

/** Newest first. */
export const closedCollections = (
  tx: Tx,
  reader: Reader,
  filter: CollectionFilter,
  most: number,
): Promise<SharedCollection[]> =>
  many(
    tx,
    sharedRow,
    sql`
      select ${summaryColumns}, ${sharedTeams(reader, 'c')} as shared
      ${inScope(reader.actor, filter)}
        and c.state = 'closed'
      order by c.closed_at desc, c.id desc
      limit ${most}`,
  )

const idRow = shapeOf(collections, ['id'])

/** The collection of a pulse or an instance, in any state; locked before it is analysed. */
export const findCollectionId = (
  tx: Tx,
  actor: Actor,
  filter: Pick<CollectionFilter, 'pulse_id' | 'check_in_instance_id'>,
  { lock }: { lock: boolean },
): Promise<RowOf<typeof idRow> | undefined> =>
  one(
    tx,
    idRow,
    sql`select ${idRow.of('c')} ${inScope(actor, filter)} ${lock ? sql`for update of c` : sql``}`,
  )

/** Whether the caller sees the pulse or the instance, opened or not. */
export const isVisible = (
  tx: Tx,
  actor: Actor,
  {
    pulse_id = null,
    check_in_instance_id = null,
  }: { pulse_id?: string | null; check_in_instance_id?: string | null },
): Promise<boolean> =>
  exists(
    tx,
    sql`
      select 1
      from (
        select p.is_public, p.author_user_id
        from pulses p
        where p.organisation_id = ${actor.organisationId}
          and p.id = ${pulse_id}
          and p.deleted_at is null
        union all
        select k.is_public, k.author_user_id
        from check_in_instances i
        join check_ins k on k.organisation_id = i.organisation_id and k.id = i.check_in_id
        where i.organisation_id = ${actor.organisationId}
          and i.id = ${check_in_instance_id}
      ) as owner
      where ${visibleTo(actor, 'owner')}`,
  )

/**
 * The collection to compare with: that of the latest closed instance that was planned for an earlier day, where all readers of this one read that
 * one.
 */
export async function previousCollection(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<string | null> {
  const row = await one(
    tx,
    shape({ id: collections.id }),
    sql`
      select before.collection_id as id
      from check_in_instances own
      join check_in_instances before
        on before.organisation_id = own.organisation_id
       and before.check_in_id = own.check_in_id
       and before.local_date < own.local_date
       and before.state = 'closed'
       and before.collection_id is not null
      where own.organisation_id = ${organisationId}
        and own.id = (
          select owner_id
          from collections
          where organisation_id = ${organisationId}
            and id = ${collectionId}
        )
      order by before.local_date desc
      limit 1`,
  )
  return row && (await isReadLike(tx, organisationId, { later: collectionId, earlier: row.id }))
    ? row.id
    : null
}

const isReadLike = (
  tx: Tx,
  organisationId: string,
  { later, earlier }: { later: string; earlier: string },
): Promise<boolean> =>
  exists(
    tx,
    sql`
      select 1
      from collections a
      join collections b on b.organisation_id = a.organisation_id
      where a.organisation_id = ${organisationId}
        and a.id = ${later}
        and b.id = ${earlier}
        and ${isReadByAllOf('a', 'b')}`,
  )

const teamRow = shape({
  collection_id: collectionTeams.collection_id,
  id: collectionTeams.team_id,
  name: collectionTeams.name,
  parent: collectionTeams.parent_team_id,
  sits_out: collectionTeams.sits_out,
})

/** These teams as each collection froze them, and every team of the collection above them. */
export const teamsWithAncestors = (
  tx: Tx,
  organisationId: string,
  groups: readonly { collection_id: string; team_id: string }[],
): Promise<RowOf<typeof teamRow>[]> =>
  many(
    tx,
    teamRow,
    sql`
      with recursive above as (
        select t.collection_id, t.team_id, t.name, t.parent_team_id, t.sits_out
        from unnest(${textArray(groups.map((one) => one.collection_id))}, ${textArray(groups.map((one) => one.team_id))})
          as wanted (collection_id, team_id)
        join collection_teams t
          on t.organisation_id = ${organisationId}
         and t.collection_id = wanted.collection_id
         and t.team_id = wanted.team_id
        union
        select t.collection_id, t.team_id, t.name, t.parent_team_id, t.sits_out
        from above
        join collection_teams t
          on t.organisation_id = ${organisationId}
         and t.collection_id = above.collection_id
         and t.team_id = above.parent_team_id
      )
      select collection_id, team_id as id, name, parent_team_id as parent, sits_out
      from above`,
  )

const settingsRow = shapeOf(collections, [
  'title',
  'questions',
  'mode',
  'k_score',
  'k_comment',
  'k_rate',
  'text_version',
])
export type CollectionSettings = RowOf<typeof settingsRow>

/** How the collection of an insight asked. The caller may see the insight. */
export const getSettings = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<CollectionSettings> =>
  only(
    tx,
    settingsRow,
    sql`
      select ${settingsRow.columns}
      from collections
      where organisation_id = ${organisationId}
        and id = ${collectionId}`,
  )
