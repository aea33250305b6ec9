/** What somebody declined, an agent cannot ask for again for a while; and what has expired nobody has decided. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Scope } from '../../contract/scopes.ts'
import { type Agent, agentOf } from '../../test/support/agent.ts'
import { bodyOf } from '../../test/support/clockwork.ts'
import { agentEntriesAbout, confirm, confirmationOf, expire } from '../../test/support/confirmations.ts'
import { newPeopledWorld, type PeopledWorld } from '../../test/support/people.ts'
import { type Client, pulseDraft } from '../../test/support/world.ts'

let world: PeopledWorld
let author: Client
let teamId: string

before(async () => {
  world = await newPeopledWorld()
  author = await world.user({ id: world.adminId })
  ;({ id: teamId } = await world.team('Platform', 6))
})

const writing: Scope[] = ['pulses:write', 'checkins:write']
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

/** An agent of the admin. @param applicationId  the program that it is; left out: always the same */
const newAgent = async (applicationId?: string): Promise<Agent> =>
  agentOf(
    world.url,
    await world.token({ userId: world.adminId, scopes: writing, ...(applicationId && { applicationId }) }),
  )

const draft = async (): Promise<string> =>
  (await bodyOf(author.post('/api/pulses', pulseDraft([teamId], { channels: ['email'] })), 201)).id

const stateOf = async (id: string): Promise<string> => (await bodyOf(author.get(`/api/pulses/${id}`))).state

test('what was declined is not asked again for a while, and what has expired has to be confirmed again', async () => {
  const agent = await newAgent()
  const id = await draft()
  const call = () => agent.call('ask_people', { pulse_id: id })
  const first = await call()
  await bodyOf(world.admin.post(`${confirmationOf(first)}/decline`))
  assert.equal((await call()).refused.code, 'confirmation_declined')
  await expire(world, first)
  const second = await call()
  assert.notEqual(second.url, first.url)
  await expire(world, second)
  const path = confirmationOf(second)
  const { state, plan_hash } = await bodyOf(world.admin.get(path))
  assert.equal(state, 'expired')
  const tooLate = await world.admin.post(`${path}/confirm`, { plan_hash })
  assert.deepEqual([tooLate.status, tooLate.body.code], [409, 'confirmation_expired'])
  const third = await call()
  const noted = await bodyOf(world.admin.get(path))
  assert.deepEqual([noted.state, noted.decided_at], ['expired', null], 'nobody decided')
  await confirm(world.admin, third)
  await expire(world, third)
  assert.equal((await call()).refused.code, 'confirmation_expired')
  assert.equal(await stateOf(id), 'draft')
  assert.deepEqual(await agentEntriesAbout(world.admin, id), ['agent.declined', 'agent.confirmed'])
  await agent.close()
})

test('after a refusal the same is not asked again by other arguments, and what was confirmed before is done', async () => {
  const agent = await newAgent()
  const [id, other] = [await draft(), await draft()]
  const at = inDays(2)
  const call = (opens_at?: string, pulse_id = id) =>
    agent.call('ask_people', { pulse_id, ...(opens_at !== undefined && { opens_at }) })
  const later = inDays(3)
  const [confirmed, declined] = [await call(later), await call(at)]
  await confirm(world.admin, confirmed)
  await bodyOf(world.admin.post(`${confirmationOf(declined)}/decline`))
  const spellings = [at, at.replace('Z', '+00:00'), new Date(Date.parse(at) + 1).toISOString(), undefined]
  for (const spelling of spellings)
    assert.equal((await call(spelling)).refused.code, 'confirmation_declined', spelling ?? 'now')
  const { id: applicationId } = await bodyOf(
    world.admin.post('/api/applications', { name: 'Other', kind: 'confidential', scopes: writing }),
    201,
  )
  const elsewhere = await newAgent(applicationId)
  assert.equal((await elsewhere.call('ask_people', { pulse_id: id })).status, 'needs_confirmation')
  assert.equal((await call(at, other)).status, 'needs_confirmation')
  assert.deepEqual((await call(later)).state, 'scheduled')
  await Promise.all([agent.close(), elsewhere.close()])

  const open = await draft()
  await bodyOf(author.post(`/api/pulses/${open}/open`))
  const window = await newAgent()
  const extension = await window.call('change_window', {
    collection: open,
    change: 'extend',
    closes_at: inDays(20),
  })
  await bodyOf(world.admin.post(`${confirmationOf(extension)}/decline`))
  const further = { collection: open, change: 'extend', closes_at: inDays(21) }
  assert.equal((await window.call('change_window', further)).refused.code, 'confirmation_declined')
  const closing = await window.call('change_window', { collection: open, change: 'close' })
  assert.equal(closing.status, 'needs_confirmation')
  await expire(world, extension)
  assert.equal((await window.call('change_window', further)).status, 'needs_confirmation')
  await window.close()
})
