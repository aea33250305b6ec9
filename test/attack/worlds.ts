/**
 * Every world that fits what was published: all ways in which a few people can have answered one question, sorted by the figures
 * that each would publish. A reader of those figures knows what is the same in all worlds of one sort, and nothing else,
 * however clever they are.
 */

/** What each person answered, as an index of a list of values. */
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

/** @param published  the bytes that leave when these are the answers */
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

/** Whether all these worlds agree on these people's answers, in whatever order. */
export function isSettled(worlds: readonly World[], group: readonly number[]): boolean {
  const answersIn = (world: World): string =>
    group
      .map((person) => world[person])
      .toSorted((a, b) => a - b)
      .join()
  const first = answersIn(worlds[0])
  return worlds.every((world) => answersIn(world) === first)
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
