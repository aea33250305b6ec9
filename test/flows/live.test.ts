/** Live state: what a client that follows a pulse or an instance receives, when, and what it never receives. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { limits } from '../../contract/limits.ts'
import { run, sql } from '../../src/db/db.ts'
import { sha256 } from '../../src/ids.ts'
import { follow, type Following } from '../support/follow.ts'
import { startApp } from '../support/start.ts'
import { type Client, client, links, newWorld, pulseDraft, type Reply, type World } from '../support/world.ts'
import { stepsOf } from '../support/steps.ts'
import { hangMs } from '../support/cpu.ts'

let world: World
let author: Client & { userId: string }
const opened: Following[] = []

async function watch(path: string, as: Client = author): Promise<Following> {
  const following = await follow(`${world.url}${path}/live`, as.token)
  opened.push(following)
  return following
}

async function done(promise: Promise<Reply>): Promise<any> {
  const reply = await promise
  assert.ok(reply.status < 300, JSON.stringify(reply.body))
  return reply.body
}

/** With a token that expires soon, and not before the stream has begun: a busy machine may take long to begin it. */
async function watchShortly(path: string): Promise<Following> {
  for (let ms = 1_500; ; ms *= 2) {
    const token = await world.token({ scopes: ['pulses:read'], expiresAt: new Date(Date.now() + ms) })
    const live = await watch(path, client(world.url, token))
    if (live.status === 200) return live
    assert.ok(ms < hangMs, `a token of ${ms} ms is refused with ${live.status}`)
  }
}

let teams = 0

async function draft(people: number, more: object = {}): Promise<string> {
  const team = await world.team(`Watched ${++teams}`, people)
  return `/api/pulses/${(await done(author.post('/api/pulses', pulseDraft([team.id], { ...more })))).id}`
}

async function open(people: number, more: object = {}): Promise<{ path: string; urls: string[] }> {
  const path = await draft(people, more)
  await done(author.post(`${path}/open`))
  return { path, urls: (await links(author, path)).map(({ url }) => new URL(url).pathname) }
}

const answer = (url: string): Promise<{ receipt: string }> =>
  done(world.anyone.post(url, { answers: [{ question_id: 'calm', value: 4 }] }))

const responded = ({ events }: Following): number[] =>
  events
    .filter(({ event }) => event === 'response_summary')
    .map(({ data }) => data.response_summary.responded)

/** A read every 0.9 s; the rest is for a busy machine. */
const soonMs = 1_500

