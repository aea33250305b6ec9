/** What the clock does by itself, with a clock turned by hand. `settle()` is one look of a worker at what is due. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { scopeNames } from '../../contract/scopes.ts'
import { planNext } from '../../src/checkins/planning.ts'
import { lockCheckInOf } from '../../src/checkins/store.ts'
import { many, sql } from '../../src/db/db.ts'
import { type Running, startApp } from '../support/start.ts'
import { type Client, client, eventually, links, newWorld, pulseDraft, type World } from '../support/world.ts'

let running: Running
let other: Running

before(async () => {
  running = await startApp({ at: '2026-01-01T00:00:00Z' })
  other = await startApp({ at: '2026-01-01T00:00:00Z', database: running.db.connection })
})

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const settle = () => running.app.due.settle()

/** Sets the clocks of all workers, and lets one of them look. */
async function turnTo(at: string | number): Promise<void> {
  for (const node of [running, other]) node.clock!.set(new Date(at))
  await settle()
}

/** An organisation of the test's own, with an author whose token outlives whatever the clock does. */
async function begin(at: string): Promise<{ world: World; author: Client }> {
  await turnTo(at)
  const world = await newWorld({ running })
  const { userId } = await world.user()
  const token = await world.token({ userId, scopes: scopeNames, expiresAt: new Date('2100-01-01') })
  return { world, author: client(running.url, token) }
}

async function made(promise: Promise<{ status: number; body: any }>, status = 200): Promise<any> {
  const reply = await promise
  assert.equal(reply.status, status, JSON.stringify(reply.body))
  return reply.body
}

const answerAt = (world: World, url: string) =>
  world.anyone.post(new URL(url).pathname, { answers: [{ question_id: 'calm', value: 4 }] })

const weekly = (teamIds: string[], more: Record<string, unknown> = {}) => ({
  title: 'Weekly',
  questions: [{ id: 'calm', type: 'scale', text: 'I could work calmly', min: 1, max: 5 }],
  recipients: { team_ids: teamIds },
  confidentiality: { mode: 'confidential' },
  channels: ['link'],
  time_zone: 'Europe/Berlin',
  recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: '2026-10-12', time: '09:00' },
  window: 'P2D',
  ...more,
})

async function activated(author: Client, draft: object): Promise<{ id: string; path: string }> {
  const { id } = await made(author.post('/api/check-ins', draft), 201)
  await made(author.post(`/api/check-ins/${id}/activate`))
  return { id, path: `/api/check-ins/${id}` }
}

/** Oldest first. */
const instancesOf = async (author: Client, path: string): Promise<any[]> =>
  (await made(author.get(`${path}/instances?limit=200`))).check_in_instances.toSorted((a: any, b: any) =>
    a.local_date < b.local_date ? -1 : 1,
  )

const told = async (author: Client, path: string): Promise<string[]> =>
  (await instancesOf(author, path)).map((one) =>
    [one.local_date, one.state, one.reason].filter(Boolean).join(' '),
  )

const eventsOf = (checkInId: string): Promise<{ type: string; count: number }[]> =>
  many(
    running.db.tx,
    sql`
      select type, count(*) as count
      from events
      where payload ->> 'check_in_id' = ${checkInId}
      group by type
      order by type`,
  )

test('a scheduled pulse opens and closes by the clock, and then takes no answer', async () => {
  const { world, author } = await begin('2026-02-02T08:00:00Z')
  const team = await world.team('Everyone', 6)
  const draft = pulseDraft([team.id], {
    opens_at: '2026-02-02T09:00:00Z',
    closes_at: '2026-02-03T09:00:00Z',
    confidentiality: { mode: 'confidential' },
  })
  const { id } = await made(author.post('/api/pulses', draft), 201)
  const path = `/api/pulses/${id}`
  await made(author.post(`${path}/schedule`))
  await turnTo('2026-02-02T08:59:59Z')
  assert.equal((await author.get(path)).body.state, 'scheduled')
  await turnTo('2026-02-02T09:00:00Z')
  const open = await made(author.get(path))
  assert.deepEqual([open.state, open.opened_at], ['open', '2026-02-02T09:00:00Z'])

  const [late, ...inTime] = await links(author, path)
  for (const { url } of inTime) await made(answerAt(world, url), 201)
  // Its time is over before any worker has looked: the answer is late all the same.
  running.clock!.set('2026-02-03T09:00:00Z')
  const refused = await answerAt(world, late.url)
  assert.deepEqual([refused.status, refused.body.code], [409, 'collection_closed'])
  await settle()
  const closed = await made(author.get(path))
  assert.deepEqual(
    [closed.state, closed.closed_at, closed.response_summary.responded],
    ['closed', '2026-02-03T09:00:00Z', 5],
  )
  assert.equal((await answerAt(world, late.url)).body.code, 'collection_closed')
})

