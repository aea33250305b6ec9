/**
 * What the figures of a group amount to: the level of each question and driver (a problem, fine, a strength, or unclear), how it
 * has moved, where the group is among the others, and what people ask for. Statements, strengths, actions and effects read
 * assessments and nothing else, so that a page cannot recommend an action and say beside it that there is not enough data.
 *
 * Level and movement are two questions. A problem that stays is told from its reference every time, and from last time never: if
 * only changes were reported, it would disappear with the second survey. The reference is the author's target or the middle of the
 * scale; for words, that as many people mention a driver negatively as not. What is bad is a matter of the question's polarity.
 *
 * A concern is a reason for an action. Where a group above has the same one, the action is that group's; a team has its own only
 * where it is told to be worse than the rest.
 */
import type { LevelState } from '../../../contract/insights.ts'
import { limits } from '../../../contract/limits.ts'
import type { Question } from '../../../contract/questions.ts'
import { everyone, type QuestionCell, questionMeasure } from '../../cells/cells.ts'
import type { Released } from '../../confidentiality/confidentiality.ts'
import {
  enpsPoint,
  isAveraged,
  isScored,
  measureOf,
  polarityOf,
  referenceOf,
} from '../../questions/questions.ts'
import {
  type Histogram,
  meanOf,
  normalQuantile,
  sizeOf,
  varianceOf,
  wilson,
} from '../../statistics/statistics.ts'
import { cellsOf, type Figures, type Group, histogram, sum } from '../finding.ts'
import { favourableOf } from '../measurements.ts'
import { asksMeasure, driversMeasure } from '../measures.ts'
import { changeKey, type Changes, isSignificant } from './change.ts'
import { type Change, isLevel } from './difference.ts'
import { negativeKey, suggestionKey, toneKey } from './shares.ts'
import { allTopics } from './topics.ts'

/** For how many instances in a row, this one included, and since which of them; null where that is this one. */
type Streak = { times: number; since: string | null }

/** `enough`: how many more answers would tell it from its reference; null: told, or too close to it. */
export type Level = Streak & {
  state: LevelState
  basis: 'scale' | 'text'
  reference: number
  isTarget: boolean
  enough: number | null
  change: Change
}

/** People who ask for something about a driver, of all who wrote. */
export type Requests = Streak & { people: number; n: number; share: number; interval: readonly number[] }

export type QuestionAssessment = {
  question: Question
  level: Level | null
  /** Told changes: since last time, over several instances, and against the rest. */
  movement: Change | null
  trend: Change | null
  positions: Change[]
}

export type Concern = {
  reason: 'level' | 'movement' | 'position' | 'requests'
  /** The question, or the driver's share. */
  subject: string
}

export type DriverAssessment = {
  driver: string
  questions: QuestionAssessment[]
  /** By words, where no question measures the driver. */
  tone: Level | null
  requests: Requests | null
  concerns: Concern[]
}

/** The report's figures, its changes, and a group. */
export type Place = { figures: Figures; changes: Changes; at: Group }

const changesAt = ({ changes, at }: Place, subject: string): readonly Change[] =>
  changes.get(changeKey(at.group, subject)) ?? []

const told = (changes: readonly Change[], against: Change['against']): Change | null =>
  changes.find((change) => change.against === against && isSignificant(change)) ?? null

export function assessQuestion(place: Place, question: Question): QuestionAssessment {
  const compared = changesAt(place, question.id)
  return {
    question,
    level: isScored(question) ? scaleLevel(place, question) : null,
    movement: told(compared, 'previous'),
    trend: told(compared, 'trend'),
    positions: [told(compared, 'parent'), told(compared, 'organisation')].flatMap((one) => one ?? []),
  }
}

type Alone = Omit<DriverAssessment, 'concerns'> & { reasons: Concern[] }

const assessments = new WeakMap<Changes, Map<string, Alone>>()

/** Once for each group and driver of a report: groups look at those above them. */
function assessAlone(place: Place, driver: string): Alone {
  const known = assessments.get(place.changes) ?? new Map<string, Alone>()
  assessments.set(place.changes, known)
  const key = changeKey(place.at.group, driver)
  const before = known.get(key)
  if (before) return before
  const { figures, at } = place
  const questions = figures.questions
    .filter((question) => question.driver === driver && isAveraged(question))
    .filter((question) => cellsOf(figures.released, at.group, questionMeasure(question.id)) !== null)
    .map((question) => assessQuestion(place, question))
  const now = {
    driver,
    questions,
    tone: questions.length > 0 ? null : toneLevel(place, driver),
    requests: requestsOf(place, driver),
  }
  const assessed = { ...now, reasons: reasonsOf(place, now) }
  known.set(key, assessed)
  return assessed
}

