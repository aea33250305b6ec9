/** Levels in sentences: what a question, the tone of a driver and requests about it come to. Findings say them, and actions give them as reasons. */
import { unitOf } from '../../../contract/form-items.ts'
import type { DriverId } from '../../../contract/drivers.ts'
import type { Question } from '../../../contract/questions.ts'
import { measureOf } from '../../questions/questions.ts'
import { boundsOf, round } from '../finding.ts'
import { favourableOf } from '../measurements.ts'
import { aboutDriver, message, type Message } from '../message.ts'
import {
  assessDriver,
  type Level,
  type Place,
  type QuestionAssessment,
  type Requests,
  valuesAt,
} from './assessment.ts'
import { significantTo } from './change.ts'
import type { Change } from './difference.ts'
import { negativeIn } from './shares.ts'
import { meanSaid, valueIn } from './units.ts'

export const favourableAt = (place: Place, question: Question) => {
  const values = valuesAt(place, question)
  return values && favourableOf(question, values)
}

const timesInWords = (times: number): Message | null =>
  times < 2 ? null : { key: `times_${Math.min(times, 8) as 2 | 3 | 4 | 5 | 6 | 7 | 8}`, args: {} }

const again = (times: number): Message[] => {
  const words = timesInWords(times)
  return words ? [message('again', { times: words })] : []
}

function meanOfScale(question: Question, mean: number): Message {
  const unit = unitOf(question)
  const { max } = boundsOf(question)
  return unit === undefined
    ? message('mean_of', { mean, max })
    : message('mean_of_unit', { mean, max: valueIn(unit, max) })
}

/** What the level of a question is, in a sentence; null where the question has none. */
export function levelText(place: Place, { question, level, movement }: QuestionAssessment): Message | null {
  if (!level) return null
  if (measureOf(question) === 'enps') return levelOfEnps(place, { question, level, movement })
  const { change, state } = level
  const args = {
    question: question.text,
    n: change.ownN,
    figure: meanOfScale(question, meanSaid(change.own, [level.reference])),
    reference: referenceIn(level),
  }
  const times = timesInWords(level.times)
  switch (state) {
    case 'problem': {
      const side = sideOf(change)
      return times ? message(`level_still_${side}`, { ...args, times }) : message(`level_${side}`, args)
    }
    case 'strength': {
      const shared = { ...args, ...favourableIn(place, question) }
      return times ? message('level_still_strength', { ...shared, times }) : message('level_strength', shared)
    }
    case 'fine':
      return message('level_fine', args)
    case 'unclear': {
      const middle = { ...args, middle: level.reference }
      switch (unclearAs(place, { question, level, movement })) {
        case 'seems':
          return message(`level_seems_${sideOf(change)}`, args)
        case 'unsettled':
          return message('level_unsettled', args)
        case 'close':
          return level.isTarget ? message('level_close', args) : message('level_middle', middle)
        case 'far':
          return level.isTarget
            ? message('level_unclear_far', { ...args, enough: level.enough ?? 0 })
            : message('level_middle_far', { ...middle, enough: level.enough ?? 0 })
        case 'few':
          return message('level_unclear', { ...args, enough: level.enough ?? 0 })
      }
    }
  }
}

type Leveled = Pick<QuestionAssessment, 'question' | 'movement'> & { level: Level }

/** By its own name: its question would be asked again in the sentence that answers it. */
function levelOfEnps(place: Place, { question, level, movement }: Leveled): Message {
  const { change, state } = level
  const enps = Math.round(change.own * 100)
  const args = {
    subject: enpsName(place, question),
    question: question.text,
    n: change.ownN,
    enps,
    reference: referenceIn(level),
  }
  const times = timesInWords(level.times)
  switch (state) {
    case 'problem':
      return times ? message('level_still_low_enps', { ...args, times }) : message('level_low_enps', args)
    case 'strength': {
      const shared = { ...args, figure: message('enps_of', { enps }), ...favourableIn(place, question) }
      return times
        ? message('level_still_strength_enps', { ...shared, times })
        : message('level_strength_enps', shared)
    }
    case 'fine':
      return message('level_fine_enps', args)
    case 'unclear':
      switch (unclearAs(place, { question, level, movement })) {
        case 'seems':
          return message(`level_seems_${sideOf(change)}_enps`, args)
        case 'unsettled':
          return message('level_unsettled_enps', args)
        case 'close':
        case 'far':
          return message(level.isTarget ? 'level_close_enps' : 'level_middle_enps', args)
        case 'few':
          return message('level_unclear_enps', { ...args, enough: level.enough ?? 0 })
      }
  }
}

/** Where a survey asks for several, each with its question. */
export const enpsName = ({ figures }: Place, { text }: Question): Message =>
  figures.questions.filter((one) => measureOf(one) === 'enps').length > 1
    ? message('enps_name_of', { question: text })
    : message('enps_name', {})

const referenceIn = ({ isTarget, reference }: Level): Message =>
  message(isTarget ? 'target_of' : 'middle_of', { value: reference })

const sideOf = ({ difference }: Change): 'high' | 'low' => (difference > 0 ? 'high' : 'low')

function favourableIn(place: Place, question: Question) {
  const favourable = favourableAt(place, question)
  return { favourable: round(favourable?.share ?? 0), favourable_people: favourable?.people ?? 0 }
}

/** Why a level is neither high nor low. */
function unclearAs(
  place: Place,
  { question, level: { change, enough }, movement }: Leveled,
): 'seems' | 'unsettled' | 'close' | 'far' | 'few' {
  // Its interval leaves the reference out, and the test that is corrected for all questions does not: the sentence says both.
  if (change.p <= significantTo) return 'seems'
  // Where something is told of the driver, or its level cannot be told by a few more answers, data are not what is missing.
  const isToldOtherwise =
    movement !== null ||
    (question.driver !== undefined && assessDriver(place, question.driver).concerns.length > 0)
  if (isToldOtherwise) return 'unsettled'
  if (enough === null) return 'close'
  // More than twice as many answers are seldom to be had: then it is the difference that is small, and not their number.
  return enough > change.ownN ? 'far' : 'few'
}

export function toneText(driver: DriverId, tone: Level): Message[] {
  const { state, change, times } = tone
  const { negative, isCounted } = negativeIn(change)
  const people = change.ownN
  const about = aboutDriver(driver)
  const isStrength = state === 'strength'
  const text = isCounted
    ? message(isStrength ? 'level_text_strength' : 'level_text_problem', {
        people,
        negative,
        share: round(change.own),
        about,
      })
    : message(isStrength ? 'level_text_few' : 'level_text_most', { people, about })
  return [text, ...again(times)]
}

export const requestsText = (driver: DriverId, { people, n, share, times }: Requests): Message[] => [
  message('level_requests', { people, n, share: round(share), about: aboutDriver(driver) }),
  ...again(times),
]
