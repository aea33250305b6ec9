/**
 * Which actions to recommend to a group: one rule, shown with its evidence.
 *
 * priority = gap x impact x prevalence x confidence. Gap: how far on the bad side of the group's own last
 * pulse, else of the organisation, in standard deviations. Impact: how the driver goes with the outcome in
 * the organisation, shrunk to 0.3. Prevalence: the lower bound of the share who name it badly. Confidence:
 * high, medium, or low, and low means "watch": no action. At most three.
 *
 * Never from a suppressed group, from fewer than 5 scores or 10 texts, or a driver that was not asked and is
 * named by fewer than 3 people. No causal claim: the evidence says what was measured, not what will help.
 */
import { catalogueVersion, actionsFor, type Action } from './action-catalogue.ts'
import { wilson, type Interval } from './statistics.ts'

export const recommendRule = { id: 'gap_impact_prevalence', version: '1' } as const

const recommendationsMax = 3
const scoresMin = 5
const textsMin = 10
const peopleMin = 3
const confidentFrom = 12 // answers for "high"
const impactPrior = { correlation: 0.3, weight: 30 }
const gapMax = 3
const scaleDeviations = 4 // a 1-5 scale has a standard deviation near 1, a quarter of its range
const textDeviation = 0.4 // of answers' sentiment, on -1..1
const gapNotable = 0.3 // below it two sources "agreeing" on a bad direction is no news
const prevalenceText = 0.1 // lower bound from which unasked comments alone may call for an action

/** `p`: of the change against the last pulse or the gap to the organisation; `pAdjusted`: over the report. */
export type DriverSignal = {
  driver: string
  suppressed?: boolean
  scale?: {
    n: number
    mean: number
    min: number
    max: number
    lowShare: number // share of answers of at most 2 of 5
    lowShareInterval: Interval
    interval?: Interval
    organisationMean?: number
    previous?: { n: number; mean: number }
    p?: number
    pAdjusted?: number
    method?: string
    repeated?: boolean // the same direction in two pulses running
  }
  text?: {
    n: number // respondents with usable text
    people: number // distinct people naming the driver
    negativePeople: number
    sentiment: number
    interval: Interval
  }
  /** Spearman of driver and outcome in the organisation, over n respondents. */
  impact?: { correlation: number; n: number }
}

export type Confidence = 'high' | 'medium' | 'low'

export type Evidence = {
  metric: 'scale_mean' | 'low_share' | 'negative_share' | 'sentiment' | 'impact'
  value: number
  interval: Interval | null
  n: number
  comparison: {
    to: 'previous' | 'organisation' | 'middle_of_scale' | 'neutral' | 'prior' | 'none'
    value: number | null
  }
  p: number | null
  p_adjusted: number | null
  method: string
}

export type WhyNot = {
  driver: string
  priority: number
  reason: 'low_confidence' | 'not_worse' | 'too_few' | 'suppressed' | 'beyond_three'
}

/** `parts` multiply to `priority`, so that anyone can check it. */
export type Recommendation = {
  driver: string
  action: Action
  alternatives: Action[]
  priority: number
  parts: { gap: number; impact: number; prevalence: number; confidence: number }
  confidence: Confidence
  evidence: Evidence[]
  rule: { id: string; version: string; catalogue: string }
  why_not: WhyNot[]
}

type Weighed = {
  signal: DriverSignal
  priority: number
  parts: Recommendation['parts']
  confidence: Confidence
  refusal?: WhyNot['reason']
}

const confidenceWeight: Record<Confidence, number> = { high: 1, medium: 0.6, low: 0.2 }

/** Most important first; the same signals in any order give the same list. */
export function recommend(signals: readonly DriverSignal[]): Recommendation[] {
  const weighed = signals
    .map(weigh)
    .toSorted((a, b) => b.priority - a.priority || (a.signal.driver < b.signal.driver ? -1 : 1))
  const chosen = weighed.filter((each) => !each.refusal && actionsFor(each.signal.driver).length > 0)
  const taken = chosen.slice(0, recommendationsMax)
  const why_not = weighed
    .filter((each) => !taken.includes(each))
    .map(({ signal, priority, refusal }): WhyNot => ({
      driver: signal.driver,
      priority,
      reason: refusal ?? 'beyond_three',
    }))
  return taken.map((each) => recommendation(each, why_not))
}

/** Drivers that look worse and are too uncertain for an action: shown as "watch". */
export function watched(signals: readonly DriverSignal[]): string[] {
  return signals
    .map(weigh)
    .filter((each) => each.refusal === 'low_confidence')
    .map((each) => each.signal.driver)
}

function weigh(signal: DriverSignal): Weighed {
  const usable = withoutSmallParts(signal)
  const parts = {
    gap: gapOf(usable),
    impact: impactOf(usable),
    prevalence: prevalenceOf(usable),
    confidence: 0,
  }
  const confidence = confidenceOf(usable)
  parts.confidence = confidenceWeight[confidence]
  const priority = parts.gap * parts.impact * parts.prevalence * parts.confidence
  return { signal: usable, priority, parts, confidence, refusal: refusalOf(usable, priority, confidence) }
}

/** A part below its threshold is as if it were not there. */
function withoutSmallParts(signal: DriverSignal): DriverSignal {
  const scale = signal.scale && signal.scale.n >= scoresMin ? signal.scale : undefined
  const text =
    signal.text && signal.text.n >= textsMin && signal.text.people >= peopleMin ? signal.text : undefined
  return signal.suppressed ? { driver: signal.driver, suppressed: true } : { ...signal, scale, text }
}

