/**
 * Participation: how many of the people who were asked answered, cell by cell, and whose answers are counted.
 *
 * Cells come from numbers asked alone (division.ts). Where figures are also shown by an attribute, values are merged until each
 * crossing of a cell and a group of values has nobody or at least k people asked; crossings then take the place of cells. In each of
 * them a lone answer is not counted, and where all answered, one that is drawn at random is not (countedAnswers). What is not counted is
 * counted nowhere: rates, scores, texts and alerts are made of the same answers.
 *
 * If a cell has several cells of seats (src/seats/), each of these is counted in this way by itself: another collection may have one
 * of them without the others, and the difference would be a lone answer, or say that all of them answered.
 */
import {
  askedByTeam,
  crossingsOf,
  type Group,
  groupFinder,
  groupsOf,
  mergeGroups,
  type RosterRow,
} from './breakdown.ts'
import {
  answeredRange,
  cellFor,
  countedAnswers,
  type Division,
  planParticipation,
  type TeamNode,
} from './division.ts'

/** groups: the finest groups of values that any figure is shown by; null where there is no attribute, or no way to show it. */
export type Participation = { division: Division; groups: readonly Group[] | null }

/** One person, as far as participation depends on them. */
type Place = {
  readonly team: string | null
  readonly value?: string | null
  readonly seat?: number | null
}

/** How many were asked, how many answers are counted, and how many people may have answered at most. */
export type ParticipationCell = { recipients: number; responded: number; responded_max: number }

type Rules<P> = {
  k: number
  /** Whether every answer is counted: names are shown anyway, or nobody knows who was asked. */
  countsAll: boolean
  /** Whose answer is left out where all of these answered: nobody outside may know. */
  leftOut(all: readonly P[]): P
}

/** @returns null where fewer than k people were asked */
export function participationOf(
  teams: readonly TeamNode[],
  roster: readonly RosterRow[],
  k: number,
  isBrokenDown: boolean,
): Participation | null {
  const division = planParticipation(teams, askedByTeam(roster), k)
  if (!division) return null
  if (!isBrokenDown) return { division, groups: null }
  return { division, groups: mergeGroups(groupsOf(roster, k), crossingsOf(division, roster), k) }
}

/**
 * @param answered  everybody who answered
 * @returns those of them who are counted, in their order, and the participation of each cell
 */
export function countedOf<P extends Place>(
  { division, groups }: Participation,
  roster: readonly RosterRow[],
  answered: readonly P[],
  { k, countsAll, leftOut }: Rules<P>,
): { counted: P[]; cells: Map<string, ParticipationCell> } {
  const groupAt = groups ? groupFinder(groups) : () => 0
  const crossingOf = ({ team, value = null, seat = null }: Place): string =>
    JSON.stringify([cellFor(division, team), groupAt(value), seat])
  const asked = new Map<string, { cell: string; people: number }>()
  for (const row of roster) {
    const crossing = asked.get(crossingOf(row)) ?? { cell: cellFor(division, row.team), people: 0 }
    asked.set(crossingOf(row), { ...crossing, people: crossing.people + row.count })
  }
  const inCrossing = Map.groupBy(answered, crossingOf)
  const counted = new Set<P>()
  const cells = new Map<string, ParticipationCell>()
  for (const [crossing, { cell, people }] of asked) {
    const all = inCrossing.get(crossing) ?? []
    // Somebody erased while the collection was open is on the roster without a value: then more may answer than were asked.
    const responded = countsAll ? all.length : Math.min(people, countedAnswers(all.length, people, k))
    for (const one of withoutSome(all, all.length - responded, leftOut)) counted.add(one)
    const before = cells.get(cell) ?? { recipients: 0, responded: 0, responded_max: 0 }
    cells.set(cell, {
      recipients: before.recipients + people,
      responded: before.responded + responded,
      responded_max: before.responded_max + (countsAll ? responded : answeredRange(responded, people, k).max),
    })
  }
  return { counted: answered.filter((one) => counted.has(one)), cells }
}

function withoutSome<T>(all: readonly T[], number: number, leftOut: (all: readonly T[]) => T): T[] {
  let left = [...all]
  for (let out = 0; out < number; out++) {
    const one = leftOut(left)
    left = left.filter((other) => other !== one)
  }
  return left
}