export function assessDriver(place: Place, driver: string): DriverAssessment {
  const { reasons, ...alone } = assessAlone(place, driver)
  return { ...alone, concerns: concernsOf(place, driver, reasons) }
}

/** Reasons for an action, before those of the groups above are left to them. */
function reasonsOf(place: Place, { driver, questions, tone, requests }: Omit<Alone, 'reasons'>): Concern[] {
  const worseShares = (subject: string): Concern[] =>
    changesAt(place, subject)
      .filter((change) => change.difference > 0 && isSignificant(change))
      .map(({ against }) => ({ reason: against === 'previous' ? 'movement' : 'position', subject }))
  return [
    ...questions.flatMap(reasonsOfQuestion),
    ...(tone?.state === 'problem' ? [{ reason: 'level', subject: toneKey(driver) } as const] : []),
    ...(questions.length === 0 ? worseShares(negativeKey(driver)) : []),
    ...worseShares(suggestionKey(driver)),
    ...(requests ? [{ reason: 'requests', subject: suggestionKey(driver) } as const] : []),
  ]
}

function reasonsOfQuestion({ question, level, movement, positions }: QuestionAssessment): Concern[] {
  const polarity = polarityOf(question)
  const isWorse = (change: Change): boolean => change.difference * polarity < 0
  const subject = question.id
  return [
    ...(level?.state === 'problem' ? [{ reason: 'level', subject } as const] : []),
    ...(movement && isWorse(movement) ? [{ reason: 'movement', subject } as const] : []),
    // A strength that is larger elsewhere is not a concern.
    ...(level?.state !== 'strength' && positions.some(isWorse)
      ? [{ reason: 'position', subject } as const]
      : []),
  ]
}

/** The groups above, the nearest first, everyone last. */
function* groupsAbove({ parents }: Figures, group: string): Generator<string> {
  if (group === everyone) return
  for (let at = parents?.get(group); at; at = parents?.get(at)) yield at
  yield everyone
}

/** A fall of one team moves everyone too: it is the team's own where it fell half as far again. */
const ownMovementFrom = 1.5

function isOfAbove(place: Place, above: string, { reason, subject }: Concern): boolean {
  if (reason !== 'movement') return true
  const [own, theirs] = [place.at.group, above].map(
    (group) => told(place.changes.get(changeKey(group, subject)) ?? [], 'previous')?.difference ?? 0,
  )
  return Math.abs(own) <= ownMovementFrom * Math.abs(theirs)
}

function concernsOf(place: Place, driver: string, own: Concern[]): Concern[] {
  const isWorseThanRest = own.some(({ reason }) => reason === 'position')
  if (own.length === 0 || place.at.group === everyone || isWorseThanRest) return own
  const above = [...groupsAbove(place.figures, place.at.group)]
  const isTheirs = (concern: Concern): boolean =>
    above.some(
      (group) =>
        assessAlone({ ...place, at: { group, name: '' } }, driver).reasons.some(
          ({ reason, subject }) => reason === concern.reason && subject === concern.subject,
        ) && isOfAbove(place, group, concern),
    )
  // By themselves, requests of a team cannot be told from everyone's.
  return own.filter((concern) => concern.reason !== 'requests' && !isTheirs(concern))
}

/** Of favourable answers, the lower bound of their share. */
const strengthFrom = 0.5
/** More answers than this are a promise that nobody can use. */
const enoughMax = 200

function scaleIn(
  released: readonly Released<unknown>[],
  group: string,
  question: Question,
): Histogram | null {
  const cells = cellsOf<QuestionCell>(released, group, questionMeasure(question.id))
  return cells && histogram(cells)
}

/** The answers of the group to a question on steps; null where they are not shown. */
export const valuesAt = ({ figures, at }: Place, question: Question): Histogram | null =>
  scaleIn(figures.released, at.group, question)

/** The side of the reference that is told, and whether it is a strength. */
function stateOf({ question, values }: { question: Question; values: Histogram }, side: number): LevelState {
  if (side === 0) return 'unclear'
  if (side * polarityOf(question) < 0) return 'problem'
  const favourable = favourableOf(question, values)
  return favourable && favourable.interval[0] > strengthFrom ? 'strength' : 'fine'
}

