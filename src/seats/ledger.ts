/**
 * The ledger of one question for one season: on which seat each person counts, and in which cell each seat is.
 *
 * Figures of two collections that ask the same question can be subtracted. If one person has left a group in between and nobody changes
 * an answer, the difference is that person's answer, however large the group. So people keep the cell in which they first counted:
 *
 * - every seat is in one cell, and every cell has at least k seats;
 * - a cell is split into parts of at least k seats each, and never changes in another way: nobody comes in or goes out;
 * - every figure of the season counts all seats of a cell, or none of them.
 *
 * Cells of an earlier collection are therefore unions of cells of the last one, every figure of the season is a sum over whole cells of
 * the last one, and the people of a cell are in exactly the same figures, whatever is added and subtracted. Whom a collection asks, and
 * who moves where, is all that anything here depends on: never who answered, or what.
 *
 * Proof, measurements and limits: docs/decisions/0026-seats-for-a-season.md. `smallestClass` checks the result without trusting this file.
 */
import { cellFor, everyone, type Division, planParticipation, type TeamNode } from '../cells/cells.ts'
import { gatherUpwards, treeOf, type TeamTree } from './tree.ts'

/** Whom one collection asks: the tree of teams, and for each member the one team in which they count, or everyone. */
export type Roster = {
  readonly teams: readonly TeamNode[]
  readonly homes: ReadonlyMap<string, string>
  /** The groups of values that figures are broken down by, by member; without them everybody is in one group. */
  readonly groups?: ReadonlyMap<string, string>
}

export type SeatCell = {
  /** Its number in the ledger, for good. */
  readonly number: number
  /** The team in which the cell counts now, or everyone. */
  readonly node: string
  /** The group of values of the breakdown that all of its people had when they were seated; '' without one. */
  readonly group: string
  /** Members by id: also of people who are not asked any more, or were erased. */
  readonly seats: readonly string[]
}

export type Ledger = {
  readonly cells: readonly SeatCell[]
  /** Cells of a new season that sit out while figures of the old one are recent. */
  readonly quiet: ReadonlySet<number>
}

/** How a roster is seated: which cells take part in one collection. */
export type Seating = {
  readonly ledger: Ledger
  /** The cells that take part: all seats of these count in the collection, and no others. */
  readonly cells: readonly SeatCell[]
  /** Members who are asked and have no seat yet. */
  readonly waiting: readonly string[]
  /** The cells of participation, unions of cells of seats; null where too few people take part. */
  readonly division: Division | null
}

/** The number of seats of each cell whose owners are asked. */
export const seatsAsked = ({ seats }: SeatCell, { homes }: Roster): number =>
  seats.reduce((sum, member) => sum + (homes.has(member) ? 1 : 0), 0)

/**
 * The first collection of a season: everybody who is asked sits down in the cell of participation.
 * With fewer than k people nobody can; all of them wait.
 */
export function openLedger(roster: Roster, k: number): Ledger {
  const division = planParticipation(roster.teams, tally(roster.homes.values()), k)
  const empty: Ledger = { cells: [], quiet: new Set() }
  if (!division) return empty
  const inCells = Map.groupBy(roster.homes, ([, home]) => cellFor(division, home))
  const cells = [...inCells].map(([node, members], number) => ({
    number,
    node,
    group: '',
    seats: members.map(([member]) => member),
  }))
  return { ...empty, cells }
}

/**
 * The ledger for the next collection of the season. Newcomers are seated, cells are split and follow their people in the tree; while a new
 * season is quiet only the last of these happens.
 *
 * @returns the new ledger and who takes part; the old one is unchanged
 */
export function advance(ledger: Ledger, roster: Roster, k: number, isQuiet: boolean): Seating {
  const tree = treeOf(roster.teams)
  const seated = isQuiet ? ledger.cells : splitCells(withNewcomers(ledger, roster, tree, k), roster, tree, k)
  const cells = seated.map((cell) => ({ ...cell, node: nodeOf(cell, roster, tree) }))
  return attend({ cells, quiet: isQuiet ? ledger.quiet : new Set() }, roster, k)
}

