/**
 * Before anybody is asked: which teams will see what. From today's directory, the thresholds and an expected response rate,
 * by the gate's own plans. Reads the directory, changes nothing, knows no answer.
 *
 * It shows only values of an attribute that k_score people have, as results do. That hides nobody from a caller who chooses the people:
 * with and without one of them, the reply tells their value. So only who sees the directory names single people, or an attribute.
 */
import { limits } from '../../contract/limits.ts'
import type { Question } from '../../contract/questions.ts'
import type { Simulation, simulateConfidentiality } from '../../contract/simulation.ts'
import type { Actor } from '../actor.ts'
import { reachesAll } from '../authority.ts'
import type { Call } from '../call.ts'
import { type BreakdownError, breakdownError, everyone } from '../cells/cells.ts'
import { findNextSurvey } from '../checkins/checkins.ts'
import {
  assertMayAsk,
  checkRoster,
  placesOf,
  previewSeats,
  rosterPeople,
  type RosterQuery,
  type SeatedOpening,
  sizeErrorOf,
} from '../collection/collection.ts'
import {
  type Home,
  peopleIn,
  policyOf,
  runsOf,
  type Shares,
  simulator,
} from '../confidentiality/confidentiality.ts'
import type { Tx } from '../db/db.ts'
import { seesDirectory } from '../directory/directory.ts'
import { impossible, type Problem, problem } from '../problem.ts'
import { seatsAsked, type SeatingPreview } from '../seats/seats.ts'
import { hintsFor } from './hints.ts'
import { pooledHomes } from './pooling.ts'
import { partsOfForm } from '../questions/questions.ts'

const skipRateDefault = 0.05

/** The questions are not known yet; whether a breakdown is possible depends on there being a score. */
const anyScore: Question[] = [{ id: 'any', type: 'yes_no', text: 'Any', required: false }]

/** After so long, waiting requests are served first. */
const turnMs = 10

/** A call over HTTP, or from the command line, which acts for an organisation. */
type SimulationCall = Pick<Call<typeof simulateConfidentiality>, 'tx' | 'body' | 'now'> & {
  readonly actor: Actor | { readonly organisationId: string }
}

/**
 * @throws recipients_out_of_reach  what a member may not ask, or may not preview
 * @throws as simulate
 */
export async function simulateSurvey(call: Call<typeof simulateConfidentiality>): Promise<Simulation> {
  await assertMayPreview(call)
  return simulate(call)
}

async function assertMayPreview({
  tx,
  actor,
  body: { recipients, breakdown },
}: Call<typeof simulateConfidentiality>): Promise<void> {
  if (breakdown && !seesDirectory(actor)) throw outOfReach('A breakdown by attribute')
  if (reachesAll(actor, 'survey.simulate')) return
  const { team_ids = [], member_ids = [], excluded_team_ids = [], excluded_member_ids = [] } = recipients
  if (member_ids.length + excluded_member_ids.length > 0) throw outOfReach('Single people')
  const teams = [...team_ids, ...excluded_team_ids]
  const asked = { team_ids: teams, member_ids: [], excluded_team_ids: [], excluded_member_ids: [] }
  await assertMayAsk(tx, actor, { recipients: asked, breakdown: null })
}

const outOfReach = (what: string): Problem =>
  problem('recipients_out_of_reach', { detail: `${what} can be previewed by who sees the directory` })

