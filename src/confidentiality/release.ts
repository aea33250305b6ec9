/**
 * Release: from answers to cells, once, at close; from cells to figures, for everyone who reads.
 *
 * A measure is a pure function over answers (a question's histogram, a sentiment, a theme). The gate runs it: it finds which
 * respondents say anything to the measure, plans cells over exactly those people, lets the measure sum up each cell, and
 * stores the sums. A measure has cells of its own, since people skip questions: a figure about five answers is never mixed
 * from a cell of five respondents of whom two answered. Code outside this folder holds what a measure returns and nothing else.
 */
import type { Answer, Question } from '../../contract/questions.ts'
import {
  addFigures,
  type Around,
  aroundEach,
  cellFor,
  type CellGroup,
  type Division,
  divisionBy,
  everyone,
  type FollowUp,
  followUpsIn,
  type Group,
  groupFinder,
  type GroupsByMeasure,
  leadingTo,
  mergeGroups,
  numberedCells,
  planFigures,
  type Respondent,
  type TeamNode,
  withoutUncounted,
} from '../cells/cells.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { json, many, only, run, sql, type Tx } from '../db/db.ts'
import { bool, type RowOf, shape, shapeOf, textList } from '../db/shape.ts'
import { collections, collectionTeams, releasedGroups } from '../db/tables.ts'
import { atOnce, stepsInTurn } from '../in-turns.ts'
import { expandedGroup } from '../seats/seats.ts'
import { groupRows } from './figure-rows.ts'

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
  /** The questions that it is made from: its people are counted as they are there, and in all that lead to them. */
  readonly questions: readonly string[]
  /** One value a respondent, in the same order; null for those who say nothing to this measure. Asked for some of them at a time. */
  values(answers: readonly Answers[]): readonly (V | null)[]
  /** Where it is true of nobody's value, nobody says anything to this measure. */
  isNamed?(value: V): boolean
  /** Sums over the people of one cell: plain JSON. */
  figures(values: readonly V[]): unknown
  /**
   * What each group tells, where the sum of its cells would tell too much beside what the groups inside it tell.
   * @param groups  for each group the figures of its cells
   */
  told?(groups: readonly (readonly unknown[])[], around: Around): readonly unknown[]
}

export type Thresholds = { k_score: number; k_comment: number }

/** What a measure is planned by: all of it is frozen when the collection opens, or stored when it closes. */
type PlanBasis = {
  thresholds: Thresholds
  teams: readonly TeamNode[]
  /** The follow-up questions of the collection, in the order in which they are asked. */
  followUps: readonly FollowUp[]
  /** The finest groups of values, where figures are broken down by an attribute. */
  groups?: readonly Group[] | null
  /** Whether a lone answer is counted: see basisOf. */
  countsAll?: boolean
}

/** The plan of respondents is stored like a measure that only counts them (respondents.ts). */
export const respondentsMeasure = 'respondents'

const thresholdRow = shapeOf(collections, ['k_score', 'k_comment', 'k_rate', 'mode', 'breakdown'], {
  imported: bool,
})
const teamRow = shapeOf(collectionTeams, ['team_id', 'parent_team_id', 'is_complete'])

/**
 * teams: none where figures are shown by an attribute instead.
 * countsAll: every answer is counted, a lone one and the last of all included, and rates are exact. In attributed mode, because
 * readers see each answer by name; in an import, because nobody knows who was asked and did not answer.
 */
