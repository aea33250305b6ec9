/**
 * Weeks that pages show as their reader finds them today: a check-in of a team whose workload is too high, asked twice and open for the
 * third time now, so that browsers, whose clock is that of the world, agree with the service.
 */
import { scopeNames } from '../../contract/scopes.ts'
import { bodyOf } from './clockwork.ts'
import { activated, instancesOf, weekly } from './recurring.ts'
import { analysed } from './story.ts'
import { type Client, client, links, type World } from './world.ts'

const dayMs = 86_400_000
const weekDays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const questions = [
  { id: 'load', type: 'scale', text: 'My work can be done in time', driver: 'workload' },
  { id: 'goals', type: 'scale', text: 'I know what matters', driver: 'clarity' },
  { id: 'recommend', type: 'enps', text: 'Would you advise a friend to come?' },
  { id: 'more', type: 'text', text: 'What would help?', intent: 'improve' },
]

/** When to start the service, so that the third week is open now. */
export const weeksStart = (now: number): string => new Date(now - 16 * dayMs).toISOString()

/** Somebody's token that outlives the weeks. */
export const lasting = async (world: World, userId: string): Promise<Client> =>
  client(world.url, await world.token({ userId, scopes: scopeNames, expiresAt: new Date('2100-01-01') }))

/** A team that is asked; `calm`: of its members the work can be done in time, and they would recommend it. */
type AskedTeam = { id: string; calm?: readonly string[] }

/** @returns the path of the check-in */
export async function weeksOf(
  world: World,
  author: Client,
  teams: readonly AskedTeam[],
  now: number,
): Promise<string> {
  const { app, clock } = world.running
  const first = new Date(now - 15 * dayMs)
  const recurrence = {
    rrule: `FREQ=WEEKLY;BYDAY=${weekDays[first.getUTCDay()]}`,
    starts_on: first.toISOString().slice(0, 10),
    time: '00:00',
  }
  const { path } = await activated(
    author,
    weekly(
      teams.map(({ id }) => id),
      {
        title: 'How was your week?',
        visibility: 'public',
        questions,
        confidentiality: { mode: 'anonymous' },
        time_zone: 'UTC',
        recurrence,
        window: 'P3D',
      },
    ),
  )
  for (const week of [0, 1]) {
    clock!.set(new Date(first.getTime() + 7 * week * dayMs))
    await app.due.settle()
    const instance = (await instancesOf(author, path)).at(week)!
    const at = `/api/check-in-instances/${instance.id}`
    const calm = new Set(teams.flatMap((team) => team.calm ?? []))
    const byCalm = Map.groupBy(await links(author, at), ({ member_id: id }) => calm.has(id))
    // The last one keeps silent: of a team in which all answer, one is left out at random.
    const asked = [...byCalm].flatMap(([isCalm, all]) =>
      all.slice(0, -1).map((link, i) => ({ ...link, ease: (isCalm ? 4 : 1) + (i % 2), i })),
    )
    for (const { url, ease, i } of asked)
      await bodyOf(
        world.anyone.post(new URL(url).pathname, {
          answers: [
            { question_id: 'load', value: ease },
            { question_id: 'goals', value: 4 + (i % 2) },
            { question_id: 'recommend', value: 2 * ease },
            {
              question_id: 'more',
              text: `The workload is far too high on ${i} days, and this workload never ends.`,
            },
          ],
        }),
        201,
      )
    await bodyOf(author.post(`${at}/close`))
    await app.due.settle()
    await analysed(author, `${at}/results`)
  }
  clock!.set(new Date(now))
  await app.due.settle()
  return path
}
