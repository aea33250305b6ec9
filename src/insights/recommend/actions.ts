/**
 * Recommended actions and the one strength of a group: from what was measured about each driver to the rule in recommend.ts,
 * and from there to the record that a team works on (src/actions).
 */
import { type OwnerIds } from '../../collection/collection.ts'
import { type ActionEffect } from '../../../contract/actions.ts'
import { type Question } from '../../../contract/questions.ts'
import { measureEffects, recordActions, type Suggestion } from '../../actions/actions.ts'
import { type CollectionRef } from '../../collection-ref.ts'
import { everyone, type QuestionCell, questionMeasure } from '../../cells/cells.ts'
import { isAveraged } from '../../questions/questions.ts'
import { type Tx } from '../../db/db.ts'
import { type Action } from './action-catalogue.ts'
import { type Change, changeKey, type Changes, changesOf, isTold } from '../report/change.ts'
import {
  boundsOf,
  cellsOf,
  type Figures,
  type Finding,
  type Group,
  histogram,
  round,
  teamOf,
} from '../finding.ts'
import { driversMeasure, type TopicsCell } from '../measures.ts'
import { type DriverSignal, type Held, recommend, recommendRule } from './recommend.ts'
import { badlyKey, wishKey } from '../report/shares.ts'
import { type Histogram, meanOf } from '../../statistics/statistics.ts'
import { strengthOf } from '../report/strength.ts'
import { allTopics, topicsOf } from '../report/topics.ts'
import { wishesMeasure } from '../suggestions.ts'

/** Questions that measure a driver. */
export const drivenBy = ({ questions }: Pick<Figures, 'questions'>): Question[] =>
  questions.filter((question) => question.driver !== undefined && isAveraged(question))

export function signalsOf(figures: Figures, at: Group, changes: Changes): DriverSignal[] {
  const talked = new Map(topicsOf(figures, at, driversMeasure).map((topic) => [topic.id, topic]))
  const wished = new Map(allTopics(figures, at, wishesMeasure).map((topic) => [topic.id, topic]))
  const asked = drivenBy(figures)
  const ids = new Set([...talked.keys(), ...wished.keys(), ...asked.map((question) => question.driver!)])
  const held = (subject: string, bad: 'lower' | 'upper'): Held[] =>
    (changes.get(changeKey(at.group, subject)) ?? []).flatMap((change) => heldBy(change, bad))
  return [...ids].map((driver): DriverSignal => {
    const [topic, wish] = [talked.get(driver), wished.get(driver)]
    const questions = asked.filter((one) => one.driver === driver)
    const shown = questions.flatMap((question) => {
      const cells = cellsOf<QuestionCell>(figures.released, at.group, questionMeasure(question.id))
      return cells ? [{ question, values: histogram(cells) }] : []
    })
    const worst = worstOf(shown.map((one) => ({ ...one, held: held(one.question.id, 'lower') })))
    return {
      driver,
      suppressed: questions.length > 0 && shown.length === 0,
      ...(worst && {
        scale: {
          values: worst.values,
          ...boundsOf(worst.question),
          held: worst.held,
          repeated: wasBelow(figures, at, worst.question),
        },
      }),
      ...(topic && {
        text: {
          n: topic.n,
          people: topic.sums.people,
          negativePeople: topic.sums.negative,
          sum: topic.sums.sum,
          squares: topic.sums.squares,
          held: held(badlyKey(driver), 'upper'),
        },
      }),
      ...(wish && { wishes: { n: wish.n, people: wish.sums.people, held: held(wishKey(driver), 'upper') } }),
      ...impactIn(figures, driver),
    }
  })
}

type Shown = { question: Question; values: Histogram; held: Held[] }

/** Of several questions about one driver, the one that tells most on the bad side. */
const worstOf = (shown: readonly Shown[]): Shown | undefined => {
  const least = ({ held }: Shown): number => held.reduce((p, { worse }) => Math.min(p, worse), 1)
  return shown.reduce<Shown | undefined>(
    (worst, one) => (worst && least(worst) <= least(one) ? worst : one),
    undefined,
  )
}

/** A trend is told as such; an action is held against figures that stand beside one another. */
function heldBy(change: Change, bad: 'lower' | 'upper'): Held[] {
  if (change.against === 'trend') return []
  return [
    {
      to: change.against === 'middle' ? 'middle_of_scale' : change.against,
      value: change.mean,
      p: change.p,
      worse: change[bad],
      correction: change.correction,
      method: change.method,
      made: change.made,
    },
  ]
}

function impactIn({ comparisons }: Figures, driver: string): Pick<DriverSignal, 'impact'> {
  const found = comparisons?.impacts.find((one) => one.driver === driver)
  return found ? { impact: { correlation: found.correlation, n: found.n } } : {}
}

