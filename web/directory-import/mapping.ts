/** Which column of a file says what of a person, and the rows that the service takes. */
import { attributePrefix } from '../../contract/import-columns.ts'
import type { FileRow, Table } from './read-file.ts'
import { aliases, nameParts, type Target, targets } from './targets.ts'

/** What a column becomes: something of a person, an attribute of that name, or nothing. */
export type Place = Target | `attributes.${string}` | null

export type Mapping = readonly Place[]

/** The same for “E-Mail-Adresse”, “e-mail adresse” and “EMAIL ADRESSE”. */
const wordsOf = (header: string): string =>
  header
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

const targetByWords = new Map<string, Target>(
  targets.flatMap((target) => [target, ...aliases[target]].map((name) => [wordsOf(name), target] as const)),
)

/** The attribute that a column of this name would be, by the rule for their names: letters of ASCII, digits, `_` and `-`. */
export function attributeOf(header: string, at: number): `attributes.${string}` {
  const given = header.trim().startsWith(attributePrefix)
    ? header.trim().slice(attributePrefix.length)
    : header
  const name = given
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '_')
    .replaceAll(/^[^A-Za-z]+|_+$/g, '')
    .slice(0, attributeLengthMax)
  return `${attributePrefix}${name || `column_${at + 1}`}`
}

const attributeLengthMax = 64

/** As the names of the columns suggest; nobody has two of anything, so of two candidates the first is taken. */
export function guessed(columns: readonly string[]): Mapping {
  const taken = new Set<Place>()
  return columns.map((column, at) => {
    const found = column.trim().startsWith(attributePrefix)
      ? attributeOf(column, at)
      : (targetByWords.get(wordsOf(column)) ?? null)
    if (found === null || taken.has(found)) return null
    taken.add(found)
    return found
  })
}

export type MappingFault = 'nothing_known' | 'twice' | 'two_names' | 'no_id'

/** Why rows cannot be made of these columns, or null. */
export function faultOf(mapping: Mapping, { isWhole }: { isWhole: boolean }): MappingFault | null {
  const used = mapping.filter((place) => place !== null)
  if (new Set(used).size < used.length) return 'twice'
  if (used.includes('name') && nameParts.some((part) => used.includes(part))) return 'two_names'
  if (isWhole && !used.includes('external_id')) return 'no_id'
  return used.includes('external_id') || used.includes('email') ? null : 'nothing_known'
}

export type Emptiness = 'keep' | 'remove'

/**
 * One JSON object for each row, on the line that the row has in the file, so that what is wrong with a line is said of the file's. Lines between
 * are empty, which the service passes over.
 * In parts, so that a page can answer to its reader between two of them.
 * @param empty  what an empty cell does
 */
export function* partsOf(table: Table, mapping: Mapping, empty: Emptiness): Generator<string> {
  let at = 1
  let part = ''
  for (const [index, row] of table.rows.entries()) {
    part += `${'\n'.repeat(Math.max(0, row.line - at))}${JSON.stringify(objectOf(row, mapping, empty))}\n`
    at = row.line + 1
    if ((index + 1) % partRows === 0) {
      yield part
      part = ''
    }
  }
  yield part
}

/** Some ten milliseconds of work. */
const partRows = 1000

export const linesOf = (table: Table, mapping: Mapping, empty: Emptiness): string =>
  [...partsOf(table, mapping, empty)].join('')

function objectOf({ cells }: FileRow, mapping: Mapping, empty: Emptiness): Record<string, string | null> {
  const found: Record<string, string> = {}
  for (const [at, place] of mapping.entries()) if (place !== null) found[place] = cells[at]
  const { given_name: given, family_name: family, ...rest } = found
  const parts = [given, family].filter((part) => part !== undefined)
  const all = parts.length === 0 ? rest : { name: parts.filter((part) => part !== '').join(' '), ...rest }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]): [string, string | null][] =>
      value !== '' ? [[name, value]] : empty === 'remove' ? [[name, null]] : [],
    ),
  )
}
