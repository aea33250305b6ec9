/**
 * Which groups may tell a count that some cells are too small for. A group's count less those of the groups inside it is the count of a region
 * that may be one or two people, whoever subtracts. So a group is told only if every region between told groups has nobody or enough people in
 * each part of the count; then so has every sum and every difference of what is told.
 */

/** The nearest group around each group, by place; null: there is none. No group is in two that do not contain one another. */
export type Around = readonly (number | null)[]

/** Of groups of cells, each inside another or apart from it; of equal ones the later is inside the earlier. */
export function aroundEach(groups: readonly { readonly cells: readonly number[] }[]): Around {
  const outermost = [...groups.keys()].toSorted(
    (a, b) => groups[b].cells.length - groups[a].cells.length || a - b,
  )
  const innermostOf = new Map<number, number>()
  const around: (number | null)[] = groups.map(() => null)
  for (const place of outermost) {
    const { cells } = groups[place]
    around[place] = innermostOf.get(cells[0]) ?? null
    for (const cell of cells) innermostOf.set(cell, place)
  }
  return around
}

/**
 * @param parts  for each group that may tell its own count, the parts of it; null for one that may not
 * @param least  people whom a part has, unless it has none
 * @returns the places of groups that are told. Among the groups inside one whose region is too small, the one with fewest people stays untold that
 * makes it large enough; where none does, the one with fewest people, and then more.
 */
export function toldTogether(
  around: Around,
  parts: readonly (readonly number[] | null)[],
  least: number,
): Set<number> {
  const told = new Set([...parts.keys()].filter((place) => parts[place] !== null))
  const inside = Map.groupBy(around.keys(), (place) => around[place])
  const partsOf = (place: number): readonly number[] => parts[place] ?? []
  const peopleIn = (place: number): number => partsOf(place).reduce((sum, part) => sum + part, 0)
  const toldInside = (place: number): number[] =>
    (inside.get(place) ?? []).flatMap((one) => (told.has(one) ? [one] : toldInside(one)))
  const visit = (place: number): void => {
    if (told.has(place)) {
      for (let inner = toldInside(place); inner.length > 0; inner = toldInside(place)) {
        const rest = partsOf(place).map((part, at) =>
          inner.reduce((left, one) => left - partsOf(one)[at], part),
        )
        const small = rest
          .keys()
          .filter((at) => rest[at] > 0 && rest[at] < least)
          .toArray()
        if (small.length === 0) break
        const smallestFirst = inner.toSorted((a, b) => peopleIn(a) - peopleIn(b) || a - b)
        const mends = (one: number): boolean => small.every((at) => partsOf(one)[at] >= least)
        told.delete(smallestFirst.find(mends) ?? smallestFirst[0])
      }
    }
    for (const one of inside.get(place) ?? []) visit(one)
  }
  for (const place of inside.get(null) ?? []) visit(place)
  return told
}

/**
 * The counts of groups as they are told: where the region of a group would be one or two people, the largest group inside it is told with one or
 * two fewer, so that the region has `least`, which are then one, two or three people. Anyone who would be told with fewer than `least` is not told.
 * @param counts  for each group; null for one that may not tell its own
 */
export function toldWithFewer(
  around: Around,
  counts: readonly (number | null)[],
  least: number,
): (number | null)[] {
  const told = [...counts]
  const inside = Map.groupBy(around.keys(), (place) => around[place])
  const countOf = (place: number): number => told[place] ?? 0
  const toldInside = (place: number): number[] =>
    (inside.get(place) ?? []).flatMap((one) => (told[one] === null ? toldInside(one) : [one]))
  const visit = (place: number): void => {
    while (told[place] !== null) {
      const inner = toldInside(place).toSorted((a, b) => countOf(b) - countOf(a) || a - b)
      const rest = inner.reduce((left, one) => left - countOf(one), countOf(place))
      if (inner.length === 0 || rest === 0 || rest >= least) break
      // The group itself may be told with fewer, by now, than those inside it are together.
      const fewer = countOf(inner[0]) - (rest < 0 ? -rest : least - rest)
      told[inner[0]] = fewer >= least ? fewer : null
    }
    for (const one of inside.get(place) ?? []) visit(one)
  }
  for (const place of inside.get(null) ?? []) visit(place)
  return told
}
