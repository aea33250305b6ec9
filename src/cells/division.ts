/**
 * Divisions: which teams are shown, and what cells that makes.
 *
 * Everybody counts in one team, so any two teams are nested or apart. A set of shown teams cuts the people into cells: those of a
 * shown team who are in no shown team below it, and those of everyone who are in no shown team. Every figure of a shown team, and
 * every sum and difference of such figures, is a sum over whole cells.
 *
 * Divisions are made in steps, each from less than the step before has published:
 * - participation, from how many people were asked in each team and from nothing else;
 * - figures, from how many people count in each whole cell of an earlier division: scores inside participation, a question inside
 *   scores, and so on.
 * So which teams are hidden reveals nothing that the figures do not: if two people of one participation cell exchange all they did,
 * their silence included, every division and every figure stays the same (docs/decisions/0025-participation-first.md).
 *
 * The best division is found exactly, by dynamic programming from the leaves upwards, in at most teams · k² steps. It depends on
 * the numbers and on the teams' ids, never on the order of the input.
 */
import { chanceOfFewer } from './chance.ts'

/** incomplete: some of its people count above it, so its figure would not be of all of them (src/collection/seating.ts). */
export type TeamNode = { id: string; parent: string | null; incomplete?: boolean }

/** The group of everybody asked, above all teams. */
export const everyone = ''

/** By team: people who count in that team itself and in none below it; at `everyone` those who are in no team. */
export type Counts = ReadonlyMap<string, number>

/**
 * shown: the teams with their own figure; `everyone` is always one of them.
 * cellOf: team → the lowest shown team around it, in whose cell the team's own people count.
 */
export type Division = { shown: ReadonlySet<string>; cellOf: ReadonlyMap<string, string> }

/** The response rate that participation is planned for. It is a constant: the true one is known only after people have answered. */
const expectedRate = 0.7

/**
 * Worths are whole numbers, so that equal ones are equal in any order of adding. A figure is worth this much; a rate without a
 * figure a twentieth; a team all of whose people are in shown teams below it a little less than others, since it has a figure only
 * if all of those have one.
 */
const figureWorth = 1_000_000
const rateWorth = figureWorth * 0.05
const coveredWorth = figureWorth * 0.85

/**
 * The cells of participation. Each has nobody, or at least k people asked. Of all such divisions, the one in which most teams can be
 * expected to reach k answers: so those who must be counted together are in the teams that are too small anyway.
 *
 * @param teams the surveyed teams; a parent that is not among them counts as everyone, and so does a team that is not
 * @returns null if fewer than k people were asked
 */
export function planParticipation(teams: readonly TeamNode[], asked: Counts, k: number): Division | null {
  const tree = treeOf(teams)
  const incomplete = new Set(teams.flatMap((team) => (team.incomplete ? [team.id] : [])))
  return bestDivision(tree, countsIn(tree, asked), k, {
    hiddenWorth: 0,
    canShow: (id) => !incomplete.has(id),
    worthOf: ({ people, isCovered }) =>
      rateWorth +
      (isCovered ? coveredWorth : Math.round(figureWorth * (1 - chanceOfFewer(k, people, expectedRate)))),
  })
}

/**
 * The cells of a figure, each a union of cells of an earlier division, with nobody counted in it, or at least k people. Of all such
 * divisions, the one that shows most teams, where a hidden team with a shown one inside is worth half (partialGroups); then the one
 * whose teams have more people.
 *
 * A cell in which nobody is counted may hide its people behind no others: that one or none of them answered is published already, as
 * the rate of a cell of at least k people.
 *
 * @param counted is added up by the cells of `within` before anything depends on it
 * @returns null if fewer than k people are counted
 */
export function planFigures(
  teams: readonly TeamNode[],
  within: Division,
  counted: Counts,
  k: number,
): Division | null {
  const tree = treeOf(teams)
  const counts = countsIn(tree, sumByCell(within, counted))
  const people = subtreeSums(tree, counts)
  // One team more outweighs any number of people.
  const teamWorth = 1 + people.reduce((sum, inTeam) => sum + inTeam, 0)
  return bestDivision(tree, counts, k, {
    hiddenWorth: teamWorth,
    canShow: (id) => within.shown.has(id),
    worthOf: (place) => 2 * teamWorth + place.people,
  })
}

