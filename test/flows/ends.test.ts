/** What has ended is not kept forever: invitations, changes of address and privacy requests, by the clock (docs/guides/retention.md). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../contract/limits.ts'
import { bodyOf } from '../support/clockwork.ts'
import { newHouse, startService } from '../support/sign-in-organisation.ts'

const dayMs = 86_400_000

test('invitations, changes of address and privacy requests go some time after they ended, and none before', async () => {
  const world = await newHouse(await startService())
  const { running } = world
  const adder = await world.user({ id: world.adminId })
  const memberOf = (name: string) =>
    bodyOf(adder.post('/api/members', { name, email: `${name}@test.example` }), 201)
  const [ada, bob] = [await memberOf('ada'), await memberOf('bob')]
  const invite = (email: string) =>
    bodyOf(world.admin.post('/api/invitations', { email, role: 'member' }), 201)
  const ended = await invite('ended@test.example')
  await bodyOf(world.admin.post(`/api/invitations/${ended.id}/revoke`))
  await invite('expiring@test.example')
  const request = { kind: 'access', member_id: ada.id }
  const { id } = await bodyOf(world.admin.post('/api/privacy-requests', request), 201)
  await bodyOf(world.admin.post(`/api/privacy-requests/${id}/cancel`))
  await bodyOf(world.admin.post('/api/privacy-requests', { ...request, member_id: bob.id }), 201)
  for (const email of ['new-ada@test.example', 'ada@test.example'])
    await bodyOf(adder.patch(`/api/members/${ada.id}`, { email }))

  const counts = async (): Promise<Record<string, number>> => {
    await running.app.due.settle()
    const { rows } = await running.db.pool.query(
      `select (select count(*)::int from invitations where organisation_id = $1) as invitations,
              (select count(*)::int from address_changes where organisation_id = $1) as addresses,
              (select count(*)::int from privacy_requests where organisation_id = $1) as requests`,
      [world.organisationId],
    )
    return rows[0]
  }
  const after = (days: number) => {
    running.clock!.advance(days * dayMs)
    return counts()
  }
  assert.deepEqual(await counts(), { invitations: 2, addresses: 1, requests: 2 })
  assert.deepEqual(await after(limits.invitationsKeptDays - 1), { invitations: 2, addresses: 1, requests: 2 })
  assert.deepEqual(await after(2), { invitations: 1, addresses: 0, requests: 2 }, 'one expired a week later')
  assert.deepEqual(await after(8), { invitations: 0, addresses: 0, requests: 2 })
  const rest = limits.privacyRequestsKeptDays - limits.invitationsKeptDays
  assert.deepEqual(await after(rest), { invitations: 0, addresses: 0, requests: 1 }, 'one has not ended')
})
