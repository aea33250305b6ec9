/**
 * The plan of cells: which respondents are counted together, and which teams are shown.
 *
 * Everybody counts in one team, so teams are a family of sets of which any two are nested or apart. A choice of teams cuts
 * the people into atoms: those of a shown team who are in no shown team below it, and those of everyone who are in none at
 * all. A choice is allowed if every atom in which somebody was asked has k people or more. Cells are the atoms, so every
 * shown team is a union of whole cells, and so is every sum and difference of shown teams: nothing smaller than a cell can
 * be computed, by whatever comparison. Everyone is shown wherever k people are in it.
 *
 * Of the allowed choices the plan takes the best there is: most teams, then the largest sum of their people, then the
 * higher up, then the one with the first team (by id) that the other lacks. It is found exactly, by dynamic programming
 * from the leaves upwards (docs/decisions/0009-cells-are-atoms.md), in steps of teams · k² at most. It is a function of the
 * teams and of how many people each has: the order of the input says nothing.
 */

export type TeamNode = { id: string; parent: string | null }

/** The whole roster, as a group: above all teams. */
export const everyone = ''

export type Plan = {
  /** For each respondent the number of the cell, or −1. */
  cellOf: number[]
  /** For each cell the lowest shown team that holds all of it, or everyone: nothing below it is known of its people. */
  nodes: string[]
  /** The groups that may be shown, each with its cells in ascending order. */
  groups: { team: string; cells: number[] }[]
}

/** What else a plan is held to. */
export type Frame = {
  /**
   * The teams of all who could have said something, those who did among them. An atom of them in which nobody did is not
   * allowed either: that they were silent would be known of each.
   */
  asked?: readonly (string | null)[]
  /** Teams that are shown whatever it costs: those of a plan that this one refines. */
  kept?: ReadonlySet<string>
}

/** Parents stand before their children; node 0 is everyone. */
type Tree = { ids: string[]; parents: number[]; depths: number[]; numberOf: Map<string, number> }

/** How many people of a subtree are in no shown team of it, k at most → the worth of the best choice that leaves so many. */
type Choices = Map<number, bigint>

/** Nobody is left over, and nobody was asked among those who are left: unlike 0, of whom somebody was asked. */
const nobody = -1

/**
 * @param teams the asked teams; a parent that is not among them counts as everyone
 * @param homes for each respondent the team that he counts in, or null
 */
export function planCells(
  teams: readonly TeamNode[],
  homes: readonly (string | null)[],
  k: number,
  { asked = [], kept = new Set() }: Frame = {},
): Plan {
  const tree = treeOf(teams)
  const nodeOf = (home: string | null): number => (home === null ? 0 : (tree.numberOf.get(home) ?? 0))
  const direct = new Array<number>(tree.ids.length).fill(0)
  for (const home of homes) direct[nodeOf(home)]++
  const inhabited = direct.map((count) => count > 0)
  for (const home of asked) inhabited[nodeOf(home)] = true

  const shown = bestChoice(tree, direct, inhabited, k, kept)
  return shown
    ? atomsOf(tree, homes.map(nodeOf), shown)
    : { cellOf: homes.map(() => -1), nodes: [], groups: [] }
}

function treeOf(teams: readonly TeamNode[]): Tree {
  const known = new Set(teams.map((team) => team.id))
  const below = Map.groupBy(teams, ({ parent }) => (parent !== null && known.has(parent) ? parent : everyone))
  const tree: Tree = { ids: [everyone], parents: [-1], depths: [0], numberOf: new Map() }
  for (let node = 0; node < tree.ids.length; node++) {
    for (const { id } of below.get(tree.ids[node]) ?? []) {
      tree.numberOf.set(id, tree.ids.length)
      tree.ids.push(id)
      tree.parents.push(node)
      tree.depths.push(tree.depths[node] + 1)
    }
  }
  return tree
}

