import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPulse, listPulses, openPulse } from '../contract/pulses.ts'
import { operations } from '../contract/operations.ts'
import { createTeam, listTeams } from '../contract/teams.ts'
import { newWorld } from '../test/support/world.ts'
import { connect, SondeError } from './client.ts'
import { operationTable } from './operations.ts'

test('the client calls operations of the contract with their types', async () => {
  const world = await newWorld()
  const api = connect(world.url, { token: (await world.organisation()).token! })
  const team = await api.call(createTeam, { body: { name: 'Platform' } })
  assert.equal(team.name, 'Platform')
  const again = await api.call(createTeam, { body: { name: 'Core' }, idempotencyKey: 'once' })
  assert.deepEqual(await api.call(createTeam, { body: { name: 'Core' }, idempotencyKey: 'once' }), again)
})

test('the client walks a list page by page', async () => {
  const world = await newWorld()
  const api = connect(world.url, { token: (await world.organisation()).token! })
  for (let i = 0; i < 5; i++) await api.call(createTeam, { body: { name: `Team ${i}` } })
  const names: string[] = []
  for await (const team of api.pages(listTeams, 'teams', { query: { limit: 2 } })) names.push(team.name)
  assert.deepEqual(names.toSorted(), ['Team 0', 'Team 1', 'Team 2', 'Team 3', 'Team 4'])
})

test('a token function is called before every request, also for each page of a list', async () => {
  const world = await newWorld()
  const token = (await world.organisation()).token!
  let calls = 0
  const tokens = ['expired', token]
  const api = connect(world.url, { token: async () => tokens[Math.min(calls++, 1)] })
  const refused = (error: unknown) => error instanceof SondeError && error.status === 401
  await assert.rejects(api.call(createTeam, { body: { name: 'Platform' } }), refused)
  for (const name of ['Platform', 'Core']) await api.call(createTeam, { body: { name } })
  assert.equal(calls, 3)
  assert.equal((await Array.fromAsync(api.pages(listTeams, 'teams', { query: { limit: 1 } }))).length, 2)
  assert.equal(calls, 5)
  assert.equal((await connect(world.url, { token: () => token }).call(listTeams)).teams.length, 2)
})

test('an error is thrown with its code, status and request id', async () => {
  const world = await newWorld()
  const api = connect(world.url, { token: (await world.organisation()).token! })
  const refused = (code: string, status: number) => (error: unknown) =>
    error instanceof SondeError && error.code === code && error.status === status && error.requestId !== null
  const body = { title: 'x', questions: [{ id: 'a', type: 'text' as const, text: 'Why?' }], recipients: {} }
  await assert.rejects(api.call(createPulse, { body }), refused('user_identity_required', 403))
  await assert.rejects(
    api.call(openPulse, { params: { id: 'nonsense' } }),
    refused('user_identity_required', 403),
  )
  await assert.rejects(connect(world.url).call(listPulses), refused('unauthorized', 401))
})

test('an operation can be called by name, with the same types', async () => {
  const world = await newWorld()
  const api = connect(world.url, { token: (await world.organisation()).token! })
  const team = await api.call('createTeam', { body: { name: 'Platform' } })
  assert.equal((await api.call('getTeam', { params: { id: team.id } })).name, 'Platform')
  assert.deepEqual(
    (await Array.fromAsync(api.pages('listTeams', 'teams'))).map(({ id }) => id),
    [team.id],
  )
})

test('the table of names has every operation of the contract', () => {
  assert.deepEqual(
    Object.entries(operationTable).toSorted(),
    operations.map(({ id, method, path }) => [id, `${method} ${path}`]).toSorted(),
  )
})