/** The division that shows these teams, of whatever figures: as it was planned, read back from what is shown. */
export const divisionBy = (teams: readonly TeamNode[], shown: ReadonlySet<string>): Division =>
  divisionIn(treeOf(teams), shown)

/** Counts by team, added up by the cells of a division. A team that the division does not know counts in everyone. */
export function sumByCell(division: Division, counts: Counts): Map<string, number> {
  const sums = new Map<string, number>()
  for (const [team, count] of counts) {
    const cell = cellFor(division, team)
    sums.set(cell, (sums.get(cell) ?? 0) + count)
  }
  return sums
}

/** The cell in which a person of this team counts; null is a person in no team. */
export const cellFor = ({ cellOf }: Division, team: string | null): string =>
  cellOf.get(team ?? everyone) ?? everyone

/**
 * How many answers of one participation cell are counted, in its rate and in every figure. A lone answer is not, so that one answer
 * and none look the same. Where everybody answered, one is left out, so that nobody is known to have answered. A cell of exactly k
 * people keeps all: with k − 1 it could never show a figure.
 */
export function countedAnswers(answered: number, asked: number, k: number): number {
  if (answered <= 1) return 0
  return answered >= asked && asked > k ? asked - 1 : answered
}

/** How many people of a participation cell may have answered, if so many answers are counted: the inverse of countedAnswers. */
export function answeredRange(counted: number, asked: number, k: number): { min: number; max: number } {
  if (counted === 0) return { min: 0, max: Math.min(1, asked) }
  return { min: counted, max: counted === asked - 1 && asked > k ? asked : counted }
}

/**
 * Hidden teams that contain shown ones, with the highest of those: the figure of these added up is the hidden team's figure without
 * its teams that are too small. Everybody can add it up, so it reveals nothing new.
 */
export function partialGroups(teams: readonly TeamNode[], { shown }: Division): Map<string, string[]> {
  const { ids, parents } = treeOf(teams)
  const partial = new Map<string, string[]>()
  for (const [node, id] of ids.entries()) {
    if (node === 0 || !shown.has(id)) continue
    for (let at = parents[node]; at > 0 && !shown.has(ids[at]); at = parents[at]) {
      const inside = partial.get(ids[at])
      if (inside) inside.push(id)
      else partial.set(ids[at], [id])
    }
  }
  return partial
}

/** Shown teams and everyone, each with the cells that it consists of. */
export function cellsOfShown(
  teams: readonly TeamNode[],
  { shown }: Division,
  cells: readonly string[],
): Map<string, string[]> {
  const { ids, parents, numberOf } = treeOf(teams)
  const groups = new Map<string, string[]>()
  for (const cell of cells) {
    for (let at = numberOf.get(cell) ?? 0; at >= 0; at = parents[at]) {
      const id = ids[at]
      if (at > 0 && !shown.has(id)) continue
      const inside = groups.get(id)
      if (inside) inside.push(cell)
      else groups.set(id, [cell])
    }
  }
  return groups
}

/** Parents come before their children, the last sibling by id first; node 0 is everyone. Of equal choices the first team by id wins. */
type Tree = { ids: string[]; parents: number[]; numberOf: ReadonlyMap<string, number> }

function treeOf(teams: readonly TeamNode[]): Tree {
  const known = new Set(teams.map((team) => team.id))
  const lastFirst = teams.toSorted((a, b) => (a.id < b.id ? 1 : -1))
  const below = Map.groupBy(lastFirst, ({ parent }) =>
    parent !== null && known.has(parent) ? parent : everyone,
  )
  const [ids, parents, numberOf] = [[everyone], [-1], new Map([[everyone, 0]])]
  for (let node = 0; node < ids.length; node++) {
    for (const { id } of below.get(ids[node]) ?? []) {
      numberOf.set(id, ids.length)
      ids.push(id)
      parents.push(node)
    }
  }
  return { ids, parents, numberOf }
}

