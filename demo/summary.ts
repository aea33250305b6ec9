/**
 * The summary at the end: what a team lead wants to read, in at most 100 columns. Every figure comes from the API; a figure that the API
 * withholds is shown as hidden.
 */
import type { QuestionFigure, TeamFigures } from '../contract/collections.ts'
import type { Insight } from '../contract/insights.ts'
import { isAveraged, measureOf } from '../src/questions/questions.ts'
import type { Read } from './collections.ts'

const width = 100
const hidden = 'hidden, too few answered'

export type Summed = {
  title: string
  read: readonly Read[]
  /** team id → the team above it */
  parents: ReadonlyMap<string, string | null>
  /** Why the response rates say nothing, where that is so. */
  rateNote?: string
}

export function summaryOf(it: Summed): string[] {
  const instances = it.read.filter(({ kind }) => kind === 'check_in_instance')
  const pulses = it.read.filter(({ kind }) => kind === 'pulse')
  const last = instances.at(-1)!
  return [
    it.title,
    ...section('Who answered', it.rateNote ? counts(instances, it.rateNote) : rates(it.read)),
    ...section(
      instances.length > 3 ? 'Means, period by period' : `Scores on ${last.date}`,
      instances.length > 3 ? [...overPeriods(instances), ...teamsLine(last)] : byTeam(last, it.parents),
    ),
    ...section('What changed against the time before, told apart from chance', changes(it.read, 'previous')),
    ...section('Who stands out against the others', changes([...pulses, last], 'organisation')),
    ...section(`What people write about, ${last.date}`, themes(last, 4)),
    ...pulses.flatMap((pulse) => section(`What people write about, “${pulse.title}”`, themes(pulse, 2))),
    ...section('Recommended actions', actions(instances.length > 3 ? instances : [...pulses, last])),
  ].map((line) => cut(line, width))
}

const section = (title: string, lines: string[]): string[] => ['', title, ...lines.map((line) => `  ${line}`)]

const cut = (line: string, columns: number): string =>
  line.length > columns ? `${line.slice(0, columns - 1).trimEnd()}…` : line

const padded = (text: string, columns: number): string => cut(text, columns).padEnd(columns)

/** share 0 … 1 → "██████░░░░" */
export function bar(share: number, columns: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * columns)
  return '█'.repeat(full) + '░'.repeat(columns - full)
}

const rates = (read: readonly Read[]): string[] =>
  read.map(({ date, title, results: { response_summary: summary } }) => {
    const rate = summary.response_rate
    const shown = rate === null ? 'hidden' : `${bar(rate, 20)} ${Math.round(rate * 100)} %`
    return `${date}  ${padded(title, 28)} ${shown}  ${summary.responded} of ${summary.recipients}`
  })

const counts = (read: readonly Read[], note: string): string[] =>
  [
    read
      .map(({ date, results }) => `${date.slice(0, 7)}: ${results.response_summary.responded}`)
      .join('   ')
      .replace(/^(.{1,92})(?: {3}|$)(.*)$/, (_all, first: string, rest: string) =>
        rest ? `${first}\n  ${rest}` : first,
      ),
    note,
  ].flatMap((line) => line.split('\n').map((part) => part.trim()))

const scales = (questions: readonly QuestionFigure[]): QuestionFigure[] => questions.filter(isAveraged)

/** The possible values, from the figure of everyone. */
const bounds = ({ distribution = [] }: QuestionFigure): [number, number] => {
  const values = distribution.map(({ value }) => Number(value))
  return [Math.min(...values), Math.max(...values)]
}

const columnWidth = 16

function byTeam({ results }: Read, parents: Summed['parents']): string[] {
  const scaleQuestions = scales(results.questions).slice(0, 4)
  const enps = results.questions.find((question) => measureOf(question) === 'enps')
  const row = (name: string, questions: readonly QuestionFigure[]): string => {
    const cells = scaleQuestions.map((question) => {
      const own = questions.find(({ id }) => id === question.id)
      if (own?.mean === undefined || own.mean === null) return padded('hidden', columnWidth)
      const [min, max] = bounds(question)
      return padded(`${bar((own.mean - min) / (max - min), 10)} ${own.mean.toFixed(1)}`, columnWidth)
    })
    const recommend = questions.find(({ id }) => id === enps?.id)?.enps
    return `${padded(name, 18)}${cells.join('')}${enps ? String(recommend ?? 'hidden').padStart(5) : ''}`.trimEnd()
  }
  const children = (parent: string | null): TeamFigures[] =>
    results.teams.filter(({ team_id: id }) => (parents.get(id) ?? null) === parent)
  const rows = (parent: string | null, depth: number): string[] =>
    children(parent).flatMap((team) => {
      const name = '  '.repeat(depth) + (team.name ?? team.team_id)
      const own = team.questions ? row(name, team.questions) : `${padded(name, 18)}${hidden}`
      return [own, ...rows(team.team_id, depth + 1)]
    })
  return [
    `${' '.repeat(18)}${scaleQuestions.map(({ id }) => padded(id, columnWidth)).join('')}${enps ? ' eNPS' : ''}`,
    row('Everyone', results.questions),
    ...rows(null, 0),
  ]
}

