/** The columns of a directory's file: those of the contract, and one for each attribute. */
import { attributePrefix, type ImportColumn, importColumns } from '../../../contract/import-columns.ts'
import type { Columns } from '../../imports/imports.ts'

const names = new Set<string>(importColumns)
const attributeName = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/

export const isImportColumn = (name: string): name is ImportColumn => names.has(name)

export const directoryColumns: Columns = {
  known: `${importColumns.join(', ')}, ${attributePrefix}<name>`,
  isColumn: (name) =>
    isImportColumn(name) ||
    (name.startsWith(attributePrefix) && attributeName.test(name.slice(attributePrefix.length))),
  columnOf: (cell) => (cell.startsWith(attributePrefix) ? cell : cell.toLowerCase()),
}
