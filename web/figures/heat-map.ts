/**
 * Teams by questions as a grid: which rows and columns there are, what is in each cell, and how it compares. Pure. Everything comes
 * from released figures; of a hidden team there is its name and where its answers are counted, and nothing else.
 */
import type { DriverId } from '../../contract/drivers.ts'
import { unitIn } from '../../contract/form-items.ts'
import type { HeatTone } from '../ui/heat-grid.tsx'
import { shownDifference } from '../ui/shown-difference.ts'
import type { EnpsEntry, Figures, Insight, Results, ScoreEntry } from './figure-queries.ts'

/** The row of everyone who was asked. */
export const everyone = 'everyone'

export type Mode = 'score' | 'change' | 'rest'

type Team = Results['teams'][number]

export type Column = {
  id: string
  text: string
  driver: DriverId | null
  isEnps: boolean
  min: number
  max: number
  /** High values are bad news. */
  isLowGood: boolean
  unit?: string
  /** What the author calls the steps: all of them, or the ends. */
  labels?: readonly string[]
}

export type Figure = {
  value: number
  n: number
  interval: readonly number[] | null
  distribution: readonly { value: number; count: number }[]
  isBanded: boolean
  /** Of the teams inside it that are shown by themselves, and not of all its people. */
  isPartial: boolean
  compared: ScoreEntry['questions'][number]['compared']
}

type Against = 'previous' | 'parent' | 'organisation'

/** A difference that the tests of the report tell. */
export type Told = {
  team: string
  column: string
  against: Against
  isUp: boolean
  from: number
  to: number
}

export type HeatMap = {
  columns: readonly Column[]
  teams: readonly Team[]
  /** By place (placeOf). */
  figures: ReadonlyMap<string, Figure>
  /** Figures of the instance before; null where there is none. */
  before: ReadonlyMap<string, Figure> | null
  told: readonly Told[]
}

export const placeOf = (team: string, column: string): string => `${team}.${column}`

const rowOf = (teamId: string | null | undefined): string => teamId ?? everyone

type Entry = ScoreEntry['questions'][number] | EnpsEntry['questions'][number]

const figureFrom = (entry: Entry): Figure => ({
  value: 'mean' in entry ? entry.mean : entry.enps,
  n: entry.n,
  interval: entry.interval,
  distribution: entry.distribution,
  isBanded: entry.banded,
  isPartial: entry.without_small_teams === true,
  compared: entry.compared,
})

const figuresByPlace = ({ scores, enps }: Figures): Map<string, Figure> =>
  new Map(
    [...scores, ...enps].flatMap(({ scope, questions }) =>
      questions.map(
        (entry: Entry) => [placeOf(rowOf(scope.team_id), entry.question_id), figureFrom(entry)] as const,
      ),
    ),
  )

const enpsMax = 100

/** In the order in which they were asked; eNPS, which has another scale, last. */
function columnsOf({ scores, enps, results }: Read): Column[] {
  const labelsOf = (id: string) => {
    const asked = results.asked.find((one) => one.id === id)
    return asked && 'labels' in asked && asked.labels ? { labels: asked.labels } : {}
  }
  const found = new Map<string, Column>()
  for (const { questions } of scores)
    for (const one of questions) {
      const { question_id: id, text, driver, min, max, favourable } = one
      const isLowGood = favourable !== null && favourable.from === min
      found.set(id, { id, text, driver, isEnps: false, min, max, isLowGood, ...unitIn(one), ...labelsOf(id) })
    }
  for (const { questions } of enps)
    for (const { question_id: id, text } of questions)
      found.set(id, { id, text, driver: null, isEnps: true, min: -enpsMax, max: enpsMax, isLowGood: false })
  return results.questions
    .flatMap(({ id }) => found.get(id) ?? [])
    .toSorted((one, other) => Number(one.isEnps) - Number(other.isEnps))
}

type Value = { of: string; metric: string; direction: string; from: number; to: number; against: string }

const isAgainst = (text: string): text is Against => ['previous', 'parent', 'organisation'].includes(text)