/** Whether the group was below everyone's mean last time too. */
function wasBelow({ previous }: Figures, at: Group, question: Question): boolean {
  const measure = questionMeasure(question.id)
  const own = cellsOf<QuestionCell>(previous, at.group, measure)
  const all = at.group === everyone ? null : cellsOf<QuestionCell>(previous, everyone, measure)
  return own !== null && all !== null && meanOf(histogram(own)) < meanOf(histogram(all))
}

/** How many people wrote something that a topic was looked for in; null where that is not shown. */
export const wroteIn = ({ released }: Figures, at: Group): number | null =>
  cellsOf<TopicsCell>(released, at.group, driversMeasure)?.reduce((n, cell) => n + cell.n, 0) ?? null

export function actions(figures: Figures, at: Group, changes: Changes): Finding[] {
  const recommended = recommend(signalsOf(figures, at, changes))
  const found = recommended.map((one): Finding => ({
    kind: 'recommended_action',
    teamId: teamOf(at),
    questionId: null,
    subject: one.driver,
    statement: `${at.name}: ${one.action.title}`,
    n: Math.max(...one.evidence.filter(({ metric }) => metric !== 'impact').map(({ n }) => n)),
    value: {
      action: one.action,
      alternatives: one.alternatives.map(({ id, title }) => ({ id, title })),
      driver: one.driver,
      state: 'suggested',
      priority: one.priority,
      parts: one.parts,
      confidence: one.confidence,
      family: one.family,
      rule: one.rule,
      rejected_reasons: one.rejected_reasons,
    },
    interval: null,
    method: { name: recommendRule.id, version: recommendRule.version },
    evidence: one.evidence,
  }))
  const strength = strengthOf(figures, at, changes, new Set(recommended.map(({ driver }) => driver)))
  return strength ? [...found, strength] : found
}

/** A finding that was written down, by its id. */
export type Written = { insightId: string; finding: Finding }

/**
 * Makes of a report what teams work on, and measures what they have worked on since: in the transaction of the report, and of
 * each time that it is computed anew.
 */
export async function actionsOfReport(
  tx: Tx,
  ref: CollectionRef,
  owner: OwnerIds,
  written: readonly Written[],
  figures: Figures,
  now: Date,
): Promise<void> {
  const suggestions = written
    .filter(({ finding }) => finding.kind === 'recommended_action')
    .map(({ insightId, finding }) => suggestionOf(insightId, finding))
  await recordActions(tx, ref, owner, suggestions, now)
  await measureEffects(tx, ref, owner, (teamId, driver) => effectOf(figures, teamId, driver), now)
}

type Recommended = {
  action: Action
  priority: number
  confidence: string
  rule: { catalogue: string }
}

function suggestionOf(insightId: string, { teamId, subject, value }: Finding): Suggestion {
  const { action, priority, confidence, rule } = value as Recommended
  const { id, title, first_step, owner_role, effort, measure } = action
  return {
    insight_id: insightId,
    team_id: teamId,
    driver: subject!,
    catalogue: { action: id, version: rule.catalogue },
    title,
    first_step,
    owner_role,
    effort,
    measure,
    priority,
    confidence,
  }
}

type Effect = Omit<ActionEffect, 'check_in_instance_id' | 'measured_at'>

const untold = {
  verdict: 'not enough data to tell',
  metric: null,
  question_id: null,
  before: null,
  after: null,
  difference: null,
  p: null,
  p_adjusted: null,
  method: null,
  n: null,
} as const satisfies Effect

/** By the change of the driver's scale; where it was not asked, by the share of people who name it badly. */
export function effectOf(figures: Figures, teamId: string | null, driver: string): Effect {
  const group = teamId ?? everyone
  const groups = [...new Set(figures.released.map((one) => one.teamId))]
  const changes = changesOf(figures, groups)
  const changeOf = (subject: string): Change | undefined =>
    changes.get(changeKey(group, subject))?.find(({ against }) => against === 'previous')
  const asked = drivenBy(figures).filter((question) => question.driver === driver)
  const measuredBy = asked.flatMap((question) => {
    const change = changeOf(question.id)
    return change ? [{ question_id: question.id, change, up: 'better' as const }] : []
  })
  const named = changeOf(badlyKey(driver))
  const found =
    measuredBy.toSorted((a, b) => a.change.p - b.change.p)[0] ??
    (named && { question_id: null, change: named, up: 'worse' as const })
  if (!found) return untold
  const { question_id, change, up } = found
  const down = up === 'better' ? 'worse' : 'better'
  return {
    verdict: isTold(change) ? (change.difference > 0 ? up : down) : 'not enough data to tell',
    metric: change.metric,
    question_id,
    before: round(change.mean, 3),
    after: round(change.own, 3),
    difference: round(change.difference, 3),
    p: round(change.p, 4),
    p_adjusted: round(change.pAdjusted, 4),
    method: change.method,
    n: change.ownN,
  }
}
