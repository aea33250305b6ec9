/**
 * Released figures of many collections at a time, page by page: the groups that have figures of some measures, and these figures.
 * They are the same stored sums that release.ts reads for one collection. The caller says which collections somebody may see.
 */
import type { RawBuilder } from 'kysely'
import type { QuestionCell } from '../cells/cells.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { many, sql, textArray, type Tx } from '../db/db.ts'
import { jsonbOf, type RowOf, shape, shapeOf, text } from '../db/shape.ts'
import { releasedGroups as releasedGroupsTable } from '../db/tables.ts'
import { cellRows, groupRows } from './figure-rows.ts'
import { figuresOfGroup, type Released, releasedRow } from './released.ts'

/** SQL of rows with collection_id, series_id, measures and teams: where to search, and for what. teams: null for all. */
export type CollectionsInScope = RawBuilder<unknown>

export type GroupOf = { collection_id: string; team_id: string }

export type SeriesGroup = { series_id: string; team_id: string }

/** after: the last group of the page before. */
type GroupPage<G> = { teamId: string | null; after: G | null; limit: number }

const groupRow = shape({ id: text, team_id: text })
type GroupRow = RowOf<typeof groupRow>

/**
 * Groups that have figures of the measures, by collection or by series: the newest first, and everyone before the teams. By collection they
 * include a hidden team with shown teams inside it, and the team that the caller asks for, whether it has figures or not.
 */
const pageOfGroups = (
  tx: Tx,
  { organisationId, collections }: { organisationId: string; collections: CollectionsInScope },
  by: 'collection_id' | 'series_id',
  { teamId, after, limit }: GroupPage<GroupRow>,
): Promise<GroupRow[]> => {
  const key = sql.ref(`w.${by}`)
  return many(
    tx,
    groupRow,
    sql`
      with in_scope as (${collections}), groups as (
        select ${key} as id, g.team_id
        from in_scope w
        cross join lateral (${groupRows(organisationId, {
          collection: sql`w.collection_id`,
          measures: sql`w.measures`,
          team: teamId === null ? null : sql`${teamId}`,
        })}) as g
        where (${by === 'collection_id'} or not g.partial)
          and (w.teams is null or g.team_id = any (w.teams))
        ${teamId !== null && by === 'collection_id' ? sql`union ${hiddenTeam(organisationId, teamId)}` : sql``}
      )
      select distinct id, team_id
      from groups
      where ${after?.id ?? null}::text is null
         or id < ${after?.id ?? null} collate "C"
         or (id = ${after?.id ?? null} and team_id > ${after?.team_id ?? null} collate "C")
      order by id desc, team_id
      limit ${limit}`,
  )
}

/** The team in the collections that asked it and have figures of the measures. */
const hiddenTeam = (organisationId: string, teamId: string) => sql`
  select w.collection_id, t.team_id
  from in_scope w
  join collection_teams t
    on t.organisation_id = ${organisationId}
   and t.collection_id = w.collection_id
   and t.team_id = ${teamId}
   and (w.teams is null or t.team_id = any (w.teams))
  where exists (
    select 1
    from (${groupRows(organisationId, {
      collection: sql`t.collection_id`,
      measures: sql`w.measures`,
      team: sql`''`,
    })}) as g
  )`

/** Groups of single collections. */
export async function releasedGroups(
  tx: Tx,
  organisationId: string,
  collections: CollectionsInScope,
  { after, ...page }: GroupPage<GroupOf>,
): Promise<GroupOf[]> {
  const rows = await pageOfGroups(tx, { organisationId, collections }, 'collection_id', {
    ...page,
    after: after && { id: after.collection_id, team_id: after.team_id },
  })
  return rows.map(({ id, team_id }) => ({ collection_id: id, team_id }))
}

