import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { limits } from '../../contract/limits.ts'
import { type ApplicationActor } from '../actor.ts'
import { Problem } from '../problem.ts'
import { eventStreams, type Look, type Seen, type Streams, type Waits } from './streams.ts'

const actor: ApplicationActor = {
  kind: 'organisation',
  organisationId: 'org_1',
  applicationId: 'app_1',
  scopes: new Set(),
}
const waits: Waits = { lookMs: 20, heartbeatMs: 10_000, stalledMs: 10_000 }

const seen = (data: unknown, more: Partial<Seen> = {}): Seen => ({
  data,
  over: false,
  isVisibleTo: () => true,
  ...more,
})

/** A server on which every request watches the thing that its path names. */
async function serving(waiting: Partial<Waits> = {}) {
  const things = new Map<string, Seen>()
  const looks: number[] = []
  let away = false
  const live = { actor: actor as ApplicationActor | null }
  const warnings: unknown[] = []
  const streams = eventStreams({ warn: (said: unknown) => void warnings.push(said) } as never, {
    ...waits,
    ...waiting,
  })
  const look: Look = async (watched) => {
    looks.push(watched.length)
    if (away) throw new Error('away')
    return new Map(watched.flatMap(({ id }) => (things.has(id) ? [[id, things.get(id)!]] : [])))
  }
  const raws: ServerResponse[] = []
  const server = createServer((request, raw) => {
    raws.push(raw)
    const id = request.url!.slice(1)
    const release = streams.reserve(actor.applicationId)
    raw.writeHead(200)
    const watched = { organisationId: actor.organisationId, id }
    const write = (data: unknown): string => JSON.stringify(data)
    streams.start({ raw, actor, watched, look, write, release, renew: () => live.actor }, things.get(id)!)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    streams.close()
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const open = async (id: string): Promise<IncomingMessage & { said: string }> => {
    const [reply] = (await once(get({ port, path: `/${id}`, agent: false }), 'response')) as [
      IncomingMessage & { said: string },
    ]
    reply.said = ''
    reply.on('data', (chunk: Buffer) => void (reply.said += chunk))
    return reply
  }
  return { things, looks, live, warnings, streams, raws, open, goAway: (gone: boolean) => void (away = gone) }
}

const told = (reply: { said: string }): string[] => reply.said.split('\n\n').filter(Boolean)
const summary = (data: unknown): string => `event: response_summary\ndata: ${JSON.stringify(data)}`

async function until(holds: () => boolean): Promise<void> {
  for (const end = performance.now() + 20_000; !holds();) {
    assert.ok(performance.now() < end, 'never came true')
    await wait(5)
  }
}

test('a state is told at once, then once for each change, and an end', async () => {
  const { things, open, looks } = await serving()
  things.set('a', seen(1))
  const reply = await open('a')
  await until(() => told(reply).length === 2)
  assert.deepEqual(told(reply), ['retry: 2000', summary(1)])
  const before = looks.length
  await until(() => looks.length > before + 3)
  things.set('a', seen(2))
  await until(() => told(reply).length === 3)
  things.set('a', seen(3, { over: true }))
  await once(reply, 'end')
  assert.deepEqual(told(reply).slice(2), [summary(2), summary(3), 'event: end\ndata: 3'])
})

test('what is over is told and ended without a look', async () => {
  const { things, open, looks } = await serving()
  things.set('a', seen(1, { over: true }))
  const reply = await open('a')
  await once(reply, 'end')
  assert.deepEqual(told(reply), ['retry: 2000', summary(1), 'event: end\ndata: 1'])
  await wait(3 * waits.lookMs)
  assert.deepEqual(looks, [])
})

test('many streams are one look, and none when they are gone', async () => {
  const { things, open, looks } = await serving()
  things.set('a', seen(1)).set('b', seen(1))
  const replies = await Promise.all(Array.from({ length: 40 }, (_, at) => open(at % 2 ? 'a' : 'b')))
  await wait(2 * waits.lookMs)
  looks.length = 0
  await wait(10 * waits.lookMs)
  assert.ok(looks.length >= 2 && looks.length <= 12, `${looks.length} looks`)
  assert.deepEqual(new Set(looks), new Set([2]))
  for (const reply of replies) reply.destroy()
  await wait(5 * waits.lookMs)
  looks.length = 0
  await wait(5 * waits.lookMs)
  assert.deepEqual(looks, [])
})

test('who may no longer see it, or bears a token that ended, is told no more', async () => {
  const { things, live, open } = await serving()
  things.set('a', seen(1)).set('b', seen(1)).set('c', seen(1))
  const [hidden, gone, revoked] = await Promise.all([open('a'), open('b'), open('c')])
  things.set('a', seen(2, { isVisibleTo: () => false }))
  things.delete('b')
  await Promise.all([once(hidden, 'end'), once(gone, 'end')])
  live.actor = null
  things.set('c', seen(2))
  await once(revoked, 'end')
  for (const reply of [hidden, gone, revoked]) assert.deepEqual(told(reply), ['retry: 2000', summary(1)])
})

test('streams outlive a database that is away', async () => {
  const { things, open, goAway, warnings } = await serving()
  things.set('a', seen(1))
  const reply = await open('a')
  goAway(true)
  await until(() => warnings.length > 2)
  things.set('a', seen(2))
  goAway(false)
  await until(() => told(reply).length === 3)
  assert.equal(told(reply)[2], summary(2))
})

test('a heartbeat keeps proxies from thinking that nobody is there', async () => {
  const { things, open } = await serving({ heartbeatMs: 50 })
  things.set('a', seen(1))
  const reply = await open('a')
  await until(() => told(reply).length >= 4)
  assert.deepEqual(told(reply).slice(0, 4), ['retry: 2000', summary(1), ':', ':'])
})

test('a slow reader gets the newest state only, and who reads nothing is dropped', async () => {
  const { things, open, raws } = await serving({ stalledMs: 2_000 })
  const large = (n: number) => seen({ n, filler: 'x'.repeat(4_000_000) })
  things.set('a', large(0)).set('b', large(0))
  const [slow, dead] = await Promise.all([open('a'), open('b')])
  const [, deadRaw] = raws
  dead.pause()
  slow.pause()
  for (let n = 1; n < 6; n++) {
    things.set('a', large(n))
    things.set('b', large(n))
    await wait(20)
  }
  slow.resume()
  await until(() => deadRaw.destroyed)
  assert.ok(deadRaw.writableLength < 9_000_000, 'what nobody reads does not pile up')
  await until(() => slow.said.includes('"n":5'))
  assert.ok(told(slow).length < 6, `${told(slow).length} events`)
})

test('places are few, for one application and in all, and are freed', async () => {
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

test('closing ends every stream, and takes no new one', async () => {
  const { things, streams, open } = await serving()
  things.set('a', seen(1))
  const replies = await Promise.all([open('a'), open('a'), open('a')])
  const ended = replies.map((reply) => once(reply, 'end'))
  streams.close()
  await Promise.all(ended)
  assert.throws(() => streams.reserve('app_1'), Problem)
})
