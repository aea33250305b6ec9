/**
 * The one strength of a group: the driver that is significantly better than the others or than last time; where there is none, the
 * one with the highest favourable share, if its interval lies above a half.
 */
import { type Change } from './difference.ts'
import { type Question } from '../../../contract/questions.ts'
import { everyone, type QuestionCell, questionMeasure } from '../../cells/cells.ts'
import { isAveraged } from '../../questions/questions.ts'
import { changeKey, type Changes, comparison, isSignificant } from './change.ts'
import {
  boundsOf,
  cellsOf,
  type Figures,
  type Finding,
  type Group,
  histogram,
  percent,
  round,
  teamOf,
} from '../finding.ts'
import { favourableFrom } from '../measurements.ts'
import { driverName } from './topics.ts'
import { type Share, wilson } from '../../statistics/statistics.ts'

export const strengthRule = { id: 'told_better_else_most_favourable', version: '1' } as const

const scoresMin = 5
const favourableMin = 0.5 // lower bound of the favourable share

type Candidate = {
  driver: string
  question: Question
  n: number
  favourable: Share & { from: number }
  /** The largest significant difference for the better, and its size on a scale from 0 to 1. */
  better: { change: Change; size: number } | undefined
}

/** @param acted  drivers that the group is recommended an action for */
export function strengthOf(
  figures: Figures,
  at: Group,
  changes: Changes,
  acted: ReadonlySet<string>,
): Finding | null {
  const candidates = figures.questions.flatMap((question): Candidate[] => {
    if (question.driver === undefined || acted.has(question.driver) || !isAveraged(question)) return []
    const cells = cellsOf<QuestionCell>(figures.released, at.group, questionMeasure(question.id))
    const compared = changes.get(changeKey(at.group, question.id)) ?? []
    const candidate = cells && candidateOf({ ...question, driver: question.driver }, cells, compared)
    return candidate && candidate.n >= scoresMin ? [candidate] : []
  })
  const better = candidates.filter((one) => one.better)
  const best =
    better.length > 0
      ? bestOf(better, (one) => one.better?.size ?? 0)
      : bestOf(
          candidates.filter(({ favourable }) => favourable.interval[0] > favourableMin),
          ({ favourable }) => favourable.interval[0],
        )
  return best ? findingOf(best, at) : null
}

function candidateOf(
  question: Question & { driver: string },
  cells: readonly QuestionCell[],
  compared: readonly Change[],
): Candidate | null {
  const bounds = boundsOf(question)
  const values = histogram(cells)
  const from = favourableFrom(bounds)
  const count = (least: number): number =>
    values.filter(({ value }) => value >= least).reduce((all, one) => all + one.count, 0)
  const n = count(bounds.min)
  const favourable = wilson(count(from), n)
  const better = compared
    .filter((change) => change.against !== 'trend' && isSignificant(change) && change.difference > 0)
    .map((change) => ({ change, size: change.difference / (bounds.max - bounds.min) }))
    .toSorted((a, b) => b.size - a.size)[0]
  return favourable && { driver: question.driver, question, n, favourable: { ...favourable, from }, better }
}

const bestOf = (
  candidates: readonly Candidate[],
  sizeOf: (one: Candidate) => number,
): Candidate | undefined =>
  candidates.toSorted((a, b) => sizeOf(b) - sizeOf(a) || (a.driver < b.driver ? -1 : 1))[0]

function findingOf({ driver, question, n, favourable, better }: Candidate, at: Group): Finding {
  const { share, interval, from } = favourable
  const place = at.group === everyone ? '' : ` in ${at.name}`
  const compared = better && (better.change.against === 'previous' ? 'above last time' : 'above the others')
  const details = [`${percent(share)} favourable`, ...(compared ? [compared] : [])].join(', ')
  return {
    kind: 'strength',
    teamId: teamOf(at),
    questionId: question.id,
    subject: driver,
    statement: `${driverName(driver)} is a strength${place} (${details}).`,
    n,
    value: {
      driver,
      favourable: { share: round(share, 3), from },
      told: better !== undefined,
    },
    interval: [round(interval[0], 3), round(interval[1], 3)],
    method: { name: strengthRule.id, version: strengthRule.version },
    evidence: better ? [comparison(better.change)] : [],
  }
}
