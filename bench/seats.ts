/**
 * `node bench/seats.ts`: what memory across collections prevents, and what it costs.
 *
 * 1. Attacks: 1,000 organisations for each script of roster changes, twelve collections of one question. The share in which some people
 *    are fewer than k in their own class: with each collection divided by itself, and with seats.
 * 2. Price: team figures that are lost against divisions without memory, where 70 % answer, by chance. Turnover is the share of people who
 *    leave in a month and are replaced; half as many change teams.
 * 3. Price of a second survey with a question of the same words, and of the first survey after an import: the same measure.
 * 4. Time of a ledger of 10,000 people.
 *
 * Prints the tables of docs/decisions/0026-seats-for-a-season.md; ends with 1 where seats let somebody through, where an attack without
 * seats never wins, or where 2 % turnover a month costs more than 10 % of team figures.
 */
import {
  cellFor,
  countedAnswers,
  type Division,
  planFigures,
  planParticipation,
  type TeamNode,
} from '../src/cells/cells.ts'
import {
  advance,
  attend,
  nextSeason,
  type Pace,
  type Roster,
  seasons,
  type Seating,
} from '../src/seats/seats.ts'
import { Company, type Script, scripts, turnOver } from '../test/attack/rosters.ts'
import { attackOf, k, seatings, type Seasons } from '../test/attack/seasons.ts'
import { attackByAttribute, attackByTwoLedgers } from '../test/attack/two-partitions.ts'
import { median } from './figures.ts'
import { isSmoke, judge, size } from './size.ts'

