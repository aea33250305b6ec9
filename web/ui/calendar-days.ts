/** Days as people count them: by midnights of the reader's zone. */
export const daySeconds = 86_400

const midnightOf = (at: number): number => new Date(at).setHours(0, 0, 0, 0)

/** Days of the reader's calendar from one instant to another, in milliseconds: 1 for tomorrow, however near. Days of 23 or 25 hours count as one. */
export const daysBetween = (from: number, to: number): number =>
  Math.round((midnightOf(to) - midnightOf(from)) / (1000 * daySeconds))
