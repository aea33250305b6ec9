/**
 * Evidence of a recommended action: priority, its parts and confidence are functions of the evidence and of nothing else. Each
 * piece carries the released figures and the seed that it was made from, so that everybody can compute all of it again
 * (`recomputed`); a p of the same people at two instances is itself a released figure, computed inside the gate.
 *
 * priority = gap x impact x prevalence x confidence. Gap: how far the group is on the bad side of its baseline, in standard
 * deviations. Impact: the correlation of the driver with the outcome in the organisation, shrunk to 0.3. Prevalence: the lower
 * bound of the share of people concerned. No causal claim: it says what was measured, not what will help.
 */
import type { TestInputs } from '../report/difference.ts'
import { topicSentiment } from '../measurements.ts'
import {
  adjustedBy,
  type Correction,
  halfTest,
  type Histogram,
  type Interval,
  meanOf,
  permutationTest,
  shareTest,
  signFlipTest,
  wilson,
} from '../../statistics/statistics.ts'

export type Confidence = 'high' | 'medium' | 'low'
export type Parts = { gap: number; impact: number; prevalence: number; confidence: number }

type Comparison = {
  to:
    | 'previous'
    | 'parent'
    | 'organisation'
    | 'middle_of_scale'
    | 'target'
    | 'half'
    | 'minimum'
    | 'neutral'
    | 'prior'
    | 'none'
  value: number | null
}

type Share = { successes: number; n: number }

/** `made`: the inputs of the piece; those of its p are in `against`, and p_adjusted follows from `correction`. */
export type Evidence = {
  value: number
  interval: Interval | null
  n: number
  comparison: Comparison
  p: number | null
  p_adjusted: number | null
  method: string
  correction: Correction | null
} & (
  | {
      metric: 'scale_mean'
      made: {
        values: Histogram
        min: number
        max: number
        /** −1: high values are bad news. */
        polarity: 1 | -1
        repeated: boolean
        against: TestInputs | null
      }
    }
  | { metric: 'low_share'; made: Share }
  | { metric: 'negative_mentions'; made: Share & { against: TestInputs | null } }
  | { metric: 'negative_share'; made: Share & { against: TestInputs | null } }
  | { metric: 'suggestion_share'; made: Share & { against: TestInputs | null } }
  | { metric: 'sentiment'; made: { people: number; sum: number; squares: number } }
  | { metric: 'impact'; made: { correlation: number; n: number } }
)

export type Piece<M extends Evidence['metric']> = Extract<Evidence, { metric: M }>

export const impactPrior = { correlation: 0.3, weight: 30 }

const confidentFrom = 12 // answers for "high"
const negativePeopleMin = 3
const gapMax = 3
const scaleDeviations = 4 // a 1-5 scale has a standard deviation near 1, a quarter of its range
const textDeviation = 0.4 // of answers' sentiment, on -1..1
const gapNotable = 0.3 // below it two sources that agree on the bad side are no evidence
const prevalenceMin = 0.05 // a score may fall by a point before anybody scores low: it counts, but little
const prevalenceText = 0.1 // lower bound from which comments alone may lead to an action
const significantTo = 0.05

const confidenceWeight: Record<Confidence, number> = { high: 1, medium: 0.6, low: 0.2 }

const pieceOf = <M extends Evidence['metric']>(evidence: readonly Evidence[], metric: M) =>
  evidence.find((one): one is Piece<M> => one.metric === metric)

/** Answers of at most 2 of 5, carried over to scales of other lengths; of at least 4 where high values are bad news. */
export const lowOf = ({
  values,
  min,
  max,
  polarity,
}: {
  values: Histogram
  min: number
  max: number
  polarity: 1 | -1
}): Share => ({
  successes: values
    .filter(({ value }) => (polarity > 0 ? value - min : max - value) / (max - min) <= 0.25)
    .reduce((all, { count }) => all + count, 0),
  n: values.reduce((all, { count }) => all + count, 0),
})

/** The correlation of the driver with the organisation's outcome, shrunk to the prior: few pairs count little. */
export function impactOf({ correlation, n }: { correlation: number; n: number }): number {
  const prior = impactPrior.weight / (impactPrior.weight + n)
  return clamp(prior * impactPrior.correlation + (1 - prior) * correlation, 0, 1)
}

function scaleGap(scale: Piece<'scale_mean'> | undefined): number {
  if (!scale || scale.made.max <= scale.made.min || scale.comparison.value === null) return 0
  const deviation = (scale.made.max - scale.made.min) / scaleDeviations
  const behind = (scale.comparison.value - meanOf(scale.made.values)) * scale.made.polarity
  return clamp(behind / deviation, 0, gapMax)
}

/** Between two shares, in the unit that makes them comparable wherever they lie. Source: Cohen 1988, h. */
function shareGap(
  share: Piece<'negative_share' | 'negative_mentions' | 'suggestion_share'> | undefined,
): number {
  if (!share || share.comparison.value === null) return 0
  const angle = (part: number): number => 2 * Math.asin(Math.sqrt(clamp(part, 0, 1)))
  return clamp(angle(share.value) - angle(share.comparison.value), 0, gapMax)
}

const isWorse = (piece: Evidence | undefined): boolean =>
  piece !== undefined && piece.p !== null && piece.p <= significantTo

/** Requests count where there are more than before or elsewhere, or by themselves, from enough people. */
const isAsked = (suggestion: Piece<'suggestion_share'> | undefined): boolean =>
  suggestion?.comparison.to === 'minimum' || isWorse(suggestion)

