/** By how much two figures differ as they are written: one that is rounded by itself would contradict them. */

/** As `Intl` rounds, which writes 3.05 as 3.1. `toFixed` would take it for the number just below, and give 3.0. */
const asWritten = (value: number, decimals: number): number =>
  Number(new Intl.NumberFormat('en', { maximumFractionDigits: decimals, useGrouping: false }).format(value))

/** Of 3.24 and 3.05, which are written as 3.2 and 3.1, it is −0.1 and not −0.2. */
export const shownDifference = (from: number, to: number, decimals: number): number =>
  Number((asWritten(to, decimals) - asWritten(from, decimals)).toFixed(decimals))
