/**
 * Figures by an attribute beside figures by team: both cut the people of a season, so the finest groups are crossings of a cell and a group
 * of values, and each of them must have k seats. Cells are therefore split into crossings, for the rest of the season; values are put
 * together until that can be done. A person whose attribute changes keeps the crossing in which they sit, as with teams.
 */
import { cellFor, type Crossing, type Group, groupFinder, groupsOf, mergeGroups } from '../cells/cells.ts'
import { type Ledger, type Roster, type SeatCell, type Seating, seatsAsked } from './ledger.ts'

export type Crossed = {
  readonly ledger: Ledger
  readonly groups: readonly Group[]
}

/** The name of a group of values among the cells of a ledger: its values, and null for the rarer ones and none. */
const nameOf = ({ values, others }: Group): string => JSON.stringify(others ? [...values, null] : values)

/** The group of people whose value was unknown when the groups were made, where no group has the rarer ones. */
const unknownGroup = 'none'

const valuesIn = (group: string): (string | null)[] =>
  group === '' || group === unknownGroup ? [] : (JSON.parse(group) as (string | null)[])

/** The group of values of somebody who has no seat yet, in a ledger whose cells are crossings. */
export function groupForValue({ cells }: Pick<Ledger, 'cells'>): (value: string | null) => string {
  const groupOf = new Map<string | null, string>()
  for (const { group } of cells) for (const value of valuesIn(group)) groupOf.set(value, group)
  return (value) => groupOf.get(value) ?? groupOf.get(null) ?? unknownGroup
}

/** What stands for the group in the roster of a collection: its name. People without a known value have none. */
export const rosterValueOf = (group: string): string | null => (valuesIn(group).length > 0 ? group : null)

/** The values of people who count together, where a roster has names of groups in place of values. */
export function expandedGroup({ values, others }: Group): Group {
  const all = values.flatMap(valuesIn)
  return {
    values: all.filter((value) => value !== null).toSorted(),
    others: others || all.includes(null),
  }
}

/**
 * Splits the cells of a ledger by the groups of values of an attribute.
 *
 * @param values the value of each seat's owner; a missing one counts with the rarer ones
 * @returns null where fewer than two groups of values would be left: then the attribute can be shown instead of teams, and not beside them
 */
export function crossWithValues(
  ledger: Ledger,
  values: ReadonlyMap<string, string | null>,
  k: number,
): Crossed | null {
  const valueOf = (member: string): string | null => values.get(member) ?? null
  const crossings = ledger.cells.flatMap(({ number, seats }) =>
    seats.map((member): Crossing => ({ cell: String(number), value: valueOf(member), count: 1 })),
  )
  const groups = mergeGroups(groupsOf(crossings, k), crossings, k)
  if (!groups) return null
  const groupAt = groupFinder(groups)
  const groupFor = (value: string | null): string => nameOf(groups[groupAt(value)])

  let number = ledger.cells.reduce((highest, cell) => Math.max(highest, cell.number), -1) + 1
  const quiet = new Set(ledger.quiet)
  const cells = ledger.cells.flatMap((cell): SeatCell[] => {
    const parts = [...Map.groupBy(cell.seats, (member) => groupFor(valueOf(member)))]
    return parts.map(([group, seats], at) => {
      const crossing = { ...cell, number: at === 0 ? cell.number : number++, group, seats }
      if (ledger.quiet.has(cell.number)) quiet.add(crossing.number)
      return crossing
    })
  })
  return { ledger: { ...ledger, cells, quiet }, groups }
}

/**
 * The groups of values of one collection: those of the ledger, put together where in a cell of participation too few of one are still asked.
 *
 * @returns for each group of the ledger the name of its group in the collection; null where fewer than two are left
 */
export function groupsAsked(seating: Seating, roster: Roster, k: number): ReadonlyMap<string, string> | null {
  const { division, cells } = seating
  if (!division) return null
  const crossings = cells.map((cell): Crossing => ({
    cell: cellFor(division, cell.node),
    value: cell.group,
    count: seatsAsked(cell, roster),
  }))
  const named = [...new Set(cells.map(({ group }) => group))].toSorted()
  const groups = mergeGroups(
    named.map((group) => ({ values: [group], others: false })),
    crossings,
    k,
  )
  return groups && new Map(groups.flatMap(({ values }) => values.map((group) => [group, values.join()])))
}
