/**
 * The second partition: figures by an attribute of members, beside those by team.
 *
 * Teams divide the people of a measure into cells, and values of the attribute divide them into groups. The people who are both in cell
 * i and in group j are the crossing of the two. The figures of all cells and of all groups are shown, so everybody can add and
 * subtract them. Whatever is computed like this is a sum over crossings, in which the figure of crossing (i, j) is multiplied by
 * a_i + b_j: the factor of its cell plus the factor of its group.
 *
 * Hence the rule: in every crossing in which somebody was asked, at least k people answered. Every shown figure, and everything
 * that can be computed from shown figures, is then a sum over whole crossings of at least k people, and does not tell the people
 * of one crossing apart. Crossings are the cells that are stored, so a crossing in which all gave the same answer is banded like any
 * other cell, and both partitions add up to the same totals.
 *
 * A weaker rule, that every cell meets every group, is not enough. It would limit the sets of people whose figure can be computed
 * to unions of whole cells or of whole groups: a_i + b_j is 0 or 1 for all i and j; two different a leave one value for each b_j,
 * hence all b are equal. But differences reveal more than sets do. Take two teams and two values of ten people each, with one
 * person of the first team at the first value and one of the second team at the second value: the counts of the first team minus
 * those of the second value are what the one person chose minus what the other chose (breakdown.test.ts computes it).
 *
 * Groups that break the rule are merged, smallest first, until none does; if fewer than two are left, nothing is shown by the
 * attribute. A group is labelled with those of its values that at least k of the people asked have; people with a rarer value, or
 * none, are its `others`. So a label reveals that at least k people with the value were asked, never whether one of them answered,
 * and a crossing in which fewer than k people were asked is never shown separately, answered or not.
 *
 * Deterministic; a function of how many people answered, and were asked, in each cell with each value.
 */
import { type Question } from '../../contract/questions.ts'
import { limits } from '../../contract/limits.ts'
import { isText } from '../questions/questions.ts'
import { everyone, type TeamNode } from './division.ts'
import { type Plan, planCells, shownTree } from './plan.ts'
import { type Policy } from './policy.ts'

/** People who count together: those with one of these values, and, among `others`, those with rarer ones or none. */
export type Group = { values: string[]; others: boolean }

/** For each respondent the number of the group, or −1 for those in no cell. */
export type Division = { groupOf: number[]; groups: Group[] }

/** One person, as far as a division depends on them: the number of their cell, or −1, and their value of the attribute. */
export type Place = { cell: number; value: string | null }

/**
 * @param asked  everybody who could have answered, the respondents among them
 * @returns null where nothing can be shown by the attribute
 */
export function planBreakdown(
  respondents: readonly Place[],
  k: number,
  asked: readonly Place[] = respondents,
): Division | null {
  const groups = groupsOf(
    asked.map(({ value }) => ({ value, count: 1 })),
    k,
  )
  const merged = mergeGroups(groups, respondents, asked, k)
  if (merged === null) return null
  const groupAt = groupFinder(merged)
  return { groupOf: respondents.map(({ cell, value }) => (cell < 0 ? -1 : groupAt(value))), groups: merged }
}

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

/** From a person's team to the cell that they are in, or would be in had they answered; −1 where there is none. */
export function cellFinder(
  teams: readonly TeamNode[],
  { nodes, groups }: Pick<Plan, 'nodes' | 'groups'>,
): (home: string | null) => number {
  const { nodeOf } = shownTree(teams, new Set(groups.map((group) => group.team)))
  const cellAt = new Map(nodes.map((node, cell) => [node, cell]))
  return (home) => cellAt.get(nodeOf(home) ?? everyone) ?? -1
}

/** One group while groups are merged: how many answered in each cell where anybody of it was asked. */
type Part = { from: number[]; people: number; answered: Map<number, number> }

/** Merges groups until every crossing has k respondents, or nobody who was asked. @returns null where fewer than two are left */
export function mergeGroups(
  groups: readonly Group[],
  respondents: readonly Place[],
  asked: readonly Place[],
  k: number,
): Group[] | null {
  const parts = groups.map((_, group): Part => ({ from: [group], people: 0, answered: new Map() }))
  const groupAt = groupFinder(groups)
  const partAt = ({ cell, value }: Place): Part | undefined => (cell < 0 ? undefined : parts[groupAt(value)])
  for (const place of asked) {
    const part = partAt(place)
    if (part) count(part, place.cell, 0)
  }
  for (const place of respondents) {
    const part = partAt(place)
    if (!part) continue
    part.people++
    count(part, place.cell, 1)
  }

  const breaksRule = ({ people, answered }: Part): boolean =>
    people < k || answered.values().some((number) => number < k)
  const smallestFirst = (a: Part, b: Part): number => a.people - b.people || a.from[0] - b.from[0]
  for (;;) {
    if (parts.length < 2) return null
    parts.sort(smallestFirst)
    const wrong = parts.findIndex(breaksRule)
    if (wrong < 0) break
    const [merged] = parts.splice(wrong, 1)
    const [host] = parts
    host.people += merged.people
    for (const [cell, people] of merged.answered) count(host, cell, people)
    host.from = [...host.from, ...merged.from].toSorted((a, b) => a - b)
  }
  return parts
    .toSorted((a, b) => a.from[0] - b.from[0])
    .map(({ from }) => ({
      values: from.flatMap((group) => groups[group].values).toSorted(byWord),
      others: from.some((group) => groups[group].others),
    }))
}

function count({ answered }: Part, cell: number, people: number): void {
  answered.set(cell, (answered.get(cell) ?? 0) + people)
}

/**
 * Why a collection that asks these people cannot be broken down, in a sentence for its author, or null. Checked against the
 * best that can happen: everybody answers everything.
 */
export function breakdownError(
  { breakdown, k_score: k }: Policy,
  questions: readonly Question[],
  teams: readonly TeamNode[],
  people: readonly { team: string | null; value: string | null; count: number }[],
): string | null {
  if (breakdown === null) return null
  const by = breakdown.attribute
  if (questions.every(isText)) return `Only scores are shown by ${by}, and no question here has any`
  const values = groupsOf(people, k).flatMap((group) => group.values)
  if (values.length < 2)
    return `Fewer than two values of ${by} have at least ${k} people among those asked: leave the breakdown out, or ask more people`
  if (values.length > limits.breakdownValuesMax)
    return `${by} has more than ${limits.breakdownValuesMax} values with at least ${k} people: break down by an attribute with fewer`
  const all = people.flatMap((row) => new Array<typeof row>(row.count).fill(row))
  const homes = all.map(({ team }) => team)
  const plan = planCells(teams, homes, k, { asked: homes })
  const division = planBreakdown(
    all.map(({ value }, person) => ({ cell: plan.cellOf[person], value })),
    k,
  )
  return division
    ? null
    : `Figures by ${by} beside figures by team would single people out: in some team fewer than ${k} people share a value, however values are put together`
}
