/**
 * Release: from answers to cells, once, at close; from cells to figures, for everyone who reads.
 *
 * A measure is a pure function over answers (a question's histogram, a sentiment, a theme). The gate runs it: it finds
 * for each respondent whether he says anything to the measure, plans cells over exactly those people, lets the measure
 * sum up each cell, and stores sums. A measure has cells of its own, since people skip questions: a figure about five
 * answerers is never mixed from a cell of five respondents of whom two answered. What a measure returns is all that
 * code outside this folder ever holds.
 */
import { type Answer } from '../../contract/questions.ts'
import { json, many, run, sql, type Tx } from '../db/db.ts'
import { everyone, planCells, type TeamNode } from './plan.ts'
import { type CollectionRef, type Respondent, respondentsOf } from './vault.ts'

export { everyone }

export type Answers = ReadonlyMap<string, Answer>

export type Measure<V = unknown> = {
  readonly name: string
  /** Which threshold its cells obey. */
  readonly threshold: 'score' | 'comment'
  /** One value a respondent, in the same order; null where he says nothing to this measure. */
  values(answers: readonly Answers[]): readonly (V | null)[]
  /** Sums over the people of one cell: plain JSON. */
  figures(values: readonly V[]): unknown
}

export type Thresholds = { k_score: number; k_comment: number }

type Frozen = { thresholds: Thresholds; teams: readonly TeamNode[] }

export async function frozenOf(tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<Frozen> {
  const [thresholds] = await many<Thresholds>(
    tx,
    sql`select k_score, k_comment from collections where organisation_id = ${organisationId} and id = ${collectionId}`,
  )
  const teams = await many<{ team_id: string; parent_team_id: string | null }>(
    tx,
    sql`
      select team_id, parent_team_id
      from collection_teams
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}`,
  )
  return { thresholds, teams: teams.map((team) => ({ id: team.team_id, parent: team.parent_team_id })) }
}

/** Runs measures over the answers of a closed collection and stores their cells, in place of earlier ones of that name. */
export async function release(tx: Tx, ref: CollectionRef, measures: readonly Measure[]): Promise<void> {
  const respondents = await respondentsOf(tx, ref)
  const frozen = await frozenOf(tx, ref)
  const answers = respondents.map((respondent) => respondent.answers)
  for (const measure of measures) {
    await store(tx, ref, measure.name, cellsOf(measure, measure.values(answers), respondents, frozen))
  }
}

type StoredCells = {
  cells: { cell: number; size: number; figures: unknown }[]
  groups: { team: string; cells: number[] }[]
}

function cellsOf(
  measure: Measure,
  values: readonly unknown[],
  respondents: readonly Respondent[],
  frozen: Frozen,
): StoredCells {
  const said = values.flatMap((value, index) =>
    value === null ? [] : [{ value, team: respondents[index].team }],
  )
  const k = measure.threshold === 'comment' ? frozen.thresholds.k_comment : frozen.thresholds.k_score
  const plan = planCells(
    frozen.teams,
    said.map((one) => one.team),
    k,
  )
  const people = new Map<number, unknown[]>()
  plan.cellOf.forEach((cell, index) => {
    if (cell < 0) return
    const inside = people.get(cell)
    if (inside) inside.push(said[index].value)
    else people.set(cell, [said[index].value])
  })
  return {
    cells: [...people].map(([cell, inside]) => ({
      cell,
      size: inside.length,
      figures: measure.figures(inside),
    })),
    groups: plan.groups,
  }
}

/** Stores planned cells; also used for participation, whose people are recipients and not respondents. */
export async function store(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  measure: string,
  { cells, groups }: StoredCells,
): Promise<void> {
  for (const table of ['released_groups', 'cells']) {
    await run(
      tx,
      sql`
        delete from ${sql.table(table)}
        where organisation_id = ${organisationId}
          and collection_id = ${collectionId}
          and measure = ${measure}`,
    )
  }
  if (cells.length === 0) return
  await run(
    tx,
    sql`
      insert into cells (organisation_id, collection_id, measure, cell, size, figures)
      select ${organisationId}, ${collectionId}, ${measure}, cell, size, figures
      from jsonb_to_recordset(${json(cells)}) as planned (cell integer, size integer, figures jsonb)`,
  )
  await run(
    tx,
    sql`
      insert into released_groups (organisation_id, collection_id, measure, team_id, cells)
      select ${organisationId}, ${collectionId}, ${measure}, team, cells
      from jsonb_to_recordset(${json(groups)}) as shown (team text, cells integer[])`,
  )
}

/** The figures of one group: how many people, and the sums of each of its cells. */
export type Released<F> = { measure: string; teamId: string; n: number; cells: F[] }

/**
 * Every released figure of a collection, or of the measures named. What is not in the reply is suppressed, for whatever
 * reason: too few people, nobody, no such question.
 */
export async function released<F>(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  measures?: readonly string[],
): Promise<Released<F>[]> {
  const rows = await many<{ measure: string; team_id: string; n: number; cells: F[] }>(
    tx,
    sql`
      select g.measure, g.team_id, sum(c.size)::integer as n, jsonb_agg(c.figures order by c.cell) as cells
      from released_groups g
      join cells c
        on c.organisation_id = g.organisation_id
       and c.collection_id = g.collection_id
       and c.measure = g.measure
       and c.cell = any (g.cells)
      where g.organisation_id = ${organisationId}
        and g.collection_id = ${collectionId}
        ${measures ? sql`and g.measure = any (${[...measures]}::text[])` : sql``}
      group by g.measure, g.team_id
      order by g.measure, g.team_id`,
  )
  return rows.map((row) => ({ measure: row.measure, teamId: row.team_id, n: row.n, cells: row.cells }))
}
