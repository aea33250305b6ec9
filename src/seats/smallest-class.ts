/**
 * A check of published figures that does not rely on the rules which made them.
 *
 * A class is a set of people whom no figure tells apart: each figure counts all of them or none. In any combination of figures they have
 * the same factor, so no result would change if two of them exchanged their answers. If the smallest class has k people,
 * no arithmetic can single out fewer than k.
 */

/** @returns the number of people in the smallest class, among people who are in any figure; Infinity without figures */
export function smallestClass(figures: Iterable<Iterable<string>>): number {
  // Classes are split figure by figure. Class 0 is everybody who has not been in a figure so far.
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
