/**
 * Findings of levels and of changes: one for each question and driver that has a level, and one for each change that is told. The
 * other kinds state figures; these say what follows from them, and actions give their reasons in the same words.
 */
import { coverageOf, withModels } from '../coverage.ts'
import { type DriverId, driverIds } from '../../../contract/drivers.ts'
import { unitIn, unitOf } from '../../../contract/form-items.ts'
import type { Question } from '../../../contract/questions.ts'
import { isScored, isText, measureOf } from '../../questions/questions.ts'
import { shareOf } from '../../statistics/statistics.ts'
import { type Finding, round, stating, teamOf, version } from '../finding.ts'
import { aboutDriver, inGroup, message, type Message } from '../message.ts'
import {
  assessDriver,
  assessQuestion,
  type Concern,
  type Level,
  type Place,
  type Requests,
} from './assessment.ts'
import { changeKey, comparison, isSignificant } from './change.ts'
import { type Change, isLevel } from './difference.ts'
import { negativeIn, negativeKey, suggestionKey, toneKey, topicKey } from './shares.ts'
import { enpsName, favourableAt, levelText, requestsText, toneText } from './level-text.ts'
import { meanIn, meanSaid } from './units.ts'

export const levels = (place: Place): Finding[] => [
  ...place.figures.questions.filter(isScored).flatMap((question) => levelOfQuestion(place, question)),
  ...driverIds.flatMap((driver) => levelsInWords(place, driver)),
]

export const movements = (place: Place): Finding[] => [
  ...place.figures.questions
    .filter((question) => isScored(question) || isText(question))
    .flatMap((question) =>
      changesOf(place, question.id, {
        questionId: question.id,
        subject: question.driver ?? question.id,
        of: 'answers',
        name: nameOf(place, question),
        ...unitIn(question),
      }),
    ),
  ...driverIds.flatMap((driver) => {
    const of = { questionId: null, subject: driver }
    const args = { about: aboutDriver(driver) }
    return [
      ...changesOf(place, topicKey(driver), { ...of, of: 'mentions', name: message('mentions', args) }),
      ...changesOf(place, negativeKey(driver), {
        ...of,
        of: 'negative_mentions',
        name: message('negative_mentions', args),
      }),
      ...changesOf(place, suggestionKey(driver), {
        ...of,
        of: 'requests',
        name: message('suggestions', args),
      }),
    ]
  }),
]

const nameOf = (place: Place, question: Question): Message =>
  isText(question)
    ? message('answers_to', { question: question.text })
    : measureOf(question) === 'enps'
      ? enpsName(place, question)
      : message('quoted', { question: question.text })

function levelOfQuestion(place: Place, question: Question): Finding[] {
  const assessed = assessQuestion(place, question)
  const { level } = assessed
  const text = levelText(place, assessed)
  if (!level || !text) return []
  const { own, ownN } = level.change
  const favourable = favourableAt(place, question)
  return [
    {
      ...headOf(place, level),
      questionId: question.id,
      subject: question.driver ?? question.id,
      ...stating(inGroup(place.at, text)),
      n: ownN,
      value: {
        ...valueOf(level),
        ...(measureOf(question) === 'enps' ? { enps: Math.round(own * 100) } : { mean: round(own, 3) }),
        favourable: favourable && round(favourable.share, 3),
      },
    },
  ]
}

function levelsInWords(place: Place, driver: DriverId): Finding[] {
  const { tone, requests, questions } = assessDriver(place, driver)
  const isTold = questions.some(({ level }) => level?.state === 'problem') || tone?.state === 'problem'
  if (tone && tone.state !== 'unclear') return [levelOfTone(place, driver, tone)]
  return requests && !isTold ? [levelOfRequests(place, driver, requests)] : []
}

const headOf = ({ at }: Place, { change }: Level) => ({
  kind: 'level' as const,
  teamId: teamOf(at),
  coverage: null,
  interval: null,
  method: { name: change.method, version },
  evidence: [comparison(change)],
})

const valueOf = ({ state, basis, reference, isTarget, times, since, enough }: Level) => ({
  state,
  basis,
  reference,
  target: isTarget,
  times,
  since,
  enough,
})

const readAt = ({ figures, at }: Place) => coverageOf(figures.released, at.group, figures.questions)

function levelOfTone(place: Place, driver: DriverId, tone: Level): Finding {
  const { negative, isCounted } = negativeIn(tone.change)
  const { ownN } = tone.change
  const { share, interval } = shareOf(negative, ownN)
  const head = headOf(place, tone)
  const coverage = readAt(place)
  return {
    ...head,
    method: withModels(head.method, coverage),
    questionId: null,
    subject: driver,
    ...stating(inGroup(place.at, toneText(driver, tone))),
    coverage,
    n: ownN,
    value: {
      ...valueOf(tone),
      people: ownN,
      negative: isCounted ? negative : null,
      share: isCounted ? round(share, 3) : null,
    },
    interval: isCounted ? interval.map((bound) => round(bound, 3)) : null,
  }
}

function levelOfRequests(place: Place, driver: DriverId, requests: Requests): Finding {
  const { people, n, share, interval, times, since } = requests
  return {
    kind: 'level',
    teamId: teamOf(place.at),
    questionId: null,
    subject: driver,
    ...stating(inGroup(place.at, requestsText(driver, requests))),
    coverage: readAt(place),
    n,
    value: {
      state: 'problem',
      basis: 'requests',
      reference: null,
      target: false,
      times,
      since,
      enough: null,
      people,
      share: round(share, 3),
    },
    interval: interval.map((bound) => round(bound, 3)),
    method: { name: 'people who ask for something, share with Wilson interval 95%', version },
    evidence: [],
  }
}

