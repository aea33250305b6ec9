/**
 * Which actions to recommend to a group: one rule, with its evidence (evidence.ts derives priority and confidence from it).
 *
 * An action needs two things. Its confidence must be high or medium; low means "watch". And it must not be chance: one in twenty
 * figures falls by chance, so all tests of a driver (its scale against last time and against the others, texts, suggestions) are
 * combined into one p on the bad side (Simes 1986), which is corrected over the drivers of the group (Benjamini and Hochberg
 * 1995). So at most one group in twenty in which nothing has happened gets an action. A group gets at most three.
 *
 * Never from a suppressed group, from fewer than 5 scores or 10 texts, or from a driver that no question measures and fewer than
 * 3 people name.
 */
import { type TestInputs } from '../report/difference.ts'
import { limits } from '../../../contract/limits.ts'
import { type Action, actionsFor, catalogueVersion } from './action-catalogue.ts'
import { topicSentiment } from '../measurements.ts'
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
import {
  type Correction,
  corrections,
  type Histogram,
  meanOf,
  shareOf,
  simes,
  sizeOf,
} from '../../statistics/statistics.ts'

export const recommendRule = { id: 'gap_impact_prevalence', version: '2' } as const

const recommendationsMax = 3
const scoresMin = 5
const textsMin = 10
const significantTo = 0.05

/** What a figure is compared with. `worse`: one-sided p of a figure as bad as this one. */
export type Baseline = {
  to: 'previous' | 'parent' | 'organisation' | 'middle_of_scale'
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
  scale?: {
    values: Histogram
    min: number
    max: number
    baselines: readonly Baseline[]
    repeated: boolean // below the organisation, and last time too
  }
  text?: {
    n: number // respondents with usable text
    people: number // distinct people naming the driver
    negativePeople: number
    sum: number // of their feelings
    squares: number
    baselines: readonly Baseline[]
  }
  suggestions?: { n: number; people: number; baselines: readonly Baseline[] }
  /** Spearman of driver and outcome in the organisation, over n respondents. */
  impact?: { correlation: number; n: number }
}

export type RejectedReason = {
  driver: string
  priority: number
  confidence: Confidence
  p: number | null
  reason: 'low_confidence' | 'may_be_chance' | 'not_worse' | 'too_few' | 'suppressed' | 'beyond_three'
}

/** The p of each test of the driver, on the bad side, and the correction over the drivers of the group. */
export type Family = { sources: number[]; correction: Correction }

/** `parts` multiply to `priority`, so that anyone can check it. */
export type Recommendation = {
  driver: string
  action: Action
  alternatives: Action[]
  priority: number
  parts: Parts
  confidence: Confidence
  evidence: Evidence[]
  family: Family
  rule: { id: string; version: string; catalogue: string }
  rejected_reasons: RejectedReason[]
}

type Candidate = {
  signal: DriverSignal
  evidence: Evidence[]
  parts: Parts
  priority: number
  confidence: Confidence
  family: Family | null
  refusal?: RejectedReason['reason']
}

/** A candidate that nothing speaks against. */
type Eligible = Candidate & { family: Family }

/** Most important first; the same signals in any order give the same list. */
export function recommend(signals: readonly DriverSignal[]): Recommendation[] {
  const candidates = candidatesOf(signals)
  const chosen = candidates.filter(isEligible).slice(0, recommendationsMax)
  const isChosen = (candidate: Candidate): boolean => chosen.some((one) => one === candidate)
  const rejected_reasons = candidates
    .filter((candidate) => !isChosen(candidate))
    .map(({ signal, priority, confidence, family, refusal }): RejectedReason => ({
      driver: signal.driver,
      priority,
      confidence,
      p: family?.correction.adjusted ?? null,
      reason: refusal ?? 'beyond_three',
    }))
  return chosen.map((one) => recommendation(one, rejected_reasons))
}

const isEligible = (candidate: Candidate): candidate is Eligible =>
  !candidate.refusal && candidate.family !== null && actionsFor(candidate.signal.driver).length > 0

/** Drivers that look worse and are too uncertain for an action: shown as "watch". */
export const watched = (signals: readonly DriverSignal[]): string[] =>
  candidatesOf(signals)
    .filter(({ refusal }) => refusal === 'low_confidence' || refusal === 'may_be_chance')
    .map(({ signal }) => signal.driver)

function candidatesOf(signals: readonly DriverSignal[]): Candidate[] {
  const usable = signals.map(withoutSmallParts)
  const sources = usable.map(sourcesOf)
  const tested = sources.flatMap((ps, at) => (ps.length > 0 ? [{ at, p: simes(ps) }] : []))
  const corrected = corrections(tested.map(({ p }) => p))
  const families = new Map(
    tested.map(({ at }, i): [number, Family] => [at, { sources: sources[at], correction: corrected[i] }]),
  )
  return usable
    .map((signal, at) => candidateOf(signal, families.get(at) ?? null))
    .toSorted((a, b) => b.priority - a.priority || (a.signal.driver < b.signal.driver ? -1 : 1))
}

