/**
 * Recommended actions and the one strength of a group: from the figures of each driver to the rule in recommend.ts, and from
 * there to the actions that a team works on (src/actions).
 */
import type { Change } from '../report/difference.ts'
import type { Collection } from '../../collection/collection.ts'
import type { Question } from '../../../contract/questions.ts'
import {
  type MeasuredEffect,
  measureEffects,
  recordActions,
  type SuggestedAction,
  type TriedAction,
} from '../../actions/actions.ts'
import { everyone, type QuestionCell, questionMeasure } from '../../cells/cells.ts'
import { isAveraged, polarityOf } from '../../questions/questions.ts'
import type { Tx } from '../../db/db.ts'
import { assessDriver, assessQuestion, type Concern, type Place } from '../report/assessment.ts'
import { changeKey, changesOf, isSignificant } from '../report/change.ts'
import { reasonsFor } from '../report/levels.ts'
import { inGroup, message, type Message, type Words } from '../message.ts'
import { type Action as CatalogueAction, actionsFor } from './action-catalogue.ts'
import { partsNamed, phraseNamed } from './named.ts'
import {
  boundsOf,
  cellsOf,
  type Figures,
  type Finding,
  type Group,
  histogram,
  round,
  stating,
  teamOf,
} from '../finding.ts'
import { asksMeasure, driversMeasure } from '../measures.ts'
import {
  type Baseline,
  type DriverSignal,
  type Recommendation,
  recommend,
  recommendRule,
} from './recommend.ts'
import { negativeKey, suggestionKey, toneKey } from '../report/shares.ts'
import { type Histogram, meanOf } from '../../statistics/statistics.ts'
import { strengthOf } from '../report/strength.ts'
import { allTopics, topicsOf } from '../report/topics.ts'

/** Questions that measure a driver, by driver. */
const questionsByDriver = ({ questions }: Figures): Map<string, Question[]> => {
  const found = new Map<string, Question[]>()
  for (const question of questions)
    if (question.driver !== undefined && isAveraged(question))
      found.set(question.driver, [...(found.get(question.driver) ?? []), question])
  return found
}

export function signalsOf({ figures, at, changes }: Place): DriverSignal[] {
  const topics = new Map(topicsOf(figures, at, driversMeasure).map((topic) => [topic.id, topic]))
  const suggestions = new Map(allTopics(figures, at, asksMeasure).map((topic) => [topic.id, topic]))
  const questionsOf = questionsByDriver(figures)
  const ids = new Set([...topics.keys(), ...suggestions.keys(), ...questionsOf.keys()])
  const baselinesOf = (subject: string, bad: 'lower' | 'upper'): Baseline[] =>
    (changes.get(changeKey(at.group, subject)) ?? []).flatMap((change) => baselineOf(change, bad))
  return [...ids].map((driver): DriverSignal => {
    const [topic, suggestion] = [topics.get(driver), suggestions.get(driver)]
    const questions = questionsOf.get(driver) ?? []
    const { concerns } = assessDriver({ figures, at, changes }, driver)
    const released = questions.flatMap((question): ReleasedScale[] => {
      const polarity = polarityOf(question)
      const cells = cellsOf<QuestionCell>(figures.released, at.group, questionMeasure(question.id))
      if (!cells || polarity === 0) return []
      const baselines = baselinesOf(question.id, polarity > 0 ? 'lower' : 'upper')
      return [{ question, polarity, values: histogram(cells), baselines }]
    })
    const worst = worstOf(released, concerns)
    return {
      driver,
      concerns,
      suppressed: questions.length > 0 && released.length === 0 && !isNeutral(questions),
      ...(worst && {
        scale: {
          values: worst.values,
          ...boundsOf(worst.question),
          polarity: worst.polarity,
          baselines: worst.baselines,
          repeated: repeatedFor({ figures, at, changes }, worst),
        },
      }),
      ...(topic && {
        text: {
          n: topic.n,
          people: topic.sums.people,
          negativePeople: topic.sums.negative,
          isCounted: !topic.sums.few,
          sum: topic.sums.sum,
          squares: topic.sums.squares,
          baselines: baselinesOf(negativeKey(driver), 'upper'),
          tone: baselinesOf(toneKey(driver), 'upper')[0] ?? null,
        },
      }),
      ...(suggestion && {
        suggestions: {
          n: suggestion.n,
          people: suggestion.sums.people,
          baselines: baselinesOf(suggestionKey(driver), 'upper'),
        },
      }),
      topics: partsNamed(figures, at, driver),
      named: phraseNamed(figures, at, driver),
      tried: triedBy(figures, at, driver).map(({ action }) => action),
      ...impactIn(figures, driver),
    }
  })
}

