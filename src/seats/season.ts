/**
 * Seasons: how long people keep their seats, and how a new season begins.
 *
 * Within a season nobody is expected to change an answer, so no two figures may differ by fewer than k people. Figures of two seasons may,
 * once some time has passed between them: the quiet time. Until then cells of a new season sit out unless old and new cells cut one another
 * into parts of nobody or at least k people, so that the figures of both seasons together have no smaller class.
 */
import { everyone } from '../cells/cells.ts'
import { type Ledger, openLedger, type Roster, type SeatCell, tally } from './ledger.ts'

/** How often a series asks: at least every week, or less often. A collection without a series is as one of a monthly series. */
export type Pace = 'weekly' | 'monthly'

export type Season = { readonly days: number; readonly quietDays: number }

/**
 * Days of a season, and after the last collection of the season before it. A cell that sits out is the price of each person who leaves, so
 * longer seasons cost more: 5.8 % of team figures in 60 days against 16.2 % in 120, at 2 % turnover a month.
 */
export const seasons: Readonly<Record<Pace, Season>> = {
  weekly: { days: 56, quietDays: 0 },
  monthly: { days: 60, quietDays: 28 },
}

/** A season of the service, or a longer one: an organisation may want more of both, and never gets less. */
export function seasonOf(pace: Pace, atLeast: Season): Season {
  const { days, quietDays } = seasons[pace]
  return { days: Math.max(days, atLeast.days), quietDays: Math.max(quietDays, atLeast.quietDays) }
}

/**
 * Everybody is seated again.
 * @param before the ledger of the season before, if its last figures are recent
 */
export function nextSeason(roster: Roster, k: number, before: Ledger | null): Ledger {
  const fresh = openLedger(roster, k)
  return before ? { ...fresh, quiet: quietCells(before, fresh, k) } : fresh
}

/** In place of a group of values, of cells of an imported survey in which somebody answered who is not in the directory. */
export const strangers = 'strangers'

const isTooFew = (count: number, k: number): boolean => count > 0 && count < k

/**
 * The cells that sit out while a new season is quiet, so that every part into which old and new cells cut one another is empty or has k
 * people: cells with fewer than k people from one old cell or from outside, and cells that together take all but a few of an old one.
 */
export function quietCells(before: Ledger, fresh: Ledger, k: number): Set<number> {
  // Any of the new cells may have any of them.
  if (before.cells.some(({ group }) => group === strangers))
    return new Set(fresh.cells.map(({ number }) => number))
  const oldCellOf = new Map<string, SeatCell>()
  for (const cell of before.cells) for (const member of cell.seats) oldCellOf.set(member, cell)

  const quiet = new Set<number>()
  const takersOf = new Map<SeatCell, { cell: number; people: number }[]>()
  for (const { number, seats } of fresh.cells) {
    for (const [old, people] of tally(seats.map((member) => oldCellOf.get(member)))) {
      if (isTooFew(people, k)) quiet.add(number)
      if (!old) continue
      const takers = takersOf.get(old)
      if (takers) takers.push({ cell: number, people })
      else takersOf.set(old, [{ cell: number, people }])
    }
  }

  // A new cell that becomes quiet gives back its people of other old cells, so these are looked at again.
  const takenBy = Map.groupBy(
    takersOf.entries().flatMap(([old, takers]) => takers.map(({ cell }) => ({ old, cell }))),
    ({ cell }) => cell,
  )
  for (const left = [...takersOf.keys()]; left.length > 0;) {
    const old = left.pop()
    if (!old) continue
    const takers = takersOf.get(old)?.filter(({ cell }) => !quiet.has(cell)) ?? []
    const taken = takers.reduce((sum, { people }) => sum + people, 0)
    if (taken === 0 || !isTooFew(old.seats.length - taken, k)) continue
    for (const { cell } of takers) {
      quiet.add(cell)
      left.push(...(takenBy.get(cell) ?? []).map((one) => one.old))
    }
  }
  return quiet
}

/** The cells into which two ledgers cut all of their people together: those of one cell in both, or of one in the first and of none in the other. */
export function refined(first: Ledger, second: Ledger): Ledger {
  const cellIn = ({ cells }: Ledger): Map<string, SeatCell> =>
    new Map(cells.flatMap((cell) => cell.seats.map((member) => [member, cell] as const)))
  const [one, other] = [cellIn(first), cellIn(second)]
  const members = [...new Set([...one.keys(), ...other.keys()])]
  const parts = Map.groupBy(members, (member) => `${one.get(member)?.number} ${other.get(member)?.number}`)
  return {
    cells: [...parts.values()].map((seats, number): SeatCell => {
      const { node = everyone, group = '' } = one.get(seats[0]) ?? other.get(seats[0]) ?? {}
      return { number, node, group, seats }
    }),
    quiet: new Set(),
  }
}
