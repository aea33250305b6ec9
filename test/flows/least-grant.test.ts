/** What the interface promises to a program that has exactly `pulses:read teams:read teams:write`, by client credentials. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { answerAt, bodyOf, startClockwork } from '../support/clockwork.ts'
import { activated, instancesOf, weekly } from '../support/recurring.ts'
import { client, links } from '../support/world.ts'

let clockwork: Awaited<ReturnType<typeof startClockwork>>

before(async () => {
  clockwork = await startClockwork({ alone: true })
})

test('a program assigns recipients to a check-in and follows its instances with the three scopes alone', async () => {
  const { world, author } = await clockwork.begin('2026-10-10T00:00:00Z')
  const token = await world.token({
    scopes: ['pulses:read', 'teams:read', 'teams:write'],
    expiresAt: new Date('2100-01-01'),
  })
  const program = client(world.url, token)
  const [team, other] = [await world.team('Asked', 7), await world.team('Added', 6)]
  const { id, path } = await activated(
    author,
    weekly([team.id], { confidentiality: { mode: 'confidential' } }),
  )
  const { check_ins } = await bodyOf(program.get('/api/check-ins'))
  assert.deepEqual(
    check_ins.map((one: any) => one.id),
    [id],
  )
  await bodyOf(program.post(`${path}/recipients`, { team_ids: [other.id] }))
  const { team_ids: asked } = await bodyOf(program.get(`${path}/recipients`))
  assert.deepEqual(asked.toSorted(), [team.id, other.id].toSorted())
  await clockwork.turnTo('2026-10-12T07:00:00Z')
  const [instance] = await instancesOf(program, path)
  const place = `/api/check-in-instances/${instance.id}`
  // One of each team is silent: of a team in which all answer, one answer is left out.
  for (const { member_id: member, url } of await links(author, place))
    if (member !== team.members[0] && member !== other.members[0]) await bodyOf(answerAt(world, url), 201)
  assert.equal((await bodyOf(program.get(place))).state, 'open')
  assert.equal((await bodyOf(program.get(`${place}/response-rate`))).recipients, 13)
  assert.equal((await bodyOf(program.get(`${place}/deliveries`))).deliveries[0].count, 13)
  await bodyOf(author.post(`${place}/close`))
  await clockwork.settle()
  assert.equal((await bodyOf(program.get(place))).state, 'closed')
  assert.equal((await bodyOf(program.get(`${place}/results`))).response_summary.responded, 11)
  const { responses } = await bodyOf(program.get(`/api/teams/${team.id}/responses`))
  assert.deepEqual(
    responses.map((one: any) => one.collection.check_in_instance_id),
    [instance.id],
  )
  // And no more than that.
  for (const refused of [
    await program.post(`${place}/remind`),
    await program.get(`${place}/links`),
    await program.get('/api/actions'),
  ])
    assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_scope'])
})
