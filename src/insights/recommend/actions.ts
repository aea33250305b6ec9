/**
 * Recommended actions and the one strength of a group: from the figures of each driver to the rule in recommend.ts, and from
 * there to the actions that a team works on (src/actions).
 */
import { type Change } from '../report/difference.ts'
import { type Collection } from '../../collection/collection.ts'
import { type Question } from '../../../contract/questions.ts'
import {
  type MeasuredEffect,
  measureEffects,
  recordActions,
  type SuggestedAction,
} from '../../actions/actions.ts'
import { everyone, type QuestionCell, questionMeasure } from '../../cells/cells.ts'
import { isAveraged } from '../../questions/questions.ts'
import { type Tx } from '../../db/db.ts'
import { changeKey, type Changes, changesOf, isSignificant } from '../report/change.ts'
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
import { driversMeasure } from '../measures.ts'
import {
  type Baseline,
  type DriverSignal,
  type Recommendation,
  recommend,
  recommendRule,
} from './recommend.ts'
import { negativeKey, suggestionKey } from '../report/shares.ts'
import { type Histogram, meanOf } from '../../statistics/statistics.ts'
import { strengthOf } from '../report/strength.ts'
import { allTopics, topicsOf } from '../report/topics.ts'
import { suggestionsMeasure } from '../suggestions.ts'

/** Questions that measure a driver, by driver. */
const questionsByDriver = ({ questions }: Figures): Map<string, Question[]> => {
  const found = new Map<string, Question[]>()
  for (const question of questions)
    if (question.driver !== undefined && isAveraged(question))
      found.set(question.driver, [...(found.get(question.driver) ?? []), question])
  return found
}

export function signalsOf(figures: Figures, at: Group, changes: Changes): DriverSignal[] {
  const topics = new Map(topicsOf(figures, at, driversMeasure).map((topic) => [topic.id, topic]))
  const suggestions = new Map(allTopics(figures, at, suggestionsMeasure).map((topic) => [topic.id, topic]))
  const questionsOf = questionsByDriver(figures)
  const ids = new Set([...topics.keys(), ...suggestions.keys(), ...questionsOf.keys()])
  const baselinesOf = (subject: string, bad: 'lower' | 'upper'): Baseline[] =>
    (changes.get(changeKey(at.group, subject)) ?? []).flatMap((change) => baselineOf(change, bad))
  return [...ids].map((driver): DriverSignal => {
    const [topic, suggestion] = [topics.get(driver), suggestions.get(driver)]
    const questions = questionsOf.get(driver) ?? []
    const released = questions.flatMap((question) => {
      const cells = cellsOf<QuestionCell>(figures.released, at.group, questionMeasure(question.id))
      return cells
        ? [{ question, values: histogram(cells), baselines: baselinesOf(question.id, 'lower') }]
        : []
    })
    const worst = worstOf(released)
    return {
      driver,
      suppressed: questions.length > 0 && released.length === 0,
      ...(worst && {
        scale: {
          values: worst.values,
          ...boundsOf(worst.question),
          baselines: worst.baselines,
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
          baselines: baselinesOf(negativeKey(driver), 'upper'),
        },
      }),
      ...(suggestion && {
        suggestions: {
          n: suggestion.n,
          people: suggestion.sums.people,
          baselines: baselinesOf(suggestionKey(driver), 'upper'),
        },
      }),
      ...impactIn(figures, driver),
    }
  })
}

type ReleasedScale = { question: Question; values: Histogram; baselines: Baseline[] }

/** Of several questions about one driver, the one with the smallest p on the bad side. */
const worstOf = (scales: readonly ReleasedScale[]): ReleasedScale | undefined => {
  const least = ({ baselines }: ReleasedScale): number =>
    baselines.reduce((p, { worse }) => Math.min(p, worse), 1)
  return scales.reduce<ReleasedScale | undefined>(
    (worst, one) => (worst && least(worst) <= least(one) ? worst : one),
    undefined,
  )
}

/** A trend is no baseline: an action compares figures of the same kind. */
function baselineOf(change: Change, bad: 'lower' | 'upper'): Baseline[] {
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

export function actions(figures: Figures, at: Group, changes: Changes): Finding[] {
  const recommended = recommend(signalsOf(figures, at, changes))
  const strength = strengthOf(figures, at, changes, new Set(recommended.map(({ driver }) => driver)))
  return [...recommended.map((one) => findingOf(one, at)), ...(strength ? [strength] : [])]
}

/** What a finding of the kind `recommended_action` has as its value. */
type Value = Omit<Recommendation, 'evidence' | 'alternatives'> & {
  alternatives: { id: string; title: string }[]
  state: 'suggested'
}

function findingOf({ evidence, alternatives, ...recommendation }: Recommendation, at: Group): Finding {
  const value: Value = {
    ...recommendation,
    alternatives: alternatives.map(({ id, title }) => ({ id, title })),
    state: 'suggested',
  }
  return {
    kind: 'recommended_action',
    teamId: teamOf(at),
    questionId: null,
    subject: recommendation.driver,
    statement: `${at.name}: ${recommendation.action.title}`,
    n: Math.max(...evidence.filter(({ metric }) => metric !== 'impact').map(({ n }) => n)),
    value,
    interval: null,
    method: { name: recommendRule.id, version: recommendRule.version },
    evidence,
  }
}

/** A finding as it was written, with the id of its insight. */
type WrittenFinding = { insightId: string; finding: Finding }

/**
 * Writes the actions that a report recommends, and measures the effect of those that teams have accepted: in the transaction of
 * the report, each time that it is computed.
 */
export async function writeActions(
  tx: Tx,
  collection: Collection,
  { insights, figures }: { insights: readonly WrittenFinding[]; figures: Figures },
  now: Date,
): Promise<void> {
  const suggested = insights
    .filter(({ finding }) => finding.kind === 'recommended_action')
    .map(({ insightId, finding }) => suggestedAction(insightId, finding))
  await recordActions(tx, collection, suggested, now)
  await measureEffects(tx, collection, (teamId, driver) => effectOf(figures, teamId, driver), now)
}

function suggestedAction(insightId: string, { teamId, value }: Finding): SuggestedAction {
  const { driver, action, priority, confidence, rule } = value as Value
  const { id, title, first_step, owner_role, effort, measure } = action
  return {
    insight_id: insightId,
    team_id: teamId,
    driver,
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

const unmeasured = {
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
} as const satisfies MeasuredEffect

/** By the change of the driver's scale; where no question measures it, by the share of people who name it negatively. */
export function effectOf(figures: Figures, teamId: string | null, driver: string): MeasuredEffect {
  const group = teamId ?? everyone
  const groups = [...new Set(figures.released.map((one) => one.teamId))]
  const changes = changesOf(figures, groups)
  const changeOf = (subject: string): Change | undefined =>
    changes.get(changeKey(group, subject))?.find(({ against }) => against === 'previous')
  const ofScales = (questionsByDriver(figures).get(driver) ?? []).flatMap((question) => {
    const change = changeOf(question.id)
    return change ? [{ question_id: question.id, change, up: 'better' as const }] : []
  })
  const ofTexts = changeOf(negativeKey(driver))
  const found =
    ofScales.toSorted((a, b) => a.change.p - b.change.p)[0] ??
    (ofTexts && { question_id: null, change: ofTexts, up: 'worse' as const })
  if (!found) return unmeasured
  const { question_id, change, up } = found
  const down = up === 'better' ? 'worse' : 'better'
  return {
    verdict: isSignificant(change) ? (change.difference > 0 ? up : down) : 'not enough data to tell',
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
