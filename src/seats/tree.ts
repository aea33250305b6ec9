/**
 * The tree of teams, numbered once so that "is this team below that one" is two comparisons: in preorder, the teams below a team are the
 * numbers right after its own.
 */
import { everyone, type TeamNode } from '../cells/cells.ts'

export type TeamTree = {
  /** Whether a team is the other one or below it. A team that the tree does not know is below everyone alone. */
  isWithin(team: string, above: string): boolean
  /** The team above; everyone for a team at the top, for everyone itself and for an unknown team. */
  parentOf(team: string): string
  /** 0 for everyone and for an unknown team. */
  depthOf(team: string): number
  /** Place in preorder; 0 for everyone and for an unknown team. */
  placeOf(team: string): number
  /** The lowest team that both are within. */
  commonTeam(a: string, b: string): string
}

type Place = { first: number; last: number; depth: number; parent: string }

/** @param teams a parent that is not among them counts as everyone, and so does a team in a circle */
export function treeOf(teams: readonly TeamNode[]): TeamTree {
  const known = new Set(teams.map(({ id }) => id))
  const byId = teams.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const below = Map.groupBy(byId, ({ parent }) => (parent !== null && known.has(parent) ? parent : everyone))
  const root: Place = { first: 0, last: 0, depth: 0, parent: everyone }
  const places = new Map([[everyone, root]])

  // A team is left where it comes up for the second time: all teams below it have their numbers then.
  const stack = [everyone]
  const entered = new Set<string>()
  for (let next = 0; stack.length > 0;) {
    const team = stack[stack.length - 1]
    const place = places.get(team) ?? root
    if (entered.has(team)) {
      place.last = next - 1
      stack.pop()
      continue
    }
    entered.add(team)
    place.first = next++
    for (const { id } of (below.get(team) ?? []).toReversed()) {
      places.set(id, { first: 0, last: 0, depth: place.depth + 1, parent: team })
      stack.push(id)
    }
  }

  const placeFor = (team: string): Place => places.get(team) ?? root
  const isWithin = (team: string, above: string): boolean => {
    const outer = places.get(above)
    const { first } = placeFor(team)
    return outer !== undefined && outer.first <= first && first <= outer.last
  }
  const parentOf = (team: string): string => placeFor(team).parent
  return {
    isWithin,
    parentOf,
    depthOf: (team) => placeFor(team).depth,
    placeOf: (team) => placeFor(team).first,
    commonTeam: (a, b) => {
      let team = places.has(a) ? a : everyone
      while (!isWithin(b, team)) team = parentOf(team)
      return team
    },
  }
}

/** Members who are counted at one team. */
export type TeamGroup = { team: string; members: string[] }

/**
 * Groups members by team from the lowest teams upwards: those of a team who are too few for a group, or for whom it is not open, go on to
 * the team above.
 *
 * @param homes members and the team that each counts in
 * @param isOpen whether these members of a team may become a group
 * @returns the lowest groups first, in an order that depends on ids alone
 */
export function gatherUpwards(
  tree: TeamTree,
  homes: Iterable<readonly [member: string, team: string]>,
  isOpen: (group: TeamGroup) => boolean,
): TeamGroup[] {
  const levels: Map<string, string[]>[] = []
  const add = (team: string, members: readonly string[]): void => {
    const depth = tree.depthOf(team)
    const level = (levels[depth] ??= new Map<string, string[]>())
    const at = depth === 0 ? everyone : team
    const present = level.get(at)
    if (present) present.push(...members)
    else level.set(at, [...members])
  }
  for (const [member, team] of homes) add(team, [member])

  const groups: TeamGroup[] = []
  for (let depth = levels.length - 1; depth >= 0; depth--) {
    const level = [...(levels[depth] ?? [])].toSorted(([a], [b]) => (a < b ? -1 : 1))
    for (const [team, members] of level) {
      if (isOpen({ team, members })) groups.push({ team, members })
      else if (depth > 0) add(tree.parentOf(team), members)
    }
  }
  return groups
}
