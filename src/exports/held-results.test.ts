/** The results of a survey are made once while a caller reads their rows page by page, and are nobody else's. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Results } from '../../contract/collections.ts'
import type { Scope } from '../../contract/scopes.ts'
import type { OrganisationActor, UserActor } from '../actor.ts'
import { heldResults } from './held-results.ts'

const start = new Date('2026-03-02T09:00:00Z')
const later = (seconds: number): Date => new Date(start.getTime() + seconds * 1000)

const program = (scopes: Scope[], resultsTeams: string[] | null = null): OrganisationActor => ({
  kind: 'organisation',
  organisationId: 'org_1',
  applicationId: 'app_1',
  scopes: new Set(scopes),
  resultsTeams,
})
const person: UserActor = {
  kind: 'user',
  organisationId: 'org_1',
  applicationId: 'app_1',
  userId: 'usr_1',
  role: 'member',
  signedInAt: null,
  scopes: new Set<Scope>(['pulses:read']),
}

const empty = (): Results => ({
  state: 'closed',
  results_status: 'available',
  response_summary: {
    recipients: 0,
    responded: 0,
    responded_max: 0,
    response_rate: null,
    absent: 0,
    opted_out: 0,
    unreachable: 0,
    excluded: 0,
    not_counted: 0,
    rounded: false,
  },
  season: null,
  asked: [],
  questions: [],
  teams: [],
  breakdown: null,
})

/** A reader, and how often results were made. */
function counting() {
  const held = heldResults()
  let made = 0
  const read = (actor: OrganisationActor | UserActor, survey: string, now: Date) =>
    held(actor, now)(survey, async () => {
      made++
      return empty()
    })
  return { read, made: () => made }
}

test('the same survey for the same caller is made once in a minute', async () => {
  const { read, made } = counting()
  const first = await read(program(['pulses:read']), 'a', start)
  for (const seconds of [0, 30, 59])
    assert.equal(await read(program(['pulses:read']), 'a', later(seconds)), first)
  assert.equal(made(), 1)
  assert.notEqual(await read(program(['pulses:read']), 'a', later(60)), first)
  assert.equal(made(), 2)
})

test('whoever may read something else gets results of their own', async () => {
  const { read, made } = counting()
  const callers = [
    program(['pulses:read']),
    program(['pulses:read', 'responses:read']),
    program(['pulses:read'], ['tem_1']),
    { ...program(['pulses:read']), applicationId: 'app_2' },
    { ...program(['pulses:read']), organisationId: 'org_2' },
    person,
    { ...person, role: 'analyst' as const },
    { ...person, userId: 'usr_2' },
  ]
  const seen = new Set<Results>()
  for (const caller of callers) seen.add(await read(caller, 'a', start))
  assert.equal(made(), callers.length)
  assert.equal(seen.size, callers.length)
})

test('sixteen surveys are held, those that were read last', async () => {
  const { read, made } = counting()
  for (let i = 0; i < 17; i++) await read(person, `survey ${i}`, start)
  await read(person, 'survey 16', start)
  await read(person, 'survey 1', start)
  assert.equal(made(), 17)
  await read(person, 'survey 0', start)
  assert.equal(made(), 18)
})

test('what could not be made is not held', async () => {
  const held = heldResults()(person, start)
  await assert.rejects(held('a', () => Promise.reject(new Error('no'))))
  assert.equal((await held('a', async () => empty())).state, 'closed')
})
