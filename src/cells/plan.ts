/**
 * The plan of cells: which respondents are counted together, and which teams are shown.
 *
 * Everybody counts in one team, so any two teams are nested or apart. A choice of teams to show cuts the people into atoms: the
 * people of a shown team who are in no shown team below it, and those of everyone who are in no shown team at all. A choice is
 * allowed if every atom in which somebody was asked has k people or more. Cells are the atoms, so every shown team is a union
 * of whole cells, and so is every sum and difference of shown teams: nothing smaller than a cell can be computed, by whatever
 * comparison. Everyone is shown wherever it has k people.
 *
 * Of the allowed choices the plan takes the best: most teams, then the largest sum of their people, then teams higher up, then
 * the one with the first team (by id) that the other lacks. It is found exactly, by dynamic programming from the leaves
 * upwards (docs/decisions/0009-cells-are-atoms.md), in at most teams · k² steps. It is a function of the teams and of how many
 * people each has: the order of the input changes nothing.
 */

import { everyone, type TeamNode } from './division.ts'

export type Plan = {
  /** For each respondent the number of the cell, or −1. */
  cellOf: number[]
  /** For each cell the lowest shown team that holds all of it, or everyone: nothing finer is known about its people. */
  nodes: string[]
  /** The groups that may be shown, each with its cells in ascending order. */
  groups: { team: string; cells: number[] }[]
}

/** Further conditions of a plan. */
export type Conditions = {
  /**
   * The teams of everybody who could have answered, the respondents among them. An atom in which people were asked and nobody
   * answered is not allowed either: it would tell of each of them that they did not.
   */
  asked?: readonly (string | null)[]
  /** Teams that must be shown: those of a plan that this one refines. */
  required?: ReadonlySet<string>
}

/** Parents come before their children; node 0 is everyone. */
type Tree = { ids: string[]; parents: number[]; depths: number[]; numberOf: Map<string, number> }

/** For each node: how many respondents count directly in it, and whether anybody was asked there. */
type Census = { respondents: readonly number[]; inhabited: readonly boolean[] }

/** How many people of a subtree are in no shown team of it, counted up to k → the worth of the best choice that leaves so many. */
type Choices = Map<number, bigint>

/** Nobody is left over, and nobody was asked among them; 0 means that somebody was asked and nobody answered. */
const nobody = -1

/**
 * @param teams the asked teams; a parent that is not among them counts as everyone
 * @param homes for each respondent the team that they count in, or null
 */
export function planCells(
  teams: readonly TeamNode[],
  homes: readonly (string | null)[],
  k: number,
  { asked = [], required = new Set() }: Conditions = {},
): Plan {
  const tree = treeOf(teams)
  const nodes = homes.map((home) => numberIn(tree, home))
  const respondents = tree.ids.map(() => 0)
  for (const node of nodes) respondents[node]++
  const inhabited = respondents.map((count) => count > 0)
  for (const home of asked) inhabited[numberIn(tree, home)] = true

  const shown = bestChoice(tree, { respondents, inhabited }, k, required)
  return shown ? atomsOf(tree, nodes, shown) : { cellOf: homes.map(() => -1), nodes: [], groups: [] }
}

/** A person in no team of the tree is directly in everyone. */
const numberIn = ({ numberOf }: Tree, home: string | null): number =>
  home === null ? 0 : (numberOf.get(home) ?? 0)

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
  { respondents, inhabited }: Census,
  k: number,
  required: ReadonlySet<string>,
): boolean[] | undefined {
  const people = [...respondents]
  for (let node = tree.ids.length - 1; node > 0; node--) people[tree.parents[node]] += people[node]
  const { worthOf, teamsIn } = worths(tree, people)

  const better = (choices: Choices, loose: number, worth: bigint): void => {
    const before = choices.get(loose)
    if (before === undefined || worth > before) choices.set(loose, worth)
  }
  const combined = (some: Choices, others: Choices): Choices => {
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

  const choices = respondents.map(
    (count, node): Choices => new Map([[count > 0 ? Math.min(k, count) : inhabited[node] ? 0 : nobody, 0n]]),
  )
  for (let node = tree.ids.length - 1; node > 0; node--) {
    const closed = people[node] > 0 ? closing(choices[node]) : undefined
    const ownChoices: Choices = required.has(tree.ids[node]) ? new Map() : choices[node]
    if (closed !== undefined) better(ownChoices, nobody, closed + worthOf(node))
    choices[tree.parents[node]] = combined(choices[tree.parents[node]], ownChoices)
    choices[node].clear()
  }
  const best = people[0] > 0 ? closing(choices[0]) : undefined
  return best === undefined ? undefined : [true, ...teamsIn(best)]
}

/**
 * A choice is worth the sum of its teams: whole numbers of four parts, one for each criterion, the first the most significant.
 * In the last part every team has a bit of its own, so no two choices are worth the same, and the worth of the best one tells
 * which teams are in it.
 */
function worths(tree: Tree, people: readonly number[]) {
  const teams = tree.ids.length - 1
  // Breadth first, so the last node is one of the deepest.
  const deepest = tree.depths[teams]
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

/** A shown team has at most one cell of its own, so its id orders the cells and their numbers tell nothing else. */
function atomsOf(tree: Tree, homes: readonly number[], shown: readonly boolean[]): Plan {
  const nearest = tree.ids.map(() => 0)
  for (let node = 1; node < nearest.length; node++)
    nearest[node] = shown[node] ? node : nearest[tree.parents[node]]

  const byId = (a: number, b: number): number => (tree.ids[a] < tree.ids[b] ? -1 : 1)
  const owners = [...new Set(homes.map((home) => nearest[home]))].toSorted(byId)
  const cellAt = tree.ids.map(() => -1)
  const cellsIn = new Map<number, number[]>()
  for (const [cell, owner] of owners.entries()) {
    cellAt[owner] = cell
    for (let node = owner; node >= 0; node = node === 0 ? -1 : nearest[tree.parents[node]]) {
      const inside = cellsIn.get(node)
      if (inside) inside.push(cell)
      else cellsIn.set(node, [cell])
    }
  }
  return {
    cellOf: homes.map((home) => cellAt[nearest[home]]),
    nodes: owners.map((node) => tree.ids[node]),
    groups: [...cellsIn]
      .toSorted(([a], [b]) => byId(a, b))
      .map(([node, cells]) => ({ team: tree.ids[node], cells })),
  }
}

/**
 * The tree of a plan's shown teams, each below the nearest shown one, and for every team the nearest shown one from there
 * upwards (null: everyone). Whatever is planned inside it, with everybody at the node of their cell, is made of whole cells of
 * that plan.
 */
export function shownTree(
  teams: readonly TeamNode[],
  shown: ReadonlySet<string>,
): { teams: TeamNode[]; nodeOf(home: string | null): string | null } {
  const tree = treeOf(teams)
  const nearest: (string | null)[] = [null]
  const shownTeams: TeamNode[] = []
  for (let node = 1; node < tree.ids.length; node++) {
    const id = tree.ids[node]
    const above = nearest[tree.parents[node]]
    nearest.push(shown.has(id) ? id : above)
    if (shown.has(id)) shownTeams.push({ id, parent: above })
  }
  return { teams: shownTeams, nodeOf: (home) => nearest[numberIn(tree, home)] }
}
