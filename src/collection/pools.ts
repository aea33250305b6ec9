/**
 * The pools of codes on paper: whom a code may have been drawn by, and where its answer counts. Pure.
 *
 * A pool has at least k people who are asked by a code. Where a place (the people of one cell of seats) has fewer, it is put together with others
 * higher up, always whole: everybody of these places counts there, also those who are asked by e-mail. So every figure stays a sum over whole
 * cells. Had only those who draw a code counted elsewhere, the figure of their place, beside an earlier one, would be their answers.
 */
import type { TeamNode } from '../cells/cells.ts'

/** Somebody who is asked: the team in which they count, and the cell of their seat. */
export type Placed = { readonly memberId: string; readonly team: string | null; readonly cell: number | null }

/** `people`: how many are asked by a code, and so how many codes there are. */
export type Pool = { readonly team: string | null; readonly cell: number | null; readonly people: number }

export type Pooling<P> = {
  /** Everybody, where they count now. */
  readonly recipients: P[]
  readonly pools: readonly Pool[]
  /** The people asked by a code. None if they would be fewer than k in the whole survey. */
  readonly byCode: ReadonlySet<string>
  /** Teams some of whose people count above them now. */
  readonly incomplete: readonly string[]
  /** By the team (everyone is null) in which people counted: the one in which they do now. */
  readonly moved: ReadonlyMap<string | null, ReadonlySet<string | null>>
}

type Place = { readonly team: string | null; readonly cell: number | null }
type Group = { team: string | null; places: Place[]; people: number }

const keyOf = ({ team, cell }: Place): string => JSON.stringify([team, cell])

/** @param reached  who would be asked by a code */
export function poolsOf<P extends Placed>(
  people: readonly P[],
  teams: readonly TeamNode[],
  reached: ReadonlySet<string>,
  k: number,
): Pooling<P> {
  const parents = new Map(teams.map(({ id, parent }) => [id, parent]))
  const groups = grouped(placesOf(people, reached), parents, k)
  if (groups.length === 0)
    return { recipients: [...people], pools: [], byCode: new Set(), incomplete: [], moved: new Map() }
  const pools = groups.map(({ team, places, people: count }) => ({
    team,
    cell: cellOf(places),
    people: count,
  }))
  const poolAt = new Map(
    groups.flatMap(({ places }, index) => places.map((place) => [keyOf(place), pools[index]])),
  )
  return {
    recipients: people.map((one) => {
      const pool = poolAt.get(keyOf(one))
      return pool ? { ...one, team: pool.team, cell: pool.cell } : one
    }),
    pools,
    byCode: reached,
    ...movesOf(groups, parents),
  }
}

/** The places in which somebody is asked by a code, in an order that nobody chose. */
function placesOf(people: readonly Placed[], reached: ReadonlySet<string>): Group[] {
  const groups = new Map<string, Group>()
  for (const { memberId, team, cell } of people) {
    if (!reached.has(memberId)) continue
    const key = keyOf({ team, cell })
    const group = groups.get(key) ?? { team, places: [{ team, cell }], people: 0 }
    group.people++
    groups.set(key, group)
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group)
}

/** Puts places together until each group has k people: the deepest first, each with others of its team, or else one team higher. */
function grouped(places: Group[], parents: ReadonlyMap<string, string | null>, k: number): Group[] {
  const depthOf = (team: string | null): number => pathFrom(team, parents).length
  const groups = new Set(places)
  const smallest = (all: Iterable<Group>): Group | undefined =>
    [...all].reduce<Group | undefined>(
      (least, one) => (least && least.people <= one.people ? least : one),
      undefined,
    )
  for (;;) {
    const [few] = [...groups]
      .filter(({ people }) => people < k)
      .toSorted((a, b) => depthOf(b.team) - depthOf(a.team))
    if (!few) return [...groups]
    groups.delete(few)
    const beside = smallest([...groups].filter(({ team }) => team === few.team))
    const other = beside ?? (few.team === null ? smallest(groups) : undefined)
    if (other) {
      other.team = few.team
      other.places.push(...few.places)
      other.people += few.people
    } else if (few.team !== null) {
      groups.add({ ...few, team: parents.get(few.team) ?? null })
    }
    // Otherwise fewer than k people in all would be asked by a code: then nobody is.
  }
}

/** The team and those above it, as far as the survey knows them. */
function pathFrom(team: string | null, parents: ReadonlyMap<string, string | null>): string[] {
  const path: string[] = []
  for (let at = team; at !== null && !path.includes(at); at = parents.get(at) ?? null) path.push(at)
  return path
}

/** Of cells that count as one, the first stands for all. */
function cellOf(places: readonly Place[]): number | null {
  const cells = places.flatMap(({ cell }) => (cell === null ? [] : [cell]))
  return cells.length > 0 ? Math.min(...cells) : null
}

function movesOf(groups: readonly Group[], parents: ReadonlyMap<string, string | null>) {
  const incomplete = new Set<string>()
  const moved = new Map<string | null, Set<string | null>>()
  for (const { team: to, places } of groups)
    for (const { team: from } of places) {
      if (from === to) continue
      moved.set(from, (moved.get(from) ?? new Set()).add(to))
      for (const team of pathFrom(from, parents)) {
        if (team === to) break
        incomplete.add(team)
      }
    }
  return { incomplete: [...incomplete], moved }
}