test('a scheduled pulse that slept through its end, or finds nobody, is called off with the reason', async () => {
  const { world, author } = await begin('2026-02-09T08:00:00Z')
  const team = await world.team('Few', 1)
  const schedule = async (closesAt: string) => {
    const draft = pulseDraft([team.id], { opens_at: '2026-02-10T08:00:00Z', closes_at: closesAt })
    const { id } = await made(author.post('/api/pulses', draft), 201)
    await made(author.post(`/api/pulses/${id}/schedule`))
    return id as string
  }
  const [ended, empty] = [await schedule('2026-02-11T08:00:00Z'), await schedule('2026-03-11T08:00:00Z')]
  await made(author.patch(`/api/members/${team.members[0]}`, { status: 'deactivated' }))
  await turnTo('2026-02-12T08:00:00Z')
  const reasons = await many<{ id: string; reason: string }>(
    running.db.tx,
    sql`
      select payload ->> 'pulse_id' as id, payload ->> 'reason' as reason
      from events
      where type = 'pulse.cancelled'
        and payload ->> 'pulse_id' in (${ended}, ${empty})`,
  )
  assert.deepEqual(Object.fromEntries(reasons.map((row) => [row.id, row.reason])), {
    [ended]: 'its end had passed',
    [empty]: 'there was nobody to ask',
  })
  assert.equal((await author.get(`/api/pulses/${ended}`)).body.state, 'cancelled')
})

test('auto_close closes with the last answer of those whom it reached', async () => {
  const { world, author } = await begin('2026-02-16T08:00:00Z')
  const team = await world.team('Reached', 6)
  await made(author.post('/api/members', { name: 'Without address', team_ids: [team.id] }), 201)
  const draft = pulseDraft([team.id], { auto_close: true, channels: ['email'] })
  const { id } = await made(author.post('/api/pulses', draft), 201)
  const path = `/api/pulses/${id}`
  const before = new Set(await readdir(running.outbox).catch(() => []))
  const opened = await made(author.post(`${path}/open`))
  assert.deepEqual([opened.response_summary.recipients, opened.response_summary.unreachable], [7, 1])
  await settle()
  const files = (await readdir(running.outbox)).filter((file) => !before.has(file))
  assert.equal(files.length, 6)
  for (const [index, file] of files.entries()) {
    await settle()
    assert.equal((await author.get(path)).body.state, 'open', `after ${index} answers`)
    const { link } = JSON.parse(await readFile(join(running.outbox, file), 'utf8'))
    await made(answerAt(world, link), 201)
  }
  await settle()
  const closed = await made(author.get(path))
  assert.equal(closed.state, 'closed')
  assert.deepEqual(closed.response_summary, {
    recipients: 7,
    responded: 6,
    response_rate: 1,
    unreachable: 1,
    rounded: false,
  })
})

