/**
 * Whether the figure of last time lies outside the likely range of this time. Without a word that reads as a change; where no test tells one,
 * the sentence beside it says so, and how sure the figure of last time was.
 */
export const isFarApart = (before: number, range: readonly number[] | null | undefined): boolean =>
  range !== null && range !== undefined && (before < range[0] || before > range[1])