const organisations = size(1_000, 10)
const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`

type Attack = (seed: number) => { withSeats: number; alone: number }

const newSeason: Script = (company) => (collection) => {
  if (collection > 0) turnOver(company, 0.05)
  return company.roster()
}

const attacks: Record<string, Attack> = {
  ...Object.fromEntries(
    Object.entries(scripts).map(([name, script]): [string, Attack] => [
      name,
      (seed) => attackOf(seed, script, k),
    ]),
  ),
  'new season': (seed) => attackOf(seed, newSeason, k, { length: 6 }),
  'figures by an attribute': attackByAttribute,
  'two questions, two ledgers': attackByTwoLedgers,
}

console.log('| attack | alone | with seats |\n|---|---:|---:|')
for (const [name, attack] of Object.entries(attacks)) {
  let alone = 0
  let broken = 0
  for (let seed = 1; seed <= organisations; seed++) {
    const found = attack(seed)
    if (found.withSeats < k) broken++
    if (found.alone < k) alone++
  }
  console.log(`| ${name} | ${percent(alone, organisations)} | ${percent(broken, organisations)} |`)
  if (broken > 0 || alone === 0) process.exitCode = 1
}

// ------------------------------------------------------------------------------------------------------------------ price

/** How many teams see scores, if so many answers are counted in each cell of participation. */
function teamsShown(
  teams: readonly TeamNode[],
  division: Division,
  answered: ReadonlyMap<string, Answered>,
): number {
  const counted = new Map(
    [...answered].map(([cell, { yes, asked }]) => [cell, countedAnswers(yes, asked, k)]),
  )
  // Everyone is a group and no team.
  return Math.max(0, (planFigures(teams, division, counted, k)?.shown.size ?? 0) - 1)
}

type Answered = { yes: number; asked: number }

function addTo(cells: Map<string, Answered>, cell: string, yes: number, asked: number): void {
  const before = cells.get(cell) ?? { yes: 0, asked: 0 }
  cells.set(cell, { yes: before.yes + yes, asked: before.asked + asked })
}

function aloneShows({ teams, homes }: Roster, answers: ReadonlySet<string>): number {
  const counts = new Map<string, number>()
  for (const home of homes.values()) counts.set(home, (counts.get(home) ?? 0) + 1)
  const division = planParticipation(teams, counts, k)
  if (!division) return 0
  const cells = new Map<string, Answered>()
  for (const [member, home] of homes) addTo(cells, cellFor(division, home), answers.has(member) ? 1 : 0, 1)
  return teamsShown(teams, division, cells)
}

function seatsShow({ cells, division }: Seating, roster: Roster, answers: ReadonlySet<string>): number {
  if (!division) return 0
  const answered = new Map<string, Answered>()
  for (const { node, seats } of cells)
    addTo(
      answered,
      cellFor(division, node),
      seats.filter((member) => answers.has(member)).length,
      seats.length,
    )
  return teamsShown(roster.teams, division, answered)
}

const answerRate = 0.7
const collections = size(12, 3)
const daysBetween: Record<Pace, number> = { weekly: 7, monthly: 30 }

/** Collections of a season, and how many of them are quiet, counted from the last collection of the season before. */
function seasonOf(pace: Pace): Required<Seasons> {
  const { days, quietDays } = seasons[pace]
  const step = daysBetween[pace]
  return { length: Math.ceil(days / step), quiet: Math.max(0, Math.ceil(quietDays / step) - 1) }
}

/** Team figures without memory and with it, of one organisation. */
function priceIn(seed: number, people: number, turnover: number, pace: Pace) {
  const company = new Company(seed, people)
  const { dice } = company
  const inStep = (turnover * daysBetween[pace]) / 30
  let alone = 0
  let withSeats = 0
  const rosters: Roster[] = []
  for (let collection = 0; collection < collections; collection++) {
    if (collection > 0) turnOver(company, inStep)
    rosters.push(company.roster())
  }
  let at = 0
  for (const seating of seatings(rosters, k, seasonOf(pace))) {
    const roster = rosters[at++]
    const answers = new Set([...roster.homes.keys()].filter(() => dice.chance(answerRate)))
    alone += aloneShows(roster, answers)
    withSeats += seatsShow(seating, roster, answers)
  }
  return { alone, withSeats }
}

const lostMax = 0.1
const turnovers = [0.005, 0.02, 0.05]

console.log('\n| people | series | 0.5 % | 2 % | 5 % |\n|---:|---|---:|---:|---:|')
for (const { people, count } of [
  { people: 60, count: size(400, 3) },
  { people: 200, count: size(150, 2) },
  { people: 1_000, count: size(30, 1) },
]) {
  for (const pace of ['weekly', 'monthly'] as const) {
    const lost = turnovers.map((turnover) => {
      const sums = { alone: 0, withSeats: 0 }
      for (let seed = 1; seed <= count; seed++) {
        const price = priceIn(seed, people, turnover, pace)
        sums.alone += price.alone
        sums.withSeats += price.withSeats
      }
      const share = 1 - sums.withSeats / sums.alone
      if (turnover === 0.02) judge(share > lostMax)
      return `${(100 * share).toFixed(1)} %`
    })
    console.log(`| ${people.toLocaleString('en')} | ${pace} | ${lost.join(' | ')} |`)
  }
}

// ----------------------------------------------------------------------------------------------------------------- neighbours

/** How a survey of today is seated that follows another one with the same words, 30 days ago, or an import. */
type Neighbour = (company: Company, turnover: number) => { roster: Roster; seating: Seating }

const secondSurvey =
  (isAsked: (company: Company) => (person: string) => boolean): Neighbour =>
  (company, turnover) => {
    const first = nextSeason(company.roster(), k, null)
    turnOver(company, turnover)
    const roster = company.roster(isAsked(company))
    return { roster, seating: advance(first, roster, k, false) }
  }

const inDepartment = ({ teams, homes }: Company): ((person: string) => boolean) => {
  const [{ id: department }] = teams
  const inside = new Set(
    teams.flatMap(({ id, parent }) => (id === department || parent === department ? [id] : [])),
  )
  return (person) => inside.has(homes.get(person) ?? '')
}

const neighbours: Record<string, Neighbour> = {
  'another survey, of everyone': secondSurvey(() => () => true),
  'another survey, of one department': secondSurvey(inDepartment),
  'an import that 70 % answered': (company, turnover) => {
    const { teams, homes } = company.roster()
    const respondents = new Map([...homes].filter(() => company.dice.chance(answerRate)))
    const before = nextSeason({ teams, homes: respondents }, k, null)
    turnOver(company, turnover)
    const roster = company.roster()
    return { roster, seating: attend(nextSeason(roster, k, before), roster, k) }
  },
}

console.log('\n| follows | people | 0.5 % | 2 % | 5 % |\n|---|---:|---:|---:|---:|')
for (const [name, neighbour] of Object.entries(neighbours))
  for (const people of [60, 200]) {
    const lost = turnovers.map((turnover) => {
      const sums = { alone: 0, withSeats: 0 }
      for (let seed = 1; seed <= size(1_000, 3); seed++) {
        const company = new Company(seed, people)
        const { roster, seating } = neighbour(company, turnover)
        const answers = new Set([...roster.homes.keys()].filter(() => company.dice.chance(answerRate)))
        sums.alone += aloneShows(roster, answers)
        sums.withSeats += seatsShow(seating, roster, answers)
      }
      return percent(sums.alone - sums.withSeats, sums.alone)
    })
    console.log(`| ${name} | ${people} | ${lost.join(' | ')} |`)
  }

// ------------------------------------------------------------------------------------------------------------------- time

const large = new Company(1, size(10_000, 300))
let ledger = nextSeason(large.roster(), k, null)
const times = Array.from({ length: 12 }, () => {
  turnOver(large, 0.02)
  const roster = large.roster()
  const began = performance.now()
  ledger = advance(ledger, roster, k, false).ledger
  return performance.now() - began
})
const middle = median(times)
console.log(
  `\nA ledger of ${large.homes.size.toLocaleString('en')} people advances in ${middle.toFixed(1)} ms`,
)
judge(middle > 250)
if (isSmoke) console.log('smoke: no bound was checked but that of the attacks')
