/**
 * Release: from answers to cells, once, at close; from cells to figures, for everyone who reads.
 *
 * A measure is a pure function over answers (a question's histogram, a sentiment, a theme). The gate runs it: it finds which
 * respondents say anything to the measure, plans cells over exactly those people, lets the measure sum up each cell, and
 * stores the sums. A measure has cells of its own, since people skip questions: a figure about five answers is never mixed
 * from a cell of five respondents of whom two answered. Code outside this folder holds what a measure returns and nothing else.
 */
import { type Answer } from '../../contract/questions.ts'
import {
  addFigures,
  cellFinder,
  everyone,
  type FollowUp,
  type Group,
  groupFinder,
  type GroupsByMeasure,
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
import { json, many, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { bool, jsonbOf, type RowOf, shape, shapeOf, textList } from '../db/shape.ts'
import { collections, collectionTeams, releasedBreakdowns, releasedGroups } from '../db/tables.ts'
import { expandedGroup } from '../seats/seats.ts'

export type Answers = ReadonlyMap<string, Answer>

export type Measure<V = unknown> = {
  readonly name: string
  /** Which threshold its cells obey. */
  readonly threshold: 'score' | 'comment'
  /** Whether its figures are also shown by the attribute, where one is declared. */
  readonly brokenDown?: boolean
  /**
   * Measures, released before, that tell something about the people of this one: a reader of comments can compute their
   * sentiment, and how many answer a follow-up question is how many gave the answer that leads to it. The cells of this measure
   * are unions of theirs, and where one of them shows nothing, neither does this one.
   */
  readonly within?: readonly string[]
  /** The follow-up questions that it is about. */
  readonly follows?: readonly FollowUp[]
  /** One value a respondent, in the same order; null for those who say nothing to this measure. */
  values(answers: readonly Answers[]): readonly (V | null)[]
  /** Sums over the people of one cell: plain JSON. */
  figures(values: readonly V[]): unknown
}

export type Thresholds = { k_score: number; k_comment: number }

/** What a measure is planned by: all of it is frozen when the collection opens, or stored when it closes. */
type PlanBasis = {
  thresholds: Thresholds
  teams: readonly TeamNode[]
  /** The finest groups of values, where figures are broken down by an attribute. */
  groups?: readonly Group[] | null
}

/** The plan of respondents is stored like a measure that only counts them (respondents.ts). */
export const respondentsMeasure = 'respondents'

const thresholdRow = shapeOf(collections, ['k_score', 'k_comment', 'k_rate'], { imported: bool })
const teamRow = shapeOf(collectionTeams, ['team_id', 'parent_team_id'])

export async function basisOf(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<{ thresholds: RowOf<typeof thresholdRow>; teams: TeamNode[] }> {
  const thresholds = await only(
    tx,
    thresholdRow,
    sql`
      select ${thresholdRow.columns}, imported_at is not null as imported
      from collections
      where organisation_id = ${organisationId}
        and id = ${collectionId}`,
  )
  const teams = await many(
    tx,
    teamRow,
    sql`
      select ${teamRow.columns}
      from collection_teams
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}`,
  )
  return { thresholds, teams: teams.map((team) => ({ id: team.team_id, parent: team.parent_team_id })) }
}

/** Respondents as a release takes them, each in their team or at the node of their cell, and the finest groups of values. */
export type RespondentDivision = { respondents: readonly Respondent[]; groups: readonly Group[] | null }

/** Runs measures over the answers of a closed collection and stores their cells, replacing earlier ones of the same name. */
export async function release(
  tx: Tx,
  ref: CollectionRef,
  measures: readonly Measure[],
  { respondents, groups }: RespondentDivision,
): Promise<void> {
  const { thresholds, teams } = await basisOf(tx, ref)
  const shown = await findShownGroups(tx, ref)
  for (const measure of measures) {
    const stored = cellsInside(measure, respondents, { thresholds, teams, groups }, shown)
    await store(tx, ref, measure.name, stored)
    shown.set(measure.name, new Set(stored.groups.map((group) => group.team)))
  }
}

const shownRow = shape({ measure: releasedGroups.measure, teams: textList })

async function findShownGroups(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<Map<string, ReadonlySet<string>>> {
  const rows = await many(
    tx,
    shownRow,
    sql`
      select measure, array_agg(team_id) as teams
      from released_groups
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
      group by measure`,
  )
  return new Map(rows.map((row) => [row.measure, new Set(row.teams)]))
}

const noCells: StoredCells = { cells: [], groups: [] }
const noGroups: ReadonlySet<string> = new Set()

/** The cells of a measure, inside what is shown of its respondents and of the measures that it is within. */
export function cellsInside(
  measure: Measure,
  respondents: readonly Respondent[],
  basis: PlanBasis,
  shown: GroupsByMeasure,
): StoredCells {
  const around = [respondentsMeasure, ...(measure.within ?? [])].map((name) => shown.get(name) ?? noGroups)
  if (around.some((groups) => !groups.has(everyone))) return noCells
  const inside = shownTree(
    basis.teams,
    around.reduce((a, b) => a.intersection(b)),
  )
  const counted = withoutUncounted(respondents, basis.teams, shown, measure.follows ?? [])
  return cellsOf(
    measure,
    counted.map((one) => ({ ...one, team: inside.nodeOf(one.team) })),
    { ...basis, teams: inside.teams },
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

/** Plans over those who say something to the measure, inside all who could, and sums up each cell. */
function cellsOf(measure: Measure, respondents: readonly Respondent[], basis: PlanBasis): StoredCells {
  const { teams, thresholds } = basis
  const values = measure.values(respondents.map(({ answers }) => answers))
  const counted = respondents.flatMap(({ team, value: attribute = null }, index) => {
    const value = values[index]
    return value === null ? [] : [{ team, attribute, value }]
  })
  const k = thresholdOf(measure, thresholds)
  const plan = planCells(
    teams,
    counted.map(({ team }) => team),
    k,
    { asked: respondents.map(({ team }) => team) },
  )
  const attributes = counted.map(({ attribute }) => attribute)
  const groups =
    measure.brokenDown && basis.groups
      ? mergeGroups(
          basis.groups,
          attributes.map((value, index) => ({ cell: plan.cellOf[index], value })),
          placesOf(respondents, cellFinder(teams, plan)),
          k,
        )
      : null
  const { cellOf, ...stored } = groups ? crossed(plan, attributes, groups) : plan
  const people = new Map<number, unknown[]>()
  cellOf.forEach((cell, index) => {
    if (cell < 0) return
    const inCell = people.get(cell)
    if (inCell) inCell.push(counted[index].value)
    else people.set(cell, [counted[index].value])
  })
  return {
    cells: [...people].map(([cell, inCell]) => ({
      cell,
      size: inCell.length,
      figures: measure.figures(inCell),
    })),
    groups: stored.groups,
    ...('breakdown' in stored && { breakdown: stored.breakdown }),
  }
}

const placesOf = (respondents: readonly Respondent[], cellAt: (home: string | null) => number): Place[] =>
  respondents.map(({ team, value = null }) => ({ cell: cellAt(team), value }))

/** Cells cut once more, by groups of values: both teams and groups are unions of the pieces. */
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
      const inTeam = new Set(cells)
      return { team, cells: piecesIn((key) => inTeam.has(Math.floor(key / width))) }
    }),
    breakdown: groups.map((group, index) => ({ ...group, cells: piecesIn((key) => key % width === index) })),
  }
}

/** Adds up each group. A group of one cell needs no sum, and comments cannot be added: there the cells are read. */
function summed(cells: StoredCells['cells'], groups: StoredCells['groups']) {
  const at = new Map(cells.map((one) => [one.cell, one]))
  return groups.map((group) => {
    const inGroup = group.cells.flatMap((cell) => at.get(cell) ?? [])
    return {
      ...group,
      size: inGroup.reduce((size, one) => size + one.size, 0),
      sums: inGroup.length > 1 ? addFigures(inGroup.map((one) => one.figures)) : undefined,
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

/** Stores planned cells; also those of participation, whose people are recipients and not respondents. */
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
      from jsonb_to_recordset(${json(breakdown.map((group, place) => ({ ...group, ...expandedGroup(group), place })))})
        as shown (place integer, "values" text[], others boolean, cells integer[])`,
  )
}

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
      select g.measure, g.team_id as "teamId", g.size as n, ${figuresOfGroup} as cells
      from released_groups g
      where g.organisation_id = ${organisationId}
        and g.collection_id = ${collectionId}
        ${measures ? sql`and g.measure = any (${textArray(measures)})` : sql``}
      order by g.measure, g.team_id`,
  )
