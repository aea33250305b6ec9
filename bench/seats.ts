/**
 * `node bench/seats.ts`: what memory across collections prevents, and what it costs.
 *
 * 1. Attacks: 1,000 organisations for each script of roster changes, eight collections of one question. The share in which some people
 *    are fewer than k in a class of their own: with each collection divided by itself, and with seats, in both modes.
 * 2. Price: team figures that are lost against divisions without memory, where 70 % answer, by chance. Turnover is the share of people who
 *    leave in a month and are replaced; half as many change teams.
 * 3. Empty seats: how often it is guessed what somebody said who was asked once, from eight more collections.
 * 4. Time of a ledger of 10,000 people.
 *
 * Prints the tables of docs/decisions/0026-seats-for-a-season.md; ends with 1 where seats let somebody through, where an attack without
 * seats never wins, or where 2 % turnover a month costs more than 2 % of team figures (carry) or 10 % (withdraw).
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
  changeRate,
  type Mode,
  nextSeason,
  type Pace,
  type Roster,
  seasons,
  type Seating,
  seatAnswer,
  seatSpeaks,
} from '../src/seats/seats.ts'
import { mulberry32 } from '../src/text/text.ts'
import { Company, type Script, scripts, turnOver } from '../test/attack/rosters.ts'
import { attackOf, k, seatings, type Seasons } from '../test/attack/seasons.ts'
import { attackByAttribute, attackByTwoLedgers } from '../test/attack/two-partitions.ts'
import { median } from './figures.ts'
import { isSmoke, judge, size } from './size.ts'

const organisations = size(1_000, 10)
const modes: readonly Mode[] = ['carry', 'withdraw']
const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`

type Attack = (seed: number, mode: Mode) => { withSeats: number; alone: number }

const newSeason: Script = (company) => (collection) => {
  if (collection > 0) turnOver(company, 0.05)
  return company.roster()
}

const attacks: Record<string, Attack> = {
  ...Object.fromEntries(
    Object.entries(scripts).map(([name, script]): [string, Attack] => [
      name,
      (seed, mode) => attackOf(seed, script, { k, mode }),
    ]),
  ),
  'new season': (seed, mode) => attackOf(seed, newSeason, { k, mode }, { length: 4 }),
  'figures by an attribute': (seed, mode) => attackByAttribute(seed, { k, mode }),
  'two questions, two ledgers': (seed, mode) => attackByTwoLedgers(seed, { k, mode }),
}

console.log('| attack | alone | carry | withdraw |\n|---|---:|---:|---:|')
for (const [name, attack] of Object.entries(attacks)) {
  let alone = 0
  const broken: Record<Mode, number> = { carry: 0, withdraw: 0 }
  for (let seed = 1; seed <= organisations; seed++) {
    for (const mode of modes) {
      const found = attack(seed, mode)
      if (found.withSeats < k) broken[mode]++
      if (mode === 'carry' && found.alone < k) alone++
    }
  }
  console.log(
    `| ${name} | ${percent(alone, organisations)} | ${percent(broken.carry, organisations)} | ${percent(broken.withdraw, organisations)} |`,
  )
  if (broken.carry + broken.withdraw > 0 || alone === 0) process.exitCode = 1
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

/** One collection: who was asked, and which seats were heard, empty ones included. */
type Wave = { roster: Roster; heard: ReadonlySet<string> }

/** The seats that are heard: of people who answered, and empty ones, which do as people do (src/seats/carried.ts). */
function heardIn(
  { cells }: Seating,
  { roster, heard: answers }: Wave,
  last: Wave,
  random: () => number,
): Set<string> {
  const inBoth = [...roster.homes.keys()].filter((member) => last.roster.homes.has(member))
  const rateOf = (before: boolean): number => {
    const people = inBoth.filter((member) => last.heard.has(member) === before)
    const changed = people.filter((member) => answers.has(member) !== before).length
    return changeRate({ people: people.length, changed }, k)
  }
  const [falls, rises] = [rateOf(true), rateOf(false)]
  const heard = new Set(answers)
  for (const { seats } of cells)
    for (const member of seats) {
      if (roster.homes.has(member)) continue
      const wasHeard = last.heard.has(member)
      if (seatSpeaks(wasHeard, wasHeard ? falls : rises, random)) heard.add(member)
    }
  return heard
}

