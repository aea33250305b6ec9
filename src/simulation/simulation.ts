/**
 * Before anybody is asked: which teams will see what. From today's directory, the thresholds and an expected response rate,
 * by the gate's own plans. Reads the directory, changes nothing, knows no answer.
 *
 * Who may ask a pulse or see one may simulate. Of an attribute only values with k_score people are told, as results would.
 */
import { type Simulation, type SimulationRequest } from '../../contract/simulation.ts'
import { limits } from '../../contract/limits.ts'
import { type Question } from '../../contract/questions.ts'
import { checkRoster, placesOf } from '../collection/collection.ts'
import { breakdownError, everyone } from '../cells/cells.ts'
import {
  type Home,
  peopleIn,
  policyOf,
  runsOf,
  type Shares,
  simulator,
} from '../confidentiality/confidentiality.ts'
import { type Tx } from '../db/db.ts'
import { impossible } from '../problem.ts'
import { hintsFor } from './hints.ts'

const skipRateDefault = 0.05

/** What it will ask is not known; whether a breakdown can be depends on there being a score. */
const anyScore: Question[] = [{ id: 'any', type: 'yes_no', text: 'Any', required: false }]

/** Others are let go first after so long. */
const turnMs = 10

/** @throws unprocessable  unknown teams, members or readers, a threshold below a floor, too many people */
export async function simulate(
  tx: Tx,
  organisationId: string,
  { recipients, response_rate, skip_rate = skipRateDefault, ...rest }: SimulationRequest,
): Promise<Simulation> {
  const policy = await policyOf(tx, organisationId, rest.confidentiality)
  const roster = await checkRoster(tx, organisationId, recipients)
  const attribute = rest.breakdown?.attribute ?? null
  // Nobody is counted as away or opted out: when it will open, and whose series it is, nobody knows yet.
  const asking = { organisationId, roster, only: null, outs: null }
  const { people: places, teams } = await placesOf(tx, asking, attribute)
  const homes = places.map(({ team, count }) => ({ team, people: count }))
  const asked = peopleIn(homes)
  if (asked > limits.recipientsMax)
    throw impossible('/recipients', `At most ${limits.recipientsMax} people can be asked at once`, 'too_many')

  const play = { ...policy, teams, homes, responseRate: response_rate, skipRate: skip_rate }
  const runs = runsOf(play)
  const shares = await played(simulator(play), runs)
  const people = peopleBelow(teams, homes)
  const shown: Simulation = {
    recipients: asked,
    runs,
    confidentiality: policy,
    teams: teams.map(({ id, name, parent }) => ({
      team_id: id,
      name,
      parent_team_id: parent !== null && people.has(parent) ? parent : null,
      people: people.get(id)!,
      ...shares.get(id)!,
    })),
    everyone: shares.get(everyone)!,
    shown_expected: expected(teams.map(({ id }) => shares.get(id)!.scores)),
    breakdown: attribute === null ? null : divided(attribute, places, policy.k_score),
    hints: [],
  }
  const floors = await policyOf(tx, organisationId, undefined)
  const fault = breakdownError({ ...policy, breakdown: rest.breakdown ?? null }, anyScore, teams, places)
  return { ...shown, hints: hintsFor(shown, { floors, fault, share: response_rate * (1 - skip_rate) }) }
}

async function played(
  { play, shares }: ReturnType<typeof simulator>,
  runs: number,
): Promise<Map<string, Shares>> {
  let since = performance.now()
  for (let run = 0; run < runs; run++) {
    play()
    if (performance.now() - since < turnMs) continue
    await new Promise(setImmediate)
    since = performance.now()
  }
  return shares()
}

const expected = (shares: readonly number[]): number =>
  Math.round(100 * shares.reduce((sum, share) => sum + share, 0)) / 100

type Team = { id: string; parent: string | null }

/** How many count in each team or below it. */
function peopleBelow(teams: readonly Team[], homes: readonly Home[]): Map<string, number> {
  const parents = new Map(teams.map(({ id, parent }) => [id, parent]))
  const people = new Map(teams.map(({ id }) => [id, 0]))
  for (const home of homes)
    for (let team = home.team; team !== null && people.has(team); team = parents.get(team)!)
      people.set(team, people.get(team)! + home.people)
  return people
}

type Place = { value: string | null; count: number }

function divided(attribute: string, places: readonly Place[], k: number): Simulation['breakdown'] {
  const sums = new Map<string | null, number>()
  for (const { value, count } of places) sums.set(value, (sums.get(value) ?? 0) + count)
  const [told, rest] = [[], []] as [{ value: string; people: number }[], number[]]
  for (const [value, people] of sums) {
    if (value !== null && people >= k) told.push({ value, people })
    else rest.push(people)
  }
  return {
    attribute,
    values: told.toSorted((a, b) => b.people - a.people || (a.value < b.value ? -1 : 1)),
    others: rest.reduce((sum, people) => sum + people, 0),
  }
}