/** One line for each question; the number after the slash is the length of its scale. */
const named = (id: string): string => id.replace(/_of_\d+$/, '').replaceAll('_', ' ')

function overPeriods(instances: readonly Read[]): string[] {
  const names = [
    ...new Set(instances.flatMap(({ results }) => scales(results.questions).map(({ id }) => named(id)))),
  ]
  const cell = (found: QuestionFigure | undefined): string =>
    found?.mean === undefined || found.mean === null ? '' : `${found.mean.toFixed(1)}/${bounds(found)[1]}`
  const lead = width - 2 - 7 * instances.length
  return [
    ' '.repeat(lead) + instances.map(({ date }) => date.slice(2, 7).padStart(7)).join(''),
    ...names.map(
      (name) =>
        padded(name, lead) +
        instances
          .map(({ results }) =>
            cell(scales(results.questions).find(({ id }) => named(id) === name)).padStart(7),
          )
          .join(''),
    ),
  ]
}

function teamsLine({ date, results: { teams } }: Read): string[] {
  const shown = teams.filter(({ suppressed }) => !suppressed).map(({ name }) => name)
  const others = teams.length - shown.length
  return teams.length === 0
    ? []
    : [
        `Teams ${date.slice(0, 7)}: ${shown.join(', ') || 'none shown'}${others ? `; ${others} ${hidden}` : ''}`,
      ]
}

type Compared = { comparison: 'previous' | 'organisation'; value: number; p_adjusted: number }

/** The figures that the report's evidence compares. */
export const comparedWith = (
  { kind, evidence }: Insight,
  against: Compared['comparison'],
): Compared | undefined =>
  kind === 'score' || kind === 'driver'
    ? (evidence as Compared[]).find(({ comparison }) => comparison === against)
    : undefined

/** Only differences that the report calls a difference. */
export const isReported = (insight: Insight, against: Compared['comparison']): boolean =>
  (comparedWith(insight, against)?.p_adjusted ?? 1) <= 0.05

const changesShown = 8

function changes(read: readonly Read[], against: Compared['comparison']): string[] {
  const all = read.flatMap(({ insights }) => insights.filter((insight) => comparedWith(insight, against)))
  const lines = read.flatMap(({ date, insights }) =>
    insights
      .filter((insight) => isReported(insight, against))
      .map((insight) => {
        const [, subject] = /^(.*?”) /.exec(insight.statement)!
        const now = (insight.value as { mean: number }).mean.toFixed(1)
        const { value, p_adjusted: p } = comparedWith(insight, against)!
        const difference =
          against === 'previous' ? `${value.toFixed(1)} → ${now}` : `${now}, others ${value.toFixed(1)}`
        return `${date}  ${cut(subject, 58)}  ${difference}  (p ${p < 0.001 ? '< 0.001' : p.toFixed(3)})`
      }),
  )
  return lines.length === 0 ? [`Nothing, in ${all.length} comparisons.`] : lines.slice(-changesShown)
}

const quoteWidth = width - 8

type Theme = { label: string; share: number; quotes: string[] }

const themesOf = ({ insights }: Read): Insight[] =>
  insights
    .filter(({ kind, scope }) => kind === 'theme' && scope.team_id === null)
    .toSorted((a, b) => (b.value as Theme).share - (a.value as Theme).share)

const themes = (read: Read, count: number): string[] =>
  themesOf(read)
    .slice(0, count)
    .flatMap(({ statement, value }) => {
      const { label, share, quotes } = value as Theme
      const feeling = /, ([a-z ]+)\.$/.exec(statement)?.[1] ?? ''
      return [
        `${padded(label[0].toUpperCase() + label.slice(1), 30)} ${bar(share, 20)} ${String(Math.round(share * 100)).padStart(3)} %  ${feeling}`,
        ...quotes
          .map((quote) => quote.replaceAll(/\s+/g, ' '))
          .toSorted((a, b) => Number(a.length > quoteWidth) - Number(b.length > quoteWidth))
          .slice(0, 2)
          .map((quote) => `    “${cut(quote, quoteWidth)}”`),
      ]
    })

const actionsShown = 6

type Recommended = {
  driver: string
  confidence: string
  action: { first_step: string }
}

function actions(read: readonly Read[]): string[] {
  const lines = read.flatMap(({ date, insights }) =>
    insights
      .filter(({ kind }) => kind === 'recommended_action')
      .map(({ statement, value }) => {
        const { driver, confidence, action } = value as Recommended
        return [
          `${date}  ${statement} (${driver}, confidence ${confidence})`,
          ...wrapped(`First: ${action.first_step}`, width - 14).map((line) => `            ${line}`),
        ]
      }),
  )
  return lines.length === 0
    ? ['None: nothing is measurably worse than before or than elsewhere.']
    : lines.slice(-actionsShown).flat()
}

/** Wraps a text between words. */
function wrapped(text: string, columns: number): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!
    if (line && line.length + 1 + word.length > columns) lines.push(word)
    else lines[lines.length - 1] = line ? `${line} ${word}` : word
  }
  return lines
}