test('a weekly check-in asks once a week at the same hour on the wall, through the change of clocks', async () => {
  const { world, author } = await begin('2026-10-10T00:00:00Z')
  const team = await world.team('Weekly', 6)
  const { id, path } = await activated(author, weekly([team.id]))
  assert.deepEqual(await told(author, path), ['2026-10-12 scheduled'])
  for (
    let at = Date.parse('2026-10-10T00:00:00Z');
    at < Date.parse('2026-11-14T00:00:00Z');
    at += 12 * hourMs
  ) {
    await turnTo(at + hourMs)
    for (const one of await instancesOf(author, path))
      if (one.state === 'open' && one.response_summary.responded === 0)
        for (const { url } of await links(author, `/api/check-in-instances/${one.id}`))
          await made(answerAt(world, url), 201)
  }
  const seen = await instancesOf(author, path)
  assert.deepEqual(
    seen.map((one) => [one.local_date, one.state, one.opens_at, one.closes_at]),
    [
      ['2026-10-12', 'closed', '2026-10-12T07:00:00Z', '2026-10-14T07:00:00Z'],
      ['2026-10-19', 'closed', '2026-10-19T07:00:00Z', '2026-10-21T07:00:00Z'],
      // Clocks went back on the 25th.
      ['2026-10-26', 'closed', '2026-10-26T08:00:00Z', '2026-10-28T08:00:00Z'],
      ['2026-11-02', 'closed', '2026-11-02T08:00:00Z', '2026-11-04T08:00:00Z'],
      ['2026-11-09', 'closed', '2026-11-09T08:00:00Z', '2026-11-11T08:00:00Z'],
      ['2026-11-16', 'scheduled', '2026-11-16T08:00:00Z', '2026-11-18T08:00:00Z'],
    ],
  )
  assert.deepEqual(
    await eventsOf(id).then((rows) => rows.filter((row) => row.type !== 'insight.ready')),
    [
      { type: 'check_in_instance.closed', count: 5 },
      { type: 'check_in_instance.opened', count: 5 },
      { type: 'check_in_instance.scheduled', count: 6 },
      { type: 'check_in.activated', count: 1 },
    ].toSorted((a, b) => (a.type < b.type ? -1 : 1)),
  )
  for (const one of seen.slice(0, 5)) {
    const results = await eventually(
      () => author.get(`/api/check-in-instances/${one.id}/results`),
      (reply) => reply.body.results_status === 'available',
    )
    assert.equal(results.body.questions[0].n, 6)
  }
})

test('two workers that look at once make nothing twice', async () => {
  const { world, author } = await begin('2026-10-10T00:00:00Z')
  const team = await world.team('Weekly', 5)
  const draft = weekly([team.id], { channels: ['email'] })
  const checkIns = await Promise.all(Array.from({ length: 4 }, () => activated(author, draft)))
  const outboxes = async () =>
    (await Promise.all([running, other].map((node) => readdir(node.outbox).catch(() => [])))).flat()
  const before = (await outboxes()).length
  for (const at of ['2026-10-12T07:00:00Z', '2026-10-14T07:00:00Z', '2026-10-19T07:00:00Z']) {
    for (const node of [running, other]) node.clock!.set(at)
    await Promise.all([running, other, running, other].map((node) => node.app.due.settle()))
  }
  for (const { id, path } of checkIns) {
    assert.deepEqual(await told(author, path), [
      '2026-10-12 closed',
      '2026-10-19 open',
      '2026-10-26 scheduled',
    ])
    assert.deepEqual(
      (await eventsOf(id)).map(({ type, count }) => `${type} ${count}`),
      [
        'check_in_instance.closed 1',
        'check_in_instance.opened 2',
        'check_in_instance.scheduled 3',
        'check_in.activated 1',
      ].toSorted(),
    )
  }
  const files = (await outboxes()).slice()
  assert.equal(files.length - before, 4 * 2 * 5)
  assert.equal(new Set(files).size, files.length)
})

test('a date has one instance, however many plan it at once', async () => {
  const { world, author } = await begin('2026-10-10T00:00:00Z')
  const team = await world.team('Weekly', 5)
  const { id, path } = await activated(author, weekly([team.id]))
  const now = running.clock!.now()
  // Without the lock that every caller takes: the unique key alone has to hold.
  const checkIn = (await lockCheckInOf(running.db.tx, world.organisationId, id))!
  await running.db.pool.query(`delete from check_in_instances where check_in_id = '${id}'`)
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      [running, other][index % 2].db.transaction((tx) => planNext(tx, checkIn, now)),
    ),
  )
  const dates = (await instancesOf(author, path)).map((one) => one.local_date)
  assert.equal(new Set(dates).size, dates.length)
  assert.ok(dates.includes('2026-10-12'))
})

