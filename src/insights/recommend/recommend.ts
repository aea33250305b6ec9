/**
 * Which actions to recommend to a group: one rule, with its evidence (evidence.ts derives priority and confidence from it).
 *
 * An action needs a concern of the group's assessment (report/assessment.ts): a level that is a problem, a change for the worse, a
 * place below the rest, or requests of enough people. These are the corrected tests that statements are made from, so a report has
 * no action for what it says cannot be told. A group gets at most three; those that it tried before come last.
 *
 * Never from a suppressed group, from fewer than 5 scores or 10 texts, or from a driver that no question measures and fewer than
 * 3 people name.
 */
import type { TestInputs } from '../report/difference.ts'
import { limits } from '../../../contract/limits.ts'
import { type Action, actionsFor, catalogueVersion } from './action-catalogue.ts'
import { topicSentiment } from '../measurements.ts'
import type { Named } from './named.ts'
import { roundedForFew } from '../tone.ts'
import {
  type Confidence,
  confidenceOf,
  type Evidence,
  impactOf,
  impactPrior,
  lowOf,
  type Parts,
  partsOf,
  priorityOf,
} from './evidence.ts'
import type { Concern } from '../report/assessment.ts'
import { type Correction, type Histogram, meanOf, shareOf, sizeOf } from '../../statistics/statistics.ts'

export const recommendRule = { id: 'gap_impact_prevalence', version: '3' } as const

const recommendationsMax = 3
const scoresMin = 5
const textsMin = 10
/** A share of requests that is worth an action by itself. */
const requestsFrom = 0.1

/** What a figure is compared with. `worse`: one-sided p of a figure as bad as this one. */
export type Baseline = {
  to: 'previous' | 'parent' | 'organisation' | 'middle_of_scale' | 'target' | 'half'
  value: number
  p: number
  worse: number
  correction: Correction | null
  method: string
  made: TestInputs
}

/** The released figures of a driver in a group. */
export type DriverSignal = {
  driver: string
  suppressed?: boolean
  /** Why the group should do something about it. */
  concerns: readonly Concern[]
  scale?: {
    values: Histogram
    min: number
    max: number
    polarity: 1 | -1
    baselines: readonly Baseline[]
    /** What it was compared with and was worse than last time too. */
    repeated: readonly Baseline['to'][]
  }
  text?: {
    n: number // respondents with usable text
    people: number // distinct people naming the driver
    negativePeople: number // rounded where one or two would stand out (tone.ts), which `isCounted` tells
    isCounted: boolean
    sum: number // of their feelings
    squares: number
    baselines: readonly Baseline[]
    /** Whether those who name it do so negatively. */
    tone: Baseline | null
  }
  suggestions?: { n: number; people: number; baselines: readonly Baseline[] }
  /** What people name most of it: parts of the driver, the most frequent first, and a phrase of theirs. */
  topics?: readonly string[]
  named?: Named | null
  /** Ids of actions that the group has tried. */
  tried?: readonly string[]
  /** Spearman of driver and outcome in the organisation, over n respondents. */
  impact?: { correlation: number; n: number }
}

export type RejectedReason = {
  driver: string
  priority: number
  confidence: Confidence
  reason: 'low_confidence' | 'may_be_chance' | 'not_worse' | 'too_few' | 'suppressed' | 'beyond_three'
}

/** `parts` multiply to `priority`, so that anyone can check it. */
export type Recommendation = {
  driver: string
  action: Action
  alternatives: Action[]
  priority: number
  parts: Parts
  confidence: Confidence
  evidence: Evidence[]
  concerns: readonly Concern[]
  /** What people name most of it, in words of theirs. */
  named: Named | null
  rule: { id: string; version: string; catalogue: string }
  rejected_reasons: RejectedReason[]
}

type Candidate = {
  signal: DriverSignal
  evidence: Evidence[]
  parts: Parts
  priority: number
  confidence: Confidence
  refusal?: RejectedReason['reason']
}

/** Most important first; the same signals in any order give the same list. */
export function recommend(signals: readonly DriverSignal[]): Recommendation[] {
  const candidates = candidatesOf(signals)
  const chosen = candidates.filter(isEligible).slice(0, recommendationsMax)
  const isChosen = (candidate: Candidate): boolean => chosen.some((one) => one === candidate)
  const rejected_reasons = candidates
    .filter((candidate) => !isChosen(candidate))
    .map(({ signal, priority, confidence, refusal }): RejectedReason => ({
      driver: signal.driver,
      priority,
      confidence,
      reason: refusal ?? 'beyond_three',
    }))
  return chosen.map((one) => recommendation(one, rejected_reasons))
}

