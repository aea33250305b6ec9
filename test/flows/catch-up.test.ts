/** Check-ins after a downtime, a pause, a change or a fault: what opens late, what is skipped, and that nobody is asked twice. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { answerAt, type Clockwork, filesIn, bodyOf, mailedBy, startClockwork } from '../support/clockwork.ts'
import { activated, instancesOf, timelineOf, weekly } from '../support/recurring.ts'
import { type Client, links } from '../support/world.ts'

let clockwork: Clockwork

before(async () => {
  clockwork = await startClockwork()
})

const dayMs = 86_400_000

const daily = (teamIds: string[], more: Record<string, unknown> = {}, recurrence: object = {}) =>
  weekly(teamIds, {
    channels: ['email'],
    window: 'P3D',
    recurrence: { rrule: 'FREQ=DAILY', starts_on: '2026-10-12', time: '09:00', ...recurrence },
    ...more,
  })

const recurrenceOf = (holidays: string[]) => ({
  rrule: 'FREQ=WEEKLY;BYDAY=MO',
  starts_on: '2026-10-12',
  time: '09:00',
  holidays,
})

test('a holiday is planned as skipped, with its reason; an exdate is not planned at all', async () => {
  const { world, author } = await clockwork.begin('2026-10-10T00:00:00Z')
  const team = await world.team('Weekly', 5)
  const recurrence = { ...recurrenceOf(['2026-10-12', '2026-10-26']), exdates: ['2026-11-02'] }
  const { path } = await activated(author, weekly([team.id], { recurrence }))
  assert.deepEqual(await timelineOf(author, path), ['2026-10-12 skipped holiday', '2026-10-19 scheduled'])
  await clockwork.turnTo('2026-10-19T07:00:00Z')
  assert.deepEqual((await timelineOf(author, path)).slice(1), [
    '2026-10-19 open',
    '2026-10-26 skipped holiday',
    '2026-11-09 scheduled',
  ])
  assert.equal((await author.get(path)).body.next_opens_at, '2026-11-09T08:00:00Z')
})

test('a holiday that is withdrawn opens, and one that is declared late is skipped', async () => {
  const { world, author } = await clockwork.begin('2026-10-10T00:00:00Z')
  const team = await world.team('Weekly', 5)
  const { path } = await activated(
    author,
    weekly([team.id], { recurrence: recurrenceOf(['2026-10-12', '2026-10-19']) }),
  )
  assert.equal((await timelineOf(author, path)).at(-1), '2026-10-26 scheduled')
  await bodyOf(author.patch(path, { recurrence: recurrenceOf(['2026-10-12']) }))
  assert.deepEqual(await timelineOf(author, path), ['2026-10-12 skipped holiday', '2026-10-19 scheduled'])
  await bodyOf(author.patch(path, { recurrence: recurrenceOf(['2026-10-12', '2026-10-19']) }))
  assert.deepEqual(await timelineOf(author, path), [
    '2026-10-12 skipped holiday',
    '2026-10-19 skipped holiday',
    '2026-10-26 scheduled',
  ])
})

test('after two days of downtime one date opens, by the overlap rule, and nobody is asked twice', async () => {
  const { world, author } = await clockwork.begin('2026-10-10T00:00:00Z')
  const team = await world.team('Daily', 5)
  const latest = await activated(author, daily([team.id], { overlap: 'close_previous' }))
  const first = await activated(author, daily([team.id], { overlap: 'skip' }))
  const mailed = await mailedBy(clockwork.running, () => clockwork.turnTo('2026-10-14T08:00:00Z'))
  assert.equal(mailed.length, 2 * 5)
  assert.deepEqual(await timelineOf(author, latest.path), [
    '2026-10-12 skipped the next one was due as well',
    '2026-10-13 skipped the next one was due as well',
    '2026-10-14 open',
    '2026-10-15 scheduled',
  ])
  assert.deepEqual(await timelineOf(author, first.path), [
    '2026-10-12 open',
    '2026-10-13 skipped the previous one was still open',
    '2026-10-14 skipped the previous one was still open',
    '2026-10-15 scheduled',
  ])
  // Looking again changes nothing.
  assert.equal((await mailedBy(clockwork.running, clockwork.settle)).length, 0)
})

test('an instance that ends when the next begins does not overlap it', async () => {
  const { world, author } = await clockwork.begin('2026-10-10T00:00:00Z')
  const team = await world.team('Daily', 5)
  const { path } = await activated(author, daily([team.id], { overlap: 'skip', window: 'P1D' }))
  for (const day of [12, 13, 14]) await clockwork.turnTo(`2026-10-${day}T07:00:00Z`)
  assert.deepEqual(await timelineOf(author, path), [
    '2026-10-12 closed',
    '2026-10-13 closed',
    '2026-10-14 open',
    '2026-10-15 scheduled',
  ])
})

test('a pause of five weeks leaves one instance, and one that still lasts at its end opens', async () => {
  const { world, author } = await clockwork.begin('2026-10-10T00:00:00Z')
  const team = await world.team('Weekly', 5)
  const { path } = await activated(author, weekly([team.id]))
  await bodyOf(author.post(`${path}/pause`))
  await clockwork.turnTo('2026-11-17T00:00:00Z')
  assert.deepEqual(await timelineOf(author, path), ['2026-10-12 scheduled'])
  await bodyOf(author.post(`${path}/resume`))
  await clockwork.settle()
  assert.deepEqual(await timelineOf(author, path), [
    '2026-10-12 skipped the check-in was paused',
    '2026-11-16 open',
    '2026-11-23 scheduled',
  ])
  assert.equal((await instancesOf(author, path))[1].closes_at, '2026-11-18T08:00:00Z')
})

test('two workers whose clocks are ninety seconds apart open each date once', async () => {
  const { world, author } = await clockwork.begin('2026-10-10T00:00:00Z')
  const team = await world.team('Daily', 5)
  const { path } = await activated(author, daily([team.id], { window: 'PT8H' }))
  const [ahead, behind] = clockwork.nodes
  const outboxes = async () => (await Promise.all([ahead, behind].map((node) => filesIn(node.outbox)))).flat()
  const before = new Set(await outboxes())
  // Messages of a closed instance are deleted.
  const sent = new Set<string>()
  for (let day = 0; day < 3; day++)
    for (const second of [-90, -45, 0, 45, 90, 8 * 3600 - 60, 8 * 3600, 8 * 3600 + 90]) {
      const at = Date.parse('2026-10-12T07:00:00Z') + day * dayMs + second * 1000
      ahead.clock!.set(new Date(at))
      behind.clock!.set(new Date(at - 90_000))
      await Promise.all([ahead, behind, ahead, behind].map((node) => node.app.due.settle()))
      for (const file of await outboxes()) sent.add(file)
    }
  assert.deepEqual(
    await timelineOf(author, path),
    [12, 13, 14].map((day) => `2026-10-${day} closed`).concat('2026-10-15 scheduled'),
  )
  assert.equal(sent.difference(before).size, 3 * 5)
})

test('an instance whose closing fails goes into quarantine for a minute, and all others go on', async () => {
  const { world, author } = await clockwork.begin('2026-10-10T00:00:00Z')
  const team = await world.team('Weekly', 5)
  const checkIns = await Promise.all(Array.from({ length: 3 }, () => activated(author, weekly([team.id]))))
  await clockwork.turnTo('2026-10-12T07:00:00Z')
  const { pool } = clockwork.running.db
  const [{ id: damaged }] = await instancesOf(author, checkIns[0].path)
  await pool.query(`
    create function break_closing() returns trigger language plpgsql as $$
    begin
      raise exception 'damaged';
    end $$;
    create trigger break_closing before update on collections for each row
    when (new.state = 'closed' and new.owner_id = '${damaged}') execute function break_closing()`)
  await assert.rejects(clockwork.turnTo('2026-10-14T07:00:00Z'), /damaged/)
  const states = () =>
    Promise.all(checkIns.map(async ({ path }) => (await instancesOf(author, path))[0].state as string))
  assert.deepEqual(await states(), ['open', 'closed', 'closed'])
  await pool.query('drop trigger break_closing on collections; drop function break_closing()')
  await clockwork.turnTo('2026-10-14T07:00:59Z')
  assert.deepEqual(await states(), ['open', 'closed', 'closed'])
  await clockwork.turnTo('2026-10-14T07:01:00Z')
  assert.deepEqual(await states(), ['closed', 'closed', 'closed'])
})

test('auto_close closes an instance with its last answer', async () => {
  const { world, author } = await clockwork.begin('2026-10-10T00:00:00Z')
  const team = await world.team('Weekly', 5)
  const { path } = await activated(
    author,
    weekly([team.id], { auto_close: true, confidentiality: { mode: 'attributed' } }),
  )
  await clockwork.turnTo('2026-10-12T07:00:00Z')
  const [{ id }] = await instancesOf(author, path)
  for (const { url } of await links(author, `/api/check-in-instances/${id}`))
    await bodyOf(answerAt(world, url), 201)
  await clockwork.settle()
  assert.deepEqual(await timelineOf(author, path), ['2026-10-12 closed', '2026-10-19 scheduled'])
})

test('auto_close of a check-in ends its instance a day later', async () => {
  const { world, author } = await clockwork.begin('2026-10-10T00:00:00Z')
  const team = await world.team('Weekly', 12)
  const { path } = await activated(author, weekly([team.id], { auto_close: true }))
  await clockwork.turnTo('2026-10-12T07:00:00Z')
  const [{ id }] = await instancesOf(author, path)
  const instance = `/api/check-in-instances/${id}`
  for (const { url } of (await links(author, instance)).slice(0, 11)) await bodyOf(answerAt(world, url), 201)
  await clockwork.settle()
  const ending = await bodyOf(author.get(instance))
  assert.deepEqual([ending.state, ending.closes_at], ['open', '2026-10-13T07:00:00Z'])
  await clockwork.turnTo('2026-10-13T07:00:00Z')
  assert.equal((await bodyOf(author.get(instance))).state, 'closed')
})

test('recipients are reminded by a call, and not again at once', async () => {
  const { world, author } = await clockwork.begin('2026-10-10T00:00:00Z')
  const team = await world.team('Weekly', 5)
  const { path } = await activated(author, weekly([team.id], { channels: ['email'] }))
  await clockwork.turnTo('2026-10-12T07:00:00Z')
  const [{ id, version }] = await instancesOf(author, path)
  const remind = () => author.post(`/api/check-in-instances/${id}/remind`)
  const mailed = await mailedBy(clockwork.running, async () => {
    await clockwork.turnTo('2026-10-12T12:00:00Z')
    const reminded = await bodyOf(remind())
    assert.deepEqual([reminded.state, reminded.version], ['open', version + 1])
    await clockwork.settle()
  })
  assert.equal(mailed.length, 5)
  const again = await remind()
  assert.deepEqual([again.status, again.body.code], [409, 'reminded_recently'])
})

async function askedOnce(author: Client, teamId: string) {
  const { path } = await activated(author, weekly([teamId]))
  await clockwork.turnTo('2026-10-12T07:00:00Z')
  return path
}

test('a question that was asked keeps its type and scale forever; the rest of it may change', async () => {
  const { world, author } = await clockwork.begin('2026-10-10T00:00:00Z')
  const path = await askedOnce(author, (await world.team('Weekly', 5)).id)
  const calm = { id: 'calm', type: 'scale', text: 'I could work calmly', min: 1, max: 5 }
  const ask = (...questions: object[]) => author.patch(path, { questions })
  for (const [changed, pointer] of [
    [{ ...calm, type: 'mood', min: undefined, max: undefined }, '/questions/0/type'],
    [{ ...calm, max: 10 }, '/questions/0/max'],
    [{ ...calm, min: 0 }, '/questions/0/min'],
  ] as const) {
    const refused = await ask(changed)
    assert.deepEqual(
      [refused.status, refused.body.errors[0].pointer, refused.body.errors[0].code],
      [422, pointer, 'asked_before'],
    )
  }
  const versionOf = async (reply: Promise<any>) => (await bodyOf(reply)).questions_version
  assert.equal(await versionOf(ask(calm)), 1, 'nothing changed')
  assert.equal(
    await versionOf(ask({ id: 'calm', type: 'scale', text: 'Calmly?' })),
    2,
    '1 to 5 are the default',
  )
  // Left out for a while, it comes back as what it was or not at all.
  assert.equal(await versionOf(ask({ id: 'other', type: 'text', text: 'Why?' })), 3)
  assert.equal((await ask({ id: 'calm', type: 'text', text: 'Why?' })).status, 422)
  // What nobody was asked may still become something else.
  assert.equal(await versionOf(ask({ id: 'other', type: 'yes_no', text: 'Enough?' })), 4)
  await clockwork.turnTo('2026-10-19T07:00:00Z')
  assert.deepEqual(
    (await instancesOf(author, path)).map((one) => one.questions_version),
    [1, 4, null],
  )
})
