/** The faults of an imported file: the first in full, by line, and how many there are in all. */
import { limits } from '../../contract/limits.ts'
import { type FieldError, type Problem, problem } from '../problem.ts'

/** A line of the file, or the index of a row of JSON. */
export type Place = { line: number } | { row: number }

export type Fault = { at: number; column: string | null; code: string; detail: string }

/** The rest of the file cannot be read. */
export class BrokenFile extends Error {
  readonly fault: Fault

  constructor(place: Place, column: string | null, code: string, detail: string) {
    super(detail)
    this.fault = { at: numberOf(place), column, code, detail }
  }
}

/** The number of a line or row, by which faults are sorted. */
export const numberOf = (place: Place): number => ('line' in place ? place.line : place.row)

export type Faults = {
  add(fault: Fault): void
  /** @param total  how many there are; only the first of them were fetched */
  addAll(faults: readonly Fault[], total: number): void
  readonly count: number
  /** @throws import_refused  if there is any */
  throwIfAny(): void
}

export function faultsOf(kind: 'lines' | 'rows'): Faults {
  const first: Fault[] = []
  let count = 0
  const word = kind === 'lines' ? 'Line' : 'Row'
  const errorOf = ({ at, column, code, detail }: Fault): FieldError => ({
    pointer: `/${kind}/${at}${column === null ? '' : `/${column.replaceAll('~', '~0').replaceAll('/', '~1')}`}`,
    code,
    detail: `${word} ${at}${column === null ? '' : `, ${column}`}: ${detail}`,
  })
  const refusal = (): Problem => {
    const listed = first.toSorted((a, b) => a.at - b.at).slice(0, limits.importErrorsShownMax)
    const detail =
      count === 1
        ? errorOf(listed[0]).detail
        : `${count} faults${count > listed.length ? `, of which the first ${listed.length} are listed` : ''}; nothing was changed`
    return problem('import_refused', { detail, errors: listed.map(errorOf) })
  }
  return {
    add: (fault) => {
      count++
      if (first.length < limits.importErrorsShownMax) first.push(fault)
    },
    addAll: (faults, total) => {
      count += total
      first.push(...faults)
    },
    get count() {
      return count
    },
    throwIfAny: () => {
      if (count > 0) throw refusal()
    },
  }
}
