/**
 * What would be shown: a collection played many times over a directory, with invented answers and the plans that the real
 * close makes (cells/division.ts). Each run draws, independently for each person, who answers and who skips a question, and finds
 * which teams see a score and which read comments.
 *
 * No answer comes in. The seed is derived from the input, so the same input gives the same shares.
 */
import { mulberry32, seedOf } from '../text/text.ts'
import {
  cellFor,
  chanceOfFewer,
  countedAnswers,
  type Division,
  everyone,
  planFigures,
  planParticipation,
  type TeamNode,
} from '../cells/cells.ts'

/** People who count in one team; null: in none. A team may appear several times. */
export type Home = { team: string | null; people: number }

export type Play = {
  teams: readonly TeamNode[]
  homes: readonly Home[]
  k_score: number
  k_comment: number
  k_rate: number
  responseRate: number
  skipRate: number
}

export type Shares = { scores: number; comments: number; response_rate: boolean }

const runsMax = 200
const runsMin = 10
/** How long all runs together may take on one core, measured: half a second for 50,000 people in 2,000 teams. */
const budgetMs = 900
const personMs = 0.0004
const teamMs = 0.012

/** Fewer for large rosters. Derived from their size and not from a clock, so the same input has the same runs. */
export function runsOf({ teams, homes }: Play): number {
  const runMs = peopleIn(homes) * personMs + teams.length * teamMs
  return Math.max(runsMin, Math.min(runsMax, Math.floor(budgetMs / runMs)))
}

export const peopleIn = (homes: readonly Home[]): number => homes.reduce((sum, home) => sum + home.people, 0)

type Simulator = {
  /** Plays once; between two runs the caller may let requests be served. */
  play(): void
  /** By team; `everyone` is one of them. */
  shares(): Map<string, Shares>
}

export function simulator(input: Play): Simulator {
  const play = ordered(input)
  const random = mulberry32(seedOf(JSON.stringify(play)))
  const k = Math.max(play.k_score, play.k_rate)
  const asked = new Map(play.homes.map(({ team, people }) => [team ?? everyone, people]))
  const participation = planParticipation(play.teams, asked, k)
  const cells = participation ? cellsOf(participation, play.homes) : []
  const timesShown = { scores: new Map<string, number>(), comments: new Map<string, number>() }
  let runs = 0

  const drawn = (people: number, share: number): number => {
    let count = 0
    for (let person = 0; person < people; person++) if (random() < share) count++
    return count
  }
  const count = (into: Map<string, number>, scores: Division, counted: readonly Count[], least: number) => {
    const replied = new Map<string, number>()
    for (const { cell, people } of counted) {
      const inCell = cellFor(scores, cell)
      replied.set(inCell, (replied.get(inCell) ?? 0) + drawn(people, 1 - play.skipRate))
    }
    const notLone = new Map([...replied].map(([cell, people]) => [cell, people > 1 ? people : 0]))
    for (const team of planFigures(play.teams, scores, notLone, least)?.shown ?? [])
      into.set(team, (into.get(team) ?? 0) + 1)
  }
  return {
    play: () => {
      runs++
      if (!participation) return
      const counted = cells.map(({ cell, people }) => ({
        cell,
        people: countedAnswers(drawn(people, play.responseRate), people, k),
      }))
      const byCell = new Map(counted.map(({ cell, people }) => [cell, people]))
      const scores = planFigures(play.teams, participation, byCell, k)
      if (!scores) return
      count(timesShown.scores, scores, counted, play.k_score)
      count(timesShown.comments, scores, counted, play.k_comment)
    },
    shares: () => {
      const share = (times = 0): number => Math.round((100 * times) / runs) / 100
      return new Map(
        [everyone, ...play.teams.map((team) => team.id)].map((id) => [
          id,
          {
            scores: share(timesShown.scores.get(id)),
            comments: share(timesShown.comments.get(id)),
            response_rate: participation?.shown.has(id) ?? false,
          },
        ]),
      )
    },
  }
}

type Count = { cell: string; people: number }

/** How many people are in each cell, in the order of the cells. */
function cellsOf(division: Division, homes: readonly Home[]): Count[] {
  const people = new Map<string, number>()
  for (const home of homes) {
    const cell = cellFor(division, home.team)
    people.set(cell, (people.get(cell) ?? 0) + home.people)
  }
  return [...people]
    .map(([cell, inCell]) => ({ cell, people: inCell }))
    .toSorted((a, b) => byName(a.cell, b.cell))
}

const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** One order, independent of the directory's: it decides who draws which number. */
const ordered = (play: Play): Play => ({
  ...play,
  teams: play.teams.toSorted((a, b) => byName(a.id, b.id)),
  homes: [...Map.groupBy(play.homes, (home) => home.team)]
    .map(([team, homes]) => ({ team, people: peopleIn(homes) }))
    .toSorted((a, b) => byName(a.team ?? '', b.team ?? '')),
})

/**
 * How many people must be asked so that at least k answer a question in nine cases of ten; undefined beyond `most`.
 * @param share  of the people, who answer it
 */
export function peopleNeeded(k: number, share: number, most: number): number | undefined {
  if (chanceOfFewer(k, most, share) > 0.1) return undefined
  let [low, high] = [k, most]
  while (low < high) {
    const middle = (low + high) >> 1
    if (chanceOfFewer(k, middle, share) <= 0.1) high = middle
    else low = middle + 1
  }
  return low
}
