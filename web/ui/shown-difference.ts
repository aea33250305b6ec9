/**
 * By how much two figures differ as they are written. A difference that is rounded by itself contradicts them: of 3.24 and 3.05, which are
 * written as 3.2 and 3.1, it would be −0.2.
 */
export const shownDifference = (from: number, to: number, decimals: number): number =>
  Number((Number(to.toFixed(decimals)) - Number(from.toFixed(decimals))).toFixed(decimals))