function seatsShow({ cells: seatCells, division }: Seating, { roster, heard }: Wave): number {
  if (!division) return 0
  const cells = new Map<string, Answered>()
  for (const { node, seats } of seatCells) {
    const yes = seats.filter((member) => heard.has(member)).length
    addTo(cells, cellFor(division, node), yes, seats.length)
  }
  return teamsShown(roster.teams, division, cells)
}

const answerRate = 0.7
const collections = size(12, 3)
const daysBetween: Record<Pace, number> = { weekly: 7, monthly: 30 }

/** Collections of a season, and how many of them are quiet, counted from the last collection of the season before. */
function seasonOf(mode: Mode, pace: Pace): Required<Seasons> {
  const { days, quietDays } = seasons[mode][pace]
  const step = daysBetween[pace]
  return { length: Math.ceil(days / step), quiet: Math.max(0, Math.ceil(quietDays / step) - 1) }
}

/** Team figures without memory and with it, of one organisation. */
function priceIn(seed: number, people: number, turnover: number, { mode, pace }: { mode: Mode; pace: Pace }) {
  const company = new Company(seed, people)
  const { dice } = company
  const random = (): number => dice.whole(0, 999_999) / 1_000_000
  const inStep = (turnover * daysBetween[pace]) / 30
  let alone = 0
  let withSeats = 0
  const rosters: Roster[] = []
  for (let collection = 0; collection < collections; collection++) {
    if (collection > 0) turnOver(company, inStep)
    rosters.push(company.roster())
  }
  let at = 0
  let last: Wave = { roster: rosters[0], heard: new Set() }
  for (const seating of seatings(company, rosters, { k, mode }, seasonOf(mode, pace))) {
    const roster = rosters[at++]
    const answers = new Set([...roster.homes.keys()].filter(() => dice.chance(answerRate)))
    alone += aloneShows(roster, answers)
    last = { roster, heard: heardIn(seating, { roster, heard: answers }, last, random) }
    withSeats += seatsShow(seating, last)
  }
  return { alone, withSeats }
}

const bounds: Record<Mode, number> = { carry: 0.02, withdraw: 0.1 }
const turnovers = [0.005, 0.02, 0.05]

console.log('\n| people | mode | series | 0.5 % | 2 % | 5 % |\n|---:|---|---|---:|---:|---:|')
for (const { people, count } of [
  { people: 60, count: size(400, 3) },
  { people: 200, count: size(150, 2) },
  { people: 1_000, count: size(30, 1) },
]) {
  for (const mode of modes) {
    for (const pace of ['weekly', 'monthly'] as const) {
      const lost = turnovers.map((turnover) => {
        const sums = { alone: 0, withSeats: 0 }
        for (let seed = 1; seed <= count; seed++) {
          const price = priceIn(seed, people, turnover, { mode, pace })
          sums.alone += price.alone
          sums.withSeats += price.withSeats
        }
        const share = 1 - sums.withSeats / sums.alone
        if (turnover === 0.02) judge(share > bounds[mode])
        return `${(100 * share).toFixed(1)} %`
      })
      console.log(`| ${people.toLocaleString('en')} | ${mode} | ${pace} | ${lost.join(' | ')} |`)
    }
  }
}

// ---------------------------------------------------------------------------------------------------------------- guesses

const cellSize = 7
const scale = [1, 2, 3, 4, 5]
const anewRate = 0.3
const later = 8

/** What the seat of a person says after the first collection. `stays`: they are asked all along. */
const seatRules = ['stays', 'always speaks', 'falls silent', 'follows'] as const
type SeatRule = (typeof seatRules)[number]

/**
 * A cell of seven among as many people as are given: how often each value was given in the cell, in each collection, and what the person in
 * question, the first, said in the first.
 */
