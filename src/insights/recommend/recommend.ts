/**
 * Which actions to recommend to a group: one rule, shown with its evidence (evidence.ts says what follows from that).
 *
 * An action needs two things. Confidence: high or medium; low means "watch". And that it is sure for the group: of a dozen
 * figures one in twenty has fallen by chance, so whatever speaks of a driver (its scale against last time and against the
 * others, words, wishes) is put into one p on the bad side (Simes 1986), and these are corrected over the drivers of the
 * group (Benjamini and Hochberg 1995). So at most one group in twenty in which nothing has happened is told to act. At most three.
 *
 * Never from a suppressed group, from fewer than 5 scores or 10 texts, or a driver that was not asked and is named by fewer
 * than 3 people.
 */
import { limits } from '../../../contract/limits.ts'
import { type Action, actionsFor, catalogueVersion } from './action-catalogue.ts'
import { type Made } from '../report/change.ts'
import {
  type Confidence,
  confidenceOf,
  type Evidence,
  feelingOf,
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
  simes,
  sizeOf,
  wilson,
} from '../../statistics/statistics.ts'

export const recommendRule = { id: 'gap_impact_prevalence', version: '2' } as const

const recommendationsMax = 3
const scoresMin = 5
const textsMin = 10
const sureUpTo = 0.05

/** What a figure is held against. `worse`: one-sided p of a figure as bad as this. */
export type Held = {
  to: 'previous' | 'parent' | 'organisation' | 'middle_of_scale'
  value: number
  p: number
  worse: number
  correction: Correction | null
  method: string
  made: Made
}

