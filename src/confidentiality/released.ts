/** Released figures of one collection, as release.ts stored them: sums over whole cells, the same for every reader. */
import type { CollectionRef } from '../collection-ref.ts'
import { many, sql, textArray, type Tx } from '../db/db.ts'
import { jsonbOf, type RowOf, shape } from '../db/shape.ts'
import { releasedBreakdowns, releasedGroups } from '../db/tables.ts'

/** The figures of a group, as a list to add up: one sum, or its cells. */
export const figuresOfGroup = (organisationId: string) => sql`
  case when g.sums is null then (
    select jsonb_agg(c.figures order by c.cell)
    from cells c
    where c.organisation_id = ${organisationId}
      and c.collection_id = g.collection_id
      and c.measure = g.measure
      and c.cell = any (g.cells)
  ) else jsonb_build_array(g.sums) end`

const breakdownRow = <F>() =>
  shape({
    measure: releasedBreakdowns.measure,
    values: releasedBreakdowns.named,
    others: releasedBreakdowns.others,
    cells: jsonbOf<F[]>(),
  })

/** The figures of people who share values of the attribute, each also a sum over whole cells. */
type BreakdownFigures<F> = RowOf<ReturnType<typeof breakdownRow<F>>>

/** The released figures by the attribute, of the measures named; of each measure in the order of the values. */
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
      join cells c
        on c.organisation_id = b.organisation_id
       and c.collection_id = b.collection_id
       and c.measure = b.measure
       and c.cell = any (b.cells)
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

/** The figures of one group: how many people, and sums to be added up, of its cells or of all of them. */
export type Released<F> = RowOf<ReturnType<typeof releasedRow<F>>>

/**
 * Every released figure of a collection, or of the measures named. What is not in the reply is suppressed, for whatever
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
      from released_groups g
      where g.organisation_id = ${organisationId}
        and g.collection_id = ${collectionId}
        and not g.partial
        ${measures ? sql`and g.measure = any (${textArray(measures)})` : sql``}
      order by g.measure, g.team_id`,
  )

const anyRow = <F>() => shape({ ...releasedRow<F>().fields, partial: releasedGroups.partial })

/** The same, and the figures of hidden teams without their small teams: these are `partial`. */
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
      from released_groups g
      where g.organisation_id = ${organisationId}
        and g.collection_id = ${collectionId}
        and g.measure = any (${textArray(measures)})
      order by g.measure, g.team_id`,
  )
