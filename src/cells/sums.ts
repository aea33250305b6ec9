/**
 * Figures of cells added up: plain JSON of which every number is a sum over people, in whatever shape a measure gives it.
 * A group's sum is stored beside its cells, so that reading it costs the same whether it has three cells or a thousand.
 */

/** @returns undefined where figures hold words, which are no sums */
export function addedUp(figures: readonly unknown[]): unknown {
  return figures.some(holdsWords) ? undefined : figures.reduce(added)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const holdsWords = (value: unknown): boolean =>
  typeof value === 'string' ||
  (Array.isArray(value) && value.some(holdsWords)) ||
  (isObject(value) && Object.values(value).some(holdsWords))

/** Numbers are added, lists place by place, members by name; what is true of one is true of both. */
function added(some: unknown, others: unknown): unknown {
  if (some === undefined || others === undefined) return some ?? others
  if (typeof some === 'number') return some + (others as number)
  if (Array.isArray(some)) return some.map((one, at) => added(one, (others as unknown[])[at]))
  if (!isObject(some)) return some || others
  // Without a prototype: an option may be called like a member of Object.
  const all = Object.assign(Object.create(null) as Record<string, unknown>, some)
  for (const [name, value] of Object.entries(others as object)) all[name] = added(all[name], value)
  return all
}
