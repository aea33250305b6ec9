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
import {
  addFigures,
  cellFinder,
  everyone,
  type FollowUp,
  type Group,
  type GroupsByMeasure,
  groupFinder,
  mergeGroups,
  type Place,
  type Plan,
  planCells,
  type Respondent,
  shownTree,
  type TeamNode,
  withoutUncounted,
} from '../cells/cells.ts'
import { type CollectionRef } from '../collection-ref.ts'

export type Answers = ReadonlyMap<string, Answer>

export type Measure<V = unknown> = {
  readonly name: string
  /** Which threshold its cells obey. */
  readonly threshold: 'score' | 'comment'
  /** Whether its figures are told by the attribute as well, where one is declared. */
  readonly brokenDown?: boolean
  /**
   * Names of measures that tell something of this one's people, released before: whoever reads comments computes their
   * sentiment himself, and how many answer a follow-up question is how many gave the answer that leads to it. Its cells are
   * unions of theirs, and where one of them shows nothing, neither does this one.
   */
  readonly within?: readonly string[]
  /** The follow-up questions that it is about. */
  readonly follows?: readonly FollowUp[]
  /** One value a respondent, in the same order; null where he says nothing to this measure. */
  values(answers: readonly Answers[]): readonly (V | null)[]
  /** Sums over the people of one cell: plain JSON. */
  figures(values: readonly V[]): unknown
}

export type Thresholds = { k_score: number; k_comment: number }

type Frozen = {
  thresholds: Thresholds
  teams: readonly TeamNode[]
  /** How values of the attribute are grouped at most, where figures are broken down by one. */
  groups?: readonly Group[] | null
}

/** The plan of respondents is stored like a measure that says nothing but how many there are (respondents.ts). */
export const respondentsMeasure = 'respondents'

