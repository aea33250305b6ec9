/**
 * Many events at once to a receiver that fails a tenth of the time, in every way that a receiver fails: each arrives at least once, is sent again
 * only while it was not taken, and `seq` gives the order in which things happened to one object.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answering, type Behaviour, startSending } from '../../test/support/webhook-receiver.ts'

const events = 200
const teams = 20

const failures: readonly Behaviour[] = [
  answering(500),
  // It dies before it answers, and in the middle of its answer.
  (response) => response.destroy(),
  (response) => {
    response.writeHead(200, { 'content-length': '10' })
    response.write('half')
    response.destroy()
  },
  answering(302, { location: 'http://127.0.0.1:1/' }),
  answering(429, { 'retry-after': '1' }),
]

test('a burst to a receiver that fails a tenth of the time loses nothing', async () => {
  const sending = await startSending()
  const { world, program, receiver, path } = await sending.newWebhook()
  const taken = new Map<string, number>()
  let requests = 0
  receiver.behave = (response, { event }) => {
    const fails = ++requests % 10 === 0
    if (fails) return failures[(requests / 10) % failures.length](response, { headers: {}, body: '', event })
    taken.set(event.id, (taken.get(event.id) ?? 0) + 1)
    response.writeHead(204).end()
  }
  const begun = sending.running.clock!.now().getTime()
  for (let i = 0; i < events; i++) await sending.write(world, i % teams, new Date(begun + i))
  // Fifty begin in a second, and what failed is tried again after five.
  for (let round = 0; round < 400 && taken.size < events; round++) {
    await sending.settle()
    sending.running.clock!.advance(round < 8 ? 1_000 : 60_000)
  }
  assert.equal(taken.size, events, 'each arrives')
  assert.ok(requests > events && requests < events * 1.5, `${requests} requests`)
  const again = [...taken.values()].filter((times) => times > 1)
  assert.deepEqual(again, [], 'what was taken is not sent again')

  const token = await world.organisation()
  const { deliveries } = (await token.get(`${path}/deliveries?state=waiting`)).body
  assert.deepEqual(deliveries, [])
  const byTeam = Map.groupBy(
    receiver.received.filter(({ event }) => taken.has(event.id)),
    ({ event }) => event.data.team_id,
  )
  assert.equal(byTeam.size, teams)
  for (const received of byTeam.values()) {
    const sorted = received.map(({ event }) => event).toSorted((one, other) => one.seq - other.seq)
    const times = sorted.map(({ occurred_at }) => Date.parse(occurred_at))
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    )
  }
  assert.equal((await program.get(path)).body.state, 'active')
})
