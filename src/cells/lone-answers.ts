/**
 * A question that people may skip: in a crossing of which one person answered it, that answer is not counted, so that one answer and
 * none look the same; and in a cell of seats, which another collection may have without the rest of the crossing. Nor are that person's answers to its follow-up questions: everything that is computed from answers is computed
 * from the same ones.
 */
import { type Group, groupFinder } from './breakdown.ts'
import { cellFor, type Division } from './division.ts'
import type { Respondent } from './respondent.ts'

/** A question as far as this depends on it. */
type Skippable = {
  id: string
  /** The question whose answer leads to it. */
  leading?: string
  /** Whether its figures are also shown by the attribute. */
  brokenDown: boolean
}

/** @returns the respondents in their order; one whose answers all count is the same object */
export function withoutLoneAnswers<R extends Respondent>(
  respondents: readonly R[],
  division: Division,
  questions: readonly Skippable[],
  groups: readonly Group[] | null,
): R[] {
  const groupAt = groups ? groupFinder(groups) : () => 0
  const uncounted = new Map<R, Set<string>>()
  for (const { id, leading, brokenDown } of questions) {
    const answered = respondents.filter(({ answers }) => answers.has(id))
    const crossingOf = ({ team, value = null, seat = null }: Respondent): string =>
      JSON.stringify([cellFor(division, team), brokenDown ? groupAt(value) : 0, seat])
    const lone = [...Map.groupBy(answered, crossingOf).values()].filter(({ length }) => length === 1).flat()
    const withoutLeading = answered.filter((one) => leading !== undefined && uncounted.get(one)?.has(leading))
    // How many answer a follow-up question is planned inside the question that leads to it (follow-ups.ts).
    for (const one of leading === undefined ? lone : withoutLeading)
      uncounted.set(one, (uncounted.get(one) ?? new Set()).add(id))
  }
  return respondents.map((one) => {
    const left = uncounted.get(one)
    return left ? { ...one, answers: new Map([...one.answers].filter(([id]) => !left.has(id))) } : one
  })
}
