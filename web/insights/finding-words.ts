/** A finding in one short line, with what it rests on beside it: “Workload still scores low: 2.1 of 5”. Nothing is computed. */
import { type DriverId, driverIds } from '../../contract/drivers.ts'
import type { driverTexts } from '../drivers/driver-texts.ts'
import { locale, type Say } from '../messages.ts'
import { formatNumber, formatScore, formatWithUnit } from '../ui/number-format.ts'
import type { findingTexts } from './finding-texts.ts'
import { countOf, figureOf, titleOf } from './insight-figure.ts'
import type { Insight } from './ranked.ts'

export type Words = { say: Say<typeof findingTexts>; driver: Say<typeof driverTexts> }

/** A question of the survey that was answered on steps. */
export type AskedQuestion = {
  id: string
  text: string
  driver?: string | null | undefined
  max?: number | undefined
  unit?: string | undefined
}

type Level = {
  state: string
  basis: string
  reference: number
  times: number
  mean?: number
}

export const isDriver = (subject: string | null): subject is DriverId =>
  driverIds.some((id) => id === subject)

/** What is told of the team that the page shows, whose name it need not begin with. */
export function statementIn({ statement }: Pick<Insight, 'statement'>, team: string | null): string {
  const prefix = `${team}: `
  if (team === null || !statement.startsWith(prefix)) return statement
  const rest = statement.slice(prefix.length)
  // What begins small on purpose stays so: eNPS.
  return /^\p{Ll}\p{Lu}/u.test(rest) ? rest : rest.charAt(0).toLocaleUpperCase(locale) + rest.slice(1)
}

/** A title has no full stop; of several sentences each keeps its own. */
const asTitle = (text: string): string => (/[.!?] /.test(text) ? text : text.replace(/\.$/, ''))

/** Without its figures, unless it begins with one: for a row. */
export const shortLine = (
  insight: Pick<Insight, 'headline' | 'statement' | 'value'>,
  team: string | null,
): string =>
  insight.headline === null || (insight.value as { people?: number }).people !== undefined
    ? asTitle(statementIn(insight, team))
    : insight.headline

const timesSaidMax = 8

function timesIn({ say }: Words, times: number): string | null {
  if (times < 2) return null
  const most = Math.min(times, timesSaidMax) as 2 | 3 | 4 | 5 | 6 | 7 | 8
  return say(`times_${most}`)
}

/** The level of a finding that is one; null for all others. */
const levelOf = ({ kind, value }: Insight): Level | null =>
  kind === 'level' && (value as Level).basis === 'scale' ? (value as Level) : null

/**
 * null where the whole statement says it better: of a question that shares its driver with another, of which high values are bad news, or whose
 * figure would read like what it is measured against.
 */
function lineOf(words: Words, insight: Insight, questions: readonly AskedQuestion[]): string | null {
  const level = levelOf(insight)
  if (!level || (level.state !== 'problem' && level.state !== 'strength')) return null
  const { mean, reference, times, state } = level
  const question = questions.find(({ id }) => id === insight.scope.question_id)
  const { subject } = insight
  if (mean === undefined || question?.max === undefined || !isDriver(subject)) return null
  if (questions.some(({ id, driver }) => driver === subject && id !== question.id)) return null
  if (mean < reference !== (state === 'problem') || formatScore(mean) === formatScore(reference)) return null
  const { say } = words
  const figure = say('of_max', {
    value: formatScore(mean),
    max: formatWithUnit(formatNumber(question.max), question.unit),
  })
  const side = state === 'problem' ? 'low' : 'strength'
  return say(times > 1 ? `still_${side}` : side, { name: words.driver(subject), figure })
}

export type FindingLine = {
  title: string
  /** What the title leaves out; empty where it is the whole statement. */
  details: readonly string[]
}

/** As its card in Insights has it, with its figure in the line; the whole statement where it has no headline. */
function headlineOf({ say }: Words, insight: Insight, team: string | null): FindingLine {
  const { headline } = insight
  const figure = figureOf(say, insight)
  if (!headline || !figure) return { title: asTitle(statementIn(insight, team)), details: [] }
  const details = [countOf(say, insight), figure.against].filter((one) => one !== null)
  return figure.isBeginning
    ? { title: titleOf(insight, figure), details }
    : { title: say('headline', { headline, value: figure.value }), details }
}

/** @param team  whose page it is, or who is named beside the line */
export function findingLine(
  words: Words,
  insight: Insight,
  { team, questions }: { team: string | null; questions: readonly AskedQuestion[] },
): FindingLine {
  const title = lineOf(words, insight, questions)
  if (title === null) return headlineOf(words, insight, team)
  const text = questions.find(({ id }) => id === insight.scope.question_id)?.text
  return {
    title,
    details: [
      text !== undefined && words.say('question', { text }),
      insight.n !== null && words.say('answers', { n: insight.n }),
      timesIn(words, levelOf(insight)?.times ?? 1),
    ].filter((one) => typeof one === 'string'),
  }
}
