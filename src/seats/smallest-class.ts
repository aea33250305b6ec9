/**
 * A check of what was published, which trusts no rule of how it came about.
 *
 * A class is a set of people whom no figure tells apart: each figure has all of them or none. In any combination of figures they have the
 * same factor, so nothing that is computed would change if two of them exchanged their answers. If the smallest class has k people,
 * no arithmetic gets below k.
 */

/** @returns the number of people of the smallest class, of those who are in any figure; Infinity without figures */
export function smallestClass(figures: Iterable<Iterable<string>>): number {
  // Refined figure by figure. Class 0 is everybody who has not been in any figure so far.
  const classOf = new Map<string, number>()
  let classes = 1
  for (const figure of figures) {
    const inside = new Map<number, number>()
    for (const member of new Set(figure)) {
      const before = classOf.get(member) ?? 0
      const after = inside.get(before) ?? classes++
      inside.set(before, after)
      classOf.set(member, after)
    }
  }
  const sizes = new Map<number, number>()
  for (const number of classOf.values()) sizes.set(number, (sizes.get(number) ?? 0) + 1)
  return sizes.values().reduce((least, size) => Math.min(least, size), Infinity)
}
