/**
 * How the figure of a question is shown, from what the API says of it: shares to both sides of the middle, bars, a mean with its interval.
 * Favourable answers are always at the end of the axis, so of a question that asks for bad news the low values are. What is neither
 * good nor bad news, as yes and no, has bars and no sides.
 */
import { unitIn } from '../../contract/form-items.ts'
import type { Count, Spread } from '../ui/diverging-bar.tsx'
import { isFarApart } from '../ui/far-apart.ts'
import type { Asked, Figure, Finding } from './results-queries.ts'

/** Words of answers in the reader's language. */
export type Words = {
  yes: string
  no: string
  other: string
  /** From very bad to very good. */
  moods: readonly string[]
  detractors: string
  passives: string
  promoters: string
}

type Range = readonly [low: number, high: number]

export type Measured = {
  value: number
  interval: Range | null
  /** The ends of the scale. */
  min: number
  max: number
  isEnps: boolean
  unit?: string
  /** Last time; null where there was none. */
  before: number | null
  /** Whether the test, corrected for all questions, tells a change; null where there is nothing to compare with. */
  change: 'up' | 'down' | 'unclear' | null
  /** What the change is to the one who reads it. */
  news: 'good' | 'bad' | 'neutral'
}

export type Bar = { label: string; count: number; share: number }

const middle = 2
const moodSteps = 5
const enpsEnd = 100
const sliderEnd = 100

/** How a finding compares its figure with another. */
type Comparison = { comparison: string; value: number; difference: number; told: boolean }

const isComparison = (one: unknown): one is Comparison =>
  typeof one === 'object' && one !== null && 'told' in one && typeof one.told === 'boolean'

/** The finding that states a question's figure: one of kind score, driver or enps. */
export const scoreOf = (findings: readonly Finding[], questionId: string): Finding | undefined =>
  findings.find(
    ({ kind, scope }) =>
      scope.question_id === questionId && (kind === 'score' || kind === 'driver' || kind === 'enps'),
  )

const polarityOf = (asked: Asked | undefined): 'good' | 'bad' | 'neutral' =>
  asked && 'high_is' in asked ? (asked.high_is ?? 'good') : 'good'

/** The ends of the scale of means. */
export function endsOf(
  asked: Asked | undefined,
  figure: Pick<Figure, 'type'> | undefined = asked,
): { min: number; max: number } {
  if (figure?.type === 'enps') return { min: -enpsEnd, max: enpsEnd }
  if (asked?.type === 'scale') return { min: asked.min ?? 1, max: asked.max ?? moodSteps }
  if (asked?.type === 'slider') return { min: asked.min ?? 0, max: asked.max ?? sliderEnd }
  return { min: 1, max: asked?.type === 'icons' ? (asked.count ?? moodSteps) : moodSteps }
}

const onSteps: ReadonlySet<string> = new Set(['scale', 'mood', 'icons', 'slider'])

/** null for a question without a mean on steps. */
export function measuredOf(
  figure: Figure,
  asked: Asked | undefined,
  findings: readonly Finding[],
): Measured | null {
  const isEnps = figure.type === 'enps'
  const value = isEnps ? figure.enps : figure.mean
  if (value === undefined || value === null || figure.type === 'number') return null
  const found = scoreOf(findings, figure.id)
  const before = found?.evidence.filter(isComparison).find(({ comparison }) => comparison === 'previous')
  const direction = before && (before.difference > 0 ? 'up' : 'down')
  const polarity = polarityOf(asked)
  const change = before ? (before.told ? direction! : 'unclear') : null
  return {
    value,
    interval: found?.interval ? [found.interval[0], found.interval[1]] : null,
    ...endsOf(asked, figure),
    isEnps,
    ...unitIn(figure),
    before: before ? before.value * (isEnps ? enpsEnd : 1) : null,
    change,
    news:
      polarity === 'neutral' ? 'neutral' : (direction === 'up') === (polarity === 'good') ? 'good' : 'bad',
  }
}

/** Figures that look far apart, although the test tells no change: the one of last time lies outside the likely range of this time. */
export const isPuzzling = ({ before, change, interval }: Measured): boolean =>
  change === 'unclear' && before !== null && isFarApart(before, interval)

type Labelled = { asked: Asked | undefined; figure?: Pick<Figure, 'type'> | undefined }

function labelOfStep({ asked, figure = asked }: Labelled, value: number, words: Words): string {
  const labels = asked && 'labels' in asked ? (asked.labels ?? []) : []
  const { min, max } = endsOf(asked, figure)
  const label =
    labels.length === max - min + 1
      ? labels[value - min]
      : value === min
        ? labels[0]
        : value === max
          ? labels.at(-1)
          : undefined
  if (asked?.type === 'mood') return label ?? words.moods[value - 1]
  return label === undefined ? String(value) : `${value} ${label}`
}