const isEligible = ({ signal, refusal }: Candidate): boolean =>
  !refusal && actionsFor(signal.driver).length > 0

/** Drivers that look worse and are too uncertain for an action: shown as "watch". */
export const watched = (signals: readonly DriverSignal[]): string[] =>
  candidatesOf(signals)
    .filter(({ refusal }) => refusal === 'low_confidence' || refusal === 'may_be_chance')
    .map(({ signal }) => signal.driver)

const candidatesOf = (signals: readonly DriverSignal[]): Candidate[] =>
  signals
    .map((signal) => candidateOf(withoutSmallParts(signal)))
    .toSorted((a, b) => b.priority - a.priority || (a.signal.driver < b.signal.driver ? -1 : 1))

function candidateOf(signal: DriverSignal): Candidate {
  const evidence = evidenceOf(signal)
  const parts = partsOf(evidence)
  const candidate = {
    signal,
    evidence,
    parts,
    priority: priorityOf(parts),
    confidence: confidenceOf(evidence),
  }
  return { ...candidate, refusal: refusalOf(candidate) }
}

/** Leaves out parts below their thresholds. */
function withoutSmallParts(signal: DriverSignal): DriverSignal {
  const { driver, concerns, suppressed, scale, text, suggestions } = signal
  if (suppressed) return { driver, concerns, suppressed }
  const enough = (part: { n: number; people: number }): boolean =>
    part.n >= textsMin && part.people >= limits.themePeopleMin
  return {
    ...signal,
    scale: scale && sizeOf(scale.values) >= scoresMin ? scale : undefined,
    text: text && enough(text) ? text : undefined,
    suggestions: suggestions && enough(suggestions) ? suggestions : undefined,
  }
}

function refusalOf({ signal, priority, confidence }: Candidate): RejectedReason['reason'] | undefined {
  if (signal.suppressed) return 'suppressed'
  if (!signal.scale && !signal.text && !signal.suggestions) return 'too_few'
  if (!(priority > 0)) return 'not_worse'
  if (confidence === 'low') return 'low_confidence'
  return signal.concerns.length > 0 ? undefined : 'may_be_chance'
}

const significantTo = 0.05

const isTold = ({ worse, correction }: Baseline): boolean =>
  worse < 0.5 && correction !== null && correction.adjusted <= significantTo

/**
 * The farthest of the baselines that the figure is clearly worse than; if there is none, the one with the smallest p on the bad side.
 * Among equals the first, which is the group's own last time.
 */
function worstAgainst(baselines: readonly Baseline[], own: number): Baseline | undefined {
  const told = baselines.filter(isTold)
  return told.length > 0
    ? told.toSorted((a, b) => Math.abs(own - b.value) - Math.abs(own - a.value))[0]
    : baselines.toSorted((a, b) => a.worse - b.worse)[0]
}

function evidenceOf({ scale, text, suggestions, concerns, impact }: DriverSignal): Evidence[] {
  return [
    ...(scale ? scaleEvidence(scale) : []),
    ...(text ? textEvidence(text) : []),
    ...(suggestions ? [requestsEvidence(suggestions, concerns)] : []),
    impactEvidence(impact ?? { correlation: impactPrior.correlation, n: 0 }),
  ]
}

const untested = {
  p: null,
  p_adjusted: null,
  correction: null,
  comparison: { to: 'none', value: null },
} as const

const testedBy = (baseline: Baseline | undefined) =>
  baseline
    ? {
        comparison: { to: baseline.to, value: baseline.value },
        p: baseline.p,
        p_adjusted: baseline.correction?.adjusted ?? null,
        correction: baseline.correction,
        method: baseline.method,
      }
    : null