function countsIn({ ids, numberOf }: Tree, counts: Counts): number[] {
  const own = ids.map(() => 0)
  for (const [team, count] of counts) own[numberOf.get(team) ?? 0] += count
  return own
}

function subtreeSums({ parents }: Tree, counts: readonly number[]): number[] {
  const sums = [...counts]
  for (let node = sums.length - 1; node > 0; node--) sums[parents[node]] += sums[node]
  return sums
}

/** What showing a team is judged by: people is all of them, isCovered says that each of them is in a shown team below. */
type Place = { people: number; isCovered: boolean }

type Aim = {
  canShow(id: string): boolean
  worthOf(place: Place): number
  /** The worth of a hidden team with a shown one inside. */
  hiddenWorth: number
}

/** Shown teams of a subtree: one of them, and those of two smaller parts; none is undefined. */
type ShownTeams = { id?: string; some?: ShownTeams; others?: ShownTeams }
type Choice = { worth: number; shown: ShownTeams | undefined }
/** The best choice for each number of people of the subtree who are in no shown team of it; the last place is k or more. */
type Choices = (Choice | undefined)[]

function bestDivision(tree: Tree, counts: readonly number[], k: number, aim: Aim): Division | null {
  const people = subtreeSums(tree, counts)
  const choices = counts.map((count): Choices => {
    const alone: Choices = new Array<Choice | undefined>(k + 1).fill(undefined)
    alone[Math.min(k, count)] = { worth: 0, shown: undefined }
    return alone
  })
  for (let node = counts.length - 1; node > 0; node--) {
    const open = choices[node]
    const id = tree.ids[node]
    const closed =
      people[node] >= k && aim.canShow(id) ? bestClosed(open, people[node], aim.worthOf) : undefined
    for (const choice of open) if (choice?.shown) choice.worth += aim.hiddenWorth
    if (closed) keepBetter(open, 0, { worth: closed.worth, shown: { id, some: closed.shown } })
    choices[tree.parents[node]] = combined(choices[tree.parents[node]], open)
    choices[node] = []
  }
  const best = people[0] >= k ? bestClosed(choices[0], people[0], () => 0) : undefined
  return best ? divisionIn(tree, idsOf(best.shown)) : null
}

/** Showing a team makes a cell of those who are left over: nobody, or at least k people. */
function bestClosed(open: Choices, people: number, worthOf: Aim['worthOf']): Choice | undefined {
  const [covered, enough] = [open[0], open.at(-1)].map((choice, at) =>
    choice ? { ...choice, worth: choice.worth + worthOf({ people, isCovered: at === 0 }) } : undefined,
  )
  return !covered || (enough && enough.worth > covered.worth) ? enough : covered
}

function combined(some: Choices, others: Choices): Choices {
  const most = some.length - 1
  const all: Choices = new Array<Choice | undefined>(some.length).fill(undefined)
  for (const [a, one] of some.entries()) {
    if (!one) continue
    for (const [b, other] of others.entries()) {
      if (!other) continue
      const shown =
        one.shown && other.shown ? { some: one.shown, others: other.shown } : (one.shown ?? other.shown)
      keepBetter(all, Math.min(most, a + b), { worth: one.worth + other.worth, shown })
    }
  }
  return all
}

/** If two are worth the same, the first stays. */
function keepBetter(choices: Choices, leftOver: number, choice: Choice): void {
  const before = choices[leftOver]
  if (!before || choice.worth > before.worth) choices[leftOver] = choice
}

function idsOf(teams: ShownTeams | undefined): Set<string> {
  const shown = new Set([everyone])
  for (const left = [teams]; left.length > 0;) {
    const part = left.pop()
    if (!part) continue
    if (part.id !== undefined) shown.add(part.id)
    left.push(part.some, part.others)
  }
  return shown
}

function divisionIn({ ids, parents }: Tree, shown: ReadonlySet<string>): Division {
  const cells: string[] = []
  for (const [node, id] of ids.entries()) cells.push(node === 0 || shown.has(id) ? id : cells[parents[node]])
  return { shown, cellOf: new Map(ids.map((id, node) => [id, cells[node]])) }
}
