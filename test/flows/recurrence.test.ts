/** Check-ins by the clock: five weeks, a downtime of three weeks, two workers, and every way to end. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { planNext } from '../../src/checkins/planning.ts'
import { lockCheckInOf } from '../../src/checkins/store.ts'
import { many, sql } from '../../src/db/db.ts'
import { int8, shapeOf } from '../../src/db/shape.ts'
import { events } from '../../src/db/tables.ts'
import { answerAt, type Clockwork, filesIn, bodyOf, mailedBy, startClockwork } from '../support/clockwork.ts'
import { activated, instancesOf, timelineOf, weekly } from '../support/recurring.ts'
import { eventually, links } from '../support/world.ts'

let clockwork: Clockwork

before(async () => {
  clockwork = await startClockwork()
})

const hourMs = 3_600_000

const eventsOf = (checkInId: string): Promise<{ type: string; count: number }[]> =>
  many(
    clockwork.running.db.tx,
    shapeOf(events, ['type'], { count: int8 }),
    sql`
      select type, count(*) as count
      from events
      where payload ->> 'check_in_id' = ${checkInId}
      group by type
      order by type`,
  )

test('a weekly check-in asks once a week at the same local hour, through a change of clocks', async () => {
  const { world, author } = await clockwork.begin('2026-10-10T00:00:00Z')
  const team = await world.team('Weekly', 7)
  const { id, path } = await activated(author, weekly([team.id]))
  assert.deepEqual(await timelineOf(author, path), ['2026-10-12 scheduled'])
  const answered = new Set<string>()
  for (
    let at = Date.parse('2026-10-10T13:00:00Z');
    at < Date.parse('2026-11-14T00:00:00Z');
    at += 24 * hourMs
  ) {
    await clockwork.turnTo(at)
    for (const one of await instancesOf(author, path))
      if (one.state === 'open' && !answered.has(one.id)) {
        answered.add(one.id)
        for (const { url } of (await links(author, `/api/check-in-instances/${one.id}`)).slice(0, 6))
          await bodyOf(answerAt(world, url), 201)
      }
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
      { type: 'check_in.created', count: 1 },
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

test('two workers at once make nothing twice', async () => {
  const { world, author } = await clockwork.begin('2026-10-10T00:00:00Z')
  const team = await world.team('Weekly', 5)
  const draft = weekly([team.id], { channels: ['email'] })
  const checkIns = await Promise.all(Array.from({ length: 4 }, () => activated(author, draft)))
  const { nodes, setClocks } = clockwork
  const outboxes = async () => (await Promise.all(nodes.map((node) => filesIn(node.outbox)))).flat()
  const before = new Set(await outboxes())
  // Messages of a closed instance are deleted.
  const sent: string[] = []
  for (const at of ['2026-10-12T07:00:00Z', '2026-10-14T07:00:00Z', '2026-10-19T07:00:00Z']) {
    setClocks(at)
    await Promise.all([...nodes, ...nodes].map((node) => node.app.due.settle()))
    sent.push(...(await outboxes()).filter((file) => !before.has(file)))
    for (const file of sent) before.add(file)
  }
  for (const { id, path } of checkIns) {
    assert.deepEqual(await timelineOf(author, path), [
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
        'check_in.created 1',
      ].toSorted(),
    )
  }
  assert.equal(sent.length, 4 * 2 * 5)
  assert.equal(new Set(sent).size, sent.length)
})

test('a date has one instance, however many workers plan it at once', async () => {
  const { world, author } = await clockwork.begin('2026-10-10T00:00:00Z')
  const team = await world.team('Weekly', 5)
  const { id, path } = await activated(author, weekly([team.id]))
  const now = clockwork.running.clock!.now()
  // Without the lock that every caller takes: the unique key alone has to hold.
  const checkIn = (await lockCheckInOf(clockwork.running.db.tx, world.organisationId, id))!
  await clockwork.running.db.pool.query(`delete from check_in_instances where check_in_id = '${id}'`)
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      clockwork.nodes[index % 2].db.transaction((tx) => planNext(tx, checkIn, now)),
    ),
  )
  const dates = (await instancesOf(author, path)).map((one) => one.local_date)
  assert.equal(new Set(dates).size, dates.length)
  assert.ok(dates.includes('2026-10-12'))
})

test('after a downtime of three weeks past instances are skipped, and one that still lasts opens', async () => {
  const { world, author } = await clockwork.begin('2026-10-10T00:00:00Z')
  const team = await world.team('Weekly', 5)
  const { path } = await activated(author, weekly([team.id]))
  // Monday the 2nd opened at 08:00Z; three Mondays have gone by unseen.
  await clockwork.turnTo('2026-11-02T20:00:00Z')
  assert.deepEqual(await timelineOf(author, path), [
    '2026-10-12 skipped its window had passed',
    '2026-10-19 skipped its window had passed',
    '2026-10-26 skipped its window had passed',
    '2026-11-02 open',
    '2026-11-09 scheduled',
  ])
  const open = (await instancesOf(author, path))[3]
  assert.equal(open.closes_at, '2026-11-04T08:00:00Z', 'its end is not moved by opening late')
})

test('a paused check-in opens nothing; a resumed one goes on; an ended one is over', async () => {
  const { world, author } = await clockwork.begin('2026-10-10T00:00:00Z')
  const team = await world.team('Weekly', 5)
  const { id, path } = await activated(author, weekly([team.id]))
  await bodyOf(author.post(`${path}/pause`))
  await clockwork.turnTo('2026-10-12T08:00:00Z')
  assert.deepEqual(await timelineOf(author, path), ['2026-10-12 scheduled'])
  await clockwork.turnTo('2026-10-17T00:00:00Z')
  const resumed = await bodyOf(author.post(`${path}/resume`))
  assert.deepEqual([resumed.state, resumed.next_opens_at], ['active', '2026-10-19T07:00:00Z'])
  assert.deepEqual(await timelineOf(author, path), [
    '2026-10-12 skipped the check-in was paused',
    '2026-10-19 scheduled',
  ])
  await clockwork.turnTo('2026-10-19T08:00:00Z')
  await bodyOf(author.post(`${path}/pause`))
  await bodyOf(author.post(`${path}/resume`))
  assert.deepEqual((await timelineOf(author, path)).slice(1), ['2026-10-19 open', '2026-10-26 scheduled'])

  const ended = await bodyOf(author.post(`${path}/end`))
  assert.deepEqual([ended.state, ended.next_opens_at], ['ended', null])
  assert.deepEqual((await timelineOf(author, path)).slice(1), [
    '2026-10-19 open',
    '2026-10-26 cancelled the check-in ended',
  ])
  await clockwork.turnTo('2026-12-01T00:00:00Z')
  assert.deepEqual((await timelineOf(author, path)).slice(1), [
    '2026-10-19 closed',
    '2026-10-26 cancelled the check-in ended',
  ])
  const types = (await eventsOf(id)).map((row) => row.type)
  for (const type of ['check_in.paused', 'check_in.resumed', 'check_in.ended'])
    assert.ok(types.includes(type))
})

test('where windows overlap, the previous instance is closed, or the new one skipped', async () => {
  const { world, author } = await clockwork.begin('2026-10-10T00:00:00Z')
  const team = await world.team('Weekly', 5)
  const closing = await activated(author, weekly([team.id], { window: 'P10D', overlap: 'close_previous' }))
  const skipping = await activated(author, weekly([team.id], { window: 'P10D', overlap: 'skip' }))
  await clockwork.turnTo('2026-10-12T07:00:00Z')
  await clockwork.turnTo('2026-10-19T07:00:00Z')
  assert.deepEqual(await timelineOf(author, closing.path), [
    '2026-10-12 closed',
    '2026-10-19 open',
    '2026-10-26 scheduled',
  ])
  assert.deepEqual(await timelineOf(author, skipping.path), [
    '2026-10-12 open',
    '2026-10-19 skipped the previous one was still open',
    '2026-10-26 scheduled',
  ])
})

test('a scheduled instance can be opened by a call, for a whole window, and keeps its place in the series', async () => {
  const { world, author } = await clockwork.begin('2026-10-10T00:00:00Z')
  const team = await world.team('Weekly', 5)
  const { path } = await activated(author, weekly([team.id]))
  const [instance] = await instancesOf(author, path)
  const opened = await bodyOf(author.post(`/api/check-in-instances/${instance.id}/open`))
  assert.deepEqual(
    [opened.state, opened.opened_at, opened.closes_at],
    ['open', '2026-10-10T00:00:00Z', '2026-10-12T00:00:00Z'],
  )
  assert.deepEqual(await timelineOf(author, path), ['2026-10-12 open', '2026-10-19 scheduled'])
  await clockwork.turnTo('2026-10-12T07:00:00Z')
  assert.deepEqual(await timelineOf(author, path), ['2026-10-12 closed', '2026-10-19 scheduled'])
})

test('a recurrence that ends also ends its check-in; one that is over never begins', async () => {
  const { world, author } = await clockwork.begin('2026-10-10T00:00:00Z')
  const team = await world.team('Weekly', 5)
  const twice = { rrule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=2', starts_on: '2026-10-12' }
  const { path } = await activated(author, weekly([team.id], { recurrence: twice }))
  await clockwork.turnTo('2026-10-12T07:00:00Z')
  assert.equal((await author.get(path)).body.state, 'active')
  await clockwork.turnTo('2026-10-19T07:00:00Z')
  const last = await bodyOf(author.get(path))
  assert.deepEqual([last.state, last.next_opens_at], ['ended', null])
  await clockwork.turnTo('2026-11-10T00:00:00Z')
  assert.deepEqual(await timelineOf(author, path), ['2026-10-12 closed', '2026-10-19 closed'])

  const { id } = await bodyOf(author.post('/api/check-ins', weekly([team.id], { recurrence: twice })), 201)
  assert.equal((await bodyOf(author.post(`/api/check-ins/${id}/activate`))).state, 'ended')
  assert.deepEqual(await timelineOf(author, `/api/check-ins/${id}`), [])
})

test('a changed schedule moves the waiting instance and loses no date', async () => {
  const { world, author } = await clockwork.begin('2026-10-10T00:00:00Z')
  const team = await world.team('Weekly', 5)
  const { path } = await activated(author, weekly([team.id]))
  const later = { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: '2026-10-12', time: '11:00' }
  const patched = await bodyOf(author.patch(path, { recurrence: later }))
  assert.equal(patched.next_opens_at, '2026-10-12T09:00:00Z')
  assert.deepEqual(await timelineOf(author, path), ['2026-10-12 scheduled'])
  await bodyOf(author.post(`${path}/pause`))
  const tuesdays = { ...later, rrule: 'FREQ=WEEKLY;BYDAY=TU' }
  assert.equal(
    (await bodyOf(author.patch(path, { recurrence: tuesdays }))).next_opens_at,
    '2026-10-13T09:00:00Z',
  )
  await bodyOf(author.post(`${path}/resume`))
  await clockwork.turnTo('2026-10-13T09:00:00Z')
  assert.deepEqual(await timelineOf(author, path), ['2026-10-13 open', '2026-10-20 scheduled'])
})

test('the response rate counts recipients who can be reached, and is null below k_rate', async () => {
  const { world, author } = await clockwork.begin('2026-10-10T00:00:00Z')
  const team = await world.team('Asked', 7)
  await bodyOf(author.post('/api/members', { name: 'Without address', team_ids: [team.id] }), 201)
  const few = await world.team('Few', 4)
  const rateOf = async (teamId: string, answers: number) => {
    const { path } = await activated(
      author,
      weekly([teamId], { channels: ['email'], confidentiality: { mode: 'attributed' } }),
    )
    const [{ id }] = await instancesOf(author, path)
    const none = await bodyOf(author.get(`/api/check-in-instances/${id}/response-rate`))
    assert.deepEqual([none.recipients, none.response_rate], [0, null])
    const mailed = await mailedBy(clockwork.running, async () => {
      await bodyOf(author.post(`/api/check-in-instances/${id}/open`))
      await clockwork.settle()
    })
    for (const link of mailed.slice(0, answers)) await bodyOf(answerAt(world, link), 201)
    return bodyOf(author.get(`/api/check-in-instances/${id}/response-rate`))
  }
  assert.deepEqual(await rateOf(team.id, 3), {
    recipients: 8,
    responded: 3,
    responded_max: 3,
    response_rate: 0.429,
    absent: 0,
    opted_out: 0,
    unreachable: 1,
    excluded: 0,
    not_counted: 0,
    rounded: false,
  })
  assert.equal((await rateOf(few.id, 2)).response_rate, null)
})

test('a fixed roster asks the members of the first day, a dynamic one those of the current day', async () => {
  const { world, author } = await clockwork.begin('2026-10-10T00:00:00Z')
  const team = await world.team('Changing', 6)
  const fixed = await activated(author, weekly([team.id], { roster_mode: 'fixed' }))
  const dynamic = await activated(author, weekly([team.id], { roster_mode: 'dynamic' }))
  await bodyOf(author.patch(`/api/members/${team.members[0]}`, { status: 'deactivated' }))
  const { id: joined } = await bodyOf(author.post('/api/members', { name: 'New', team_ids: [team.id] }), 201)
  await clockwork.turnTo('2026-10-12T07:00:00Z')
  const askedBy = async ({ path }: { path: string }, nth = 0) => {
    const { id } = (await instancesOf(author, path))[nth]
    return (await links(author, `/api/check-in-instances/${id}`)).map((one) => one.member_id).toSorted()
  }
  assert.deepEqual(await askedBy(fixed), team.members.slice(1).toSorted())
  assert.deepEqual(await askedBy(dynamic), [...team.members.slice(1), joined].toSorted())

  // Whom it means is frozen again when the author says so.
  const named = [...team.members.slice(2), joined].toSorted()
  await bodyOf(author.patch(fixed.path, { recipients: { member_ids: named } }))
  await bodyOf(author.patch(dynamic.path, { roster_mode: 'fixed' }))
  const { id: tooLate } = await bodyOf(
    author.post('/api/members', { name: 'Late', team_ids: [team.id] }),
    201,
  )
  await clockwork.turnTo('2026-10-19T07:00:00Z')
  assert.deepEqual(await askedBy(fixed, 1), named)
  assert.ok(!(await askedBy(dynamic, 1)).includes(tooLate))

  // A fixed roster of which too few are left stops neither itself nor others.
  await bodyOf(author.patch(`/api/members/${joined}`, { status: 'deactivated' }))
  await clockwork.turnTo('2026-10-26T08:00:00Z')
  assert.equal(
    (await timelineOf(author, fixed.path))[2],
    '2026-10-26 skipped fewer than 5 people could be asked',
  )
  assert.equal((await timelineOf(author, dynamic.path))[2], '2026-10-26 open')
})