/** @throws unprocessable  unknown teams, members or readers, a threshold below the organisation's, too many people */
export async function simulate({
  tx,
  actor,
  body: {
    recipients,
    response_rate,
    skip_rate = skipRateDefault,
    check_in_id: checkInId,
    channels = [],
    ...choice
  },
  now,
}: SimulationCall): Promise<Simulation> {
  const { organisationId } = actor
  const checkIn = checkInId === undefined ? undefined : await findNextSurvey(tx, actor, checkInId)
  if (checkInId !== undefined && !checkIn)
    throw impossible('/check_in_id', 'There is no such check-in', 'unknown')
  const policy = await policyOf(tx, organisationId, choice.confidentiality)
  const roster = await checkRoster(tx, organisationId, recipients)
  const attribute = choice.breakdown?.attribute ?? null
  // Nobody is counted as absent or opted out: when it will open, and in which series, is not known yet.
  const asking = { organisationId, roster, only: null, outs: null }
  const { people: places, teams: allTeams } = await placesOf(tx, asking, attribute)
  const shownTeams = choice.breakdown?.instead_of_teams ? [] : allTeams
  const homes = places.map(({ team, count }) => ({ team, people: count }))
  const asked = peopleIn(homes)
  if (asked > limits.recipientsMax)
    throw impossible('/recipients', `At most ${limits.recipientsMax} people can be asked at once`, 'too_many')

  const { breakdown = null, questions = checkIn?.questions ?? [] } = choice
  const survey = {
    seriesId: '',
    translations: {},
    ...checkIn,
    questions: partsOfForm(questions),
    form: questions,
    policy: { ...policy, breakdown },
  }
  const season = await seasonOf(tx, asking, { ...survey, teams: allTeams }, now)
  const codes = choice.breakdown
    ? null
    : await pooledHomes(tx, asking, { channels, policy, teams: shownTeams, cells: season?.cells ?? null })
  const teams = codes?.teams ?? shownTeams
  const play = {
    ...policy,
    teams,
    homes: codes?.homes ?? season?.homes ?? homes,
    responseRate: response_rate,
    skipRate: skip_rate,
  }
  const runs = runsOf(play)
  const shares = await sharesAfter(runs, simulator(play))
  const people = peopleBelow(teams, homes)
  const simulated = teams.map(({ id, name, parent }) => ({
    team_id: id,
    name,
    parent_team_id: parent !== null && people.has(parent) ? parent : null,
    people: getFrom(people, id),
    ...getFrom(shares, id),
  }))
  const simulation: Simulation = {
    recipients: asked,
    runs,
    confidentiality: policy,
    teams: simulated,
    everyone: getFrom(shares, everyone),
    shown_expected: Math.round(100 * simulated.reduce((sum, { scores }) => sum + scores, 0)) / 100,
    breakdown: attribute === null ? null : breakdownOf(attribute, places, policy.k_score),
    season: season?.season ?? null,
    hints: [],
  }
  const minimum = await policyOf(tx, organisationId, undefined)
  const brokenDown = { ...policy, breakdown: choice.breakdown ?? null }
  const refusal =
    sizeErrorOf(simulation.recipients, policy)?.detail ??
    sentenceOf(breakdownError(brokenDown, anyScore, teams, places))
  const unseen = season && season.attribute !== attribute ? attribute : null
  const share = response_rate * (1 - skip_rate)
  const merged = codes?.merged.length ?? 0
  const hints = hintsFor(simulation, { minimum, refusal, unseen, share, merged })
  return { ...simulation, hints }
}

const sentenceOf = (error: BreakdownError | null): string | null =>
  error && [error.reason, ...(error.where === null ? [] : [error.where])].join('. ')

/** Every team of the roster has figures. */
function getFrom<T>(figures: ReadonlyMap<string, T>, team: string): T {
  const found = figures.get(team)
  if (found === undefined) throw new Error(`there are no figures of the team ${team}`)
  return found
}

async function sharesAfter(
  runs: number,
  { play, shares }: ReturnType<typeof simulator>,
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

type Team = { id: string; parent: string | null }

/** How many people count in each team or below it. */
function peopleBelow(teams: readonly Team[], homes: readonly Home[]): Map<string, number> {
  const parents = new Map(teams.map(({ id, parent }) => [id, parent]))
  const people = new Map(teams.map(({ id }) => [id, 0]))
  for (const home of homes) {
    for (let team = home.team; team !== null; team = parents.get(team) ?? null) {
      const before = people.get(team)
      if (before === undefined) break
      people.set(team, before + home.people)
    }
  }
  return people
}

/** Who counts where in the season of the questions, if one has begun. */
async function seasonOf(
  tx: Tx,
  query: RosterQuery,
  survey: SeatedOpening & { teams: readonly Team[] },
  now: Date,
): Promise<{
  homes: Home[]
  cells: SeatingPreview['seating']['cells']
  attribute: string | null
  season: NonNullable<Simulation['season']>
} | null> {
  if (survey.questions.length === 0) return null
  const people = await rosterPeople(tx, query, survey.policy.breakdown?.attribute)
  const preview = await previewSeats(tx, query.organisationId, { ...survey, people }, now)
  if (!preview) return null
  const { seating, beganAt, endsAt, quietUntil, attribute } = preview
  const taking = new Set(seating.cells.map(({ number }) => number))
  const asked = people.filter(({ status }) => status === 'asked')
  const roster = { teams: [], homes: new Map(asked.map(({ memberId }) => [memberId, everyone])) }
  const missing = seating.ledger.cells.flatMap((cell) => {
    const asked = taking.has(cell.number) ? 0 : seatsAsked(cell, roster)
    return asked > 0 ? [{ team_id: cell.node || null, people: asked }] : []
  })
  return {
    cells: seating.cells,
    homes: seating.cells.map(({ node, seats }) => ({ team: node || null, people: seats.length })),
    attribute,
    season: {
      began_at: beganAt,
      ends_at: endsAt,
      quiet_until: quietUntil,
      waiting: seating.waiting.length,
      sitting_out: missing,
    },
  }
}

type PlaceCount = { value: string | null; count: number }

function breakdownOf(
  attribute: string,
  places: readonly PlaceCount[],
  k: number,
): NonNullable<Simulation['breakdown']> {
  const sums = new Map<string | null, number>()
  for (const { value, count } of places) sums.set(value, (sums.get(value) ?? 0) + count)
  const values = [...sums].flatMap(([value, people]) =>
    value !== null && people >= k ? [{ value, people }] : [],
  )
  const named = values.reduce((sum, { people }) => sum + people, 0)
  return {
    attribute,
    values: values.toSorted((a, b) => b.people - a.people || (a.value < b.value ? -1 : 1)),
    others: places.reduce((sum, { count }) => sum + count, 0) - named,
  }
}