/** Whether nobody may judge the answers: then the driver is judged by words alone. */
const isNeutral = (questions: readonly Question[]): boolean =>
  questions.every((question) => polarityOf(question) === 0)

const triedBy = ({ tried = [] }: Figures, at: Group, driver: string): TriedAction[] =>
  tried.filter((one) => one.teamId === teamOf(at) && one.driver === driver)

type ReleasedScale = { question: Question; polarity: 1 | -1; values: Histogram; baselines: Baseline[] }

/** If several questions are about one driver, one that is a concern, and of these the one with the smallest p on the bad side. */
const worstOf = (
  scales: readonly ReleasedScale[],
  concerns: readonly Concern[],
): ReleasedScale | undefined => {
  const least = ({ baselines }: ReleasedScale): number =>
    baselines.reduce((p, { worse }) => Math.min(p, worse), 1)
  const isConcern = ({ question }: ReleasedScale): boolean =>
    concerns.some(({ subject }) => subject === question.id)
  return scales.toSorted((a, b) => Number(isConcern(b)) - Number(isConcern(a)) || least(a) - least(b))[0]
}

/** A trend is not a baseline: an action compares figures of the same kind. */
function baselineOf(change: Change, bad: 'lower' | 'upper'): Baseline[] {
  const { against } = change
  if (against === 'trend') return []
  return [
    {
      to: against === 'middle' ? 'middle_of_scale' : against,
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

/** What the group was worse than last time too: everyone's mean, or the question's reference. */
function repeatedFor(place: Place, { question, polarity }: ReleasedScale): Baseline['to'][] {
  const { previous } = place.figures
  const measure = questionMeasure(question.id)
  const own = cellsOf<QuestionCell>(previous, place.at.group, measure)
  const all = cellsOf<QuestionCell>(previous, everyone, measure)
  const behind =
    own && all && place.at.group !== everyone
      ? (meanOf(histogram(own)) - meanOf(histogram(all))) * polarity
      : 0
  const { level } = assessQuestion(place, question)
  const isStanding = level?.state === 'problem' && level.times > 1
  return [
    ...(behind < 0 ? (['organisation', 'parent'] as const) : []),
    ...(isStanding ? (['middle_of_scale', 'target'] as const) : []),
  ]
}

export function actions(place: Place): Finding[] {
  const recommended = recommend(signalsOf(place))
  const strength = strengthOf(place)
  return [...recommended.map((one) => findingOf(one, place)), ...(strength ? [strength] : [])]
}

/** What a finding of the kind `recommended_action` has as its value. */
type Value = Omit<Recommendation, 'evidence' | 'alternatives'> & {
  alternatives: { id: string; title: string }[]
  /** Actions that the group tried before, the latest first. */
  tried: { action: string; outcome: TriedAction['outcome'] }[]
  state: 'suggested'
}

function findingOf({ evidence, alternatives, ...recommendation }: Recommendation, place: Place): Finding {
  const { figures, at } = place
  const tried = triedBy(figures, at, recommendation.driver)
  const value: Value = {
    ...recommendation,
    alternatives: alternatives.map(({ id, title }) => ({ id, title })),
    tried: tried.map(({ action, outcome }) => ({ action, outcome })),
    state: 'suggested',
  }
  return {
    kind: 'recommended_action',
    teamId: teamOf(at),
    questionId: null,
    subject: recommendation.driver,
    ...stating(inGroup(at, sentencesOf(recommendation, place, tried))),
    coverage: null,
    n: Math.max(...evidence.filter(({ metric }) => metric !== 'impact').map(({ n }) => n)),
    value,
    interval: null,
    method: { name: recommendRule.id, version: recommendRule.version },
    evidence,
  }
}

const reasonsMax = 2
const triedMax = 2

/** What to do, why, what people name most, and what was tried. */
function sentencesOf(
  { driver, action, named }: Pick<Recommendation, 'driver' | 'action' | 'named'>,
  place: Place,
  tried: readonly TriedAction[],
): Message[] {
  return [
    message('action', { title: titleOf(action) }),
    ...reasonsFor(place, driver).slice(0, reasonsMax),
    ...(named ? [message('named_most', named)] : []),
    ...tried.slice(0, triedMax).flatMap((one) => {
      const before = actionsFor(driver).find(({ id }) => id === one.action)
      return before
        ? [message('tried', { title: titleOf(before), outcome: { key: `tried_${one.outcome}`, args: {} } })]
        : []
    }),
  ]
}

const titleOf = ({ title, title_de }: CatalogueAction): Words => ({ en: title, de: title_de })

/** A finding as it was written, with the id of its insight. */
type WrittenFinding = { insightId: string; finding: Finding }

/** Writes the actions that a report recommends: in the transaction of the report, each time that it is computed. */
export const writeActions = (
  tx: Tx,
  collection: Collection,
  insights: readonly WrittenFinding[],
  now: Date,
): Promise<void> =>
  recordActions(
    tx,
    collection,
    insights
      .filter(({ finding }) => finding.kind === 'recommended_action')
      .map(({ insightId, finding }) => suggestedAction(insightId, finding)),
    now,
  )

/** Measures the effect of the actions that teams have accepted, before the report says what was tried. */
export const measureAccepted = (tx: Tx, collection: Collection, figures: Figures, now: Date): Promise<void> =>
  measureEffects(tx, collection, (teamId, driver) => effectOf(figures, teamId, driver), now)

function suggestedAction(insightId: string, { teamId, value }: Finding): SuggestedAction {
  const { driver, action, named, priority, confidence, rule } = value as Value
  const { id, title, first_step, owner_role, effort, measure } = action
  const words_de = { title: action.title_de, first_step: action.first_step_de, measure: action.measure_de }
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
    words_de,
    named,
    priority,
    confidence,
  }
}

const unmeasured = {
  verdict: 'no clear effect',
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

/** By the change of the driver's scale; where no question measures it, by the share of people who name it negatively or ask about it. */
export function effectOf(figures: Figures, teamId: string | null, driver: string): MeasuredEffect {
  const group = teamId ?? everyone
  const groups = [...new Set(figures.released.map((one) => one.teamId))]
  const changes = changesOf(figures, groups)
  const changeOf = (subject: string): Change | undefined =>
    changes.get(changeKey(group, subject))?.find(({ against }) => against === 'previous')
  const ofScales = (questionsByDriver(figures).get(driver) ?? []).flatMap((question) => {
    const [change, polarity] = [changeOf(question.id), polarityOf(question)]
    return change && polarity !== 0 ? [{ question_id: question.id, change, polarity }] : []
  })
  const ofTexts = [negativeKey(driver), suggestionKey(driver)]
    .flatMap((subject) => changeOf(subject) ?? [])
    .map((change) => ({ question_id: null, change, polarity: -1 as const }))
  const byP = (a: { change: Change }, b: { change: Change }): number => a.change.p - b.change.p
  const found = ofScales.toSorted(byP)[0] ?? ofTexts.toSorted(byP)[0]
  if (!found) return unmeasured
  const { question_id, change, polarity } = found
  return {
    verdict: !isSignificant(change)
      ? 'no clear effect'
      : change.difference * polarity > 0
        ? 'better'
        : 'worse',
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
