/**
 * Figures of cells added up: plain JSON of which every number is a sum over people, in whatever shape a measure gives it.
 * A group's sum is stored beside its cells, so that reading it costs the same whether it has three cells or a thousand.
 */

/** What a measure computes of one cell: sums over people, under whatever names. */
export type Sums = number | readonly Sums[] | { readonly [name: string]: Sums | boolean }

/** @returns undefined where figures hold words, which cannot be added */
export function addFigures(figures: readonly unknown[]): unknown {
  if (figures.length < 2) return figures.some(hasWords) ? undefined : figures[0]
  const total = figures.reduce(addedTo, undefined)
  return hasWords(total) ? undefined : total
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const hasWords = (value: unknown): boolean =>
  typeof value === 'string' ||
  (Array.isArray(value) && value.some(hasWords)) ||
  (isObject(value) && Object.values(value).some(hasWords))

/**
 * Adds numbers, lists place by place, objects member by member; a flag is true if it is true of one, and a word stays one. The first
 * is changed where it is an object or a list: ten thousand answers are added to one total, not to ten thousand.
 */
function addedTo(total: unknown, others: unknown): unknown {
  if (typeof total === 'number' && typeof others === 'number') return total + others
  if (others === undefined) return total
  if (total === undefined) return copied(others)
  if (Array.isArray(total) && Array.isArray(others)) {
    for (let at = 0; at < total.length; at++) total[at] = addedTo(total[at], others[at])
    return total
  }
  if (!isObject(total) || !isObject(others)) return typeof others === 'string' ? others : total || others
  for (const name in others) total[name] = addedTo(total[name], others[name])
  return total
}

function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied)
  if (!isObject(value)) return value
  // Without a prototype: an option may be named like a member of Object.
  const copy = Object.create(null) as Record<string, unknown>
  for (const name in value) copy[name] = copied(value[name])
  return copy
}