suite('live state', () => {
  before(async () => {
    world = await newWorld()
    author = await world.user()
  })
  after(() => opened.forEach((following) => following.stop()))

  test('each answer of an attributed pulse is sent within a second, with the same figures as a read', async () => {
    // A machine that is busy delays some; a stream that is read more rarely is late in every attempt.
    for (let attempt = 1; ; attempt++) {
      const latest = Math.max(...(await delaysMs()))
      if (latest < soonMs) return
      assert.ok(attempt < 4, `after ${Math.round(latest)} ms`)
    }
  })

  /** How long after each of five answers the stream tells of it. */
  async function delaysMs(): Promise<number[]> {
    const { path, urls } = await open(5, { confidentiality: { mode: 'attributed' } })
    const live = await watch(path)
    assert.deepEqual(
      ['content-type', 'cache-control', 'x-accel-buffering'].map((name) => live.headers.get(name)),
      ['text/event-stream; charset=utf-8', 'no-store', 'no'],
    )
    await live.until(({ data }) => data.response_summary.responded === 0)
    const delays: number[] = []
    for (const [before, url] of urls.entries()) {
      await answer(url)
      const at = performance.now()
      const told = await live.until(({ data }) => data.response_summary.responded === before + 1)
      delays.push(told.at - at)
      const { state, results_status, response_summary } = await done(author.get(path))
      assert.deepEqual(told.data, { state, results_status, response_summary })
    }
    return delays
  }

  test('an anonymous pulse moves in steps of k_rate, and nothing is sent in between', async () => {
    const { path, urls } = await open(13)
    const live = await watch(path)
    const receipts: string[] = []
    const { told, step } = await stepsOf(world.running, path.split('/')[3])
    for (const [before, url] of urls.slice(0, 12).entries()) {
      receipts.push((await answer(url)).receipt)
      const now = told(before + 1)
      if (now === told(before)) continue
      await live.until(({ data }) => data.response_summary.responded === now)
      // Two looks on which nothing has changed, or fewer than a step has.
      await wait(2_000)
      assert.equal(live.events.length, 1 + now / step)
    }
    assert.deepEqual(
      responded(live),
      [0, 5, 10].filter((count) => count <= told(12)),
    )
    await wait(2_000)
    assert.ok(live.events.every(({ data }) => data.response_summary.rounded))
    assert.equal((await done(author.get(path))).response_summary.responded, told(12))
    await done(world.anyone.delete(`/receipts/${receipts[0]}`))
    assert.equal((await done(author.get(path))).response_summary.responded, told(11))
  })

  test('a stream ends when the pulse is closed and analysed, with the final figures', async () => {
    const { path, urls } = await open(7)
    for (const url of urls.slice(0, 6)) await answer(url)
    const { told } = await stepsOf(world.running, path.split('/')[3])
    const live = await watch(path)
    await live.until(({ data }) => data.response_summary.responded === told(6))
    await done(author.post(`${path}/close`))
    await live.ended
    const last = live.events.at(-1)!
    const { state, results_status, response_summary } = await done(author.get(path))
    assert.deepEqual([last.event, last.data], ['end', { state, results_status, response_summary }])
    assert.deepEqual([state, results_status, response_summary.responded], ['closed', 'available', 6])
    const again = await watch(path)
    await again.ended
    assert.deepEqual(
      again.events.map(({ event, data }) => [event, data]),
      [
        ['response_summary', last.data],
        ['end', last.data],
      ],
    )
  })

  test('a draft can be watched until it opens, or is gone', async () => {
    const [opening, vanishing] = [await draft(5), await draft(5)]
    const [live, gone] = [await watch(opening), await watch(vanishing)]
    assert.deepEqual((await live.until(() => true)).data, {
      state: 'draft',
      results_status: 'pending',
      response_summary: null,
    })
    await done(author.delete(vanishing))
    await gone.ended
    assert.deepEqual(
      gone.events.map(({ event }) => event),
      ['response_summary'],
    )
    await done(author.post(`${opening}/open`))
    assert.equal((await live.until(({ data }) => data.state === 'open')).data.response_summary.recipients, 5)
    await done(author.post(`${opening}/cancel`))
    await live.ended
    assert.deepEqual([live.events.at(-1)!.event, live.events.at(-1)!.data.state], ['end', 'cancelled'])
  })

  test('a pulse that becomes private is from then on sent to its author alone', async () => {
    const path = await draft(5)
    const [own, others] = [await watch(path), await watch(path, await world.organisation(['pulses:read']))]
    await others.until(() => true)
    await done(author.patch(path, { visibility: 'private' }))
    await done(author.post(`${path}/open`))
    await own.until(({ data }) => data.state === 'open')
    await others.ended
    assert.deepEqual(
      others.events.map(({ data }) => data.state),
      ['draft'],
    )
  })

  test('an instance is watched like a pulse', async () => {
    const team = await world.team('Weekly', 5)
    const weekly = {
      ...pulseDraft([team.id], { topic: undefined, confidentiality: { mode: 'attributed' } }),
      recurrence: { rrule: 'FREQ=WEEKLY', starts_on: '2031-01-06' },
    }
    const { id } = await done(author.post('/api/check-ins', weekly))
    await done(author.post(`/api/check-ins/${id}/activate`))
    const { check_in_instances: planned } = await done(author.get(`/api/check-ins/${id}/instances`))
    const path = `/api/check-in-instances/${planned[0].id}`
    const live = await watch(path, await world.organisation(['checkins:read']))
    assert.deepEqual((await live.until(() => true)).data, {
      state: 'scheduled',
      results_status: 'pending',
      response_summary: null,
    })
    await done(author.post(`${path}/open`))
    await live.until(({ data }) => data.state === 'open')
    const [{ url }] = await links(author, path)
    await answer(new URL(url).pathname)
    await live.until(({ data }) => data.response_summary?.responded === 1)
    await done(author.post(`${path}/close`))
    await live.ended
    const { state, results_status, response_summary } = await done(author.get(path))
    assert.deepEqual(
      [live.events.at(-1)!.event, live.events.at(-1)!.data],
      ['end', { state, results_status, response_summary }],
    )
  })

  test('nobody can follow what they may not read', async () => {
    const { path } = await open(5, { visibility: 'private' })
    const other = await newWorld()
    const callers: [Client, number][] = [
      [author, 200],
      [await world.user(), 404],
      [await world.organisation(), 404],
      [await other.user(), 404],
      [await world.user({ id: author.userId, scopes: ['checkins:read', 'insights:read'] }), 403],
      [world.anyone, 401],
    ]
    for (const [caller, status] of callers) assert.equal((await watch(path, caller)).status, status)
    const url = `${world.url}${path}/live`
    const head = await fetch(url, { method: 'HEAD', headers: { authorization: `Bearer ${author.token}` } })
    assert.deepEqual([head.status, await head.text()], [200, ''])
  })

  test('a stream ends with its token: revoked, expired, or of a disabled user', async () => {
    const { path, urls } = await open(5, { confidentiality: { mode: 'attributed' } })
    const user = await world.user()
    const token = await world.token({ scopes: ['pulses:read'] })
    const { tx } = world.running.db
    const [stays, ...ending] = await Promise.all([
      ...[author, user, client(world.url, token)].map((one) => watch(path, one)),
      watchShortly(path),
    ])
    await run(tx, sql`update access_tokens set revoked_at = now() where token_sha256 = ${sha256(token)}`)
    await run(tx, sql`update users set status = 'disabled' where id = ${user.userId}`)
    const began = performance.now()
    await Promise.all(ending.map((live) => live.ended))
    assert.ok(performance.now() - began < hangMs)
    assert.ok(!stays.isOver())
    await answer(urls[0])
    await stays.until(({ data }) => data.response_summary.responded === 1)
    assert.ok(ending.every((live) => live.events.length === 1))
  })

  test('two hundred streams cost the statements of one, and one more is refused', async () => {
    const { path, urls } = await open(5, { confidentiality: { mode: 'attributed' } })
    const { pool } = world.running.db
    let statements = 0
    const count = (): void => void statements++
    const countedOver = async (ms: number): Promise<number> => {
      statements = 0
      await wait(ms)
      return statements
    }
    pool.on('acquire', count)
    const first = await watch(path)
    const few = await countedOver(3_000)
    const rest = await Promise.all(
      Array.from({ length: limits.liveStreamsPerApplicationMax }, () => watch(path)),
    )
    const held = rest.filter(({ status }) => status === 200)
    const refused = rest.filter(({ status }) => status !== 200)
    // Streams of the tests above may still be held.
    assert.ok(held.length > 150 && refused.length > 0, `${held.length} held`)
    for (const { status, body, headers } of refused)
      assert.deepEqual([status, body.code, headers.get('retry-after')], [429, 'rate_limited', '5'])
    const many = await countedOver(3_000)
    pool.off('acquire', count)
    // Even one statement for each stream would be as many as there are streams; other work of the server varies by a few.
    assert.ok(many - few < held.length / 2, `${few} statements for one stream, ${many} for ${held.length}`)
    await answer(urls[0])
    await Promise.all(
      [first, ...held].map((live) => live.until(({ data }) => data.response_summary.responded === 1)),
    )
    for (const live of held) live.stop()
    await wait(500)
    assert.equal((await watch(path)).status, 200)
  })

  test('a server that stops ends its streams, and they do not delay it', async () => {
    const running = await startApp()
    const there = await newWorld({ running })
    const user = await there.user()
    const team = await there.team('Everyone', 5)
    const { id } = await done(user.post('/api/pulses', pulseDraft([team.id])))
    const live = await follow(`${there.url}/api/pulses/${id}/live`, user.token)
    await live.until(() => true)
    const began = performance.now()
    await Promise.all([running.stop(), live.ended])
    assert.ok(performance.now() - began < hangMs)
    assert.equal(live.events.length, 1)
  })
})