function scaleLevel(place: Place, question: Question): Level | null {
  const { figures, at } = place
  const change = changesAt(place, question.id).find(isLevel)
  const reference = referenceOf(question)
  const values = scaleIn(figures.released, at.group, question)
  if (!change || !reference || !values) return null
  const state = stateOf({ question, values }, isSignificant(change) ? Math.sign(change.difference) : 0)
  const stateThen = (released: readonly Released<unknown>[]): LevelState | null => {
    const then = scaleIn(released, at.group, question)
    return then && stateOf({ question, values: then }, sideOf(question, then, change.mean))
  }
  return {
    state,
    basis: 'scale',
    reference: reference.value,
    isTarget: reference.isTarget,
    enough: state === 'unclear' ? enoughFor(change, varianceOfPoints(question, values)) : null,
    change,
    ...streakOf(figures, (released) => state !== 'unclear' && stateThen(released) === state),
  }
}

/** An eNPS is tested on −1, 0, 1. */
const pointsOf = (question: Question, values: Histogram): Histogram =>
  measureOf(question) === 'enps'
    ? values.map(({ value, count }) => ({ value: enpsPoint(value), count }))
    : values

const varianceOfPoints = (question: Question, values: Histogram): number => {
  const points = pointsOf(question, values)
  return varianceOf(points, meanOf(points), sizeOf(points))
}

const sideFrom = 1.96

/** The side of an earlier figure, by the normal limit of the same test: a streak needs no more. */
function sideOf(question: Question, values: Histogram, reference: number): number {
  const points = pointsOf(question, values)
  const squares = sum(points.map(({ value, count }) => count * (value - reference) ** 2))
  const total = sum(points.map(({ value, count }) => count * (value - reference)))
  return Math.abs(total) >= sideFrom * Math.sqrt(squares) && total !== 0 ? Math.sign(total) : 0
}

/** Answers of the same spread and mean that the corrected test would need, less those that are there: its spread is about the reference. */
function enoughFor({ difference, ownN, correction }: Change, variance: number): number | null {
  if (difference === 0) return null
  const z = normalQuantile(Math.min(1, (0.05 * correction.rank * correction.share) / correction.tests))
  const more = Math.ceil(z * z * (variance / difference ** 2 + 1)) - ownN
  return more > enoughMax ? null : Math.max(1, more)
}

function streakOf(
  { history = [], previous }: Figures,
  holds: (released: readonly Released<unknown>[]) => boolean,
): Streak {
  const earlier = history.length > 0 ? history : previous.length > 0 ? [{ at: null, released: previous }] : []
  const broken = earlier.toReversed().findIndex(({ released }) => !holds(released))
  const times = broken < 0 ? earlier.length : broken
  const first = earlier[earlier.length - times]?.at ?? null
  return { times: times + 1, since: first === null ? null : dateOf(first) }
}

const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)

/** Of the people who wrote, the lower bound from which a driver is a matter of the group and not of a few. */
const commonFrom = 0.1

/** By the share of negative mentions, of a driver that more than a few mention. */
function toneLevel(place: Place, driver: string): Level | null {
  const { figures, at } = place
  const change = changesAt(place, toneKey(driver)).find(isLevel)
  const topic = allTopics(figures, at, driversMeasure).find(({ id }) => id === driver)
  if (!change || !topic || !isCommon(topic.sums.people, topic.n)) return null
  const side = isSignificant(change) ? Math.sign(change.difference) : 0
  const state = side === 0 ? 'unclear' : side > 0 ? 'problem' : 'strength'
  return {
    state,
    basis: 'text',
    reference: 0.5,
    isTarget: false,
    enough: null,
    change,
    ...streakOf(figures, (released) => {
      const then = allTopics({ released }, at, driversMeasure).find(({ id }) => id === driver)
      if (!then || side === 0) return false
      const { people, negative } = then.sums
      return side * (2 * negative - people) >= sideFrom * Math.sqrt(people)
    }),
  }
}

const isCommon = (people: number, n: number): boolean => (wilson(people, n)?.interval[0] ?? 0) >= commonFrom

/** At least k people who ask for something about the driver, and more than a few of those who wrote. */
function requestsOf({ figures, at }: Place, driver: string): Requests | null {
  const find = (released: readonly Released<unknown>[]) =>
    allTopics({ released }, at, asksMeasure).find(({ id }) => id === driver)
  const isTold = (topic: ReturnType<typeof find>): boolean =>
    topic !== undefined && topic.sums.people >= limits.kScoreMin && isCommon(topic.sums.people, topic.n)
  const topic = find(figures.released)
  const found = topic && isTold(topic) ? wilson(topic.sums.people, topic.n) : null
  if (!topic || !found) return null
  return {
    people: topic.sums.people,
    n: topic.n,
    share: found.share,
    interval: found.interval,
    ...streakOf(figures, (released) => isTold(find(released))),
  }
}
