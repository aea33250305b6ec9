/**
 * The rows of an imported file of any kind, read as they arrive (reader.ts), with faults reported by line (faults.ts). The importing
 * feature knows the columns and the meaning of a row.
 */
export { type Fault, type Faults, faultsOf, numberOf } from './faults.ts'
export { type Columns, rowsOf, rowsOfJson, type SourceRow } from './reader.ts'
export { stageRows } from './staging.ts'
