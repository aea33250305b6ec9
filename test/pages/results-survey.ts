/**
 * A survey of two weeks for the page of results: five teams of which one is too small, a manager of one of them, what everybody answers.
 * In the second week the tools are better.
 */
import { createAccount } from '../../src/identity/identity.ts'
import { scopeNames } from '../../contract/scopes.ts'
import { registerOwnPages } from '../../src/oauth/oauth.ts'
import { bodyOf } from '../support/clockwork.ts'
import { activated, instancesOf, weekly } from '../support/recurring.ts'
import { analysed } from '../support/story.ts'
import { type Client, client, links, newWorld, type World } from '../support/world.ts'
import type { Site } from './visit.ts'

export const startsAt = '2026-11-08T12:00:00Z'
const mondays = ['2026-11-09T09:30:00Z', '2026-11-16T09:30:00Z']
const expiresAt = new Date('2027-11-08T12:00:00Z')
const password = 'correct horse battery'

const questions = [
  {
    id: 'load',
    type: 'scale',
    text: 'My workload was manageable',
    driver: 'workload',
    labels: ['Not at all', 'Completely'],
  },
  { id: 'tools', type: 'scale', text: 'My tools let me do good work', driver: 'tools' },
  { id: 'recommend', type: 'enps', text: 'Would you recommend Fjordline as a place to work?' },
  { id: 'comment', type: 'text', text: 'What should we know about your week?', intent: 'open' },
]

const answersIn = (week: number, at: number) => [
  { question_id: 'load', value: 2 + (at % 3) },
  { question_id: 'tools', value: week === 0 ? 1 + (at % 3) : 4 + (at % 2) },
  ...(at % 5 === 0 ? [] : [{ question_id: 'recommend', value: at % 11 }]),
  { question_id: 'comment', text: comments[at % comments.length].replace('#', String(at)) },
]

const comments = [
  'The new support desk software is a joy, I find booking # in seconds.',
  'Too many meetings on day #, and I had no time for the work itself.',
  'The workload is too high, # deadlines fell into one week.',
  'Search in the new tool works well, # travellers got quick answers.',
]

export async function newSurvey(site: Site) {
  const { running } = site
  running.clock!.set(startsAt)
  const world = await newWorld({ running })
  await running.db.transaction((tx) => registerOwnPages(tx, site.pages, running.clock!.now()))
  const { userId } = await world.user()
  const author = client(world.url, await world.token({ userId, scopes: scopeNames, expiresAt }))
  const development = await world.team('Development', 14)
  const platform = await world.team('Platform', 13, { parent: development.id })
  const legal = await world.team('Legal', 3, { parent: development.id })
  const support = await world.team('Support', 12)
  const admin = await newAccount(world, { email: world.adminEmail, name: 'Ada Lovelace' })
  const lead = await newLead(world, platform.id)
  const checkIn = await activated(
    author,
    weekly([development.id, support.id], {
      title: 'How was your week?',
      questions,
      confidentiality: { mode: 'anonymous' },
      time_zone: 'Europe/Oslo',
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: '2026-11-09', time: '09:00' },
    }),
  )
  const occurrences: string[] = []
  for (const [week, monday] of mondays.entries()) {
    running.clock!.set(monday)
    await running.app.due.settle()
    const { id } = (await instancesOf(author, checkIn.path)).find(({ state }) => state === 'open')
    occurrences.push(id)
    const path = `/api/check-in-instances/${id}`
    await answer(world, author, path, (at) => answersIn(week, at))
    await bodyOf(author.post(`${path}/close`))
    await analysed(author, `${path}/results`)
  }
  return {
    world,
    author,
    admin,
    lead,
    teams: { development, platform, legal, support },
    checkInId: checkIn.id,
    occurrences,
  }
}

/** All but the last one who is asked answer: of a group in which all do, one answer is left out at random. */
export async function answer(
  world: World,
  author: Client,
  path: string,
  answersOf: (at: number) => unknown,
): Promise<void> {
  const asked = await links(author, path)
  for (const [at, { url }] of asked.slice(0, -1).entries())
    await bodyOf(world.anyone.post(new URL(url).pathname, { answers: answersOf(at) }), 201)
}

type Account = { email: string; name: string; password: string }

async function newAccount(world: World, person: { email: string; name: string }): Promise<Account> {
  const { db, clock } = world.running
  const account = { ...person, password }
  await createAccount(db.tx, account, clock!.now())
  return account
}

/** A person of the directory who manages the team. */
async function newLead(world: World, teamId: string): Promise<Account> {
  const lead = await newAccount(world, { email: `lead-${world.adminEmail}`, name: 'Grace Hopper' })
  const admin = client(world.url, await world.token({ userId: world.adminId, scopes: scopeNames, expiresAt }))
  const { id } = await bodyOf(admin.post('/api/members', { name: lead.name, email: lead.email }), 201)
  await bodyOf(admin.post(`/api/teams/${teamId}/members/${id}`, { role: 'manager' }))
  return lead
}