test('a service that slept three weeks skips what has passed and opens what still lasts', async () => {
  const { world, author } = await begin('2026-10-10T00:00:00Z')
  const team = await world.team('Weekly', 5)
  const { path } = await activated(author, weekly([team.id]))
  // Monday the 2nd opened at 08:00Z; three Mondays have gone by unseen.
  await turnTo('2026-11-02T20:00:00Z')
  assert.deepEqual(await told(author, path), [
    '2026-10-12 skipped its window had passed',
    '2026-10-19 skipped its window had passed',
    '2026-10-26 skipped its window had passed',
    '2026-11-02 open',
    '2026-11-09 scheduled',
  ])
  const open = (await instancesOf(author, path))[3]
  assert.equal(open.closes_at, '2026-11-04T08:00:00Z', 'its end is not moved by opening late')
})

test('a paused check-in opens nothing; resumed, it goes on; ended, it is over', async () => {
  const { world, author } = await begin('2026-10-10T00:00:00Z')
  const team = await world.team('Weekly', 5)
  const { id, path } = await activated(author, weekly([team.id]))
  await made(author.post(`${path}/pause`))
  await turnTo('2026-10-12T08:00:00Z')
  assert.deepEqual(await told(author, path), ['2026-10-12 scheduled'])
  await turnTo('2026-10-17T00:00:00Z')
  const resumed = await made(author.post(`${path}/resume`))
  assert.deepEqual([resumed.state, resumed.next_opens_at], ['active', '2026-10-19T07:00:00Z'])
  assert.deepEqual(await told(author, path), [
    '2026-10-12 skipped the check-in was paused',
    '2026-10-19 scheduled',
  ])
  await turnTo('2026-10-19T08:00:00Z')
  await made(author.post(`${path}/pause`))
  await made(author.post(`${path}/resume`))
  assert.deepEqual((await told(author, path)).slice(1), ['2026-10-19 open', '2026-10-26 scheduled'])

  const ended = await made(author.post(`${path}/end`))
  assert.deepEqual([ended.state, ended.next_opens_at], ['ended', null])
  assert.deepEqual((await told(author, path)).slice(1), [
    '2026-10-19 open',
    '2026-10-26 cancelled the check-in ended',
  ])
  await turnTo('2026-12-01T00:00:00Z')
  assert.deepEqual((await told(author, path)).slice(1), [
    '2026-10-19 closed',
    '2026-10-26 cancelled the check-in ended',
  ])
  const types = (await eventsOf(id)).map((row) => row.type)
  for (const type of ['check_in.paused', 'check_in.resumed', 'check_in.ended'])
    assert.ok(types.includes(type))
})

test('where windows overlap, the previous one is closed, or the new one left out', async () => {
  const { world, author } = await begin('2026-10-10T00:00:00Z')
  const team = await world.team('Weekly', 5)
  const closing = await activated(author, weekly([team.id], { window: 'P10D', overlap: 'close_previous' }))
  const skipping = await activated(author, weekly([team.id], { window: 'P10D', overlap: 'skip' }))
  await turnTo('2026-10-12T07:00:00Z')
  await turnTo('2026-10-19T07:00:00Z')
  assert.deepEqual(await told(author, closing.path), [
    '2026-10-12 closed',
    '2026-10-19 open',
    '2026-10-26 scheduled',
  ])
  assert.deepEqual(await told(author, skipping.path), [
    '2026-10-12 open',
    '2026-10-19 skipped the previous one was still open',
    '2026-10-26 scheduled',
  ])
})

test('a scheduled instance opens now by a call, for a whole window, and keeps its place in the series', async () => {
  const { world, author } = await begin('2026-10-10T00:00:00Z')
  const team = await world.team('Weekly', 5)
  const { path } = await activated(author, weekly([team.id]))
  const [instance] = await instancesOf(author, path)
  const opened = await made(author.post(`/api/check-in-instances/${instance.id}/open`))
  assert.deepEqual(
    [opened.state, opened.opened_at, opened.closes_at],
    ['open', '2026-10-10T00:00:00Z', '2026-10-12T00:00:00Z'],
  )
  assert.deepEqual(await told(author, path), ['2026-10-12 open', '2026-10-19 scheduled'])
  await turnTo('2026-10-12T07:00:00Z')
  assert.deepEqual(await told(author, path), ['2026-10-12 closed', '2026-10-19 scheduled'])
})