const detractorMax = 6
const passiveMax = 8

/** Shares to both sides; null where answers have no sides. */
export function spreadOf(figure: Figure, asked: Asked | undefined, words: Words): Spread | null {
  const values = (figure.distribution ?? []).map(({ value, count }) => ({ value: Number(value), count }))
  if (values.length === 0) return null
  if (figure.type === 'enps') {
    const people = (from: number, to: number): number =>
      values.reduce((sum, { value, count }) => (value >= from && value <= to ? sum + count : sum), 0)
    return {
      counts: [
        { label: words.detractors, count: people(0, detractorMax) },
        { label: words.passives, count: people(detractorMax + 1, passiveMax) },
        { label: words.promoters, count: people(passiveMax + 1, enpsEnd) },
      ],
      neutral: 1,
    }
  }
  if (!onSteps.has(figure.type) || polarityOf(asked) === 'neutral') return null
  const counts: Count[] = values.map(({ value, count }) => ({
    label: labelOfStep({ asked, figure }, value, words),
    count,
  }))
  return {
    counts: polarityOf(asked) === 'bad' ? counts.toReversed() : counts,
    neutral: counts.length % middle === 1 ? Math.floor(counts.length / middle) : null,
  }
}

/** What an answer to the question is called. */
export function labelOfValue(
  { asked, figure }: Labelled,
  value: string | number | boolean,
  words: Words,
): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number') return labelOfStep({ asked, figure }, value, words)
  const options = asked && 'options' in asked ? asked.options : []
  return options.find(({ id }) => id === value)?.text ?? (value === 'other' ? words.other : value)
}

/** Bars of what was chosen, the most frequent first; of steps in their order. Shares are of people, who may have chosen several. */
export function barsOf(figure: Figure, asked: Asked | undefined, words: Words): Bar[] {
  const { distribution = [], n = 0 } = figure
  const bars = distribution.map(({ value, count }) => ({
    label: labelOfValue({ asked, figure }, value, words),
    count,
    share: n === 0 ? 0 : count / n,
  }))
  return onSteps.has(figure.type) ? bars : bars.toSorted((one, other) => other.count - one.count)
}

const told = ({ value }: Finding): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const levelRank = ['problem', 'strength', 'fine', 'unclear']

/** What is told of a question: how it changed since last time, else how it stands. */
export function findingOf(findings: readonly Finding[], questionId: string): Finding | undefined {
  const own = findings.filter(({ scope }) => scope.question_id === questionId)
  return (
    own.find((one) => one.kind === 'change' && told(one).against === 'previous') ??
    own.find(({ kind }) => kind === 'level') ??
    own.find(({ kind }) => kind === 'sentiment_signal') ??
    scoreOf(own, questionId)
  )
}

function weightOf(finding: Finding): number {
  const { against, of, state } = told(finding)
  if (finding.kind === 'change') return (against === 'previous' ? 0 : 3) + (of === 'answers' ? 0 : 2)
  const rank = levelRank.indexOf(String(state))
  return finding.scope.question_id ? 1 + rank * 2 : 2 + rank * 2
}

const differenceOf = ({ evidence }: Finding): number =>
  Math.max(0, ...evidence.filter(isComparison).map(({ difference }) => Math.abs(difference)))

const isAlike = (one: Finding, other: Finding): boolean =>
  (one.scope.question_id ?? one.subject) === (other.scope.question_id ?? other.subject)

/** What is told of the group, the strongest first: changes since last time, then what is a problem, then what is a strength. A question is named once. */
export const strongest = (findings: readonly Finding[]): Finding[] =>
  findings
    .filter((one) => one.kind === 'change' || (one.kind === 'level' && told(one).state !== 'unclear'))
    .toSorted((one, other) => weightOf(one) - weightOf(other) || differenceOf(other) - differenceOf(one))
    .filter((one, at, all) => all.findIndex((other) => isAlike(one, other)) === at)

/** A test alone would call it, and the one that is corrected for all questions does not. */
const chanceMax = 0.05

/** What looks low or high and may be chance: read after what is told, and never as a finding. */
export const uncertain = (findings: readonly Finding[]): Finding[] =>
  findings.filter(
    (one) =>
      one.kind === 'level' &&
      told(one).state === 'unclear' &&
      one.evidence.some((test) => isTest(test) && !test.told && test.p <= chanceMax),
  )

const isTest = (test: unknown): test is { p: number; told: boolean } =>
  typeof test === 'object' && test !== null && 'p' in test && 'told' in test
