/**
 * Released figures of many collections at a time: which groups show anything of some measures, page by page, and what they
 * show. The same stored sums that release.ts reads one collection of; which collections somebody may see is the caller's to say.
 */
import { type RawBuilder } from 'kysely'
import { many, sql, textArray, type Tx } from '../db/db.ts'
import { type QuestionCell } from './aggregate.ts'
import { figuresOfGroup, type Released } from './release.ts'
import { type CollectionRef } from './vault.ts'

/** Rows of collection_id, series_id and measures: what is looked for in each of the collections. */
export type LookedFor = RawBuilder<unknown>

export type GroupOf = { collection_id: string; team_id: string }

/** Collections newest first, in each everyone before the teams. @param after  the last one of the page before */
export const releasedGroups = (
  tx: Tx,
  organisationId: string,
  lookedFor: LookedFor,
  { teamId, after, limit }: { teamId: string | null; after: GroupOf | null; limit: number },
): Promise<GroupOf[]> =>
  many<GroupOf>(
    tx,
    sql`
      with looked_for as (${lookedFor})
      select distinct w.collection_id, g.team_id
      from looked_for w
      join released_groups g
        on g.organisation_id = ${organisationId}
       and g.collection_id = w.collection_id
       and g.measure = any (w.measures)
      where (${teamId}::text is null or g.team_id = ${teamId})
        and (
          ${after?.collection_id ?? null}::text is null
          or w.collection_id < ${after?.collection_id ?? null} collate "C"
          or (w.collection_id = ${after?.collection_id ?? null} and g.team_id > ${after?.team_id ?? null} collate "C")
        )
      order by w.collection_id desc, g.team_id
      limit ${limit}`,
  )

export type SeriesGroup = { series_id: string; team_id: string }

/** The same of whole series. */
export const releasedSeries = (
  tx: Tx,
  organisationId: string,
  lookedFor: LookedFor,
  { teamId, after, limit }: { teamId: string | null; after: SeriesGroup | null; limit: number },
): Promise<SeriesGroup[]> =>
  many<SeriesGroup>(
    tx,
    sql`
      with looked_for as (${lookedFor})
      select distinct w.series_id, g.team_id
      from looked_for w
      join released_groups g
        on g.organisation_id = ${organisationId}
       and g.collection_id = w.collection_id
       and g.measure = any (w.measures)
      where (${teamId}::text is null or g.team_id = ${teamId})
        and (
          ${after?.series_id ?? null}::text is null
          or w.series_id < ${after?.series_id ?? null} collate "C"
          or (w.series_id = ${after?.series_id ?? null} and g.team_id > ${after?.team_id ?? null} collate "C")
        )
      order by w.series_id desc, g.team_id
      limit ${limit}`,
  )

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
