/**
 * `node bench/utility.ts`: how many fewer teams see their scores with cells than with plain thresholds.
 *
 * Random organisations of 20 to 1,000 people in three shapes. Departments: everybody counts in a team of 4 to 9, and 3 to 5 teams are a
 * department. Heads: the same, with one or two people who count in the department itself. Reports: a team is the 4 to 12 people who
 * report to one manager, and a manager counts in the team of their own manager, up to the top. 50, 70 and 90 % answer, independently of
 * one another. A plain threshold shows a team where k_score answered in it or below it: that is the practice of the field, and what
 * test/attack/ takes apart. `full` is a figure of all of a team's people, `partial` adds departments without their small teams.
 * `optional` is a question that one in five of those who answered passed over. Shares are of all teams, means over the organisations.
 *
 * Prints the table of docs/confidentiality.md; ends with 1 where departments of which 70 % answer show less than is wanted.
 */
import { limits } from '../contract/limits.ts'
import {
  cellFor,
  countedAnswers,
  type Division,
  partialGroups,
  planFigures,
  planParticipation,
  type TeamNode,
} from '../src/cells/cells.ts'
import { mulberry32, type Random } from '../src/text/text.ts'
import { judge, size } from './size.ts'

const sizes = size([20, 60, 200, 1_000], [20, 60])
const rates = [0.5, 0.7, 0.9] as const
const optionalRate = 0.8
const wanted = {
  rate: 0.7,
  shape: 'departments',
  ratios: new Map([
    [20, { full: 0.75, partial: 0.8 }],
    [60, { full: 0.83, partial: 0.89 }],
    [200, { full: 0.87, partial: 0.93 }],
  ]),
}
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

const departmentsWith =
  (headsMin: number, headsMax: number): Shape =>
  (people, random) => {
    const teams: TeamNode[] = []
    const homes: string[] = []
    const addTeam = (members: number): TeamNode => {
      const team: TeamNode = { id: `t${teams.length}`, parent: null }
      teams.push(team)
      for (let member = 0; member < members; member++) homes.push(team.id)
      return team
    }
    const bottom: TeamNode[] = []
    while (homes.length < people) bottom.push(addTeam(whole(random, 4, 9)))
    while (bottom.length > 0) {
      const department = addTeam(whole(random, headsMin, headsMax))
      const left = bottom.length - whole(random, 3, 5)
      // No department of one or two teams.
      for (const team of bottom.splice(left < 3 ? 0 : left)) team.parent = department.id
    }
    return { teams, homes }
  }

type Counts = Map<string, number>

function countBy(homes: Iterable<string>): Counts {
  const counts: Counts = new Map()
  for (const home of homes) counts.set(home, (counts.get(home) ?? 0) + 1)
  return counts
}

/** How many teams have k of these people in them or below them. */
function plainIn({ teams }: Organisation, homes: readonly string[]): number {
  const parents = new Map(teams.map((team) => [team.id, team.parent]))
  const above = (home: string): string[] => {
    const all: string[] = []
    for (let at: string | null | undefined = home; at; at = parents.get(at)) all.push(at)
    return all
  }
  const inTeam = countBy(homes.flatMap(above))
  return teams.filter(({ id }) => (inTeam.get(id) ?? 0) >= k).length
}

type Shares = {
  teams: number
  plain: number
  full: number
  partial: number
  optionalPlain: number
  optionalFull: number
  optionalPartial: number
}

const noShares: Shares = {
  teams: 0,
  plain: 0,
  full: 0,
  partial: 0,
  optionalPlain: 0,
  optionalFull: 0,
  optionalPartial: 0,
}

function sharesOf(organisation: Organisation, rate: number, random: Random): Shares {
  const { teams, homes } = organisation
  const answered = homes.filter(() => random() < rate)
  const replied = answered.filter(() => random() < optionalRate)
  const plain = {
    teams: teams.length,
    plain: plainIn(organisation, answered),
    optionalPlain: plainIn(organisation, replied),
  }
  const participation = planParticipation(teams, countBy(homes), k)
  if (!participation) return { ...noShares, ...plain }
  const asked = countBy(homes.map((home) => cellFor(participation, home)))
  const answeredIn = countBy(answered.map((home) => cellFor(participation, home)))
  const counted = new Map(
    [...answeredIn].map(([cell, people]) => [cell, countedAnswers(people, asked.get(cell) ?? 0, k)]),
  )
  const scores = planFigures(teams, participation, counted, k)
  const repliedIn = countBy(scores ? replied.map((home) => cellFor(scores, home)) : [])
  const notLone = new Map([...repliedIn].map(([cell, people]) => [cell, people > 1 ? people : 0]))
  const optional = scores && planFigures(teams, scores, notLone, k)
  const fullOf = (division: Division | null): number => (division ? division.shown.size - 1 : 0)
  const partialOf = (division: Division | null): number =>
    fullOf(division) + (division ? partialGroups(teams, division).size : 0)
  return {
    ...plain,
    full: fullOf(scores),
    partial: partialOf(scores),
    optionalFull: fullOf(optional),
    optionalPartial: partialOf(optional),
  }
}

function sum(a: Shares, b: Shares): Shares {
  const all = { ...a }
  for (const key of Object.keys(noShares) as (keyof Shares)[]) all[key] += b[key]
  return all
}

const percent = (part: number, all: number): string => `${((100 * part) / all).toFixed(0)} %`
const ratio = (part: number, all: number): string => (all === 0 ? '–' : (part / all).toFixed(2))

const shapes = { departments: departmentsWith(0, 0), heads: departmentsWith(1, 2), reports }

console.log(
  '| shape | people | teams | answered | plain | full | with partial | optional: plain | full | with partial |',
)
console.log('|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|')
for (const [name, shape] of Object.entries(shapes)) {
  for (const people of sizes) {
    for (const rate of rates) {
      const organisations = size(Math.max(400, Math.min(2000, 60_000 / people)), 2)
      let all = noShares
      for (let seed = 1; seed <= organisations; seed++) {
        const random = mulberry32(seed)
        all = sum(all, sharesOf(shape(people, random), rate, random))
      }
      const { plain, full, partial, optionalPlain, optionalFull, optionalPartial } = all
      console.log(
        `| ${name} | ${people.toLocaleString('en')} | ${Math.round(all.teams / organisations)} | ${percent(rate, 1)} ` +
          `| ${percent(plain, all.teams)} | ${ratio(full, plain)} | ${ratio(partial, plain)} ` +
          `| ${percent(optionalPlain, all.teams)} | ${ratio(optionalFull, optionalPlain)} | ${ratio(optionalPartial, optionalPlain)} |`,
      )
      const least = name === wanted.shape && rate === wanted.rate ? wanted.ratios.get(people) : undefined
      if (least) judge(!(full >= least.full * plain && partial >= least.partial * plain))
    }
  }
}