/** What tests call a difference, of each group and question. */
export function toldIn(insights: readonly Insight[]): Told[] {
  return insights.flatMap(({ scope, value }) => {
    const { of, metric, direction, from, to, against } = value as Value
    if (scope.question_id === undefined || of !== 'answers' || !isAgainst(against)) return []
    if (metric !== 'mean' && metric !== 'enps') return []
    const unit = metric === 'enps' ? enpsMax : 1
    return [
      {
        team: rowOf(scope.team_id),
        column: scope.question_id,
        against,
        isUp: direction === 'up',
        from: from * unit,
        to: to * unit,
      },
    ]
  })
}

type Read = Figures & { results: Results; changes: readonly Insight[] }

export function heatMapOf(read: Read, before: Figures | null): HeatMap {
  return {
    columns: columnsOf(read),
    teams: read.results.teams,
    figures: figuresByPlace(read),
    before: before && figuresByPlace(before),
    told: toldIn(read.changes),
  }
}

/** Why a cell has no figure. */
export type Why =
  | { kind: 'hidden'; countedIn: string | null | undefined }
  | { kind: 'not_before' }
  | { kind: 'no_rest' }
  | { kind: 'none' }

export type Reading =
  | {
      figure: Figure
      /** What the mode shows: a value, or a difference. */
      shown: number
      /** How far it is from what it is compared with; null where that is nothing. */
      tone: HeatTone
      told: Told | null
    }
  | { why: Why }

const halfSteps = 4
const thresholds = [0.2, 0.5, 1]
const enpsThresholds = [10, 25, 50]

/** On a scale of five steps 0.2, 0.5 and 1; on others in proportion. */
export const thresholdsOf = ({ isEnps, min, max }: Column): number[] =>
  isEnps ? enpsThresholds : thresholds.map((one) => (one * (max - min)) / halfSteps)

const precision = 1000
const writtenPrecision = 10

/** By the difference as it is written, so that a cell of +0.2 has the colour that the legend gives to +0.2. */
export function toneOf(difference: number, column: Column): HeatTone {
  const steps = thresholdsOf(column)
  const isFine = steps[0] * writtenPrecision < 1
  const places = column.isEnps ? 1 : isFine ? precision : writtenPrecision
  const size = Math.round(Math.abs(difference) * places) / places
  const reached = steps.filter((one) => size >= one).length
  return (Math.sign(difference) * reached || 0) as HeatTone
}

const againstIn: Readonly<Record<Mode, readonly Against[]>> = {
  score: ['organisation', 'parent'],
  rest: ['organisation'],
  change: ['previous'],
}

const toldOf = ({ told }: HeatMap, mode: Mode, team: string, column: string): Told | null =>
  againstIn[mode]
    .map((against) =>
      told.find((one) => one.team === team && one.column === column && one.against === against),
    )
    .find((one) => one !== undefined) ?? null

export function readingOf(map: HeatMap, mode: Mode, team: string, column: Column): Reading {
  const figure = map.figures.get(placeOf(team, column.id))
  if (!figure) return { why: whyHidden(map, team, column) }
  const told = toldOf(map, mode, team, column.id)
  if (mode === 'change') {
    const before = map.before?.get(placeOf(team, column.id))
    if (!before) return { why: { kind: 'not_before' } }
    const shown = differenceFrom(before.value, figure, column)
    return { figure, shown, tone: toneOf(shown, column), told }
  }
  const rest = figure.compared.find(({ comparison }) => comparison === 'organisation')
  const difference = rest && differenceFrom(rest.value, figure, column)
  const tone = difference === undefined ? null : toneOf(difference, column)
  if (mode === 'score') return { figure, shown: figure.value, tone, told }
  return difference === undefined ? { why: { kind: 'no_rest' } } : { figure, shown: difference, tone, told }
}

/** As both figures are written beside it, on every page. */
const differenceFrom = (other: number, { value }: Figure, { isEnps }: Column): number =>
  shownDifference(other, value, isEnps ? 0 : 1)