function scaleEvidence({
  values,
  min,
  max,
  polarity,
  baselines,
  repeated,
}: NonNullable<DriverSignal['scale']>): Evidence[] {
  const best = worstAgainst(baselines, meanOf(values))
  const low = lowOf({ values, min, max, polarity })
  const { share, interval } = shareOf(low.successes, low.n)
  return [
    {
      metric: 'scale_mean',
      value: meanOf(values),
      interval: null,
      n: low.n,
      ...untested,
      comparison: { to: 'middle_of_scale', value: (min + max) / 2 },
      method: 'comparison',
      ...testedBy(best),
      made: {
        values,
        min,
        max,
        polarity,
        repeated: best !== undefined && repeated.includes(best.to),
        against: best?.made ?? null,
      },
    },
    { metric: 'low_share', value: share, interval, n: low.n, ...untested, method: 'wilson', made: low },
  ]
}

function shareEvidence(
  metric: 'negative_share' | 'negative_mentions' | 'suggestion_share',
  { successes, n }: { successes: number; n: number },
  baselines: readonly Baseline[],
  method = 'wilson',
): Evidence {
  const { share, interval } = shareOf(successes, n)
  const best = worstAgainst(baselines, share)
  return {
    metric,
    value: share,
    interval,
    n,
    ...untested,
    method,
    ...testedBy(best),
    made: { successes, n, against: best?.made ?? null },
  }
}

/** Requests that are an action by themselves are compared with the share that makes them one. */
function requestsEvidence(
  { people, n, baselines }: NonNullable<DriverSignal['suggestions']>,
  concerns: readonly Concern[],
): Evidence {
  const piece = shareEvidence('suggestion_share', { successes: people, n }, baselines)
  const isTold = piece.p_adjusted !== null && piece.p_adjusted <= significantTo
  return isTold || !concerns.some(({ reason }) => reason === 'requests')
    ? piece
    : {
        ...shareEvidence('suggestion_share', { successes: people, n }, []),
        comparison: { to: 'minimum', value: requestsFrom },
      }
}

function textEvidence(text: NonNullable<DriverSignal['text']>): Evidence[] {
  const { n, people, negativePeople: successes, isCounted, tone } = text
  const method = isCounted ? 'wilson' : `wilson${roundedForFew}`
  return [
    shareEvidence('negative_share', { successes, n }, text.baselines, method),
    ...(tone ? [shareEvidence('negative_mentions', { successes, n: people }, [tone], method)] : []),
    ...(isCounted ? [sentimentEvidence(text)] : []),
  ]
}

/** Only where nobody of them stands out: a mean of three tells their scores. */
function sentimentEvidence({ people, sum, squares }: NonNullable<DriverSignal['text']>): Evidence {
  const { mean, interval } = topicSentiment({ people, sum, squares })
  return {
    metric: 'sentiment',
    value: mean,
    interval,
    n: people,
    ...untested,
    comparison: { to: 'neutral', value: 0 },
    method: 'lexicon',
    made: { people, sum, squares },
  }
}

const impactEvidence = (impact: { correlation: number; n: number }): Evidence => ({
  metric: 'impact',
  value: impactOf(impact),
  interval: null,
  n: impact.n,
  ...untested,
  comparison: { to: 'prior', value: impactPrior.correlation },
  method: 'spearman_shrunk',
  made: impact,
})

function recommendation(candidate: Candidate, rejected_reasons: RejectedReason[]): Recommendation {
  const { signal, priority, parts, confidence, evidence } = candidate
  const [action, ...alternatives] = chosenFor(candidate)
  return {
    driver: signal.driver,
    action,
    alternatives,
    priority,
    parts,
    confidence,
    evidence,
    concerns: signal.concerns,
    named: signal.named ?? null,
    rule: { ...recommendRule, catalogue: catalogueVersion() },
    rejected_reasons,
  }
}

/**
 * The actions of the driver, the one to recommend first: what was not tried, then what fits what people name most, then the step
 * that fits. A wide gap with high confidence deserves a larger one; otherwise start small and look again.
 */
function chosenFor({ signal, confidence, parts }: Candidate): Action[] {
  const { driver, topics = [], tried = [] } = signal
  const effort = confidence === 'high' && parts.gap >= 1 ? 'medium' : 'small'
  const placeOf = (action: Action): number => {
    const places = topics.flatMap((topic, at) => (action.topics?.includes(topic) ? [at] : []))
    return places[0] ?? topics.length
  }
  return actionsFor(driver).toSorted(
    (a, b) =>
      Number(tried.includes(a.id)) - Number(tried.includes(b.id)) ||
      placeOf(a) - placeOf(b) ||
      Number(b.effort === effort) - Number(a.effort === effort),
  )
}