/** Who takes part in one collection, by a ledger that stays as it is. */
export function attend(ledger: Ledger, roster: Roster, k: number): Seating {
  const asked = new Map<string, number>()
  const cells = ledger.cells.filter((cell) => {
    const present = seatsAsked(cell, roster)
    // Whole, or not at all: nobody speaks for an empty seat.
    if (ledger.quiet.has(cell.number) || present < cell.seats.length) return false
    asked.set(cell.node, (asked.get(cell.node) ?? 0) + present)
    return true
  })
  const seated = new Set(ledger.cells.flatMap(({ seats }) => seats))
  return {
    ledger,
    cells,
    waiting: [...roster.homes.keys()].filter((member) => !seated.has(member)),
    division: planParticipation(roster.teams, asked, k),
  }
}

/** Newcomers start a cell of their own at the lowest team that has k of them who are in no cell further down. */
function withNewcomers(ledger: Ledger, roster: Roster, tree: TeamTree, k: number): SeatCell[] {
  const seated = new Set(ledger.cells.flatMap(({ seats }) => seats))
  const newcomers = [...roster.homes].filter(([member]) => !seated.has(member))
  const byGroup = Map.groupBy(newcomers, ([member]) => roster.groups?.get(member) ?? '')
  let number = nextNumber(ledger.cells)
  const cells = [...byGroup].flatMap(([group, homes]) =>
    gatherUpwards(tree, homes, ({ members }) => members.length >= k).map(({ team, members }): SeatCell => ({
      number: number++,
      node: team,
      group,
      seats: members,
    })),
  )
  return [...ledger.cells, ...cells]
}

const nextNumber = (cells: readonly SeatCell[]): number =>
  cells.reduce((highest, cell) => Math.max(highest, cell.number), -1) + 1

/**
 * Divides cells that have come apart: people who are not asked any more are cut off from those who are, and people who have a new team in
 * common from those who stayed. Each part has k seats at least, or there is no cut.
 */
function splitCells(cells: readonly SeatCell[], roster: Roster, tree: TeamTree, k: number): SeatCell[] {
  let number = nextNumber(cells)
  return cells.flatMap((cell) => {
    const [rest, ...parts] = partsOf(cell, roster, tree, k)
    return [
      { ...cell, seats: rest.members },
      ...parts.map(({ team, members }): SeatCell => ({
        number: number++,
        node: team,
        group: cell.group,
        seats: members,
      })),
    ]
  })
}

/** The rest, which keeps the cell's number, and the parts that are split off. */
function partsOf(cell: SeatCell, { homes }: Roster, tree: TeamTree, k: number) {
  const { node, seats } = cell
  const gone = new Set<string>()
  const parts: { team: string; members: readonly string[] }[] = []
  const splitOff = (team: string, members: readonly string[]): void => {
    for (const member of members) gone.add(member)
    parts.push({ team, members })
  }

  const placed: [string, string][] = []
  const absent: string[] = []
  for (const member of seats) {
    const home = homes.get(member)
    if (home === undefined) absent.push(member)
    else placed.push([member, home])
  }
  if (absent.length >= k && placed.length >= k) splitOff(node, absent)

  let left = placed.length
  const elsewhere = placed.filter(([, home]) => home !== node)
  gatherUpwards(tree, elsewhere, ({ team, members }) => {
    // The part of the team itself, or of one above it, is what stays.
    if (members.length < k || left - members.length < k || tree.isWithin(node, team)) return false
    left -= members.length
    splitOff(team, members)
    return true
  })
  return [
    { team: node, members: gone.size === 0 ? seats : seats.filter((member) => !gone.has(member)) },
    ...parts,
  ]
}

/**
 * The team of a cell: the one it has, as long as most of the people who are asked are in it, and then the lowest one with most of them.
 * That one holds the person in the middle, in preorder, because its people stand next to one another there.
 */
function nodeOf({ node, seats }: SeatCell, { homes }: Roster, tree: TeamTree): string {
  const teams: string[] = []
  for (const member of seats) {
    const home = homes.get(member)
    if (home !== undefined) teams.push(home)
  }
  if (teams.length === 0) return node
  const holdsMost = (team: string): boolean =>
    teams.reduce((sum, home) => sum + (tree.isWithin(home, team) ? 1 : 0), 0) * 2 > teams.length
  if (holdsMost(node)) return node
  const middle = teams.toSorted((a, b) => tree.placeOf(a) - tree.placeOf(b))[teams.length >> 1]
  let team = tree.isWithin(middle, middle) ? middle : everyone
  while (!holdsMost(team)) team = tree.parentOf(team)
  return team
}

export function tally<T>(items: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}