/** @returns for each node whether it is shown; undefined where nothing may be */
function bestChoice(
  tree: Tree,
  direct: readonly number[],
  inhabited: readonly boolean[],
  k: number,
  kept: ReadonlySet<string>,
): boolean[] | undefined {
  const people = [...direct]
  for (let node = tree.ids.length - 1; node > 0; node--) people[tree.parents[node]] += people[node]
  const { worthOf, teamsIn } = worths(tree, people)

  const better = (choices: Choices, loose: number, worth: bigint): void => {
    const before = choices.get(loose)
    if (before === undefined || worth > before) choices.set(loose, worth)
  }
  const together = (some: Choices, others: Choices): Choices => {
    const all: Choices = new Map()
    for (const [a, worthOfA] of some) {
      for (const [b, worthOfB] of others) {
        better(all, a === nobody ? b : b === nobody ? a : Math.min(k, a + b), worthOfA + worthOfB)
      }
    }
    return all
  }
  /** What is left over becomes a cell of this node: nobody, or k people at least. */
  const closing = (choices: Choices): bigint | undefined => {
    const [none, enough] = [choices.get(nobody), choices.get(k)]
    return none === undefined || (enough !== undefined && enough > none) ? enough : none
  }

  const choices = direct.map(
    (count, node): Choices => new Map([[count > 0 ? Math.min(k, count) : inhabited[node] ? 0 : nobody, 0n]]),
  )
  for (let node = tree.ids.length - 1; node > 0; node--) {
    const closed = people[node] > 0 ? closing(choices[node]) : undefined
    const own: Choices = kept.has(tree.ids[node]) ? new Map() : choices[node]
    if (closed !== undefined) better(own, nobody, closed + worthOf(node))
    choices[tree.parents[node]] = together(choices[tree.parents[node]], own)
    choices[node].clear()
  }
  const best = people[0] > 0 ? closing(choices[0]) : undefined
  return best === undefined ? undefined : [true, ...teamsIn(best)]
}

/**
 * A choice is worth the sum of its teams: whole numbers of four parts, one for each thing that counts, the first the most
 * significant. In the last every team has a bit of its own, so that no two choices are worth the same, and the best tells
 * by itself which teams are in it.
 */
function worths(tree: Tree, people: readonly number[]) {
  const teams = tree.ids.length - 1
  const deepest = tree.depths.at(-1)!
  const bitsOf = (most: number): bigint => BigInt(most.toString(2).length)
  const idAt = new Array<number>(tree.ids.length).fill(0)
  const byId = tree.ids.keys().drop(1).toArray()
  byId.sort((a, b) => (tree.ids[a] < tree.ids[b] ? -1 : 1)).forEach((node, at) => (idAt[node] = at))

  const heightFrom = BigInt(teams)
  const peopleFrom = heightFrom + bitsOf(teams * deepest)
  const countFrom = peopleFrom + bitsOf(teams * people[0])
  return {
    worthOf: (node: number): bigint =>
      (1n << countFrom) |
      (BigInt(people[node]) << peopleFrom) |
      (BigInt(deepest - tree.depths[node]) << heightFrom) |
      (1n << BigInt(teams - 1 - idAt[node])),
    teamsIn: (worth: bigint): boolean[] => {
      const bits = BigInt.asUintN(teams, worth).toString(2).padStart(teams, '0')
      return idAt.slice(1).map((at) => bits[at] === '1')
    },
  }
}

/** A shown team has one cell of its own at most, so its id orders the cells and their numbers say nothing else. */
function atomsOf(tree: Tree, homes: readonly number[], shown: readonly boolean[]): Plan {
  const nearest = tree.ids.map(() => 0)
  for (let node = 1; node < nearest.length; node++)
    nearest[node] = shown[node] ? node : nearest[tree.parents[node]]

  const byId = (a: number, b: number): number => (tree.ids[a] < tree.ids[b] ? -1 : 1)
  const owners = [...new Set(homes.map((home) => nearest[home]))].toSorted(byId)
  const cellAt = new Map(owners.map((node, cell) => [node, cell]))
  const cellsIn = new Map<number, number[]>()
  for (const [cell, owner] of owners.entries()) {
    for (let node = owner; node >= 0; node = node === 0 ? -1 : nearest[tree.parents[node]]) {
      const inside = cellsIn.get(node)
      if (inside) inside.push(cell)
      else cellsIn.set(node, [cell])
    }
  }
  return {
    cellOf: homes.map((home) => cellAt.get(nearest[home])!),
    nodes: owners.map((node) => tree.ids[node]),
    groups: [...cellsIn]
      .toSorted(([a], [b]) => byId(a, b))
      .map(([node, cells]) => ({ team: tree.ids[node], cells })),
  }
}

/**
 * The tree that a plan leaves: its shown teams alone, each below the nearest shown one, and for every team the nearest shown
 * one from there upwards (null: everyone). What is planned inside it, everybody at the node of his cell, is made of whole
 * cells of that plan, whatever it counts.
 */
export function shownTree(
  teams: readonly TeamNode[],
  shown: ReadonlySet<string>,
): { teams: TeamNode[]; nodeOf(home: string | null): string | null } {
  const tree = treeOf(teams)
  const nearest = new Map<string, string | null>([[everyone, null]])
  const left: TeamNode[] = []
  for (let node = 1; node < tree.ids.length; node++) {
    const id = tree.ids[node]
    const above = nearest.get(tree.ids[tree.parents[node]])!
    nearest.set(id, shown.has(id) ? id : above)
    if (shown.has(id)) left.push({ id, parent: above })
  }
  return { teams: left, nodeOf: (home) => (home === null ? null : (nearest.get(home) ?? null)) }
}