/** What is known of a driver in a group, all of it released figures. */
export type DriverSignal = {
  driver: string
  suppressed?: boolean
  scale?: {
    values: Histogram
    min: number
    max: number
    held: readonly Held[]
    repeated: boolean // below the organisation, last time as well
  }
  text?: {
    n: number // respondents with usable text
    people: number // distinct people naming the driver
    negativePeople: number
    sum: number // of their feelings
    squares: number
    held: readonly Held[]
  }
  wishes?: { n: number; people: number; held: readonly Held[] }
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

/** How sure it is in the group: the p's on the bad side that speak of the driver, and the correction over its drivers. */
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

type Weighed = {
  signal: DriverSignal
  evidence: Evidence[]
  parts: Parts
  priority: number
  confidence: Confidence
  family: Family | null
  refusal?: RejectedReason['reason']
}

/** Most important first; the same signals in any order give the same list. */
export function recommend(signals: readonly DriverSignal[]): Recommendation[] {
  const weighed = weighAll(signals)
  const chosen = weighed.filter((each) => !each.refusal && actionsFor(each.signal.driver).length > 0)
  const taken = chosen.slice(0, recommendationsMax)
  const rejected_reasons = weighed
    .filter((each) => !taken.includes(each))
    .map(({ signal, priority, confidence, family, refusal }): RejectedReason => ({
      driver: signal.driver,
      priority,
      confidence,
      p: family?.correction.adjusted ?? null,
      reason: refusal ?? 'beyond_three',
    }))
  return taken.map((each) => recommendation(each, rejected_reasons))
}

/** Drivers that look worse and are too uncertain for an action: shown as "watch". */
export const watched = (signals: readonly DriverSignal[]): string[] =>
  weighAll(signals)
    .filter(({ refusal }) => refusal === 'low_confidence' || refusal === 'may_be_chance')
    .map(({ signal }) => signal.driver)

function weighAll(signals: readonly DriverSignal[]): Weighed[] {
  const usable = signals.map(withoutSmallParts)
  const sources = usable.map(sourcesOf)
  const tested = sources.flatMap((ps, at) => (ps.length > 0 ? [{ at, p: simes(ps) }] : []))
  const corrected = corrections(tested.map(({ p }) => p))
  const families = new Map(
    tested.map(({ at }, i): [number, Family] => [at, { sources: sources[at], correction: corrected[i] }]),
  )
  return usable
    .map((signal, at) => weigh(signal, families.get(at) ?? null))
    .toSorted((a, b) => b.priority - a.priority || (a.signal.driver < b.signal.driver ? -1 : 1))
}

function weigh(signal: DriverSignal, family: Family | null): Weighed {
  const evidence = evidenceOf(signal)
  const parts = partsOf(evidence)
  const weighed = {
    signal,
    evidence,
    parts,
    priority: priorityOf(parts),
    confidence: confidenceOf(evidence),
    family,
  }
  return { ...weighed, refusal: refusalOf(weighed) }
}

/** A part below its threshold is as if it were not there. */
function withoutSmallParts(signal: DriverSignal): DriverSignal {
  const { driver, suppressed, scale, text, wishes } = signal
  if (suppressed) return { driver, suppressed }
  const enough = (part: { n: number; people: number }): boolean =>
    part.n >= textsMin && part.people >= limits.themePeopleMin
  return {
    ...signal,
    scale: scale && sizeOf(scale.values) >= scoresMin ? scale : undefined,
    text: text && enough(text) ? text : undefined,
    wishes: wishes && enough(wishes) ? wishes : undefined,
  }
}

/** Where words can be held against nothing, against feeling one way as often as the other. */
function sourcesOf({ scale, text, wishes }: DriverSignal): number[] {
  const alone = text && text.held.length === 0 ? [feltByChance(text)] : []
  return [...[scale, text, wishes].flatMap((part) => (part?.held ?? []).map(({ worse }) => worse)), ...alone]
}

/** Sign test, one-sided: as many of the people who name it feel badly about it. */
function feltByChance({ people, negativePeople }: { people: number; negativePeople: number }): number {
  let [ways, tail] = [1, 0]
  for (let k = people; k >= negativePeople; k--) {
    tail += ways
    ways = (ways * k) / (people - k + 1)
  }
  return Math.min(1, tail / 2 ** people)
}

function refusalOf({ signal, priority, confidence, family }: Weighed): RejectedReason['reason'] | undefined {
  if (signal.suppressed) return 'suppressed'
  if (!signal.scale && !signal.text && !signal.wishes) return 'too_few'
  if (!(priority > 0)) return 'not_worse'
  if (confidence === 'low') return 'low_confidence'
  return family && family.correction.adjusted <= sureUpTo ? undefined : 'may_be_chance'
}

/** Of several the one that tells most on the bad side; among equals the first, its own last time. */
const heldAgainst = (held: readonly Held[]): Held | undefined =>
  held.reduce<Held | undefined>((best, one) => (best && best.worse <= one.worse ? best : one), undefined)

function evidenceOf({ scale, text, wishes, impact }: DriverSignal): Evidence[] {
  return [
    ...(scale ? scaleEvidence(scale) : []),
    ...(text ? textEvidence(text) : []),
    ...(wishes ? [shareEvidence('wish_share', wishes.people, wishes.n, wishes.held)] : []),
    impactEvidence(impact ?? { correlation: impactPrior.correlation, n: 0 }),
  ]
}

const untested = {
  p: null,
  p_adjusted: null,
  correction: null,
  comparison: { to: 'none', value: null },
} as const

const testedBy = (held: Held | undefined) =>
  held
    ? {
        comparison: { to: held.to, value: held.value },
        p: held.p,
        p_adjusted: held.correction?.adjusted ?? null,
        correction: held.correction,
        method: held.method,
      }
    : null

function scaleEvidence({ values, min, max, held, repeated }: NonNullable<DriverSignal['scale']>): Evidence[] {
  const best = heldAgainst(held)
  const low = lowOf({ values, min, max })
  const { share, interval } = wilson(low.successes, low.n)!
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
  metric: 'negative_share' | 'wish_share',
  successes: number,
  n: number,
  held: readonly Held[],
): Evidence {
  const best = heldAgainst(held)
  const { share, interval } = wilson(successes, n)!
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
  const { mean, interval } = feelingOf(text)
  const { people, sum, squares } = text
  return [
    shareEvidence('negative_share', text.negativePeople, text.n, text.held),
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

function recommendation(weighed: Weighed, rejected_reasons: RejectedReason[]): Recommendation {
  const { signal, priority, parts, confidence, evidence, family } = weighed
  const catalogue = actionsFor(signal.driver)
  // A sure and wide gap deserves the larger step; otherwise begin small and look again.
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
    family: family!,
    rule: { ...recommendRule, catalogue: catalogueVersion() },
    rejected_reasons,
  }
}
