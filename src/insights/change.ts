/**
 * Changes: is a group's score told apart from its last one, or from everybody else's? Tested by permutation, and corrected over
 * all tests of one report, so that the report as a whole does not cry wolf (Benjamini and Hochberg 1995).
 */
import { limits } from '../../contract/limits.ts'
import { type Question } from '../../contract/questions.ts'
import { everyone, type QuestionCell, questionMeasure } from '../confidentiality/confidentiality.ts'
import { seedOf } from '../text/text.ts'
import { cellsOf, type Figures, histogram, measured, nameOf, round } from './finding.ts'
import { benjaminiHochberg, type Histogram, meanOf, permutationTest, sizeOf } from './statistics.ts'

export type Change = {
  against: 'previous' | 'organisation'
  mean: number
  n: number
  difference: number
  p: number
  pAdjusted: number
  method: string
}

export type Changes = ReadonlyMap<string, readonly Change[]>

export const changeKey = (group: string, questionId: string): string => `${group} ${questionId}`

/** A group against the instance before, if there was one, and a team against all others. */
export function changesOf(figures: Figures, groups: readonly string[]): Changes {
  const found: [string, Omit<Change, 'pAdjusted'>][] = []
  for (const group of groups) {
    for (const question of figures.questions.filter((one) => measured.has(one.type))) {
      const now = cellsOf<QuestionCell>(figures.released, group, questionMeasure(question.id))
      if (!now) continue
      for (const change of compare(figures, group, question, histogram(now)))
        found.push([changeKey(group, question.id), change])
    }
  }
  const adjusted = benjaminiHochberg(found.map(([, change]) => change.p))
  const changes = new Map<string, Change[]>()
  found.forEach(([key, change], index) =>
    changes.set(key, [...(changes.get(key) ?? []), { ...change, pAdjusted: adjusted[index] }]),
  )
  return changes
}

export function compare(
  figures: Figures,
  group: string,
  question: Question,
  now: Histogram,
): Omit<Change, 'pAdjusted'>[] {
  const measure = questionMeasure(question.id)
  const before = cellsOf<QuestionCell>(figures.previous, group, measure)
  const all = group === everyone ? null : cellsOf<QuestionCell>(figures.released, everyone, measure)
  const test = (against: Change['against'], other: Histogram): Omit<Change, 'pAdjusted'>[] => {
    if (sizeOf(other) < limits.kScoreMin) return []
    const found = permutationTest(
      other,
      now,
      seedOf(`${figures.seed} ${nameOf(figures, group)} ${question.id} ${against}`),
    )
    if (!found) return []
    const { difference, p, method } = found
    return [
      { against, mean: meanOf(other), n: sizeOf(other), difference, p, method: `permutation (${method})` },
    ]
  }
  return [
    ...(before ? test('previous', histogram(before)) : []),
    ...(all ? test('organisation', without(histogram(all), now)) : []),
  ]
}

/** Everyone but this team: both are whole cells, so is the rest. */
export const without = (all: Histogram, team: Histogram): Histogram =>
  all
    .map(({ value, count }) => ({
      value,
      count: count - (team.find((one) => one.value === value)?.count ?? 0),
    }))
    .filter(({ count }) => count > 0)

export const comparison = (change: Change) => ({
  metric: 'mean',
  comparison: change.against,
  value: round(change.mean, 3),
  n: change.n,
  difference: round(change.difference, 3),
  p: round(change.p, 4),
  p_adjusted: round(change.pAdjusted, 4),
  method: change.method,
})

export const isTold = (change: Change): boolean => change.pAdjusted <= 0.05

/** A change is called one only when it is told apart from chance over the whole report. */
export function verdict(compared: readonly Change[]): string {
  const other = ({ against }: Change): string => (against === 'previous' ? 'last time' : 'the others')
  const told = compared.filter(isTold)
  const [first] = compared
  return [
    ...told.map(
      (change) => `, ${change.difference > 0 ? 'above' : 'below'} ${other(change)} (${round(change.mean)})`,
    ),
    ...(first && !told.includes(first) ? [`; not enough data to tell it from ${other(first)}`] : []),
    '.',
  ].join('')
}
