/**
 * The second partition: figures by an attribute of members, beside those by team.
 *
 * Teams divide the people of a measure into cells, and values of the attribute divide them into groups. The people who are both in cell
 * i and in group j are the crossing of the two. The figures of all cells and of all groups are shown, so everybody can add and
 * subtract them. Whatever is computed like this is a sum over crossings, in which the figure of crossing (i, j) is multiplied by
 * a_i + b_j: the factor of its cell plus the factor of its group.
 *
 * Hence the rule: every crossing has nobody, or at least k people. Every shown figure, and everything that can be computed from shown
 * figures, is then a sum over whole crossings of at least k people, and does not tell the people of one crossing apart. Crossings are
 * the cells that are stored, so a crossing in which all gave the same answer is banded like any other cell, and both partitions add
 * up to the same totals.
 *
 * Values are merged twice: before anybody answers, by how many people were asked in each crossing and by nothing else; then, for each
 * question, by how many of each crossing are counted. So which values are merged reveals nothing that the figures do not.
 *
 * A weaker rule, that every cell meets every group, is not enough. It would limit the sets of people whose figure can be computed
 * to unions of whole cells or of whole groups: a_i + b_j is 0 or 1 for all i and j; two different a leave one value for each b_j,
 * so all b are equal. But differences reveal more than sets do. Take two teams and two values of ten people each, with one
 * person of the first team at the first value and one of the second team at the second value: the counts of the first team minus
 * those of the second value are what the one person chose minus what the other chose (breakdown.test.ts computes it).
 *
 * Groups that break the rule are merged, smallest first, until none does; if fewer than two are left, nothing is shown by the
 * attribute. A group is labelled with those of its values that at least k of the people asked have; people with a rarer value, or
 * none, are its `others`.
 *
 * Where both partitions cannot be shown, an author may choose the attribute instead of the teams: then there is one cell, everyone.
 */
import type { Question } from '../../contract/questions.ts'
import { limits } from '../../contract/limits.ts'
import { isText } from '../questions/questions.ts'
import {
  cellFor,
  type Counts,
  type Division,
  everyone,
  planParticipation,
  type TeamNode,
} from './division.ts'
import type { Policy } from './policy.ts'

/** People who count together: those with one of these values, and, among `others`, those with rarer ones or none. */
export type Group = { values: string[]; others: boolean }

/** People of one cell who have this value. */
export type Crossing = { cell: string; value: string | null; count: number }

/** A group for each value that k people asked have, in the order of the values, and one for all others. */
export function groupsOf(asked: readonly { value: string | null; count: number }[], k: number): Group[] {
  const counts = new Map<string | null, number>()
  for (const { value, count } of asked) counts.set(value, (counts.get(value) ?? 0) + count)
  const named = [...counts].flatMap(([value, count]) => (value !== null && count >= k ? [value] : []))
  const groups = named.toSorted(byWord).map((value): Group => ({ values: [value], others: false }))
  return named.length < counts.size ? [...groups, { values: [], others: true }] : groups
}

const byWord = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Which group a value belongs to; −1 for a rarer value where no group takes others. */
export function groupFinder(groups: readonly Group[]): (value: string | null) => number {
  const named = new Map<string | null, number>(
    groups.flatMap(({ values }, group) => values.map((value) => [value, group] as const)),
  )
  const rest = groups.findIndex((group) => group.others)
  return (value) => named.get(value) ?? rest
}

/** One group while groups are merged: how many people are in its crossing with each cell. */
type Part = { from: number[]; people: number; inCell: Map<string, number> }

/** Merges groups until every crossing has nobody, or at least k people. @returns null where fewer than two are left */
export function mergeGroups(
  groups: readonly Group[],
  crossings: readonly Crossing[],
  k: number,
): Group[] | null {
  const parts = partsOf(groups, crossings)
  const isTooSmall = ({ people, inCell }: Part): boolean =>
    people < k || inCell.values().some((inCrossing) => inCrossing > 0 && inCrossing < k)
  const smallestFirst = (a: Part, b: Part): number => a.people - b.people || a.from[0] - b.from[0]
  for (;;) {
    if (parts.length < 2) return null
    parts.sort(smallestFirst)
    const wrong = parts.findIndex(isTooSmall)
    if (wrong < 0) break
    const [merged] = parts.splice(wrong, 1)
    const [host] = parts
    for (const [cell, people] of merged.inCell) add(host, cell, people)
    host.from = [...host.from, ...merged.from].toSorted((a, b) => a - b)
  }
  return parts
    .toSorted((a, b) => a.from[0] - b.from[0])
    .map(({ from }) => ({
      values: from.flatMap((group) => groups[group].values).toSorted(byWord),
      others: from.some((group) => groups[group].others),
    }))
}