export async function basisOf(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<{ thresholds: RowOf<typeof thresholdRow>; teams: TeamNode[]; countsAll: boolean }> {
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
  return {
    thresholds,
    teams: thresholds.breakdown?.instead_of_teams
      ? []
      : teams.map((team) => ({
          id: team.team_id,
          parent: team.parent_team_id,
          incomplete: !team.is_complete,
        })),
    countsAll: thresholds.mode === 'attributed' || thresholds.imported,
  }
}

/** Respondents as a release takes them, each in their team or at the node of their cell, and the finest groups of values. */
export type RespondentDivision = { respondents: readonly Respondent[]; groups: readonly Group[] | null }

/** @param asked  all questions of the collection */
type Released = RespondentDivision & { asked: readonly Question[] }

/** Runs measures over the answers of a closed collection and stores their cells, replacing earlier ones of the same name. */
export async function release(
  tx: Tx,
  ref: CollectionRef,
  measures: readonly Measure[],
  { respondents, groups, asked }: Released,
): Promise<void> {
  const basis = { ...(await basisOf(tx, ref)), groups, followUps: followUpsIn(asked) }
  const shown = await findShownGroups(tx, ref)
  for (const measure of measures) {
    const stored = await stepsInTurn(cellSteps(measure, respondents, basis, shown))
    await store(tx, ref, measure.name, stored)
    shown.set(measure.name, shownIn(stored))
  }
}

/** The groups with a figure of all their people. */
export const shownIn = ({ groups }: Pick<StoredCells, 'groups'>): Set<string> =>
  new Set(groups.filter(({ partial }) => !partial).map(({ team }) => team))

const shownRow = shape({ measure: releasedGroups.measure, teams: textList })

/** The groups of each measure that was released with a figure of all their people. */
export async function findShownGroups(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<Map<string, ReadonlySet<string>>> {
  const rows = await many(
    tx,
    shownRow,
    sql`
      select measure, array_agg(team_id) as teams
      from (${groupRows(organisationId, { collection: sql`${collectionId}`, measures: null, team: null })}) as g
      where not g.partial
      group by measure`,
  )
  return new Map(rows.map((row) => [row.measure, new Set(row.teams)]))
}

const noCells: StoredCells = { cells: [], groups: [] }
const noGroups: ReadonlySet<string> = new Set()

/** The cells of a measure, inside what is shown of its respondents and of the measures that it is within. */
export const cellsInside = (...all: Parameters<typeof cellSteps>): StoredCells => atOnce(cellSteps(...all))

function* cellSteps(
  measure: Measure,
  respondents: readonly Respondent[],
  basis: PlanBasis,
  shown: GroupsByMeasure,
): Generator<void, StoredCells> {
  const around = [respondentsMeasure, ...(measure.within ?? [])].map((name) => shown.get(name) ?? noGroups)
  if (around.some((groups) => !groups.has(everyone))) return noCells
  const within = divisionBy(
    basis.teams,
    around.reduce((a, b) => a.intersection(b)),
  )
  const followUps = leadingTo(measure.questions, basis.followUps)
  const counted = withoutUncounted(respondents, basis.teams, shown, followUps)
  yield
  return yield* cellsOf(measure, counted, basis, within)
}

const thresholdOf = ({ threshold }: Measure, { k_comment, k_score }: Thresholds): number =>
  threshold === 'comment' ? k_comment : k_score

type StoredCells = {
  cells: { cell: number; size: number; figures: unknown }[]
  /** `told`: see Measure; otherwise the sum of the cells. */
  groups: (CellGroup & { told?: unknown })[]
  /** The same cells, as the values of the attribute divide them. */
  breakdown?: (Group & { cells: number[] })[]
}

/**
 * Those who are counted, as columns: the cell of each and the value of the attribute. Tens of thousands of objects for each measure
 * would grow the process more than all answers do.
 */
type Counted = { cells: readonly string[]; attributes: readonly (string | null)[] }

/** Respondents. Values of so many take less than a millisecond. */
const valuedAtOnce = 100

function* valuesOf(measure: Measure, respondents: readonly Respondent[]): Generator<void, unknown[]> {
  const values: unknown[] = []
  let isNamed = !measure.isNamed
  for (let from = 0; from < respondents.length; from += valuedAtOnce) {
    const some = respondents.slice(from, from + valuedAtOnce).map(({ answers }) => answers)
    for (const value of measure.values(some)) {
      values.push(value)
      isNamed ||= value !== null && measure.isNamed!(value)
    }
    yield
  }
  return isNamed ? values : values.fill(null)
}

/** Plans over those who say something to the measure, in whole cells of the division around it, and sums up each cell. */
function* cellsOf(
  measure: Measure,
  respondents: readonly Respondent[],
  { teams, thresholds, groups, countsAll = false }: PlanBasis,
  within: Division,
): Generator<void, StoredCells> {
  const values = yield* valuesOf(measure, respondents)
  const cells = respondents.map(({ team }, person) =>
    values[person] === null ? null : cellFor(within, team),
  )
  yield
  const speaking = new Map<string, number>()
  for (const cell of cells) if (cell !== null) speaking.set(cell, (speaking.get(cell) ?? 0) + 1)
  const isCounted = (cell: string): boolean => countsAll || (speaking.get(cell) ?? 0) > 1
  const counts = new Map([...speaking].map(([cell, people]) => [cell, isCounted(cell) ? people : 0]))
  const k = thresholdOf(measure, thresholds)
  const division = planFigures(teams, within, counts, k)
  if (!division) return noCells
  yield
  const people = [...cells.keys()].filter((person) => {
    const cell = cells[person]
    return cell !== null && isCounted(cell)
  })
  const counted = {
    cells: people.map((person) => cellFor(division, cells[person] || null)),
    attributes: people.map((person) => respondents[person].value ?? null),
  }
  yield
  const numbered = numberedCells(teams, division, counted.cells)
  const merged = measure.brokenDown && groups ? mergeGroups(groups, crossingsIn(counted), k) : null
  const {
    cellOf,
    groups: stored,
    breakdown,
  } = merged ? crossed(numbered, counted, merged) : { ...wholeCells(numbered, counted), breakdown: undefined }
  yield
  const inCell = Map.groupBy(counted.cells.keys(), (index) => cellOf[index])
  const summedUp: StoredCells['cells'] = []
  for (const [cell, inside] of [...inCell].toSorted(([a], [b]) => a - b)) {
    yield
    const figures = measure.figures(inside.map((index) => values[people[index]]))
    summedUp.push({ cell, size: inside.length, figures })
  }
  yield
  return {
    cells: summedUp,
    groups: measure.told ? toldBy(measure.told, summedUp, stored) : stored,
    ...(breakdown && { breakdown }),
  }
}

function toldBy(
  tell: NonNullable<Measure['told']>,
  cells: StoredCells['cells'],
  groups: readonly CellGroup[],
): StoredCells['groups'] {
  const figuresOf = new Map(cells.map(({ cell, figures }) => [cell, figures]))
  const all = groups.map((group) => group.cells.map((cell) => figuresOf.get(cell)))
  const said = tell(all, aroundEach(groups))
  return groups.map((group, place) => ({ ...group, told: said[place] }))
}

const crossingsIn = ({ cells, attributes }: Counted) =>
  cells.map((cell, person) => ({ cell, value: attributes[person], count: 1 }))

type Numbered = ReturnType<typeof numberedCells>

function wholeCells({ nodes, groups }: Numbered, { cells }: Counted) {
  const numberOf = new Map(nodes.map((node, cell) => [node, cell]))
  return { cellOf: cells.map((cell) => numberOf.get(cell) ?? -1), groups }
}

/** Cells cut again, by groups of values: both teams and groups are unions of the pieces. */
function crossed(numbered: Numbered, counted: Counted, groups: readonly Group[]) {
  const groupAt = groupFinder(groups)
  const width = groups.length
  const { cellOf } = wholeCells(numbered, counted)
  const keys = cellOf.map((cell, person) => cell * width + groupAt(counted.attributes[person]))
  const pieces = [...new Set(keys)].toSorted((a, b) => a - b)
  const at = new Map(pieces.map((key, piece) => [key, piece]))
  const piecesIn = (holds: (key: number) => boolean): number[] =>
    pieces.flatMap((key, piece) => (holds(key) ? [piece] : []))
  return {
    cellOf: keys.map((key) => at.get(key) ?? -1),
    groups: numbered.groups.map(({ cells, ...group }) => {
      const inTeam = new Set(cells)
      return { ...group, cells: piecesIn((key) => inTeam.has(Math.floor(key / width))) }
    }),
    breakdown: groups.map((group, index) => ({ ...group, cells: piecesIn((key) => key % width === index) })),
  }
}

/** What each group tells, or the sum of its cells. A group of one cell needs no sum, and comments cannot be added: there the cells are read. */
function summed(cells: StoredCells['cells'], groups: StoredCells['groups']) {
  const at = new Map(cells.map((one) => [one.cell, one]))
  return groups.map(({ told, ...group }) => {
    const inGroup = group.cells.flatMap((cell) => at.get(cell) ?? [])
    return {
      ...group,
      size: inGroup.reduce((size, one) => size + one.size, 0),
      sums: told ?? (inGroup.length > 1 ? addFigures(inGroup.map((one) => one.figures)) : undefined),
    }
  })
}

/** Stores planned cells; also those of participation, whose people are recipients and not respondents. */
export async function store(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  measure: string,
  { cells, groups, breakdown = [] }: StoredCells,
): Promise<void> {
  for (const table of ['released_groups', 'packed_groups', 'released_breakdowns', 'cells', 'packed_cells']) {
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
      insert into released_groups (organisation_id, collection_id, measure, team_id, partial, cells, size, sums)
      select ${organisationId}, ${collectionId}, ${measure}, team, partial, cells, size, sums
      from jsonb_to_recordset(${json(summed(cells, groups))})
        as shown (team text, partial boolean, cells integer[], size integer, sums jsonb)`,
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
