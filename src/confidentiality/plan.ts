/**
 * The plan of cells: which respondents are counted together.
 *
 * Respondents stand in a tree of teams. The plan divides them into cells of at least k people, and shows a team exactly
 * if its people are a union of whole cells. Hence every figure that leaves is a sum over whole cells, and so is every
 * difference of two such figures: nothing smaller than a cell can be computed, by whatever comparison.
 *
 * From the leaves upwards, people without a cell move to the parent. k or more of them there become a cell. Fewer are
 * put to the cell below whose loss hides the fewest teams (then the smallest, then the first by team id); where there is
 * no cell, they move further up. Who is left at the top is in no cell and in no figure.
 *
 * Deterministic, and independent of the order of respondents.
 */

export type TeamNode = { id: string; parent: string | null }

/** The whole roster, as a group: above all teams. */
export const everyone = ''

export type Plan = {
  /** For each respondent the number of the cell, or −1. */
  cellOf: number[]
  /** The groups that may be shown, each with its cells in ascending order. */
  groups: { team: string; cells: number[] }[]
}

/** People counted together; `node` is the lowest team (or everyone) that holds them all. */
type Cell = { people: number[]; node: string }

type Tree = { parents: Map<string, string>; children(node: string): string[] }

/**
 * @param teams the asked teams; a parent that is not among them counts as everyone
 * @param homes for each respondent the team that he counts in, or null
 */
export function planCells(teams: readonly TeamNode[], homes: readonly (string | null)[], k: number): Plan {
  const tree = treeOf(teams)
  const direct = new Map<string, number[]>()
  homes.forEach((home, person) => {
    const node = home !== null && tree.parents.has(home) ? home : everyone
    const inside = direct.get(node)
    if (inside) inside.push(person)
    else direct.set(node, [person])
  })

  // Teams that a cell crosses already: nothing more is lost by crossing them again.
  const hidden = new Set<string>()
  const pathUp = (from: string, to: string): string[] => {
    const teamsOnTheWay: string[] = []
    for (let node = from; node !== to && node !== everyone; node = tree.parents.get(node)!)
      teamsOnTheWay.push(node)
    return teamsOnTheWay
  }
  const cost = (cell: Cell, node: string): number =>
    pathUp(cell.node, node).filter((team) => !hidden.has(team)).length
  const cheapest = (cells: Cell[], node: string): Cell =>
    cells.toSorted(
      (a, b) =>
        cost(a, node) - cost(b, node) || a.people.length - b.people.length || (a.node < b.node ? -1 : 1),
    )[0]

  const gather = (node: string): { cells: Cell[]; loose: number[] } => {
    const below = tree.children(node).map(gather)
    const cells = below.flatMap((child) => child.cells)
    const loose = [...(direct.get(node) ?? []), ...below.flatMap((child) => child.loose)]
    if (loose.length >= k) return { cells: [...cells, { people: loose, node }], loose: [] }
    if (loose.length === 0 || cells.length === 0) return { cells, loose }
    const host = cheapest(cells, node)
    for (const team of pathUp(host.node, node)) hidden.add(team)
    host.people = host.people.concat(loose)
    host.node = node
    return { cells, loose: [] }
  }
  return shownGroups(gather(everyone).cells, homes.length, direct, tree)
}

function treeOf(teams: readonly TeamNode[]): Tree {
  const known = new Set(teams.map((team) => team.id))
  const parents = new Map(
    teams.map((team) => [team.id, team.parent !== null && known.has(team.parent) ? team.parent : everyone]),
  )
  const below = new Map<string, string[]>()
  for (const [child, parent] of [...parents].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    below.set(parent, [...(below.get(parent) ?? []), child])
  }
  return { parents, children: (node) => below.get(node) ?? [] }
}

/** A team holds at most one cell of its own, so its id orders the cells and their numbers say nothing else. */
function shownGroups(unordered: Cell[], count: number, direct: Map<string, number[]>, tree: Tree): Plan {
  const cells = unordered.toSorted((a, b) => (a.node < b.node ? -1 : 1))
  const cellOf = new Array<number>(count).fill(-1)
  cells.forEach((cell, index) => cell.people.forEach((person) => (cellOf[person] = index)))

  const groups: Plan['groups'] = []
  const visit = (node: string): { inside: Set<number>; nodes: Set<string> } => {
    const below = tree.children(node).map(visit)
    const nodes = new Set([node, ...below.flatMap((child) => [...child.nodes])])
    const inside = new Set([
      ...(direct.get(node) ?? []).map((person) => cellOf[person]),
      ...below.flatMap((child) => [...child.inside]),
    ])
    const whole = [...inside].every((cell) => cell >= 0 && nodes.has(cells[cell].node))
    if (inside.size > 0 && whole) groups.push({ team: node, cells: [...inside].toSorted((a, b) => a - b) })
    return { inside, nodes }
  }
  visit(everyone)
  return { cellOf, groups: groups.toSorted((a, b) => (a.team < b.team ? -1 : 1)) }
}
