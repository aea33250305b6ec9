import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { limits } from '../../contract/limits.ts'
import type { ApplicationActor } from '../actor.ts'
import { Problem } from '../problem.ts'
import { atEndOf } from '../../test/support/endings.ts'
import { eventStreams, type ReadStates, type TargetState, type Streams, type Waits } from './streams.ts'

const actor: ApplicationActor = {
  kind: 'organisation',
  organisationId: 'org_1',
  applicationId: 'app_1',
  scopes: new Set(),
}
const waits: Waits = { readMs: 20, heartbeatMs: 10_000, stalledMs: 10_000 }

const stateOf = (data: unknown, more: Partial<TargetState> = {}): TargetState => ({
  data,
  over: false,
  isVisibleTo: () => true,
  ...more,
})

/** A server on which every request watches the target that its path names. */
async function startStreams(waiting: Partial<Waits> = {}) {
  const states = new Map<string, TargetState>()
  const reads: number[] = []
  let isAway = false
  const live = { actor: actor as ApplicationActor | null }
  const warnings: unknown[] = []
  const streams = eventStreams({ warn: (entry: unknown) => void warnings.push(entry) } as never, {
    ...waits,
    ...waiting,
  })
  const read: ReadStates = async (targets) => {
    reads.push(targets.length)
    if (isAway) throw new Error('away')
    return new Map(targets.flatMap(({ id }) => (states.has(id) ? [[id, states.get(id)!]] : [])))
  }
  const raws = new Map<string, ServerResponse>()
  const server = createServer((request, raw) => {
    const id = request.url!.slice(1)
    raws.set(id, raw)
    const release = streams.reserve(actor.applicationId)
    raw.writeHead(200)
    const target = { organisationId: actor.organisationId, id }
    const write = (data: unknown): string => JSON.stringify(data)
    streams.start({ raw, actor, target, read, write, release, renew: () => live.actor }, states.get(id)!)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEndOf('file', () => {
    streams.close()
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const open = async (id: string): Promise<IncomingMessage & { text: string }> => {
    const [reply] = (await once(get({ port, path: `/${id}`, agent: false }), 'response')) as [
      IncomingMessage & { text: string },
    ]
    reply.text = ''
    reply.setEncoding('utf8').on('data', (chunk: string) => void (reply.text += chunk))
    return reply
  }
  return {
    states,
    reads,
    live,
    warnings,
    streams,
    raws,
    open,
    goAway: (gone: boolean) => void (isAway = gone),
  }
}

const eventsOf = (reply: { text: string }): string[] => reply.text.split('\n\n').filter(Boolean)
const summary = (data: unknown): string => `event: response_summary\ndata: ${JSON.stringify(data)}`

async function until(holds: () => boolean): Promise<void> {
  for (const end = performance.now() + 20_000; !holds();) {
    assert.ok(performance.now() < end, 'never came true')
    await wait(5)
  }
}

test('a state is sent at once, then once for each change, and an end', async () => {
  const { states, open, reads } = await startStreams()
  states.set('a', stateOf(1))
  const reply = await open('a')
  await until(() => eventsOf(reply).length === 2)
  assert.deepEqual(eventsOf(reply), ['retry: 2000', summary(1)])
  const before = reads.length
  await until(() => reads.length > before + 3)
  states.set('a', stateOf(2))
  await until(() => eventsOf(reply).length === 3)
  states.set('a', stateOf(3, { over: true }))
  await once(reply, 'end')
  assert.deepEqual(eventsOf(reply).slice(2), [summary(2), summary(3), 'event: end\ndata: 3'])
})

test('a final state is sent and the stream ended without another read', async () => {
  const { states, open, reads } = await startStreams()
  states.set('a', stateOf(1, { over: true }))
  const reply = await open('a')
  await once(reply, 'end')
  assert.deepEqual(eventsOf(reply), ['retry: 2000', summary(1), 'event: end\ndata: 1'])
  await wait(3 * waits.readMs)
  assert.deepEqual(reads, [])
})

test('many streams share one read, and nothing is read when they are gone', async () => {
  const { states, open, reads } = await startStreams()
  states.set('a', stateOf(1)).set('b', stateOf(1))
  const replies = await Promise.all(Array.from({ length: 40 }, (_, at) => open(at % 2 ? 'a' : 'b')))
  await wait(2 * waits.readMs)
  reads.length = 0
  await wait(10 * waits.readMs)
  assert.ok(reads.length >= 2 && reads.length <= 12, `${reads.length} reads`)
  assert.deepEqual(new Set(reads), new Set([2]))
  for (const reply of replies) reply.destroy()
  await wait(5 * waits.readMs)
  reads.length = 0
  await wait(5 * waits.readMs)
  assert.deepEqual(reads, [])
})

test('a viewer who may no longer see the target, or whose token ended, gets nothing more', async () => {
  const { states, live, open } = await startStreams()
  states.set('a', stateOf(1)).set('b', stateOf(1)).set('c', stateOf(1))
  const [hidden, gone, revoked] = await Promise.all([open('a'), open('b'), open('c')])
  states.set('a', stateOf(2, { isVisibleTo: () => false }))
  states.delete('b')
  await Promise.all([once(hidden, 'end'), once(gone, 'end')])
  live.actor = null
  states.set('c', stateOf(2))
  await once(revoked, 'end')
  for (const reply of [hidden, gone, revoked]) assert.deepEqual(eventsOf(reply), ['retry: 2000', summary(1)])
})

test('streams stay open while the database is unavailable', async () => {
  const { states, open, goAway, warnings } = await startStreams()
  states.set('a', stateOf(1))
  const reply = await open('a')
  goAway(true)
  await until(() => warnings.length > 2)
  states.set('a', stateOf(2))
  goAway(false)
  await until(() => eventsOf(reply).length === 3)
  assert.equal(eventsOf(reply)[2], summary(2))
})

test('a heartbeat keeps proxies from closing a quiet stream', async () => {
  const { states, open } = await startStreams({ heartbeatMs: 50 })
  states.set('a', stateOf(1))
  const reply = await open('a')
  await until(() => eventsOf(reply).length >= 4)
  assert.deepEqual(eventsOf(reply).slice(0, 4), ['retry: 2000', summary(1), ':', ':'])
})

const large = (n: number) => stateOf({ n, filler: 'x'.repeat(4_000_000) })

test('a slow reader gets only the newest state', async () => {
  const { states, open } = await startStreams()
  states.set('a', large(0))
  const slow = await open('a')
  slow.pause()
  for (let n = 1; n < 6; n++) {
    states.set('a', large(n))
    await wait(20)
  }
  slow.resume()
  await until(() => slow.text.includes('"n":5'))
  assert.ok(eventsOf(slow).length < 6, `${eventsOf(slow).length} events`)
})

test('a reader that reads nothing is dropped, and what it has not read does not pile up', async () => {
  const { states, open, raws } = await startStreams({ stalledMs: 300 })
  states.set('b', large(0))
  const dead = await open('b')
  const raw = raws.get('b')!
  dead.pause()
  for (let n = 1; n < 6; n++) {
    states.set('b', large(n))
    await wait(20)
  }
  await until(() => raw.destroyed)
  assert.ok(raw.writableLength < 9_000_000, String(raw.writableLength))
})

test('streams are limited for each application and in all, and a closed one frees its place', async () => {
  const streams: Streams = eventStreams({ warn: () => {} } as never)
  const refusal = (application: string): string => {
    try {
      streams.reserve(application)()
    } catch (error) {
      assert.ok(error instanceof Problem && error.extra.headers!['retry-after'])
      return error.code
    }
    return 'a place'
  }
  const take = (application: string): (() => void)[] =>
    Array.from({ length: limits.liveStreamsPerApplicationMax }, () => streams.reserve(application))
  const first = take('a')
  assert.deepEqual([refusal('a'), refusal('b')], ['rate_limited', 'a place'])
  first[0]()
  first[0]()
  assert.equal(refusal('a'), 'a place')
  streams.reserve('a')
  assert.equal(refusal('a'), 'rate_limited')
  for (let at = limits.liveStreamsPerApplicationMax; at < limits.liveStreamsMax; at += first.length)
    take(`b${at}`)
  assert.equal(refusal('c'), 'unavailable')
  for (const free of first.slice(1)) free()
  assert.equal(refusal('c'), 'a place')
})

test('closing ends every stream and refuses new ones', async () => {
  const { states, streams, open } = await startStreams()
  states.set('a', stateOf(1))
  const replies = await Promise.all([open('a'), open('a'), open('a')])
  const ended = replies.map((reply) => once(reply, 'end'))
  streams.close()
  await Promise.all(ended)
  assert.throws(() => streams.reserve('app_1'), Problem)
})
