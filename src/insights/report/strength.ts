/**
 * The one strength of a group, said of the thing that people rate, and of what they praise in their own words, and not of its driver alone. Of the drivers whose level is a
 * strength (assessment.ts) and that are no concern, one that is told to be better than last time or than the others; otherwise the one
 * with the highest lower bound of its favourable share.
 */
import type { DriverId } from '../../../contract/drivers.ts'
import { limits } from '../../../contract/limits.ts'
import type { Question } from '../../../contract/questions.ts'
import { everyone } from '../../cells/cells.ts'
import { isAveraged, polarityOf } from '../../questions/questions.ts'
import { boundsOf, type Finding, type Group, round, stating, teamOf } from '../finding.ts'
import { favourableOf } from '../measurements.ts'
import { driverNamed, message, type Message } from '../message.ts'
import { assessDriver, type Place, type QuestionAssessment, valuesAt } from './assessment.ts'
import { phrasePraised } from '../recommend/named.ts'
import { comparison } from './change.ts'
import type { Change } from './difference.ts'

export const strengthRule = { id: 'told_better_else_most_favourable', version: '2' } as const

type Favourable = NonNullable<ReturnType<typeof favourableOf>>

type Candidate = {
  driver: DriverId
  question: Question
  favourable: Favourable
  /** The largest told difference for the better, and its size on a scale from 0 to 1. */
  better: { change: Change; size: number } | undefined
}

export function strengthOf(place: Place): Finding | null {
  const candidates = place.figures.questions.flatMap((question): Candidate[] => {
    const { driver } = question
    if (driver === undefined || !isAveraged(question)) return []
    const { questions, concerns } = assessDriver(place, driver)
    const assessed = questions.find((one) => one.question.id === question.id)
    const values = valuesAt(place, question)
    const favourable = values && favourableOf(question, values)
    const isStrength = assessed?.level?.state === 'strength' && concerns.length === 0
    return assessed && isStrength && favourable && favourable.n >= limits.kScoreMin
      ? [{ driver, question, favourable, better: betterIn(assessed) }]
      : []
  })
  const better = candidates.filter((one) => one.better)
  const best =
    better.length > 0
      ? bestOf(better, (one) => one.better?.size ?? 0)
      : bestOf(candidates, ({ favourable }) => favourable.interval[0])
  return best ? findingOf(best, place) : null
}

function betterIn({ question, movement, positions }: QuestionAssessment): Candidate['better'] {
  const { min, max } = boundsOf(question)
  return [...(movement ? [movement] : []), ...positions]
    .map((change) => ({ change, size: (change.difference * polarityOf(question)) / (max - min) }))
    .filter(({ size }) => size > 0)
    .toSorted((a, b) => b.size - a.size)[0]
}

const bestOf = (
  candidates: readonly Candidate[],
  sizeOf: (one: Candidate) => number,
): Candidate | undefined =>
  candidates.toSorted((a, b) => sizeOf(b) - sizeOf(a) || (a.driver < b.driver ? -1 : 1))[0]

function findingOf({ driver, question, favourable, better }: Candidate, { figures, at }: Place): Finding {
  const { share, interval, from, to, n } = favourable
  const praised = phrasePraised(figures, at, driver)
  return {
    kind: 'strength',
    teamId: teamOf(at),
    questionId: question.id,
    subject: driver,
    ...stating(
      message('sentences', {
        text: [
          textOf({ driver, question, favourable }, at),
          ...(praised ? [message('praised_most', praised)] : []),
        ],
      }),
    ),
    coverage: null,
    n,
    value: {
      driver,
      favourable: { share: round(share, 3), from, to },
      told: better !== undefined,
      praised,
    },
    interval: [round(interval[0], 3), round(interval[1], 3)],
    method: { name: strengthRule.id, version: strengthRule.version },
    evidence: better ? [comparison(better.change)] : [],
  }
}

function textOf(
  { driver, question, favourable }: Pick<Candidate, 'driver' | 'question' | 'favourable'>,
  at: Group,
): Message {
  const args = {
    driver: driverNamed(driver),
    favourable: round(favourable.share),
    people: favourable.people,
    n: favourable.n,
    thing: message('quoted', { question: question.text }),
  }
  return at.group === everyone
    ? message('strength', args)
    : message('strength_in', { ...args, team: at.name })
}