/** What a change is of: its words in a sentence, and where its finding belongs. */
type Subject = {
  questionId: string | null
  subject: string
  of: 'answers' | 'mentions' | 'negative_mentions' | 'requests'
  name: Message
  /** Of its figures. */
  unit?: string
}

/** What a finding of the kind `change` has as its value. */
export type ChangeValue = {
  direction: 'up' | 'down'
  of: Subject['of']
  metric: Change['metric']
  from: number
  to: number
  against: Change['against']
}

function changesOf(place: Place, key: string, { of, name, unit, ...subject }: Subject): Finding[] {
  const compared = place.changes.get(changeKey(place.at.group, key)) ?? []
  return compared
    .filter((change) => !isLevel(change) && isSignificant(change))
    .map((change) => ({
      kind: 'change',
      teamId: teamOf(place.at),
      ...subject,
      ...stating(inGroup(place.at, changeText(name, change, unit))),
      coverage: null,
      n: change.ownN,
      value: {
        direction: directionOf(change),
        of,
        metric: change.metric,
        from: round(change.mean, decimalsOf(change)),
        to: round(change.own, decimalsOf(change)),
        against: change.against,
      } satisfies ChangeValue,
      interval: change.interval && change.interval.map((bound) => round(bound, 3)),
      method: { name: change.method, version },
      evidence: [comparison(change)],
    }))
}

/** An eNPS is a whole number of hundredths, as statements say it: three decimals would be rounded a second time. */
const decimalsOf = ({ metric }: Change): number => (metric === 'enps' ? 2 : 3)

const directionOf = ({ difference }: Change): 'up' | 'down' => (difference > 0 ? 'up' : 'down')

type Side = { value: number; n: number }

/** @param other  what it is compared with */
function figure({ metric }: Change, { value, n }: Side, other: Side, unit: string | undefined): Message {
  const mean = meanSaid(value, [other.value])
  switch (metric) {
    case 'share':
      return message('value_share', { value: round(value), count: Math.round(value * n), n })
    case 'enps':
      return message('value_enps_alone', { value: Math.round(value * 100) })
    case 'mean':
      return unit === undefined ? message('value_mean', { value: mean }) : meanIn(unit, mean)
    case 'sentiment':
      return message('value_mean', { value: mean })
  }
}

/**
 * A change that is told, in a sentence. It does not name the team above: anyone who reads of a team may not be allowed to see that one.
 * @param unit  of its figures, where they are means
 */
export function changeText(subject: Message, change: Change, unit?: string): Message {
  const { against, instances = 0 } = change
  const [before, now] = [
    { value: change.mean, n: change.n },
    { value: change.own, n: change.ownN },
  ]
  const args = {
    subject,
    from: figure(change, before, now, unit),
    to: figure(change, now, before, unit),
  }
  const direction = directionOf(change)
  switch (against) {
    case 'previous':
    case 'parent':
    case 'organisation':
      return message(`change_${against}_${direction}`, args)
    case 'trend':
      return message(`change_trend_${direction}`, { ...args, instances })
    case 'middle':
    case 'target':
    case 'half':
      throw new TypeError(`${against} is a level and no change`)
  }
}

/**
 * Why a driver is a concern, in sentences: what its questions and words show, and what people ask for. @param driver  as it is stored
 */
export function reasonsFor(place: Place, driver: string): Message[] {
  const id = driverIds.find((one) => one === driver)
  if (!id) return []
  const { questions, tone, requests, concerns } = assessDriver(place, id)
  const has = (reason: Concern['reason'], subject: string): boolean =>
    concerns.some((one) => one.reason === reason && one.subject === subject)
  const changesOfConcern = (subject: string, name: Message, unit?: string): Message[] =>
    (['movement', 'position'] as const)
      .filter((reason) => has(reason, subject))
      .flatMap((reason) => worstChange(place, subject, reason) ?? [])
      .map((change) => changeText(name, change, unit))
  const about = { about: aboutDriver(id) }
  return [
    ...questions.flatMap((assessed) => {
      const { question } = assessed
      const level = has('level', question.id) ? levelText(place, assessed) : null
      return [
        ...(level ? [level] : []),
        ...changesOfConcern(question.id, nameOf(place, question), unitOf(question)),
      ]
    }),
    ...(tone && has('level', toneKey(id)) ? toneText(id, tone) : []),
    ...changesOfConcern(negativeKey(id), message('negative_mentions', about)),
    ...(requests && has('requests', suggestionKey(id)) ? requestsText(id, requests) : []),
    ...changesOfConcern(suggestionKey(id), message('suggestions', about)),
  ]
}

/** The told change behind a reason: since last time, or against the nearest group. */
const worstChange = (
  { changes, at }: Place,
  subject: string,
  reason: 'movement' | 'position',
): Change | undefined =>
  (changes.get(changeKey(at.group, subject)) ?? []).find(
    (change) =>
      isSignificant(change) &&
      !isLevel(change) &&
      change.against !== 'trend' &&
      (change.against === 'previous') === (reason === 'movement'),
  )
