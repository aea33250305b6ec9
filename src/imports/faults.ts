/** What is wrong with an imported file: the first faults in full, by line, and how many there are in all. */
import { limits } from '../../contract/limits.ts'
import { type FieldError, type Problem, problem } from '../problem.ts'

/** A line of the file, or the index of a row of JSON. */
export type Place = { line: number } | { row: number }

export type Fault = { at: number; column: string | null; code: string; detail: string }

/** Thrown where a file cannot be read on. */
export class BrokenFile extends Error {
  readonly fault: Fault

  constructor(place: Place, column: string | null, code: string, detail: string) {
    super(detail)
    this.fault = { at: numberOf(place), column, code, detail }
  }
}

/** How places of a file are counted, staged and sorted. */
export const numberOf = (place: Place): number => ('line' in place ? place.line : place.row)

export type Faults = {
  /** A file that ended early is told of by its last fault. */
  add(fault: Fault): void
  /** Faults of which only the first were fetched. */
  addAll(faults: readonly Fault[], total: number): void
  readonly count: number
  /** @throws import_refused  if there is any */
  refuse(): void
}

export function faultsOf(kind: 'lines' | 'rows'): Faults {
  const shown: Fault[] = []
  let count = 0
  const word = kind === 'lines' ? 'Line' : 'Row'
  const errorOf = ({ at, column, code, detail }: Fault): FieldError => ({
    pointer: `/${kind}/${at}${column === null ? '' : `/${column.replaceAll('~', '~0').replaceAll('/', '~1')}`}`,
    code,
    detail: `${word} ${at}${column === null ? '' : `, ${column}`}: ${detail}`,
  })
  const refusal = (): Problem => {
    const first = shown.toSorted((a, b) => a.at - b.at).slice(0, limits.importErrorsShownMax)
    const detail =
      count === 1
        ? errorOf(first[0]).detail
        : `${count} faults${count > first.length ? `, of which the first ${first.length} are listed` : ''}; nothing was changed`
    return problem('import_refused', { detail, errors: first.map(errorOf) })
  }
  return {
    add: (fault) => {
      count++
      if (shown.length < limits.importErrorsShownMax) shown.push(fault)
    },
    addAll: (faults, total) => {
      count += total
      shown.push(...faults)
    },
    get count() {
      return count
    },
    refuse: () => {
      if (count > 0) throw refusal()
    },
  }
}