function candidateOf(signal: DriverSignal, family: Family | null): Candidate {
  const evidence = evidenceOf(signal)
  const parts = partsOf(evidence)
  const candidate = {
    signal,
    evidence,
    parts,
    priority: priorityOf(parts),
    confidence: confidenceOf(evidence),
    family,
  }
  return { ...candidate, refusal: refusalOf(candidate) }
}

/** Leaves out parts below their thresholds. */
function withoutSmallParts(signal: DriverSignal): DriverSignal {
  const { driver, suppressed, scale, text, suggestions } = signal
  if (suppressed) return { driver, suppressed }
  const enough = (part: { n: number; people: number }): boolean =>
    part.n >= textsMin && part.people >= limits.themePeopleMin
  return {
    ...signal,
    scale: scale && sizeOf(scale.values) >= scoresMin ? scale : undefined,
    text: text && enough(text) ? text : undefined,
    suggestions: suggestions && enough(suggestions) ? suggestions : undefined,
  }
}

/** Texts without a baseline are tested against a negative sentiment being as common as any other. */
function sourcesOf({ scale, text, suggestions }: DriverSignal): number[] {
  const alone = text && text.baselines.length === 0 ? [negativeByChance(text)] : []
  const tested = [scale, text, suggestions].flatMap((part) => part?.baselines ?? [])
  return [...tested.map(({ worse }) => worse), ...alone]
}

/** One-sided sign test: the chance that as many of the people who name a driver are negative about it. */
function negativeByChance({ people, negativePeople }: { people: number; negativePeople: number }): number {
  let [ways, tail] = [1, 0]
  for (let k = people; k >= negativePeople; k--) {
    tail += ways
    ways = (ways * k) / (people - k + 1)
  }
  return Math.min(1, tail / 2 ** people)
}

function refusalOf({
  signal,
  priority,
  confidence,
  family,
}: Candidate): RejectedReason['reason'] | undefined {
  if (signal.suppressed) return 'suppressed'
  if (!signal.scale && !signal.text && !signal.suggestions) return 'too_few'
  if (!(priority > 0)) return 'not_worse'
  if (confidence === 'low') return 'low_confidence'
  return family && family.correction.adjusted <= significantTo ? undefined : 'may_be_chance'
}

/** The baseline with the smallest p on the bad side; among equals the first, which is the group's own last time. */
const worstAgainst = (baselines: readonly Baseline[]): Baseline | undefined =>
  baselines.reduce<Baseline | undefined>(
    (best, one) => (best && best.worse <= one.worse ? best : one),
    undefined,
  )

function evidenceOf({ scale, text, suggestions, impact }: DriverSignal): Evidence[] {
  return [
    ...(scale ? scaleEvidence(scale) : []),
    ...(text ? textEvidence(text) : []),
    ...(suggestions
      ? [shareEvidence('suggestion_share', suggestions.people, suggestions.n, suggestions.baselines)]
      : []),
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
  baselines,
  repeated,
}: NonNullable<DriverSignal['scale']>): Evidence[] {
  const best = worstAgainst(baselines)
  const low = lowOf({ values, min, max })
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
        repeated: repeated && best?.to === 'organisation',
        against: best?.made ?? null,
      },
    },
    { metric: 'low_share', value: share, interval, n: low.n, ...untested, method: 'wilson', made: low },
  ]
}

function shareEvidence(
  metric: 'negative_share' | 'suggestion_share',
  successes: number,
  n: number,
  baselines: readonly Baseline[],
): Evidence {
  const best = worstAgainst(baselines)
  const { share, interval } = shareOf(successes, n)
  return {
    metric,
    value: share,
    interval,
    n,
    ...untested,
    method: 'wilson',
    ...testedBy(best),
    made: { successes, n, against: best?.made ?? null },
  }
}

function textEvidence(text: NonNullable<DriverSignal['text']>): Evidence[] {
  const { mean, interval } = topicSentiment(text)
  const { people, sum, squares } = text
  return [
    shareEvidence('negative_share', text.negativePeople, text.n, text.baselines),
    {
      metric: 'sentiment',
      value: mean,
      interval,
      n: people,
      ...untested,
      comparison: { to: 'neutral', value: 0 },
      method: 'lexicon',
      made: { people, sum, squares },
    },
  ]
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

function recommendation(candidate: Eligible, rejected_reasons: RejectedReason[]): Recommendation {
  const { signal, priority, parts, confidence, evidence, family } = candidate
  const catalogue = actionsFor(signal.driver)
  // A wide gap with high confidence deserves the larger step; otherwise start small and look again.
  const effort = confidence === 'high' && parts.gap >= 1 ? 'medium' : 'small'
  const action = catalogue.find((each) => each.effort === effort) ?? catalogue[0]
  return {
    driver: signal.driver,
    action,
    alternatives: catalogue.filter((each) => each !== action),
    priority,
    parts,
    confidence,
    evidence,
    family,
    rule: { ...recommendRule, catalogue: catalogueVersion() },
    rejected_reasons,
  }
}
