/**
 * What an attacker reads of a question that is asked again and again, as sets of people: the cells of participation of each collection,
 * which are the finest groups that any figure of it may show. With seats, and without: each collection divided by itself.
 */
import { cellFor, planParticipation } from '../../src/cells/cells.ts'
import {
  advance,
  attend,
  type Ledger,
  nextSeason,
  type Roster,
  type Seating,
  smallestClass,
} from '../../src/seats/seats.ts'
import { Company, type Script } from './rosters.ts'

export const k = 5

/** The people of each cell of participation, by seats. */
export function cellsOfSeating({ cells, division }: Seating): string[][] {
  if (!division) return []
  const inCells = Map.groupBy(cells, ({ node }) => cellFor(division, node))
  return [...inCells.values()].map((joined) => joined.flatMap(({ seats }) => seats))
}

/** The people of each cell of participation, by the roster of one collection alone. */
export function cellsOfRoster({ teams, homes }: Roster): string[][] {
  const counts = new Map<string, number>()
  for (const home of homes.values()) counts.set(home, (counts.get(home) ?? 0) + 1)
  const division = planParticipation(teams, counts, k)
  if (!division) return []
  const inCells = Map.groupBy(homes, ([, home]) => cellFor(division, home))
  return [...inCells.values()].map((people) => people.map(([person]) => person))
}

export type Seasons = {
  /** Collections after which a new season begins; none within the attack unless given. */
  length?: number
  /** How many collections of a new season are quiet; all of them unless given. */
  quiet?: number
}

/** The question's collections one after another, each with its ledger. */
export function* seatings(
  rosters: Iterable<Roster>,
  k: number,
  { length = Infinity, quiet = Infinity }: Seasons = {},
): Generator<Seating> {
  let ledger: Ledger | null = null
  let inSeason = 0
  let isFirst = true
  for (const roster of rosters) {
    if (inSeason === length) {
      const before: Ledger | null = quiet > 0 ? ledger : null
      ledger = null
      inSeason = 0
      isFirst = before === null
      ledger = nextSeason(roster, k, before)
    }
    ledger ??= nextSeason(roster, k, null)
    const seating: Seating =
      inSeason === 0 ? attend(ledger, roster, k) : advance(ledger, roster, k, !isFirst && inSeason < quiet)
    ledger = seating.ledger
    inSeason++
    yield seating
  }
}

/** @returns the rosters of the script, each made when it is asked for */
export function* rostersOf(company: Company, script: Script, collections: number): Generator<Roster> {
  const next = script(company)
  for (let collection = 0; collection < collections; collection++) yield next(collection)
}

export type Found = { withSeats: number; alone: number; figures: number }

/** The smallest class of one organisation under an attack of twelve collections, with seats and without. */
export function attackOf(seed: number, script: Script, k: number, seasons: Seasons = {}): Found {
  const company = new Company(seed)
  const alone: string[][] = []
  const published: string[][] = []
  const rosters = rostersOf(company, script, 12).map((roster) => {
    alone.push(...cellsOfRoster(roster))
    return roster
  })
  for (const seating of seatings(rosters, k, seasons)) published.push(...cellsOfSeating(seating))
  return { withSeats: smallestClass(published), alone: smallestClass(alone), figures: published.length }
}
