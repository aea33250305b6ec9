/**
 * `node bench/utility.ts`: how many fewer teams see their scores with cells than with plain thresholds.
 *
 * Random organisations of 20 to 10,000 people in two shapes. Reports: a team is the 4 to 12 people who report to one manager,
 * and a manager counts in the team of their own manager, up to the top. Departments: everybody counts in a team of 4 to 12 at
 * the bottom, and the 4 to 8 teams of a department have above them a head with none to two helpers, and so on up to one.
 * 50, 70 and 90 % answer, independently of one another. A plain threshold shows a team where k_score answered in it or below it: that is
 * the practice of the field, and what test/attack/ takes apart. Shares are of all teams, means over the organisations;
 * `optional` is a question that one in five of those who answered passed over.
 *
 * Prints the table of docs/confidentiality.md; ends with 1 where fewer than 0.9 of the plain share are shown in an
 * organisation of 1,000 of whom 70 % answer.
 */
import { limits } from '../contract/limits.ts'
import { planCells, shownTree, type TeamNode } from '../src/cells/cells.ts'
import { mulberry32, type Random } from '../src/text/text.ts'
import { size } from './size.ts'

const sizes = size([20, 100, 1_000, 10_000], [20, 100])
const rates = [0.5, 0.7, 0.9] as const
const optionalRate = 0.8
const wanted = { people: 1_000, rate: 0.7, ratio: 0.9 }
const k = limits.kScoreMin

type Organisation = { teams: TeamNode[]; homes: string[] }
type Shape = (people: number, random: Random) => Organisation

const whole = (random: Random, from: number, to: number): number =>
  from + Math.floor(random() * (to - from + 1))

/** From the top down: the next people report to the first person who has no team of their own yet. */
const reports: Shape = (people, random) => {
  const teams: TeamNode[] = []
  const homes: string[] = []
  // Everybody becomes a manager at once until there are teams for all; the last ones have nobody below them.
  for (let manager = -1; homes.length < people; manager++) {
    const id = `t${teams.length}`
    teams.push({ id, parent: manager < 0 ? null : homes[manager] })
    for (let left = Math.min(whole(random, 4, 12), people - homes.length); left > 0; left--) homes.push(id)
  }
  return { teams, homes }
}

const departments: Shape = (people, random) => {
  const teams: TeamNode[] = []
  const homes: string[] = []
  let level: TeamNode[] = []
  const addTeam = (members: number): TeamNode => {
    const team: TeamNode = { id: `t${teams.length}`, parent: null }
    teams.push(team)
    for (let member = 0; member < members; member++) homes.push(team.id)
    return team
  }
  // One in twenty is a head or a helper.
  while (homes.length < people * 0.95) level.push(addTeam(whole(random, 4, 12)))
  while (level.length > 1) {
    const above: TeamNode[] = []
    while (level.length > 0) {
      const head = addTeam(whole(random, 1, 3))
      for (const team of level.splice(0, whole(random, 4, 8))) team.parent = head.id
      above.push(head)
    }
    level = above
  }
  return { teams, homes }
}

/** For each team, how many of these people count in it or below it. */
function peopleIn({ teams }: Organisation, homes: readonly string[]): Map<string, number> {
  const parents = new Map(teams.map((team) => [team.id, team.parent]))
  const people = new Map<string, number>()
  for (const home of homes)
    for (let team: string | null = home; team !== null; team = parents.get(team)!)
      people.set(team, (people.get(team) ?? 0) + 1)
  return people
}

type Shares = { teams: number; plain: number; cells: number; optionalPlain: number; optionalCells: number }

function sharesOf(organisation: Organisation, rate: number, random: Random): Shares {
  const { teams, homes } = organisation
  const answered = homes.filter(() => random() < rate)
  const plain = (of: readonly string[]): number =>
    [...peopleIn(organisation, of).values()].filter((count) => count >= k).length
  const teamsOf = ({ groups }: { groups: { team: string }[] }): number => Math.max(0, groups.length - 1)

  const base = planCells(teams, answered, k, { asked: homes })
  const inside = shownTree(teams, new Set(base.groups.map((group) => group.team)))
  const nodes = answered.map(inside.nodeOf)
  const said = answered.map(() => random() < optionalRate)
  const optional = planCells(
    inside.teams,
    nodes.filter((_node, at) => said[at]),
    k,
    { asked: nodes },
  )
  return {
    teams: teams.length,
    plain: plain(answered),
    cells: teamsOf(base),
    optionalPlain: plain(answered.filter((_home, at) => said[at])),
    optionalCells: teamsOf(optional),
  }
}

const percent = (part: number, all: number): string => `${((100 * part) / all).toFixed(0)} %`
const ratio = (part: number, all: number): string => (all === 0 ? '–' : (part / all).toFixed(2))

console.log('| shape | people | teams | answered | plain | cells | ratio | optional: plain | cells | ratio |')
console.log('|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|')
for (const [name, shape] of Object.entries({ reports, departments })) {
  for (const people of sizes) {
    for (const rate of rates) {
      const all: Shares = { teams: 0, plain: 0, cells: 0, optionalPlain: 0, optionalCells: 0 }
      const organisations = size(Math.max(10, Math.min(400, 40_000 / people)), 2)
      for (let seed = 1; seed <= organisations; seed++) {
        const random = mulberry32(seed)
        const seen = sharesOf(shape(people, random), rate, random)
        for (const key of Object.keys(all) as (keyof Shares)[]) all[key] += seen[key]
      }
      console.log(
        `| ${name} | ${people.toLocaleString('en')} | ${Math.round(all.teams / organisations)} | ${percent(rate, 1)} ` +
          `| ${percent(all.plain, all.teams)} | ${percent(all.cells, all.teams)} | ${ratio(all.cells, all.plain)} ` +
          `| ${percent(all.optionalPlain, all.teams)} | ${percent(all.optionalCells, all.teams)} ` +
          `| ${ratio(all.optionalCells, all.optionalPlain)} |`,
      )
      if (people === wanted.people && rate === wanted.rate && all.cells < wanted.ratio * all.plain)
        process.exitCode = 1
    }
  }
}