/** Groups of whole series. */
export async function releasedSeries(
  tx: Tx,
  organisationId: string,
  collections: CollectionsInScope,
  { after, ...page }: GroupPage<SeriesGroup>,
): Promise<SeriesGroup[]> {
  const rows = await pageOfGroups(tx, { organisationId, collections }, 'series_id', {
    ...page,
    after: after && { id: after.series_id, team_id: after.team_id },
  })
  return rows.map(({ id, team_id }) => ({ series_id: id, team_id }))
}

const figuresRow = <F>() =>
  shapeOf(releasedGroupsTable, ['collection_id', 'team_id', 'measure'], {
    n: releasedGroupsTable.size,
    cells: jsonbOf<F[]>(),
  })

type GroupFigures<F> = RowOf<ReturnType<typeof figuresRow<F>>>

/** The figures of these measures that these groups have of all their people. */
export const releasedTo = <F>(
  tx: Tx,
  organisationId: string,
  groups: readonly GroupOf[],
  measures: readonly string[],
): Promise<GroupFigures<F>[]> => figuresOf(tx, organisationId, { groups, isPartial: false }, measures)

/** The figures of groups that have none of all their people: they leave out their teams that are too small. */
export const partialTo = <F>(
  tx: Tx,
  organisationId: string,
  groups: readonly GroupOf[],
  measures: readonly string[],
): Promise<GroupFigures<F>[]> => figuresOf(tx, organisationId, { groups, isPartial: true }, measures)

const figuresOf = <F>(
  tx: Tx,
  organisationId: string,
  { groups, isPartial }: { groups: readonly GroupOf[]; isPartial: boolean },
  measures: readonly string[],
): Promise<GroupFigures<F>[]> => {
  const row = figuresRow<F>()
  return many(
    tx,
    row,
    sql`
      select ${row.of('g')}, g.size as n, ${figuresOfGroup(organisationId)} as cells
      from unnest(${textArray(groups.map((one) => one.collection_id))}, ${textArray(groups.map((one) => one.team_id))})
        as wanted (collection_id, team_id)
      cross join lateral (${groupRows(organisationId, {
        collection: sql`wanted.collection_id`,
        measures: textArray(measures),
        team: sql`wanted.team_id`,
      })}) as g
      where g.partial = ${isPartial}`,
  )
}

const measureRow = shapeOf(releasedGroupsTable, ['measure'])

/** The measures of a collection that have figures. */
export async function measuresShown(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<Set<string>> {
  const rows = await many(
    tx,
    measureRow,
    sql`
      select distinct measure
      from (${groupRows(organisationId, { collection: sql`${collectionId}`, measures: null, team: null })}) as g
      where not g.partial`,
  )
  return new Set(rows.map(({ measure }) => measure))
}

const commentsOfACellMin = 3

/**
 * Released comments of each group; of large groups about as many as wanted: the first of each cell, in proportion to its people.
 * Cells sort them by their words, so the first are as good as a random sample, and the same at every reading. `offset 0` makes PostgreSQL look
 * up the cells of each group by their key: with statistics older than the cells, each group would read all cells.
 */
export const someComments = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  measures: readonly string[],
  wanted: number,
): Promise<Released<QuestionCell>[]> =>
  many(
    tx,
    releasedRow<QuestionCell>(),
    sql`
      select g.measure, g.team_id as "teamId", g.size as n, jsonb_agg(
        c.figures || jsonb_build_object('comments', jsonb_path_query_array(
          c.figures,
          '$.comments[0 to $last]',
          jsonb_build_object('last', greatest(${commentsOfACellMin}, ceil(${wanted}::numeric * c.size / g.size)) - 1)
        ))
        order by c.cell
      ) as cells
      from (${groupRows(organisationId, { collection: sql`${collectionId}`, measures: textArray(measures), team: null })}) as g
      cross join lateral (
        ${cellRows(organisationId, { collection: sql`g.collection_id`, measure: sql`g.measure`, cells: sql`g.cells` })}
        offset 0
      ) as c
      where not g.partial
      group by g.measure, g.team_id, g.size
      order by g.measure, g.team_id`,
  )