/**
 * A scale is a measurement and sentiment an estimate, which counts only where no question measures the driver. Suggestions are
 * counts of people, so they count beside a scale.
 */
function gapOf(evidence: readonly Evidence[]): number {
  const scale = pieceOf(evidence, 'scale_mean')
  const suggestion = pieceOf(evidence, 'suggestion_share')
  const negative = pieceOf(evidence, 'negative_share')
  const sentiment = pieceOf(evidence, 'sentiment')
  const sentimentGap = sentiment ? clamp(-sentiment.value / textDeviation, 0, gapMax) : 0
  const mentions = pieceOf(evidence, 'negative_mentions')
  const text = Math.max(
    negative?.comparison.to === 'none' ? sentimentGap : shareGap(negative),
    isWorse(mentions) ? shareGap(mentions) : 0,
  )
  return Math.max(scale ? scaleGap(scale) : text, isAsked(suggestion) ? shareGap(suggestion) : 0)
}

const prevalenceOf = (evidence: readonly Evidence[]): number =>
  clamp(
    Math.max(
      prevalenceMin,
      ...(['low_share', 'negative_share', 'suggestion_share'] as const).map(
        (metric) => pieceOf(evidence, metric)?.interval?.[0] ?? 0,
      ),
    ),
    0,
    1,
  )

/** high, medium, or low, which means "watch": no action. */
export function confidenceOf(evidence: readonly Evidence[]): Confidence {
  const scale = pieceOf(evidence, 'scale_mean')
  const negative = pieceOf(evidence, 'negative_share')
  const sentiment = pieceOf(evidence, 'sentiment')
  const suggestion = pieceOf(evidence, 'suggestion_share')
  const mentions = pieceOf(evidence, 'negative_mentions')
  const gap = scaleGap(scale)
  const isTextNegative =
    (sentiment?.interval?.[1] ?? 0) < 0 && (negative?.made.successes ?? 0) >= negativePeopleMin
  const agree = gap >= gapNotable && (isTextNegative || isAsked(suggestion))
  if (
    scale &&
    gap > 0 &&
    scale.n >= confidentFrom &&
    (scale.p_adjusted ?? 1) <= significantTo &&
    (agree || scale.made.repeated)
  )
    return 'high'
  if ((gap > 0 && isWorse(scale)) || agree) return 'medium'
  if (
    (isAsked(suggestion) && shareGap(suggestion) > 0) ||
    (!scale && [negative, mentions].some((share) => isWorse(share) && shareGap(share) > 0))
  )
    return 'medium'
  return !scale && isTextNegative && prevalenceOf(evidence) >= prevalenceText ? 'medium' : 'low'
}

/** @returns the parts, which multiply to the priority */
export function partsOf(evidence: readonly Evidence[]): Parts {
  return {
    gap: gapOf(evidence),
    impact: pieceOf(evidence, 'impact')?.value ?? 0,
    prevalence: prevalenceOf(evidence),
    confidence: confidenceWeight[confidenceOf(evidence)],
  }
}

export const priorityOf = ({ gap, impact, prevalence, confidence }: Parts): number =>
  gap * impact * prevalence * confidence

/** Runs a test again on its inputs. */
export function pOf(made: TestInputs): number | null {
  switch (made.test) {
    case 'permutation':
      return permutationTest(made.other, made.now, made.seed)?.p ?? null
    case 'sign_flip':
      return (
        signFlipTest(
          made.now.flatMap(({ value, count }) => new Array<number>(count).fill(value - made.middle)),
          made.seed,
        )?.p ?? null
      )
    case 'half':
      return halfTest(made.now)?.p ?? null
    case 'share':
      return shareTest(made.other, made.now)?.p ?? null
    case 'paired':
      return made.p
    case 'slope':
      return null
  }
}

/**
 * Computes evidence again, from nothing but the figures that it carries.
 * @returns null where a piece lacks its inputs
 */
export function recomputed(
  evidence: readonly Evidence[],
): { evidence: Evidence[]; parts: Parts; priority: number; confidence: Confidence } | null {
  const again: Evidence[] = []
  for (const piece of evidence) {
    const anew = pieceAgain(piece)
    if (!anew) return null
    again.push(anew)
  }
  const parts = partsOf(again)
  return { evidence: again, parts, priority: priorityOf(parts), confidence: confidenceOf(again) }
}

function pieceAgain(piece: Evidence): Evidence | null {
  const { correction } = piece
  const p_adjusted = correction && adjustedBy(correction)
  switch (piece.metric) {
    case 'scale_mean': {
      const { against, values } = piece.made
      const p = against && pOf(against)
      return { ...piece, value: meanOf(values), n: lowOf(piece.made).n, p, p_adjusted }
    }
    case 'low_share': {
      const share = wilson(piece.made.successes, piece.made.n)
      return share && { ...piece, value: share.share, interval: share.interval, n: piece.made.n }
    }
    case 'negative_share':
    case 'negative_mentions':
    case 'suggestion_share': {
      const share = wilson(piece.made.successes, piece.made.n)
      const p = piece.made.against && pOf(piece.made.against)
      return (
        share && { ...piece, value: share.share, interval: share.interval, n: piece.made.n, p, p_adjusted }
      )
    }
    case 'sentiment': {
      const { mean, interval } = topicSentiment(piece.made)
      return { ...piece, value: mean, interval, n: piece.made.people }
    }
    case 'impact':
      return { ...piece, value: impactOf(piece.made), n: piece.made.n }
  }
}

function clamp(value: number, low: number, high: number): number {
  return Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : low
}