test('a recurrence that ends, ends its check-in; one that is over never begins', async () => {
  const { world, author } = await begin('2026-10-10T00:00:00Z')
  const team = await world.team('Weekly', 5)
  const twice = { rrule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=2', starts_on: '2026-10-12' }
  const { path } = await activated(author, weekly([team.id], { recurrence: twice }))
  await turnTo('2026-10-12T07:00:00Z')
  assert.equal((await author.get(path)).body.state, 'active')
  await turnTo('2026-10-19T07:00:00Z')
  const last = await made(author.get(path))
  assert.deepEqual([last.state, last.next_opens_at], ['ended', null])
  await turnTo('2026-11-10T00:00:00Z')
  assert.deepEqual(await told(author, path), ['2026-10-12 closed', '2026-10-19 closed'])

  const { id } = await made(author.post('/api/check-ins', weekly([team.id], { recurrence: twice })), 201)
  assert.equal((await made(author.post(`/api/check-ins/${id}/activate`))).state, 'ended')
  assert.deepEqual(await told(author, `/api/check-ins/${id}`), [])
})

test('a changed schedule moves the waiting instance and loses no date', async () => {
  const { world, author } = await begin('2026-10-10T00:00:00Z')
  const team = await world.team('Weekly', 5)
  const { path } = await activated(author, weekly([team.id]))
  const later = { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: '2026-10-12', time: '11:00' }
  const patched = await made(author.patch(path, { recurrence: later }))
  assert.equal(patched.next_opens_at, '2026-10-12T09:00:00Z')
  assert.deepEqual(await told(author, path), ['2026-10-12 scheduled'])
  await made(author.post(`${path}/pause`))
  const tuesdays = { ...later, rrule: 'FREQ=WEEKLY;BYDAY=TU' }
  assert.equal(
    (await made(author.patch(path, { recurrence: tuesdays }))).next_opens_at,
    '2026-10-13T09:00:00Z',
  )
  await made(author.post(`${path}/resume`))
  await turnTo('2026-10-13T09:00:00Z')
  assert.deepEqual(await told(author, path), ['2026-10-13 open', '2026-10-20 scheduled'])
})

test('the response rate counts those who can be reached, and is null below k_rate', async () => {
  const { world, author } = await begin('2026-10-10T00:00:00Z')
  const team = await world.team('Asked', 7)
  await made(author.post('/api/members', { name: 'Without address', team_ids: [team.id] }), 201)
  const few = await world.team('Few', 4)
  const rateOf = async (teamId: string, answers: number) => {
    const { path } = await activated(author, weekly([teamId], { channels: ['email'] }))
    const before = new Set(await readdir(running.outbox).catch(() => []))
    const [{ id }] = await instancesOf(author, path)
    const none = await made(author.get(`/api/check-in-instances/${id}/response-rate`))
    assert.deepEqual([none.recipients, none.response_rate], [0, null])
    await made(author.post(`/api/check-in-instances/${id}/open`))
    await settle()
    for (const file of (await readdir(running.outbox)).filter((one) => !before.has(one)).slice(0, answers)) {
      const { link } = JSON.parse(await readFile(join(running.outbox, file), 'utf8'))
      await made(answerAt(world, link), 201)
    }
    return made(author.get(`/api/check-in-instances/${id}/response-rate`))
  }
  assert.deepEqual(await rateOf(team.id, 3), {
    recipients: 8,
    responded: 3,
    response_rate: 0.429,
    unreachable: 1,
    rounded: false,
  })
  assert.equal((await rateOf(few.id, 2)).response_rate, null)
})

test('a fixed roster asks those of the first day, a dynamic one those of today', async () => {
  const { world, author } = await begin('2026-10-10T00:00:00Z')
  const team = await world.team('Changing', 5)
  const fixed = await activated(author, weekly([team.id], { roster_mode: 'fixed' }))
  const dynamic = await activated(author, weekly([team.id], { roster_mode: 'dynamic' }))
  await made(author.patch(`/api/members/${team.members[0]}`, { status: 'deactivated' }))
  const { id: joined } = await made(author.post('/api/members', { name: 'New', team_ids: [team.id] }), 201)
  await turnTo('2026-10-12T07:00:00Z')
  const askedBy = async ({ path }: { path: string }, nth = 0) => {
    const { id } = (await instancesOf(author, path))[nth]
    return (await links(author, `/api/check-in-instances/${id}`)).map((one) => one.member_id).toSorted()
  }
  assert.deepEqual(await askedBy(fixed), team.members.slice(1).toSorted())
  assert.deepEqual(await askedBy(dynamic), [...team.members.slice(1), joined].toSorted())

  // Whom it means is frozen anew when the author says so.
  await made(author.patch(fixed.path, { recipients: { member_ids: [joined] } }))
  await made(author.patch(dynamic.path, { roster_mode: 'fixed' }))
  const { id: tooLate } = await made(author.post('/api/members', { name: 'Late', team_ids: [team.id] }), 201)
  await turnTo('2026-10-19T07:00:00Z')
  assert.deepEqual(await askedBy(fixed, 1), [joined])
  assert.ok(!(await askedBy(dynamic, 1)).includes(tooLate))

  // A fixed roster of which nobody is left stops neither itself nor others.
  await made(author.patch(`/api/members/${joined}`, { status: 'deactivated' }))
  await turnTo('2026-10-26T08:00:00Z')
  assert.equal((await told(author, fixed.path))[2], '2026-10-26 skipped there was nobody to ask')
  assert.equal((await told(author, dynamic.path))[2], '2026-10-26 open')
})

test('a collection is given more time six times at most, each time a later end', async () => {
  const { world, author } = await begin('2026-03-02T08:00:00Z')
  const team = await world.team('Everyone', 5)
  const draft = pulseDraft([team.id], { closes_at: '2026-03-03T08:00:00Z' })
  const { id } = await made(author.post('/api/pulses', draft), 201)
  const path = `/api/pulses/${id}`
  await made(author.post(`${path}/open`))
  const extend = (day: number) =>
    author.post(`${path}/extend`, { closes_at: new Date(Date.UTC(2026, 2, day, 8)).toISOString() })
  for (const day of [2, 3]) assert.equal((await extend(day)).status, 422)
  for (const day of [4, 5, 6, 7, 8, 9]) await made(extend(day))
  const seventh = await extend(10)
  assert.deepEqual([seventh.status, seventh.body.code], [422, 'unprocessable'])
  await turnTo('2026-03-09T07:59:59Z')
  assert.equal((await author.get(path)).body.state, 'open')
  await turnTo('2026-03-09T08:00:00Z')
  assert.equal((await author.get(path)).body.state, 'closed')
})

test('what is called off loses its answers and its keys', async () => {
  const { world, author } = await begin('2026-03-16T08:00:00Z')
  const team = await world.team('Everyone', 12)
  const { id } = await made(author.post('/api/pulses', pulseDraft([team.id])), 201)
  const path = `/api/pulses/${id}`
  await made(author.post(`${path}/open`))
  const asked = await links(author, path)
  const receipts = []
  for (const { url } of asked) receipts.push((await made(answerAt(world, url), 201)).receipt)
  await made(author.post(`${path}/cancel`))
  for (const table of ['responses', 'receipts', 'collection_keys', 'cells', 'released_groups', 'insights']) {
    const { rows } = await running.db.pool.query(
      `select 1 from ${table} where organisation_id = '${world.organisationId}'`,
    )
    assert.equal(rows.length, 0, table)
  }
  assert.equal((await answerAt(world, asked[0].url)).status, 404)
  assert.equal((await world.anyone.get(`/receipts/${receipts[0]}`)).status, 404)
  const results = await made(author.get(`${path}/results`))
  assert.ok(results.questions.every((question: any) => question.suppressed))
  await turnTo(Date.parse('2026-03-16T08:00:00Z') + 30 * dayMs)
  assert.equal((await author.get(path)).body.state, 'cancelled')
})
