/**
 * What would be shown: a collection played many times over a directory, with invented answers and the plans that the real
 * close makes (cells/plan.ts). Each run draws, independently for each person, who answers and who skips a question, and finds
 * which teams see a score and which read comments.
 *
 * No answer comes in. The seed is derived from the input, so the same input gives the same shares.
 */
import { mulberry32, seedOf } from '../text/text.ts'
import { chanceOfFewer, everyone, planCells, shownTree, type TeamNode } from '../cells/cells.ts'

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
  const asked = play.homes.flatMap(({ team, people }) => new Array<string | null>(people).fill(team))
  const timesShown = { scores: new Map<string, number>(), comments: new Map<string, number>() }
  const rates = new Set(planCells(play.teams, asked, play.k_rate).groups.map((group) => group.team))
  let runs = 0

  const count = (
    into: Map<string, number>,
    teams: readonly TeamNode[],
    answered: (string | null)[],
    k: number,
  ) => {
    const replied = answered.filter(() => random() >= play.skipRate)
    for (const { team } of planCells(teams, replied, k, { asked: answered }).groups)
      into.set(team, (into.get(team) ?? 0) + 1)
  }
  return {
    play: () => {
      const answered = asked.filter(() => random() < play.responseRate)
      const whole = planCells(play.teams, answered, Math.max(play.k_score, play.k_rate), { asked })
      const { teams, nodeOf } = shownTree(play.teams, new Set(whole.groups.map((group) => group.team)))
      const at = answered.map(nodeOf)
      count(timesShown.scores, teams, at, play.k_score)
      count(timesShown.comments, teams, at, play.k_comment)
      runs++
    },
    shares: () => {
      const share = (times = 0): number => Math.round((100 * times) / runs) / 100
      return new Map(
        [everyone, ...play.teams.map((team) => team.id)].map((id) => [
          id,
          {
            scores: share(timesShown.scores.get(id)),
            comments: share(timesShown.comments.get(id)),
            response_rate: rates.has(id),
          },
        ]),
      )
    },
  }
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
