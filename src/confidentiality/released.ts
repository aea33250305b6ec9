/** Released figures of one collection, as release.ts stored them: sums over whole cells, the same for every reader. */
import type { CollectionRef } from '../collection-ref.ts'
import { many, sql, textArray, type Tx } from '../db/db.ts'
import { jsonbOf, type RowOf, shape } from '../db/shape.ts'
import { releasedBreakdowns, releasedGroups } from '../db/tables.ts'
import { cellRows, groupRows } from './figure-rows.ts'

const cellsOfGroup = { collection: sql`g.collection_id`, measure: sql`g.measure`, cells: sql`g.cells` }

/** The figures of a group, as a list to add up: one sum, or its cells. */
export const figuresOfGroup = (organisationId: string) => sql`
  case when g.sums is null then (
    select jsonb_agg(c.figures order by c.cell)
    from (${cellRows(organisationId, cellsOfGroup)}) as c
  ) else jsonb_build_array(g.sums) end`

const breakdownRow = <F>() =>
  shape({
    measure: releasedBreakdowns.measure,
    values: releasedBreakdowns.named,
    others: releasedBreakdowns.others,
    cells: jsonbOf<F[]>(),
  })

/** Figures of people who share a value of the attribute. Each is a sum over whole cells, too. */
type BreakdownFigures<F> = RowOf<ReturnType<typeof breakdownRow<F>>>

const cellsOfBreakdown = { collection: sql`b.collection_id`, measure: sql`b.measure`, cells: sql`b.cells` }

/** The released figures of these measures by the attribute; those of each measure in the order of its values. */
export const releasedBreakdown = <F>(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  measures: readonly string[],
): Promise<BreakdownFigures<F>[]> =>
  many(
    tx,
    breakdownRow<F>(),
    sql`
      select b.measure, b.named as "values", b.others, jsonb_agg(c.figures order by c.cell) as cells
      from released_breakdowns b
      cross join lateral (${cellRows(organisationId, cellsOfBreakdown)}) as c
      where b.organisation_id = ${organisationId}
        and b.collection_id = ${collectionId}
        and b.measure = any (${textArray(measures)})
      group by b.measure, b.place, b.named, b.others
      order by b.measure, b.place`,
  )

export const releasedRow = <F>() =>
  shape({
    measure: releasedGroups.measure,
    teamId: releasedGroups.team_id,
    n: releasedGroups.size,
    cells: jsonbOf<F[]>(),
  })

/** The figures of one group: its number of people, and sums to add up, one for each cell or one for all. */
export type Released<F> = RowOf<ReturnType<typeof releasedRow<F>>>

/**
 * Every released figure of a collection, or only those of these measures. A figure that is missing is suppressed, whatever the
 * reason: too few people, nobody, no such question.
 */
export const released = <F>(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  measures?: readonly string[],
): Promise<Released<F>[]> =>
  many(
    tx,
    releasedRow<F>(),
    sql`
      select g.measure, g.team_id as "teamId", g.size as n, ${figuresOfGroup(organisationId)} as cells
      from (${groupRows(organisationId, {
        collection: sql`${collectionId}`,
        measures: measures ? textArray(measures) : null,
        team: null,
      })}) as g
      where not g.partial
      order by g.measure, g.team_id`,
  )

const anyRow = <F>() => shape({ ...releasedRow<F>().fields, partial: releasedGroups.partial })

/** The same, with figures of hidden teams that leave out their small teams: these are `partial`. */
export const releasedWithPartial = <F>(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  measures: readonly string[],
): Promise<RowOf<ReturnType<typeof anyRow<F>>>[]> =>
  many(
    tx,
    anyRow<F>(),
    sql`
      select g.measure, g.team_id as "teamId", g.size as n, ${figuresOfGroup(organisationId)} as cells, g.partial
      from (${groupRows(organisationId, { collection: sql`${collectionId}`, measures: textArray(measures), team: null })}) as g
      order by g.measure, g.team_id`,
  )
