/**
 * Every world that fits what was published: all ways in which some few people could have answered one question, sorted by
 * the figures that would have come out. Whatever is the same in all worlds of one sort is known to whoever reads those
 * figures, however clever he is; nothing else is.
 */
/** What each person said, by number of the value in a list of values. */
export type World = readonly number[]

export function* worldsOf(people: number, values: number): Generator<World> {
  const world = new Array<number>(people).fill(0)
  for (;;) {
    yield [...world]
    let at = 0
    while (at < people && world[at] === values - 1) world[at++] = 0
    if (at === people) return
    world[at]++
  }
}

/** @param published  the bytes that leave when this is what people said */
export function sortsOf(people: number, values: number, published: (world: World) => string): World[][] {
  const sorts = new Map<string, World[]>()
  for (const world of worldsOf(people, values)) {
    const bytes = published(world)
    const alike = sorts.get(bytes)
    if (alike) alike.push(world)
    else sorts.set(bytes, [world])
  }
  return [...sorts.values()]
}

/** Do all these worlds agree on what these people said, in whatever order? */
export function isSettled(worlds: readonly World[], group: readonly number[]): boolean {
  const said = (world: World): string =>
    group
      .map((person) => world[person])
      .toSorted((a, b) => a - b)
      .join()
  const first = said(worlds[0])
  return worlds.every((world) => said(world) === first)
}

export function* groupsBelow(
  people: readonly number[],
  k: number,
  from = 0,
  group: number[] = [],
): Generator<number[]> {
  for (let at = from; at < people.length && group.length < k - 1; at++) {
    const next = [...group, people[at]]
    yield next
    yield* groupsBelow(people, k, at + 1, next)
  }
}
