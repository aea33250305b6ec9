/**
 * Figures of cells added up: plain JSON of which every number is a sum over people, in whatever shape a measure gives it.
 * A group's sum is stored beside its cells, so that reading it costs the same whether it has three cells or a thousand.
 */

/** What a measure computes of one cell: sums over people, under whatever names. */
export type Sums = number | readonly Sums[] | { readonly [name: string]: Sums | boolean }

/** @returns undefined where figures hold words, which cannot be added */
export function addFigures(figures: readonly unknown[]): unknown {
  return figures.some(hasWords) ? undefined : figures.reduce(add)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const hasWords = (value: unknown): boolean =>
  typeof value === 'string' ||
  (Array.isArray(value) && value.some(hasWords)) ||
  (isObject(value) && Object.values(value).some(hasWords))

/** Adds numbers, lists place by place, objects member by member; a flag is true if it is true of one. */
function add(some: unknown, others: unknown): unknown {
  if (some === undefined || others === undefined) return some ?? others
  if (typeof some === 'number' && typeof others === 'number') return some + others
  if (Array.isArray(some) && Array.isArray(others))
    return some.map((one: unknown, at) => add(one, others[at]))
  if (!isObject(some) || !isObject(others)) return some || others
  // Without a prototype: an option may be named like a member of Object.
  const all = Object.assign(Object.create(null) as Record<string, unknown>, some)
  for (const [name, value] of Object.entries(others)) all[name] = add(all[name], value)
  return all
}