export async function frozenOf(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<Frozen & { thresholds: { k_rate: number; imported: boolean } }> {
  const [thresholds] = await many<Thresholds & { k_rate: number; imported: boolean }>(
    tx,
    sql`select k_score, k_comment, k_rate, imported_at is not null as imported from collections where organisation_id = ${organisationId} and id = ${collectionId}`,
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

/**
 * Runs measures over the answers of a closed collection and stores their cells, in place of earlier ones of that name.
 * Respondents are given as they stand, each in his team or at its node, with the groups of the values that they have.
 */
export async function release(
  tx: Tx,
  ref: CollectionRef,
  measures: readonly Measure[],
  { respondents: given, groups }: { respondents: readonly Respondent[]; groups: readonly Group[] | null },
): Promise<void> {
  const { thresholds, teams } = await frozenOf(tx, ref)
  const shown = await shownOf(tx, ref)
  for (const measure of measures) {
    const stored = cellsInside(measure, given, { thresholds, teams, groups }, shown)
    await store(tx, ref, measure.name, stored)
    shown.set(measure.name, new Set(stored.groups.map((group) => group.team)))
  }
}

async function shownOf(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<Map<string, ReadonlySet<string>>> {
  const rows = await many<{ measure: string; teams: string[] }>(
    tx,
    sql`
      select measure, array_agg(team_id) as teams
      from released_groups
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
      group by measure`,
  )
  return new Map(rows.map((row) => [row.measure, new Set(row.teams)]))
}

const nothing: StoredCells = { cells: [], groups: [] }

/** The cells of a measure, inside of what is shown of its respondents and of the measures that it is within. */
export function cellsInside(
  measure: Measure,
  given: readonly Respondent[],
  frozen: Frozen,
  shown: GroupsByMeasure,
): StoredCells {
  const around = [respondentsMeasure, ...(measure.within ?? [])].map((name) => shown.get(name))
  if (around.some((groups) => !groups?.has(everyone))) return nothing
  const inside = shownTree(
    frozen.teams,
    around.map((groups) => groups!).reduce((a, b) => a.intersection(b)),
  )
  const respondents = withoutUncounted(given, frozen.teams, shown, measure.follows ?? []).map((one) => ({
    ...one,
    team: inside.nodeOf(one.team),
  }))
  const values = measure.values(respondents.map((respondent) => respondent.answers))
  return cellsOf(measure, values, respondents, { ...frozen, teams: inside.teams })
}

/** The plan over those who say something to the measure, inside of all who could. */
function planOf(
  measure: Measure,
  values: readonly unknown[],
  respondents: readonly Respondent[],
  { teams, thresholds }: Frozen,
): Plan {
  return planCells(
    teams,
    respondents.flatMap(({ team }, index) => (values[index] === null ? [] : [team])),
    thresholdOf(measure, thresholds),
    { asked: respondents.map((one) => one.team) },
  )
}

const thresholdOf = ({ threshold }: Measure, { k_comment, k_score }: Thresholds): number =>
  threshold === 'comment' ? k_comment : k_score

type StoredCells = {
  cells: { cell: number; size: number; figures: unknown }[]
  groups: { team: string; cells: number[] }[]
  /** The same cells, as the values of the attribute divide them. */
  breakdown?: (Group & { cells: number[] })[]
}

function cellsOf(
  measure: Measure,
  values: readonly unknown[],
  respondents: readonly Respondent[],
  frozen: Frozen,
): StoredCells {
  const said = values.flatMap((value, index) =>
    value === null ? [] : [{ value, by: respondents[index].value ?? null }],
  )
  const plan = planOf(measure, values, respondents, frozen)
  const groups =
    measure.brokenDown && frozen.groups
      ? mergeGroups(
          frozen.groups,
          said.map((one, index) => ({ cell: plan.cellOf[index], value: one.by })),
          placesOf(respondents, cellFinder(frozen.teams, plan)),
          thresholdOf(measure, frozen.thresholds),
        )
      : null
  const { cellOf, ...stored } = groups
    ? crossed(
        plan,
        said.map((one) => one.by),
        groups,
      )
    : plan
  const people = new Map<number, unknown[]>()
  cellOf.forEach((cell, index) => {
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
    groups: stored.groups,
    ...('breakdown' in stored && { breakdown: stored.breakdown }),
  }
}

const placesOf = (respondents: readonly Respondent[], cellAt: (home: string | null) => number): Place[] =>
  respondents.map(({ team, value = null }) => ({ cell: cellAt(team), value }))

/** Cells cut once more, by groups: both teams and groups are unions of the pieces. */
function crossed(plan: Plan, values: readonly (string | null)[], groups: readonly Group[]) {
  const groupAt = groupFinder(groups)
  const width = groups.length
  const keys = plan.cellOf.map((cell, person) => (cell < 0 ? -1 : cell * width + groupAt(values[person])))
  const pieces = [...new Set(keys)].filter((key) => key >= 0).toSorted((a, b) => a - b)
  const at = new Map(pieces.map((key, piece) => [key, piece]))
  const piecesIn = (holds: (key: number) => boolean): number[] =>
    pieces.flatMap((key, piece) => (holds(key) ? [piece] : []))
  return {
    cellOf: keys.map((key) => at.get(key) ?? -1),
    groups: plan.groups.map(({ team, cells }) => {
      const own = new Set(cells)
      return { team, cells: piecesIn((key) => own.has(Math.floor(key / width))) }
    }),
    breakdown: groups.map((group, index) => ({ ...group, cells: piecesIn((key) => key % width === index) })),
  }
}

/** Of one cell nothing has to be added, and words never are: there the cells are read. */
function summed(cells: StoredCells['cells'], groups: StoredCells['groups']) {
  const at = new Map(cells.map((one) => [one.cell, one]))
  return groups.map((group) => {
    const inside = group.cells.map((cell) => at.get(cell)!)
    return {
      ...group,
      size: inside.reduce((size, one) => size + one.size, 0),
      sums: inside.length > 1 ? addFigures(inside.map((one) => one.figures)) : undefined,
    }
  })
}

/** The figures of a group, as a list to add up: one sum, or its cells. */
export const figuresOfGroup = sql`
  case when g.sums is null then (
    select jsonb_agg(c.figures order by c.cell)
    from cells c
    where c.organisation_id = g.organisation_id
      and c.collection_id = g.collection_id
      and c.measure = g.measure
      and c.cell = any (g.cells)
  ) else jsonb_build_array(g.sums) end`

/** Stores planned cells; also used for participation, whose people are recipients and not respondents. */
export async function store(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  measure: string,
  { cells, groups, breakdown = [] }: StoredCells,
): Promise<void> {
  for (const table of ['released_groups', 'released_breakdowns', 'cells']) {
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
      insert into released_groups (organisation_id, collection_id, measure, team_id, cells, size, sums)
      select ${organisationId}, ${collectionId}, ${measure}, team, cells, size, sums
      from jsonb_to_recordset(${json(summed(cells, groups))})
        as shown (team text, cells integer[], size integer, sums jsonb)`,
  )
  await run(
    tx,
    sql`
      insert into released_breakdowns (organisation_id, collection_id, measure, place, named, others, cells)
      select ${organisationId}, ${collectionId}, ${measure}, place, "values", others, cells
      from jsonb_to_recordset(${json(breakdown.map((group, place) => ({ ...group, place })))})
        as shown (place integer, "values" text[], others boolean, cells integer[])`,
  )
}

/** The figures of people who share values of the attribute, each a sum over whole cells as well. */
export type BrokenDown<F> = Group & { measure: string; cells: F[] }

/** The released figures by the attribute, of the measures named; of each measure in the order of the values. */
export async function releasedBreakdown<F>(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  measures: readonly string[],
): Promise<BrokenDown<F>[]> {
  return many(
    tx,
    sql<BrokenDown<F>>`
      select b.measure, b.named as "values", b.others, jsonb_agg(c.figures order by c.cell) as cells
      from released_breakdowns b
      join cells c
        on c.organisation_id = b.organisation_id
       and c.collection_id = b.collection_id
       and c.measure = b.measure
       and c.cell = any (b.cells)
      where b.organisation_id = ${organisationId}
        and b.collection_id = ${collectionId}
        and b.measure = any (${[...measures]}::text[])
      group by b.measure, b.place, b.named, b.others
      order by b.measure, b.place`,
  )
}

/** The figures of one group: how many people, and sums to be added up, of its cells or of all of them. */
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
      select g.measure, g.team_id, g.size as n, ${figuresOfGroup} as cells
      from released_groups g
      where g.organisation_id = ${organisationId}
        and g.collection_id = ${collectionId}
        ${measures ? sql`and g.measure = any (${[...measures]}::text[])` : sql``}
      order by g.measure, g.team_id`,
  )
  return rows.map((row) => ({ measure: row.measure, teamId: row.team_id, n: row.n, cells: row.cells }))
}
