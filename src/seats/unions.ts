/**
 * A question whose season another ledger keeps: figures of it must be sums over whole cells of that ledger, and over whole cells of the
 * collection's own, because how many answered is known for those. The finest groups that are both are made here.
 */
import type { SeatCell, Seating } from './ledger.ts'

/** Cells of the collection's ledger, and of the question's, with exactly the same people. */
export type CellUnion = { ours: SeatCell[]; theirs: SeatCell[] }

/**
 * Cells that share a person go together. A group of cells counts if all of them take part and both sides have the same seats; otherwise
 * somebody would be in a figure of one ledger and missing from those of the other.
 */
export function commonUnions(ours: Seating, theirs: Seating): CellUnion[] {
  const sides = [ours, theirs].map(({ ledger, cells }) => ({
    all: ledger.cells,
    taking: new Set(cells.map(({ number }) => number)),
  }))
  const [own, other] = sides
  const cells = sides.flatMap(({ all }) => all)

  // Union-find over the cells of both, by the seats that they share.
  const parents = cells.map((_, at) => at)
  const rootOf = (at: number): number => {
    let root = at
    while (parents[root] !== root) root = parents[root]
    for (let next = at; parents[next] !== root;) [parents[next], next] = [root, parents[next]]
    return root
  }
  const firstAt = new Map<string, number>()
  let shared = new Map<number, number>()
  for (const [at, { seats }] of cells.entries()) {
    for (const member of seats) {
      const first = firstAt.get(member)
      if (first === undefined) firstAt.set(member, at)
      else {
        parents[rootOf(at)] = rootOf(first)
        shared.set(at, (shared.get(at) ?? 0) + 1)
      }
    }
  }
  shared = sumBy(shared, rootOf)

  const unions: CellUnion[] = []
  for (const [root, members] of Map.groupBy(cells.keys(), rootOf)) {
    const union: CellUnion = { ours: [], theirs: [] }
    let isWhole = true
    for (const at of members) {
      const isOwn = at < own.all.length
      isWhole &&= (isOwn ? own : other).taking.has(cells[at].number)
      union[isOwn ? 'ours' : 'theirs'].push(cells[at])
    }
    const same = shared.get(root) ?? 0
    if (isWhole && seatsIn(union.ours) === same && seatsIn(union.theirs) === same) unions.push(union)
  }
  return unions
}

const seatsIn = (cells: readonly SeatCell[]): number =>
  cells.reduce((sum, { seats }) => sum + seats.length, 0)

function sumBy(counts: ReadonlyMap<number, number>, keyOf: (key: number) => number): Map<number, number> {
  const sums = new Map<number, number>()
  for (const [key, count] of counts) sums.set(keyOf(key), (sums.get(keyOf(key)) ?? 0) + count)
  return sums
}
