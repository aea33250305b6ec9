/** What of a finding is beside its sentence: the one figure that it is about, and what that was compared with. Nothing is computed. */
import type { Say } from '../messages.ts'
import { formatNumber, formatPercent, formatScore, formatSigned } from '../ui/number-format.ts'
import type { findingTexts } from './finding-texts.ts'
import type { Insight } from './ranked.ts'

type Words = Say<typeof findingTexts>
export type Figure = {
  value: string
  /** What it is of, where the number alone does not tell: eNPS. */
  unit: string | null
  against: string | null
  /** The headline goes on from it: “11” “people mention tools”. */
  isBeginning?: boolean
}

type Level = {
  state: string
  target: boolean
  reference: number
  mean?: number
  enps?: number
  /** Who mention a driver, or ask for something about it. */
  people?: number
}
type Change = { metric: string; against: string; from: number; to: number }
type Before = { comparison?: string; value?: number } | null

/** What cannot be called high or low stays on the page, and asks for no attention. */
export const isQuiet = ({ kind, value }: Insight): boolean =>
  kind === 'level' && ['unclear', 'fine'].includes((value as Level).state)

/** What it is, in a word. */
export function kindText(say: Words, insight: Insight): string {
  if (isQuiet(insight)) return say('quiet')
  const { kind, value } = insight
  if (kind === 'change' && ['parent', 'organisation'].includes((value as Change).against))
    return say('kind_difference')
  return say(kind === 'level' && (value as Level).state === 'strength' ? 'kind_strength' : `kind_${kind}`)
}

const written: Readonly<Record<string, (value: number) => string>> = {
  enps: (value) => formatSigned(value * 100),
  share: formatPercent,
  participation: formatPercent,
}

const write = (metric: string, value: number): string => (written[metric] ?? formatScore)(value)

/** Points from −100 to 100 look like no score, but like what? */
const unitOf = (isEnps: boolean): string | null => (isEnps ? 'eNPS' : null)

const againstKeys = {
  previous: 'was',
  parent: 'rest_has',
  organisation: 'others_have',
  trend: 'from_at_first',
} as const

const isAgainst = (name: string): name is keyof typeof againstKeys => Object.hasOwn(againstKeys, name)

function levelFigure(say: Words, level: Level): Figure | null {
  const { mean, enps, reference, target, people } = level
  if (people !== undefined)
    return { value: formatNumber(people), unit: null, against: null, isBeginning: true }
  const value = mean === undefined ? enps : mean
  if (value === undefined) return null
  const format = mean === undefined ? formatSigned : formatScore
  return {
    value: format(value),
    unit: unitOf(mean === undefined),
    against: say(target ? 'target_is' : 'middle_is', { value: formatNumber(reference) }),
  }
}

/** How much a card is to weigh: what needs somebody, what is better or worse elsewhere, what has got better. */
export function severityOf({ kind, value }: Insight): 'problem' | 'strength' | undefined {
  if (kind === 'strength') return 'strength'
  if (kind !== 'level') return undefined
  const { state } = value as Level
  return state === 'problem' || state === 'strength' ? state : undefined
}

const ofPeople: ReadonlySet<Insight['kind']> = new Set(['participation', 'theme', 'coverage', 'summary'])

/** “14 answers”: how many it rests on; null where its sentence says it. */
export const countOf = (say: Words, { kind, n, value, headline }: Insight): string | null =>
  n === null || headline === null || ofPeople.has(kind) || (value as { people?: number }).people !== undefined
    ? null
    : say('answers', { n })

/** @returns null where the statement alone says it */
export function figureOf(say: Words, { kind, value, n, evidence }: Insight): Figure | null {
  const was = (metric: string, before: Before | undefined): string | null =>
    before?.value === undefined || before.comparison !== 'previous'
      ? null
      : say('was', { value: write(metric, before.value) })
  if (kind === 'level') return levelFigure(say, value as Level)
  if (kind === 'change') {
    const { metric, against, from, to } = value as Change
    if (!isAgainst(against)) return null
    return {
      value: write(metric, to),
      unit: unitOf(metric === 'enps'),
      against: say(againstKeys[against], { value: write(metric, from) }),
    }
  }
  if (kind === 'participation') {
    const rate = (value as { response_rate: number | null }).response_rate
    return rate === null ? null : { value: formatPercent(rate), unit: null, against: null }
  }
  if (kind === 'theme')
    return {
      // From the counts: the share is rounded already, and would be rounded again.
      value: formatPercent(n ? (value as { people: number }).people / n : (value as { share: number }).share),
      unit: null,
      against: was('share', (evidence as readonly Before[])[0]),
    }
  if (kind === 'driver' || kind === 'score') {
    const { mean, change } = value as { mean?: number; change?: Before }
    return mean === undefined ? null : { value: formatScore(mean), unit: null, against: was('mean', change) }
  }
  if (kind !== 'enps') return null
  const { enps, change } = value as { enps: number; change?: Before }
  return { value: formatSigned(enps), unit: unitOf(true), against: was('enps', change) }
}

/** What a card is called: its headline where its figure is beside it, or begins it. */
export function titleOf({ headline, statement }: Insight, figure: Figure | null): string {
  if (!figure || headline === null) return statement
  return figure.isBeginning ? `${figure.value} ${headline}` : headline
}

/** “Also in Engineering: −26, 31 answers” */
export function alikeText(say: Words, insight: Insight): string {
  const { team_name: team } = insight.scope
  const figure = figureOf(say, insight)
  const value = [figure?.value, countOf(say, insight)].filter(Boolean).join(', ')
  return team === null ? say('also_everyone', { value }) : say('also_in', { team, value })
}