function refusalOf(
  { suppressed, scale, text }: DriverSignal,
  priority: number,
  confidence: Confidence,
): WhyNot['reason'] | undefined {
  if (suppressed) return 'suppressed'
  if (!scale && !text) return 'too_few'
  if (!(priority > 0)) return 'not_worse'
  return confidence === 'low' ? 'low_confidence' : undefined
}

/** What the group's mean is held against: its own last pulse, else the organisation, else the scale's middle. */
function baselineOf(scale: NonNullable<DriverSignal['scale']>): Evidence['comparison'] & { value: number } {
  if (scale.previous && scale.previous.n >= scoresMin) return { to: 'previous', value: scale.previous.mean }
  if (scale.organisationMean !== undefined) return { to: 'organisation', value: scale.organisationMean }
  return { to: 'middle_of_scale', value: (scale.min + scale.max) / 2 }
}

function scaleGap(scale: DriverSignal['scale']): number {
  if (!scale || scale.max <= scale.min) return 0
  const deviation = (scale.max - scale.min) / scaleDeviations
  return clamp((baselineOf(scale).value - scale.mean) / deviation, 0, gapMax)
}

function textGap(text: DriverSignal['text']): number {
  return text ? clamp(-text.sentiment / textDeviation, 0, gapMax) : 0
}

/** The scale is a measurement, the text an estimate: text stands in only where the driver was not asked. */
function gapOf({ scale, text }: DriverSignal): number {
  return scale ? scaleGap(scale) : textGap(text)
}

function impactOf({ impact }: DriverSignal): number {
  const n = impact?.n ?? 0
  const prior = impactPrior.weight / (impactPrior.weight + n)
  return clamp(prior * impactPrior.correlation + (1 - prior) * (impact?.correlation ?? 0), 0, 1)
}

function prevalenceOf({ scale, text }: DriverSignal): number {
  const named = text ? (wilson(text.negativePeople, text.n)?.interval[0] ?? 0) : 0
  return clamp(Math.max(named, scale?.lowShareInterval[0] ?? 0), 0, 1)
}

function confidenceOf({ scale, text }: DriverSignal): Confidence {
  const scaleBad = scaleGap(scale) >= gapNotable
  const textBad = text !== undefined && text.interval[1] < 0 && text.negativePeople >= peopleMin
  const agree = scaleBad && textBad
  const worse = scaleGap(scale) > 0
  if (
    scale &&
    worse &&
    scale.n >= confidentFrom &&
    (scale.pAdjusted ?? 1) <= 0.05 &&
    (agree || scale.repeated)
  )
    return 'high'
  if ((worse && (scale?.p ?? 1) <= 0.05) || agree) return 'medium'
  if (!scale && text && textBad && prevalenceOf({ driver: '', text }) >= prevalenceText) return 'medium'
  return 'low'
}

function recommendation(weighed: Weighed, why_not: WhyNot[]): Recommendation {
  const { signal, priority, parts, confidence } = weighed
  const catalogue = actionsFor(signal.driver)
  // A sure and wide gap deserves the larger step; otherwise begin small and look again.
  const action = catalogue[confidence === 'high' && parts.gap >= 1 ? 1 : 0]
  return {
    driver: signal.driver,
    action,
    alternatives: catalogue.filter((each) => each !== action),
    priority,
    parts,
    confidence,
    evidence: [...scaleEvidence(signal.scale), ...textEvidence(signal.text), impactEvidence(signal)],
    rule: { ...recommendRule, catalogue: catalogueVersion },
    why_not,
  }
}

function scaleEvidence(scale: DriverSignal['scale']): Evidence[] {
  if (!scale) return []
  const { n, mean, lowShare, lowShareInterval } = scale
  const [p, p_adjusted] = [scale.p ?? null, scale.pAdjusted ?? null]
  const method = scale.method ?? (p === null ? 'comparison' : 'permutation')
  return [
    {
      metric: 'scale_mean',
      value: mean,
      interval: scale.interval ?? null,
      n,
      comparison: baselineOf(scale),
      p,
      p_adjusted,
      method,
    },
    {
      metric: 'low_share',
      value: lowShare,
      interval: lowShareInterval,
      n,
      comparison: { to: 'none', value: null },
      p: null,
      p_adjusted: null,
      method: 'wilson',
    },
  ]
}

function textEvidence(text: DriverSignal['text']): Evidence[] {
  if (!text) return []
  const negative = wilson(text.negativePeople, text.n)!
  return [
    {
      metric: 'negative_share',
      value: negative.share,
      interval: negative.interval,
      n: text.n,
      comparison: { to: 'none', value: null },
      p: null,
      p_adjusted: null,
      method: 'wilson',
    },
    {
      metric: 'sentiment',
      value: text.sentiment,
      interval: text.interval,
      n: text.people,
      comparison: { to: 'neutral', value: 0 },
      p: null,
      p_adjusted: null,
      method: 'lexicon',
    },
  ]
}

function impactEvidence(signal: DriverSignal): Evidence {
  return {
    metric: 'impact',
    value: impactOf(signal),
    interval: null,
    n: signal.impact?.n ?? 0,
    comparison: { to: 'prior', value: impactPrior.correlation },
    p: null,
    p_adjusted: null,
    method: 'spearman_shrunk',
  }
}

function clamp(value: number, low: number, high: number): number {
  return Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : low
}
