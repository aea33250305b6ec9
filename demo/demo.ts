/**
 * `sonde-server demo`: the main job from end to end through the public API, told as the story of one made-up organisation, or on
 * real answers (`--answers`, see answers/survey.ts for their form). Then it stays up to be looked at, unless `--once`.
 */
import { resolve } from 'node:path'
import { SondeError } from '../client/client.ts'
import { listActions } from '../contract/actions.ts'
import type { CheckIn } from '../contract/checkins.ts'
import { listCheckInInstances } from '../contract/instances.ts'
import { limits } from '../contract/limits.ts'
import type { Pulse } from '../contract/pulses.ts'
import { listReplies } from '../contract/replies.ts'
import { listTeams, type Team } from '../contract/teams.ts'
import { runSurvey } from './answers/survey-run.ts'
import type { Read } from './collections.ts'
import type { DemoPerson } from '../src/identity/identity.ts'
import type { Organisation, Person } from './organisation.ts'
import { type Progress, progressOn } from './progress.ts'
import { type Running, start } from './running.ts'
import { openByName } from './story/by-name.ts'
import { openOneNow, tell } from './story/story.ts'
import { summaryOf, type Summed } from './summary.ts'

export type Options = { answers?: string; once: boolean; json: boolean }

/** The result of a run, with any answers. */
type Outcome = {
  organisation: Organisation
  checkIn: CheckIn
  pulse: Pulse | null
  read: Read[]
  summed: Omit<Summed, 'read' | 'title' | 'parents'>
  persons: (Person & { role: string })[]
  /** Makes something to try out, once the clock is that of the world. */
  goOn(): Promise<void>
}

export async function demo(options: Options): Promise<void> {
  const began = performance.now()
  const progress = progressOn(options.json ? process.stderr : process.stdout)
  // Cards on the sign-in page: filled when the people are there.
  const cards: DemoPerson[] = []
  let running: Running | undefined
  try {
    running = await start(cards, options.once || options.json)
    const outcome = await run(running, options.answers, progress)
    cards.push(...outcome.persons)
    const seconds = Math.round((performance.now() - began) / 100) / 10
    if (options.json) console.log(JSON.stringify(await jsonOf(outcome, seconds)))
    else for (const line of await linesOf(outcome, seconds)) console.log(line)
    if (options.once || options.json) return await running.stop()
    await outcome.goOn()
    running.stayUp()
    for (const line of inviteTo(running, outcome)) console.log(line)
  } catch (error) {
    // A signal in the middle of a chapter: a failure after it is expected.
    if (running?.isStopping()) return
    console.error(reasonOf(error))
    process.exitCode = 1
    await running?.stop()
  }
}

/** A refusal in the problem's words, with its field errors, so that a demo that fails reports why. */
function reasonOf(error: unknown): unknown {
  if (error instanceof SondeError) return `${error.message} ${JSON.stringify(error.problem).slice(0, 500)}`
  return error instanceof Error ? error.message : error
}

async function run(running: Running, answers: string | undefined, progress: Progress): Promise<Outcome> {
  if (answers === undefined) {
    const told = await tell(running, progress)
    const goOn = async (): Promise<void> => {
      await openOneNow(running, told)
      await openByName(running, told, progress)
    }
    return { ...told, summed: {}, goOn }
  }
  const ran = await runSurvey(running, resolve(answers), progress)
  return {
    ...ran,
    pulse: null,
    summed: { rateNote: 'Only people who answered are in the data, so there is no response rate to tell.' },
    persons: [{ ...ran.admin, role: 'admin of the organisation' }],
    goOn: async () => {},
  }
}

const responsesIn = (read: readonly Read[]): number =>
  read.reduce((all, { results }) => all + results.response_summary.responded, 0)

const teamsOf = ({ program }: Organisation): Promise<Team[]> =>
  Array.fromAsync(program.pages(listTeams, 'teams', { query: { limit: limits.pageSizeMax } }))

/** Everything as the API returned it: newest insights first in each collection, collections in the order of the story. */
async function jsonOf({ organisation, checkIn, pulse, read }: Outcome, seconds: number): Promise<object> {
  const { check_in_instances: instances } = await organisation.program.call(listCheckInInstances, {
    params: { id: checkIn.id },
    query: { limit: limits.pageSizeMax, state: 'closed' },
  })
  return {
    responses: responsesIn(read),
    organisation: {
      id: organisation.id,
      name: organisation.name,
      teams: await teamsOf(organisation),
    },
    check_in: checkIn,
    instances: instances.toReversed(),
    pulse,
    insights: read.flatMap(({ insights }) => insights),
    actions: await Array.fromAsync(
      organisation.program.pages(listActions, 'actions', { query: { limit: limits.pageSizeMax } }),
    ),
    replies: await Array.fromAsync(
      organisation.program.pages(listReplies, 'replies', { query: { limit: limits.pageSizeMax } }),
    ),
    results: read.map(({ kind, id, title, date, results }) => ({
      [`${kind}_id`]: id,
      title,
      date,
      ...results,
    })),
    seconds,
  }
}

async function linesOf({ organisation, read, summed }: Outcome, seconds: number): Promise<string[]> {
  const teams = await teamsOf(organisation)
  const insights = read.reduce((all, one) => all + one.insights.length, 0)
  return [
    '',
    ...summaryOf({
      ...summed,
      read,
      parents: new Map(teams.map((team) => [team.id, team.parent_team_id])),
      title: `${organisation.name}: ${responsesIn(read)} responses, ${insights} insights, in ${seconds} s`,
    }),
  ]
}

function inviteTo({ url, outboxAddress }: Running, { organisation, persons }: Outcome): string[] {
  const { client_id: id, client_secret: secret } = organisation.application
  return [
    '',
    `It stays up: ${url} (end it with Ctrl-C)`,
    `  Mail that was sent, with links to answer: ${outboxAddress}`,
    `  Sign in to the workspace at ${url}/app as one of:`,
    ...persons.map(({ name, role }) => `    ${name}, ${role}`),
    '  A token for a program, and a call with it:',
    `    TOKEN=$(curl -s ${url}/oauth/token -d grant_type=client_credentials -d client_id=${id} \\`,
    String.raw`      -d client_secret=${secret} | sed 's/.*"access_token":"\([^"]*\)".*/\1/')`,
    `    curl -s '${url}/api/insights?limit=2' -H "authorization: Bearer $TOKEN"`,
  ]
}
