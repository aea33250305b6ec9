/**
 * Exact linear algebra over what was published: is there a sum of figures, with any factors, that is about a few people
 * alone? A figure is a sum over a known set of people, so it is a row of zeros and ones; whatever is linear in the figures is
 * in their row space.
 *
 * People whom no row tells apart (equal columns) have equal factors in every combination: they are an atom, and a
 * combination is about whole atoms only. So it is enough to look for combinations over atoms that have together fewer than
 * k people.
 *
 * Elimination runs modulo a prime that lets products stay below 2^53; what it finds, and a sample of what it does not find,
 * is worked out again in whole numbers of any length (Bareiss 1968, fraction-free).
 */

/** The largest prime below 2^26. */
const prime = 67_108_859

const modulo = (value: number): number => ((value % prime) + prime) % prime

function inverse(value: number): number {
  let [a, b, x, y] = [modulo(value), prime, 1, 0]
  while (b !== 0) {
    const quotient = Math.floor(a / b)
    ;[a, b] = [b, a - quotient * b]
    ;[x, y] = [y, x - quotient * y]
  }
  return modulo(x)
}

/** Rows in reduced echelon form, each with the column of its leading one. */
type Echelon = { rows: number[][]; pivots: number[] }

export function echelonOf(matrix: readonly (readonly number[])[]): Echelon {
  const rows: number[][] = []
  const pivots: number[] = []
  for (const given of matrix) {
    const row = reduced({ rows, pivots }, given)
    const pivot = row.findIndex((value) => value !== 0)
    if (pivot < 0) continue
    const factor = inverse(row[pivot])
    const lead = row.map((value) => (value * factor) % prime)
    for (const other of rows) subtract(other, lead, other[pivot])
    rows.push(lead)
    pivots.push(pivot)
  }
  return { rows, pivots }
}

function subtract(from: number[], row: readonly number[], factor: number): void {
  if (factor === 0) return
  for (let i = 0; i < from.length; i++) from[i] = modulo(from[i] - ((factor * row[i]) % prime))
}

/** The remainder of a vector after subtracting what the rows can make of it: zeros if it is in their space. */
export function reduced({ rows, pivots }: Echelon, vector: readonly number[]): number[] {
  const left = vector.map(modulo)
  rows.forEach((row, index) => subtract(left, row, left[pivots[index]]))
  return left
}

/** Rank in whole numbers, without a fraction and without a prime. */
export function exactRank(matrix: readonly (readonly number[])[]): number {
  const rows = matrix.map((row) => row.map(BigInt))
  let rank = 0
  let last = 1n
  for (let column = 0; column < (rows[0]?.length ?? 0) && rank < rows.length; column++) {
    const pivot = rows.findIndex((row, index) => index >= rank && row[column] !== 0n)
    if (pivot < 0) continue
    ;[rows[rank], rows[pivot]] = [rows[pivot], rows[rank]]
    const lead = rows[rank]
    for (let other = rank + 1; other < rows.length; other++) {
      const factor = rows[other][column]
      rows[other] = rows[other].map((value, at) => (value * lead[column] - factor * lead[at]) / last)
    }
    last = lead[column]
    rank++
  }
  return rank
}

/** Whether the indicator of this group is a combination of the rows, computed without the prime. */
export function isExactlyDerivable(
  rows: readonly (readonly number[])[],
  indicator: readonly number[],
): boolean {
  return exactRank(rows) === exactRank([...rows, indicator])
}

/** For people 0 … count−1, the rows of some sets of them. */
export const rowsOf = (sets: readonly (readonly number[])[], count: number): number[][] =>
  sets.map((set) => {
    const row = new Array<number>(count).fill(0)
    for (const person of set) row[person] = 1
    return row
  })

/** People with equal columns, without those in no row at all. */
export function atomsOf(rows: readonly (readonly number[])[], count: number): number[][] {
  const atoms = new Map<string, number[]>()
  for (let person = 0; person < count; person++) {
    const column = rows.map((row) => row[person]).join('')
    if (!column.includes('1')) continue
    const atom = atoms.get(column)
    if (atom) atom.push(person)
    else atoms.set(column, [person])
  }
  return [...atoms.values()]
}

/** Unions of sets that have together fewer than k people. */
function* smallUnions(
  atoms: readonly number[][],
  k: number,
  from = 0,
  union: number[] = [],
): Generator<number[]> {
  for (let index = from; index < atoms.length; index++) {
    const next = [...union, index]
    if (next.reduce((sum, at) => sum + atoms[at].length, 0) >= k) continue
    yield next
    yield* smallUnions(atoms, k, index + 1, next)
  }
}

/** Checking more unions than this reveals no more about whether somebody is exposed. */
const unionsMax = 2000

/**
 * The groups of 1 … k−1 people whose sum follows from the sums over `sets`, the smallest first. People whose answers the attacker
 * knows (`known`: their own and their friends') are subtracted from every sum.
 */
export function derivableGroups(
  sets: readonly (readonly number[])[],
  count: number,
  k: number,
  known: ReadonlySet<number> = new Set(),
): number[][] {
  const unknown = sets.map((set) => set.filter((person) => !known.has(person)))
  const distinct = [...new Map(unknown.map((set) => [set.join(), set])).values()]
  const rows = rowsOf(distinct, count)
  const atoms = atomsOf(rows, count)
  const small = atoms.filter((atom) => atom.length < k)
  if (small.length === 0) return []
  const overAtoms = rows.map((row) =>
    [...small, ...atoms.filter((atom) => atom.length >= k)].map(([one]) => row[one]),
  )
  const echelon = echelonOf(overAtoms)
  const found: number[][] = []
  let checked = 0
  for (const union of smallUnions(small, k)) {
    if (++checked > unionsMax) break
    const indicator = new Array<number>(atoms.length).fill(0)
    for (const at of union) indicator[at] = 1
    if (reduced(echelon, indicator).some((value) => value !== 0)) continue
    found.push(union.flatMap((at) => small[at]))
  }
  return found.toSorted((a, b) => a.length - b.length)
}
