/**
 * The one strength of a group that is worth keeping: the driver that is told apart for the better from the others or from last
 * time; where none is, the one with the highest favourable share, if more than half are favourable beyond doubt.
 */
import { type Question } from '../../../contract/questions.ts'
import { type QuestionCell, questionMeasure } from '../../cells/cells.ts'
import { isAveraged } from '../../questions/questions.ts'
import { type Change, changeKey, type Changes, comparison, isTold } from './change.ts'
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
const clearlyMost = 0.5 // lower bound of the favourable share

type Candidate = {
  question: Question
  n: number
  favourable: Share & { from: number }
  better: Change | undefined
}

/** @param acted  drivers that something is to be done about */
export function strengthOf(
  figures: Figures,
  at: Group,
  changes: Changes,
  acted: ReadonlySet<string>,
): Finding | null {
  const found = figures.questions
    .filter((question) => question.driver && !acted.has(question.driver) && isAveraged(question))
    .flatMap((question): Candidate[] => {
      const cells = cellsOf<QuestionCell>(figures.released, at.group, questionMeasure(question.id))
      const candidate =
        cells && candidateOf(question, cells, changes.get(changeKey(at.group, question.id)) ?? [])
      return candidate && candidate.n >= scoresMin ? [candidate] : []
    })
  const told = found.filter(({ better }) => better)
  const best = told.length > 0 ? bestOf(told, ({ better }) => better!.difference) : mostFavourable(found)
  return best ? findingOf(best, at) : null
}

function candidateOf(
  question: Question,
  cells: readonly QuestionCell[],
  compared: readonly Change[],
): Candidate | null {
  const bounds = boundsOf(question)
  const values = histogram(cells)
  const from = favourableFrom(bounds)
  const count = (least: number): number =>
    values.filter(({ value }) => value >= least).reduce((all, one) => all + one.count, 0)
  const favourable = wilson(count(from), count(bounds.min))
  const better = compared
    .filter((change) => change.against !== 'trend' && isTold(change) && change.difference > 0)
    .map((change) => ({ ...change, difference: change.difference / (bounds.max - bounds.min) }))
    .toSorted((a, b) => b.difference - a.difference)[0]
  return favourable && { question, n: count(bounds.min), favourable: { ...favourable, from }, better }
}

const mostFavourable = (found: readonly Candidate[]): Candidate | undefined =>
  bestOf(
    found.filter(({ favourable }) => favourable.interval[0] > clearlyMost),
    ({ favourable }) => favourable.interval[0],
  )

const bestOf = (found: readonly Candidate[], of: (one: Candidate) => number): Candidate | undefined =>
  found.toSorted((a, b) => of(b) - of(a) || (a.question.driver! < b.question.driver! ? -1 : 1))[0]

function findingOf({ question, n, favourable, better }: Candidate, at: Group): Finding {
  const driver = question.driver!
  const { share, interval, from } = favourable
  const scale = boundsOf(question)
  const original = better && { ...better, difference: better.difference * (scale.max - scale.min) }
  return {
    kind: 'strength',
    teamId: teamOf(at),
    questionId: question.id,
    subject: driver,
    statement: `${at.name}: keep ${driverName(driver).toLowerCase()}, ${percent(share)} favourable${original ? `, ${original.difference > 0 && original.against === 'previous' ? 'above last time' : 'above the others'}` : ''}.`,
    n,
    value: {
      driver,
      favourable: { share: round(share, 3), from },
      told: better !== undefined,
    },
    interval: [round(interval[0], 3), round(interval[1], 3)],
    method: { name: strengthRule.id, version: strengthRule.version },
    evidence: original ? [comparison(original)] : [],
  }
}