function playCell(
  rule: SeatRule,
  people: number,
  random: () => number,
): { target: number; seen: number[][] } {
  const drawn = (): number => scale[Math.floor(random() * scale.length)]
  const opinions = Array.from({ length: people }, drawn)
  const target = opinions[0]
  const count = (said: readonly (number | null)[]): number[] =>
    scale.map((value) => said.slice(0, cellSize).filter((one) => one === value).length)
  let before: (number | null)[] = [...opinions]
  let last = target
  const seen = [count(before)]
  for (let collection = 0; collection < later; collection++) {
    const said = opinions.map((_opinion, at): number | null => {
      if (random() < anewRate) opinions[at] = drawn()
      return random() < answerRate ? opinions[at] : null
    })
    if (rule !== 'stays') {
      const pairs = said.slice(1).map((now, at) => ({ earlier: before[at + 1], now }))
      const rateOf = (
        of: (pair: (typeof pairs)[0]) => boolean,
        isOther: (pair: (typeof pairs)[0]) => boolean,
      ) => {
        const those = pairs.filter(of)
        return changeRate({ people: those.length, changed: those.filter(isOther).length }, k)
      }
      const wasHeard = before[0] !== null
      const moves = wasHeard
        ? rateOf(
            ({ earlier }) => earlier !== null,
            ({ now }) => now === null,
          )
        : rateOf(
            ({ earlier }) => earlier === null,
            ({ now }) => now !== null,
          )
      const speaks = rule === 'always speaks' || seatSpeaks(wasHeard, moves, random)
      const changes = rateOf(
        ({ earlier, now }) => earlier !== null && now !== null,
        ({ earlier, now }) => earlier !== now,
      )
      const colleagues = said.slice(1, cellSize).filter((one) => one !== null)
      if (rule === 'follows' && speaks) last = seatAnswer(last, colleagues, changes, random)
      said[0] = speaks ? last : null
    }
    before = said
    seen.push(count(said))
  }
  return { target, seen }
}

/** The value, of those in the first collection, for which this is highest. */
const guessBy = (seen: readonly number[][], worthOf: (value: number) => number): number =>
  scale.reduce((best, _value, at) => {
    if (seen[0][at] === 0) return best
    return best < 0 || worthOf(at) > worthOf(best) ? at : best
  }, -1)

const guesses: readonly ((seen: readonly number[][]) => number)[] = [
  (seen) => guessBy(seen, (at) => seen[0][at]),
  (seen) => guessBy(seen, (at) => seen.filter((counts) => counts[at] > 0).length + seen[0][at] / 100),
  (seen) => guessBy(seen, (at) => seen.reduce((sum, counts) => sum + counts[at], 0)),
]

console.log('\n| the seat of one of seven people | 7 asked | 42 asked |\n|---|---:|---:|')
const cellsPlayed = size(10_000, 100)
for (const rule of seatRules) {
  const found = [cellSize, 6 * cellSize].map((people) => {
    const random = mulberry32(1)
    const right = guesses.map(() => 0)
    for (let cell = 0; cell < cellsPlayed; cell++) {
      const { target, seen } = playCell(rule, people, random)
      for (const [at, guess] of guesses.entries()) if (scale[guess(seen)] === target) right[at]++
    }
    return `${((100 * Math.max(...right)) / cellsPlayed).toFixed(0)} %`
  })
  console.log(`| ${rule} | ${found.join(' | ')} |`)
}

// ------------------------------------------------------------------------------------------------------------------- time

const large = new Company(1, size(10_000, 300))
let ledger = nextSeason(large.roster(), k, null)
const times = Array.from({ length: 12 }, () => {
  turnOver(large, 0.02)
  const roster = large.roster()
  const began = performance.now()
  ledger = advance(ledger, roster, { k, mode: 'carry' }, false).ledger
  return performance.now() - began
})
const middle = median(times)
console.log(
  `\nA ledger of ${large.homes.size.toLocaleString('en')} people advances in ${middle.toFixed(1)} ms`,
)
judge(middle > 250)
if (isSmoke) console.log('smoke: no bound was checked but that of the attacks')
