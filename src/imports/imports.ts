/**
 * The rows of an imported file, whatever they tell of: read as they arrive (reader.ts), with faults told by line (faults.ts).
 * What columns there are, and what a row means, is its feature's.
 */
export { BrokenFile, type Fault, type Faults, faultsOf, numberOf } from './faults.ts'
export { type Columns, type GivenRow, rowsOf, rowsOfJson } from './reader.ts'