function partsOf(groups: readonly Group[], crossings: readonly Crossing[]): Part[] {
  const parts = groups.map((_, group): Part => ({ from: [group], people: 0, inCell: new Map() }))
  const groupAt = groupFinder(groups)
  for (const { cell, value, count } of crossings) {
    const part = parts[groupAt(value)]
    if (part) add(part, cell, count)
  }
  return parts
}

function add(part: Part, cell: string, people: number): void {
  part.people += people
  part.inCell.set(cell, (part.inCell.get(cell) ?? 0) + people)
}

/** A team, a value of the attribute (null: rarer ones, or none), and how many people who were asked have both. */
type Obstacle = { team: string; value: string | null; count: number }

/**
 * Why a collection cannot be broken down, in a sentence. It depends on who is asked and on nothing else.
 * `where`: a team, a value and how few people have both, for those alone who see these people in the directory
 */
export type BreakdownError = { reason: string; where: string | null }

/** @returns null where it can */
export function breakdownError(
  { breakdown, k_score, k_rate }: Policy,
  questions: readonly Question[],
  allTeams: readonly (TeamNode & { name: string })[],
  people: readonly RosterRow[],
): BreakdownError | null {
  if (breakdown === null) return null
  const k = Math.max(k_score, k_rate)
  const by = breakdown.attribute
  const only = (reason: string): BreakdownError => ({ reason, where: null })
  if (questions.every(isText)) return only(`Only scores are shown by ${by}, and no question here has any`)
  const values = groupsOf(people, k).flatMap((group) => group.values)
  if (values.length < 2)
    return only(
      `Fewer than two values of ${by} have at least ${k} people among those asked: leave the breakdown out, or ask more people`,
    )
  if (values.length > limits.breakdownValuesMax)
    return only(
      `${by} has more than ${limits.breakdownValuesMax} values with at least ${k} people: break down by an attribute with fewer`,
    )
  const teams = breakdown.instead_of_teams ? [] : allTeams
  const division = planParticipation(teams, askedByTeam(people), k)
  const groups = groupsOf(people, k)
  const crossings = division ? crossingsOf(division, people) : []
  if (mergeGroups(groups, crossings, k)) return null
  const name = (id: string): string => allTeams.find((team) => team.id === id)?.name ?? 'no team of their own'
  const obstacle = smallestCrossing(groups, crossings, k)
  return {
    reason: breakdown.instead_of_teams
      ? `Figures by ${by} are not possible: values cannot be put together so that there are two groups of ${k} people`
      : `Figures by ${by} beside figures by team would single people out: some teams have fewer than ${k} people of a value, and values cannot be put together so that there are ${k}. Show figures by ${by} instead of by team (breakdown.instead_of_teams), or leave the breakdown out`,
    where: obstacle
      ? `${obstacle.count} of the people asked in ${name(obstacle.team)} have ${obstacle.value === null ? `none of the values of ${by} that ${k} people have` : `“${obstacle.value}” as their ${by}`}`
      : null,
  }
}

/** The crossing with the fewest people, of those with fewer than k. */
function smallestCrossing(
  groups: readonly Group[],
  crossings: readonly Crossing[],
  k: number,
): Obstacle | undefined {
  const all = partsOf(groups, crossings).flatMap(({ from: [group], inCell }) =>
    [...inCell].map(([team, count]): Obstacle => ({
      team,
      value: groups[group].values.at(0) ?? null,
      count,
    })),
  )
  return all
    .filter(({ count }) => count > 0 && count < k)
    .toSorted((a, b) => a.count - b.count || byWord(a.team, b.team))[0]
}

/** How many people of a team, with a value of the attribute, in a cell of seats, were asked. */
export type RosterRow = { team: string | null; value: string | null; seat?: number | null; count: number }

export const crossingsOf = (division: Division, roster: readonly RosterRow[]): Crossing[] =>
  roster.map(({ team, value, count }) => ({ cell: cellFor(division, team), value, count }))

export function askedByTeam(roster: readonly RosterRow[]): Counts {
  const asked = new Map<string, number>()
  for (const { team, count } of roster)
    asked.set(team ?? everyone, (asked.get(team ?? everyone) ?? 0) + count)
  return asked
}
