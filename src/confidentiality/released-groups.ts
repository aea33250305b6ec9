/**
 * Released figures of many collections at a time: which groups show anything of some measures, page by page, and what they
 * show. The same stored sums that release.ts reads one collection of; which collections somebody may see is the caller's to say.
 */
import { type RawBuilder } from 'kysely'
import { many, sql, textArray, type Tx } from '../db/db.ts'
import { type QuestionCell } from '../cells/cells.ts'
import { figuresOfGroup, type Released } from './release.ts'
import { type CollectionRef } from '../collection-ref.ts'

/** Rows of collection_id, series_id and measures: what is looked for in each of the collections. */
export type CollectionsInScope = RawBuilder<unknown>

export type GroupOf = { collection_id: string; team_id: string }

export type SeriesGroup = { series_id: string; team_id: string }

type GroupPage<G> = { teamId: string | null; after: G | null; limit: number }

/**
 * Groups that show anything of what is looked for, by collection or by series: the newest first, in each everyone before the
 * teams.
 */
const pageOfGroups = <G>(
  tx: Tx,
  organisationId: string,
  lookedFor: CollectionsInScope,
  by: 'collection_id' | 'series_id',
  { teamId, after, limit }: GroupPage<{ id: string; team_id: string }>,
): Promise<G[]> => {
  const key = sql.ref(`w.${by}`)
  return many(
    tx,
    sql<G>`
      with looked_for as (${lookedFor})
      select distinct ${key}, g.team_id
      from looked_for w
      join released_groups g
        on g.organisation_id = ${organisationId}
       and g.collection_id = w.collection_id
       and g.measure = any (w.measures)
      where (${teamId}::text is null or g.team_id = ${teamId})
        and (
          ${after?.id ?? null}::text is null
          or ${key} < ${after?.id ?? null} collate "C"
          or (${key} = ${after?.id ?? null} and g.team_id > ${after?.team_id ?? null} collate "C")
        )
      order by ${key} desc, g.team_id
      limit ${limit}`,
  )
}

/** @param page  `after` is the last one of the page before */
export const releasedGroups = (
  tx: Tx,
  organisationId: string,
  lookedFor: CollectionsInScope,
  { after, ...page }: GroupPage<GroupOf>,
): Promise<GroupOf[]> =>
  pageOfGroups(tx, organisationId, lookedFor, 'collection_id', {
    ...page,
    after: after && { id: after.collection_id, team_id: after.team_id },
  })

/** The same of whole series. */
export const releasedSeries = (
  tx: Tx,
  organisationId: string,
  lookedFor: CollectionsInScope,
  { after, ...page }: GroupPage<SeriesGroup>,
): Promise<SeriesGroup[]> =>
  pageOfGroups(tx, organisationId, lookedFor, 'series_id', {
    ...page,
    after: after && { id: after.series_id, team_id: after.team_id },
  })

export type ReleasedTo<F> = GroupOf & { measure: string; n: number; cells: F[] }

/** What these groups of these collections show of the measures. */
export const releasedTo = <F>(
  tx: Tx,
  organisationId: string,
  groups: readonly GroupOf[],
  measures: readonly string[],
): Promise<ReleasedTo<F>[]> =>
  many<ReleasedTo<F>>(
    tx,
    sql`
      select g.collection_id, g.team_id, g.measure, g.size as n, ${figuresOfGroup} as cells
      from unnest(${textArray(groups.map((one) => one.collection_id))}, ${textArray(groups.map((one) => one.team_id))})
        as wanted (collection_id, team_id)
      join released_groups g
        on g.organisation_id = ${organisationId}
       and g.collection_id = wanted.collection_id
       and g.team_id = wanted.team_id
      where g.measure = any (${textArray(measures)})`,
  )

/** The measures of a collection that show anything. */
export const measuresShown = async (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<Set<string>> =>
  new Set(
    (
      await many<{ measure: string }>(
        tx,
        sql`
          select distinct measure
          from released_groups
          where organisation_id = ${organisationId}
            and collection_id = ${collectionId}`,
      )
    ).map(({ measure }) => measure),
  )

const leastOfACell = 3

/**
 * Released comments of each group, about as many as wanted of large ones: the first of each cell, in proportion to its people.
 * They stand there in an order of their words, so the first are as good as drawn, and the same at every reading.
 */
export const someComments = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  measures: readonly string[],
  wanted: number,
): Promise<Released<QuestionCell>[]> =>
  many<Released<QuestionCell>>(
    tx,
    sql`
      select g.measure, g.team_id as "teamId", g.size as n, jsonb_agg(
        c.figures || jsonb_build_object('comments', jsonb_path_query_array(
          c.figures,
          '$.comments[0 to $last]',
          jsonb_build_object('last', greatest(${leastOfACell}, ceil(${wanted}::numeric * c.size / g.size)) - 1)
        ))
        order by c.cell
      ) as cells
      from released_groups g
      join cells c
        on c.organisation_id = g.organisation_id
       and c.collection_id = g.collection_id
       and c.measure = g.measure
       and c.cell = any (g.cells)
      where g.organisation_id = ${organisationId}
        and g.collection_id = ${collectionId}
        and g.measure = any (${textArray(measures)})
      group by g.measure, g.team_id, g.size
      order by g.measure, g.team_id`,
  )
