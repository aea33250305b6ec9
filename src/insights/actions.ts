/** Recommended actions: from what was measured about each driver to the one rule in recommend.ts. */
import { type Question } from '../../contract/questions.ts'
import { everyone, type QuestionCell, questionMeasure } from '../confidentiality/confidentiality.ts'
import { type Change, changeKey, type Changes, isTold } from './change.ts'
import {
  boundsOf,
  cellsOf,
  type Figures,
  type Finding,
  type Group,
  histogram,
  round,
  sum,
  teamOf,
} from './finding.ts'
import { driversMeasure, type TopicSums } from './measures.ts'
import { type DriverSignal, recommend, recommendRule } from './recommend.ts'
import { type Histogram, meanOf, sizeOf, wilson } from './statistics.ts'
import { topicsOf } from './topics.ts'

export function signalsOf(figures: Figures, at: Group, changes: Changes): DriverSignal[] {
  const talked = new Map(topicsOf(figures, at, driversMeasure).map((topic) => [topic.id, topic]))
  const asked = figures.questions.filter(
    (question) => question.driver && (question.type === 'scale' || question.type === 'mood'),
  )
  const ids = new Set([...talked.keys(), ...asked.map((question) => question.driver!)])
  return [...ids].map((driver) => {
    const topic = talked.get(driver)
    const question = asked.find((one) => one.driver === driver)
    const cells = question && cellsOf<QuestionCell>(figures.released, at.group, questionMeasure(question.id))
    return {
      driver,
      suppressed: question !== undefined && !cells,
      ...(question &&
        cells && {
          scale: scaleSignal(
            figures,
            at,
            question,
            histogram(cells),
            changes.get(changeKey(at.group, question.id)) ?? [],
          ),
        }),
      ...(topic && { text: textSignal(topic) }),
    }
  })
}

export function scaleSignal(
  figures: Figures,
  at: Group,
  question: Question,
  values: Histogram,
  compared: readonly Change[],
): NonNullable<DriverSignal['scale']> {
  const { min, max } = boundsOf(question)
  const n = sizeOf(values)
  // "At most 2 of 5", carried over to scales of other lengths.
  const low = wilson(
    sum(values.filter(({ value }) => (value - min) / (max - min) <= 0.25).map(({ count }) => count)),
    n,
  )!
  const everyoneElse =
    at.group === everyone
      ? null
      : cellsOf<QuestionCell>(figures.released, everyone, questionMeasure(question.id))
  return {
    n,
    mean: meanOf(values),
    min,
    max,
    lowShare: low.share,
    lowShareInterval: low.interval,
    ...(everyoneElse && { organisationMean: meanOf(histogram(everyoneElse)) }),
    ...baseline(figures, at, question, compared),
  }
}

/**
 * What a scale is held against: its own last time. A team that is as far below all others as it was then has not
 * changed, and still needs something to happen: then it is held against the others, by the p over the whole report.
 */
export function baseline(figures: Figures, at: Group, question: Question, compared: readonly Change[]) {
  const previous = compared.find(({ against }) => against === 'previous')
  const others = compared.find(({ against }) => against === 'organisation')
  const worse = (change: Change): boolean => change.difference < 0
  if (previous && others && worse(others) && isTold(others) && !(worse(previous) && isTold(previous))) {
    const { pAdjusted, method, mean } = others
    return {
      organisationMean: mean,
      p: pAdjusted,
      pAdjusted,
      method,
      repeated: wasBelow(figures, at, question),
    }
  }
  const change = previous ?? others
  if (!change) return {}
  const { p, pAdjusted, method, n, mean } = change
  return { ...(previous && { previous: { n, mean } }), p, pAdjusted, method }
}

/** Whether the group was below everyone's mean last time too. */
export function wasBelow({ previous }: Figures, at: Group, question: Question): boolean {
  const measure = questionMeasure(question.id)
  const own = cellsOf<QuestionCell>(previous, at.group, measure)
  const all = cellsOf<QuestionCell>(previous, everyone, measure)
  return own !== null && all !== null && meanOf(histogram(own)) < meanOf(histogram(all))
}

export function textSignal({ n, sums }: { n: number; sums: TopicSums }): NonNullable<DriverSignal['text']> {
  const mean = sums.sum / sums.people
  const spread = Math.sqrt(Math.max(0, sums.squares / sums.people - mean * mean))
  const error = (1.96 * Math.max(spread, 0.1)) / Math.sqrt(sums.people)
  return {
    n,
    people: sums.people,
    negativePeople: sums.negative,
    sentiment: mean,
    interval: [Math.max(-1, mean - error), Math.min(1, mean + error)],
  }
}

export function actions(figures: Figures, at: Group, changes: Changes): Finding[] {
  return recommend(signalsOf(figures, at, changes)).map((one) => ({
    kind: 'recommended_action' as const,
    teamId: teamOf(at),
    questionId: null,
    subject: one.driver,
    statement: `${at.name}: ${one.action.title}`,
    n: Math.max(...one.evidence.map((evidence) => evidence.n)),
    value: {
      action: one.action,
      driver: one.driver,
      state: 'suggested',
      priority: round(one.priority, 4),
      parts: one.parts,
      confidence: one.confidence,
      why_not: one.why_not,
    },
    interval: null,
    method: { name: recommendRule.id, version: recommendRule.version },
    evidence: one.evidence,
  }))
}