function whyHidden({ teams }: HeatMap, team: string, column: Column): Why {
  const found = teams.find(({ team_id: id }) => id === team)
  if (!found) return team === everyone ? { kind: 'hidden', countedIn: undefined } : { kind: 'none' }
  const figure = found.questions?.find(({ id }) => id === column.id)
  return { kind: 'hidden', countedIn: (found.suppressed ? found : figure)?.counted_in }
}

/** What the figures of a row leave out, or one of them: whose rest it is, and where that is counted. */
export function restIn({ teams, columns, figures }: HeatMap, row: string, column?: Column) {
  const partial = column ?? columns.find(({ id }) => figures.get(placeOf(row, id))?.isPartial)
  const questions = teams.find(({ team_id: id }) => id === row)?.questions
  return {
    teams,
    team: row === everyone ? null : row,
    countedIn: questions?.find(({ id }) => id === partial?.id)?.counted_in,
  }
}

export type Row = {
  id: string
  name: string | null
  depth: number
  isExpandable: boolean
  /** The whole team is hidden: where it is counted. */
  hidden: { countedIn: string | null | undefined } | null
}

export type Sort = { column: Column; isDescending: boolean }

/** The tree, open where it is not folded; of each team the teams inside it in order. */
export function rowsOf(
  map: HeatMap,
  mode: Mode,
  { folded, sort }: { folded: ReadonlySet<string>; sort: Sort | null },
): Row[] {
  const under = Map.groupBy(map.teams, (team) => team.parent_team_id)
  const rankOf = ({ team_id: id }: Team): number => {
    const reading = sort && readingOf(map, mode, id, sort.column)
    if (!sort || !reading || 'why' in reading) return Number.POSITIVE_INFINITY
    return sort.isDescending ? -reading.shown : reading.shown
  }
  const order = (teams: readonly Team[]): readonly Team[] =>
    sort ? teams.toSorted((one, other) => compare(rankOf(one), rankOf(other))) : teams
  const inside = (parent: string | null, depth: number): Row[] =>
    order(under.get(parent) ?? []).flatMap((team) => {
      const { team_id: id, name = id } = team
      const isExpandable = under.has(id)
      const row = { id, name, depth, isExpandable, hidden: hiddenRow(map, team) }
      return isExpandable && !folded.has(id) ? [row, ...inside(id, depth + 1)] : [row]
    })
  const hasAll = map.columns.some(({ id }) => map.figures.has(placeOf(everyone, id)))
  const all: Row = { id: everyone, name: null, depth: 0, isExpandable: false, hidden: null }
  return [...(hasAll ? [all] : []), ...inside(null, 0)]
}

/** Both may be infinite. */
const compare = (one: number, other: number): number => (one === other ? 0 : one < other ? -1 : 1)

function hiddenRow({ columns, figures }: HeatMap, team: Team): Row['hidden'] {
  if (columns.some(({ id }) => figures.has(placeOf(team.team_id, id)))) return null
  const first = team.questions?.find(({ id }) => columns.some((column) => column.id === id))
  return { countedIn: (team.suppressed ? team : first)?.counted_in }
}

/** How many answered, at most, any of the questions. */
export const answersIn = ({ columns, figures }: HeatMap, team: string): number =>
  Math.max(0, ...columns.map(({ id }) => figures.get(placeOf(team, id))?.n ?? 0))

/** The largest difference that the tests tell, in steps of the scale; null where they tell none. */
export function findingOf(map: HeatMap, mode: Mode): Told | null {
  const sizeOf = ({ column: id, from, to }: Told): number => {
    const column = map.columns.find((one) => one.id === id)
    return column ? Math.abs(to - from) / (column.max - column.min) : 0
  }
  return map.told
    .filter(({ against }) => againstIn[mode].includes(against))
    .filter(({ column }) => map.columns.some(({ id }) => id === column))
    .reduce<Told | null>((best, one) => (best && sizeOf(best) >= sizeOf(one) ? best : one), null)
}
