/** What a measure tells of one cell: plain JSON of sums over people. */

/** Numbers, under whatever names. */
export type Sums = number | readonly Sums[] | { readonly [name: string]: Sums | boolean }
