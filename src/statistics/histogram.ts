/** Answers counted by their value. */

/** Values with the number of answers that gave them, ascending, each value once. */
export type Histogram = readonly { value: number; count: number }[]
