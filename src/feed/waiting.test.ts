/** Calls of the feed that wait for an event. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { limits } from '../../contract/limits.ts'
import { type Clockwork, startClockwork } from '../../test/support/clockwork.ts'
import { type Client, newWorld, type World } from '../../test/support/world.ts'
import { recordEvent } from '../events/events.ts'
import { newId } from '../ids.ts'
import { changeByHand } from '../../test/support/by-hand.ts'

const path = '/api/events'
const start = '2026-03-02T09:00:00Z'

let clockwork: Clockwork

before(async () => {
  clockwork = await startClockwork({ alone: true })
})

async function newFeed(): Promise<{ world: World; program: Client }> {
  const { world } = await clockwork.begin(start)
  return { world, program: await world.organisation() }
}

const write = (world: World, i: number): Promise<void> =>
  recordEvent(world.running.db.tx, {
    organisationId: world.organisationId,
    type: 'team.updated',
    payload: { team_id: `tem_${i}` },
    at: new Date(start),
  })

suite('a call that waits', () => {
  test('is answered as soon as an event comes, and only by one that it asks for', async () => {
    const { world, program } = await newFeed()
    const { next_cursor: cursor } = (await program.get(`${path}?start=newest`)).body
    const query = `${path}?wait=30&types=team.updated&cursor=${encodeURIComponent(cursor)}`
    let isAnswered = false
    const waiting = program.get(query).then((reply) => {
      isAnswered = true
      return reply
    })
    await recordEvent(world.running.db.tx, {
      organisationId: world.organisationId,
      type: 'member.updated',
      payload: { member_id: newId('member') },
      at: new Date(start),
    })
    await clockwork.settle()
    await write((await newFeed()).world, 5)
    await clockwork.settle()
    assert.equal(isAnswered, false)
    await write(world, 6)
    await clockwork.settle()
    const { body } = await waiting
    assert.deepEqual(
      body.events.map(({ data }: any) => data.team_id),
      ['tem_6'],
    )
  })

  test('ends without events when its time is over, and never waits behind `start=newest`', async () => {
    const { program } = await newFeed()
    const { next_cursor: cursor } = (await program.get(`${path}?start=newest&wait=30`)).body
    const reply = await program.get(`${path}?wait=1&types=hold.*&cursor=${encodeURIComponent(cursor)}`)
    assert.deepEqual([reply.status, reply.body.events], [200, []])
    for (const wait of ['31', '-1', '1.5', 'x'])
      assert.equal((await program.get(`${path}?wait=${wait}`)).body.code, 'invalid_request', wait)
  })

  test('gets nothing once its token is revoked', async () => {
    const { world, program } = await newFeed()
    const { next_cursor: cursor } = (await program.get(`${path}?start=newest`)).body
    const waiting = program.get(`${path}?wait=30&cursor=${encodeURIComponent(cursor)}`)
    await changeByHand(
      world.running.db,
      { kind: 'application', id: world.application.id },
      { text: "update applications set status = 'revoked' where id = $1", values: [world.application.id] },
    )
    await write(world, 1)
    await clockwork.settle()
    assert.equal((await waiting).body.code, 'invalid_token')
  })

  test('is refused beside twenty of its application, and ends when the service stops', async () => {
    const world = await newWorld({ at: start })
    const program = await world.organisation()
    const { next_cursor: cursor } = (await program.get(`${path}?start=newest`)).body
    const wait = () => program.get(`${path}?wait=30&cursor=${encodeURIComponent(cursor)}`)
    const replies = Array.from({ length: limits.eventsWaitingPerApplicationMax + 1 }, wait)
    const first = await Promise.race(replies)
    assert.deepEqual(
      [first.status, first.body.code, first.headers.get('retry-after')],
      [429, 'rate_limited', '5'],
    )
    await world.running.stop()
    const statuses = (await Promise.all(replies)).map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 200).length, limits.eventsWaitingPerApplicationMax)
  })
})
