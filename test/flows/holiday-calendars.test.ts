/** Check-ins with holiday calendars, by the clock: what is skipped and moved, and what changes between planning and opening. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Clockwork, bodyOf, mailedBy, startClockwork } from '../support/clockwork.ts'
import { activated, instancesOf, timelineOf, weekly } from '../support/recurring.ts'
import type { Client } from '../support/world.ts'

let clockwork: Clockwork

before(async () => {
  clockwork = await startClockwork()
})

const calendar = async (author: Client, body: object): Promise<string> =>
  (await bodyOf(author.post('/api/holiday-calendars', { name: 'Days off', ...body }), 201)).id

const days = (...dates: string[]) => ({ days: dates.map((date) => ({ date, name: `Off ${date}` })) })

const recurrenceWith = (ids: string[], more: object = {}) => ({
  rrule: 'FREQ=WEEKLY;BYDAY=MO',
  starts_on: '2027-03-22',
  time: '09:00',
  holiday_calendar_ids: ids,
  on_holiday: 'next_working_day',
  ...more,
})

/** A line for each instance: day, where it was moved from, state, reason. */
const movedTimeline = async (author: Client, path: string): Promise<string[]> =>
  (await instancesOf(author, path)).map((one) =>
    [one.local_date, one.moved_from && `< ${one.moved_from}`, one.state, one.reason]
      .filter(Boolean)
      .join(' '),
  )

test('the public holidays of a country move an opening to the next working day, at the hour of that day', async () => {
  const { world, author } = await clockwork.begin('2027-03-20T00:00:00Z')
  const team = await world.team('Weekly', 5)
  const id = await calendar(author, { country: 'DE', region: 'BY' })
  const draft = weekly([team.id], { window: 'P7D', recurrence: recurrenceWith([id]), channels: ['email'] })
  const { path } = await activated(author, draft)
  const { openings, skipped } = await bodyOf(author.get(`${path}/schedule?count=3&from=2027-03-22`))
  assert.deepEqual(
    openings.map((one: any) => [one.local_date, one.moved_from, one.holiday]),
    [
      ['2027-03-22', null, null],
      ['2027-03-30', '2027-03-29', 'Easter Monday'],
      ['2027-04-05', null, null],
    ],
  )
  assert.deepEqual(skipped, [])
  await clockwork.turnTo('2027-03-22T08:00:00Z')
  assert.equal((await bodyOf(author.get(path))).next_opens_at, '2027-03-30T07:00:00Z')
  const early = await mailedBy(clockwork.running, () => clockwork.turnTo('2027-03-29T12:00:00Z'))
  assert.deepEqual(early, [])
  const mailed = await mailedBy(clockwork.running, () => clockwork.turnTo('2027-03-30T07:00:00Z'))
  assert.equal(mailed.length, 5)
  const instances = await instancesOf(author, path)
  // It would last into the next one otherwise.
  assert.equal(instances[1].closes_at, '2027-04-05T07:00:00Z')
  assert.deepEqual(await movedTimeline(author, path), [
    '2027-03-22 closed',
    '2027-03-30 < 2027-03-29 open',
    '2027-04-05 scheduled',
  ])
  await clockwork.turnTo('2027-04-05T07:00:00Z')
  assert.deepEqual((await timelineOf(author, path)).slice(1), [
    '2027-03-30 closed',
    '2027-04-05 open',
    '2027-04-12 scheduled',
  ])
})

test('the weekend is that of the calendar’s country, and of several the days that are free in one of them', async () => {
  const { world, author } = await clockwork.begin('2027-03-01T00:00:00Z')
  const team = await world.team('Cairo', 5)
  const egypt = await calendar(author, { country: 'EG' })
  const germany = await calendar(author, { country: 'DE' })
  const own = await calendar(author, days('2027-03-09', '2027-03-10', '2027-03-11'))
  const openedOn = async (ids: string[], more: object = {}): Promise<string[]> => {
    const recurrence = recurrenceWith(ids, {
      rrule: 'FREQ=WEEKLY;BYDAY=TU',
      starts_on: '2027-03-09',
      ...more,
    })
    const { path } = await activated(author, weekly([team.id], { recurrence }))
    const { openings } = await bodyOf(author.get(`${path}/schedule?count=1&from=2027-03-09`))
    const [{ local_date }] = await instancesOf(author, path)
    return [openings[0].local_date, local_date]
  }
  // The end of Ramadan is on Tuesday to Thursday; there, Friday and Saturday are the weekend.
  assert.deepEqual(await openedOn([egypt]), ['2027-03-14', '2027-03-14'])
  assert.deepEqual(await openedOn([own]), ['2027-03-12', '2027-03-12'])
  assert.deepEqual(await openedOn([germany, egypt]), ['2027-03-15', '2027-03-15'])
  const holidays = { holidays: ['2027-03-16'], starts_on: '2027-03-10' }
  assert.deepEqual(await openedOn([germany], holidays), ['2027-03-17', '2027-03-17'])
})

test('a window that has moved does not keep the next one from opening where overlaps are skipped', async () => {
  const { world, author } = await clockwork.begin('2027-03-27T00:00:00Z')
  const team = await world.team('Skipping', 5)
  const id = await calendar(author, { country: 'DE' })
  const { path } = await activated(
    author,
    weekly([team.id], { window: 'P7D', overlap: 'skip', recurrence: recurrenceWith([id]) }),
  )
  await clockwork.turnTo('2027-03-30T07:00:00Z')
  await clockwork.turnTo('2027-04-05T07:00:00Z')
  assert.deepEqual(await timelineOf(author, path), [
    '2027-03-30 closed',
    '2027-04-05 open',
    '2027-04-12 scheduled',
  ])
})

test('an open one that has moved gives way, though its next date has come nearer since', async () => {
  const { world, author } = await clockwork.begin('2027-03-27T00:00:00Z')
  const team = await world.team('Nearer', 5)
  const id = await calendar(author, { country: 'DE' })
  const { path } = await activated(
    author,
    weekly([team.id], { window: 'P7D', overlap: 'skip', recurrence: recurrenceWith([id]) }),
  )
  await clockwork.turnTo('2027-03-30T07:00:00Z')
  await bodyOf(author.patch(path, { recurrence: recurrenceWith([id], { rrule: 'FREQ=WEEKLY;BYDAY=TH' }) }))
  await clockwork.turnTo('2027-04-01T07:00:00Z')
  assert.deepEqual(await timelineOf(author, path), [
    '2027-03-30 closed',
    '2027-04-01 open',
    '2027-04-08 scheduled',
  ])
  // It lasts as long as its author wants, and so the next one is skipped.
  await bodyOf(
    author.patch(path, {
      recurrence: recurrenceWith([id], { rrule: 'FREQ=WEEKLY;BYDAY=TU', starts_on: '2027-04-02' }),
    }),
  )
  await clockwork.turnTo('2027-04-06T07:00:00Z')
  assert.deepEqual((await timelineOf(author, path)).slice(1), [
    '2027-04-01 open',
    '2027-04-06 skipped the previous one was still open',
    '2027-04-13 scheduled',
  ])
})

test('days that change before an opening count, also while it waits on the day that it was moved to', async () => {
  const { world, author } = await clockwork.begin('2027-05-01T00:00:00Z')
  const team = await world.team('Changing', 5)
  const id = await calendar(author, days('2027-05-10'))
  const { path } = await activated(
    author,
    weekly([team.id], { recurrence: recurrenceWith([id], { starts_on: '2027-05-10' }) }),
  )
  const url = `/api/holiday-calendars/${id}`
  const moved = ['2027-05-11 < 2027-05-10 scheduled']
  assert.deepEqual(await movedTimeline(author, path), moved)
  await bodyOf(author.patch(url, days()))
  assert.deepEqual(await movedTimeline(author, path), ['2027-05-10 scheduled'])
  await bodyOf(author.patch(url, days('2027-05-10', '2027-05-11')))
  assert.deepEqual(await movedTimeline(author, path), ['2027-05-12 < 2027-05-10 scheduled'])
  await bodyOf(author.patch(url, days('2027-05-10')))
  // Its own day has passed: it opens tomorrow, and is not lost because today is a holiday no longer.
  await clockwork.turnTo('2027-05-10T12:00:00Z')
  await bodyOf(author.patch(url, days('2027-06-01')))
  assert.deepEqual(await movedTimeline(author, path), moved)
  await bodyOf(author.patch(path, { title: 'Another name' }))
  await bodyOf(author.patch(path, { window: 'P1D' }))
  assert.deepEqual(await movedTimeline(author, path), moved)
  await clockwork.turnTo('2027-05-11T07:00:00Z')
  // What has opened stays.
  await bodyOf(author.patch(url, days('2027-05-10', '2027-05-11')))
  assert.deepEqual(await movedTimeline(author, path), [
    '2027-05-11 < 2027-05-10 open',
    '2027-05-17 scheduled',
  ])
})

test('a paused check-in that waits on a moved day resumes there', async () => {
  const { world, author } = await clockwork.begin('2027-05-01T00:00:00Z')
  const team = await world.team('Pausing', 5)
  const id = await calendar(author, days('2027-05-10'))
  const recurrence = recurrenceWith([id], { starts_on: '2027-05-10' })
  const { path } = await activated(author, weekly([team.id], { recurrence }))
  await bodyOf(author.post(`${path}/pause`))
  await bodyOf(author.patch(`/api/holiday-calendars/${id}`, days('2027-05-10', '2027-05-11')))
  await clockwork.turnTo('2027-05-10T12:00:00Z')
  await bodyOf(author.post(`${path}/resume`))
  await clockwork.turnTo('2027-05-12T07:00:00Z')
  assert.deepEqual((await movedTimeline(author, path))[0], '2027-05-12 < 2027-05-10 open')
})

test('whoever changes a calendar takes no occurrence that waits on a day of its own', async () => {
  const { world, author } = await clockwork.begin('2027-05-01T00:00:00Z')
  const team = await world.team('Waiting', 5)
  const id = await calendar(author, days('2027-12-24'))
  const recurrence = recurrenceWith([id], { starts_on: '2027-05-10' })
  const { path } = await activated(author, weekly([team.id], { recurrence, window: 'P7D' }))
  await bodyOf(author.post(`${path}/pause`))
  await clockwork.turnTo('2027-05-11T12:00:00Z')
  await bodyOf(
    author.patch(`/api/holiday-calendars/${id}`, {
      name: 'All days off',
      ...days('2027-12-24', '2027-12-31'),
    }),
  )
  await bodyOf(author.post(`${path}/resume`))
  await clockwork.settle()
  assert.deepEqual((await movedTimeline(author, path))[0], '2027-05-10 open')
})

test('an occurrence is asked once, whichever of two nodes finds it due, and its turn of the rotation is the next', async () => {
  const { world, author } = await clockwork.begin('2027-03-20T00:00:00Z')
  const team = await world.team('Two nodes', 5)
  const id = await calendar(author, { country: 'DE' })
  const questions = ['calm', 'tools', 'pay'].map((one) => ({
    id: one,
    type: 'scale',
    text: `How about ${one}?`,
    min: 1,
    max: 5,
  }))
  const rotation = { question_ids: ['calm', 'tools', 'pay'], per_instance: 1, no_repeat_for: 1 }
  const { path } = await activated(
    author,
    weekly([team.id], { questions, rotation, channels: ['email'], recurrence: recurrenceWith([id]) }),
  )
  await clockwork.turnTo('2027-03-22T08:00:00Z')
  clockwork.setClocks('2027-03-30T07:00:00Z')
  const [one, other] = clockwork.nodes
  // Each node has its own outbox.
  const mailed: string[] = []
  const ofOne = await mailedBy(one, async () => {
    const ofOther = await mailedBy(other, async () => {
      await Promise.all(clockwork.nodes.map((node) => node.app.due.settle()))
      await clockwork.settle()
    })
    mailed.push(...ofOther)
  })
  mailed.push(...ofOne)
  assert.equal(new Set(mailed).size, 5)
  assert.equal(mailed.length, 5)
  const [first, second] = await instancesOf(author, path)
  assert.deepEqual(
    [first, second].map((one) => [one.local_date, one.rotation_question_ids]),
    [
      ['2027-03-22', ['calm']],
      ['2027-03-30', ['tools']],
    ],
  )
})

test('an occurrence whose day became a holiday with another version of the service is moved when it is due', async () => {
  const { world, author } = await clockwork.begin('2027-05-01T00:00:00Z')
  const team = await world.team('Unplanned', 5)
  const id = await calendar(author, days('2030-01-01'))
  const draft = (more: object) =>
    weekly([team.id], { recurrence: recurrenceWith([id], { starts_on: '2027-05-10', ...more }) })
  const moving = await activated(author, draft({}))
  const skipping = await activated(author, draft({ on_holiday: 'skip' }))
  // As if the days had come with an update.
  await clockwork.running.db.pool.query(`update holiday_calendars set days = $1 where id = $2`, [
    JSON.stringify(days('2027-05-10').days),
    id,
  ])
  await clockwork.turnTo('2027-05-10T07:00:00Z')
  assert.deepEqual(await movedTimeline(author, moving.path), ['2027-05-11 < 2027-05-10 scheduled'])
  assert.deepEqual(await movedTimeline(author, skipping.path), [
    '2027-05-10 skipped holiday',
    '2027-05-17 scheduled',
  ])
  await clockwork.turnTo('2027-05-11T07:00:00Z')
  assert.equal((await movedTimeline(author, moving.path))[0], '2027-05-11 < 2027-05-10 open')
})

test('a reminder that falls on a holiday is sent on the next working day, if that is before the end', async () => {
  const { world, author } = await clockwork.begin('2027-03-20T00:00:00Z')
  const team = await world.team('Reminded', 5)
  const id = await calendar(author, { country: 'DE' })
  const plannedOf = async (reminders: object[]): Promise<string[]> => {
    const { path } = await activated(
      author,
      weekly([team.id], {
        window: 'P9D',
        confidentiality: { mode: 'attributed' },
        recurrence: recurrenceWith([id], { starts_on: '2027-03-22', rrule: 'FREQ=MONTHLY;BYMONTHDAY=22' }),
        reminders,
      }),
    )
    await clockwork.turnTo('2027-03-22T08:00:00Z')
    const [{ id: instance }] = await instancesOf(author, path)
    return (await bodyOf(author.get(`/api/check-in-instances/${instance}/progress`))).reminders.planned_at
  }
  // Good Friday and Easter Monday; clocks change between them.
  assert.deepEqual(await plannedOf([{ after_open: 'P1D' }, { after_open: 'P4D' }, { before_close: 'P2D' }]), [
    '2027-03-23T08:00:00Z',
    '2027-03-30T07:00:00Z',
  ])
})

test('by each recipient’s own clock the day is a holiday for everybody', async () => {
  const { world, author } = await clockwork.begin('2027-03-20T00:00:00Z')
  const team = await world.team('Around the world', 5)
  const [auckland] = team.members
  await bodyOf(author.patch(`/api/members/${auckland}`, { time_zone: 'Pacific/Auckland' }))
  const id = await calendar(author, { country: 'DE' })
  const recurrence = recurrenceWith([id], { mode: 'recipient_local_time', starts_on: '2027-03-29' })
  const { path } = await activated(author, weekly([team.id], { window: 'P7D', recurrence }))
  const { openings } = await bodyOf(author.get(`${path}/schedule?count=1&from=2027-03-29`))
  assert.deepEqual(
    openings.map((one: any) => [one.time_zone, one.local_date, one.opens_at, one.closes_at]),
    [
      ['Pacific/Auckland', '2027-03-30', '2027-03-29T20:00:00Z', '2027-04-04T21:00:00Z'],
      ['Europe/Berlin', '2027-03-30', '2027-03-30T07:00:00Z', '2027-04-05T07:00:00Z'],
    ],
  )
  const [waiting] = await instancesOf(author, path)
  assert.deepEqual([waiting.opens_at, waiting.closes_at], ['2027-03-29T20:00:00Z', '2027-04-05T07:00:00Z'])
})

test('a calendar that is deleted leaves the check-ins that used it, and what they planned', async () => {
  const { world, author } = await clockwork.begin('2027-05-01T00:00:00Z')
  const team = await world.team('Detaching', 5)
  const id = await calendar(author, days('2027-05-10', '2027-05-17'))
  const other = await calendar(author, days('2027-05-24'))
  const recurrence = recurrenceWith([id, other], { starts_on: '2027-05-10', on_holiday: 'skip' })
  const { path } = await activated(author, weekly([team.id], { recurrence }))
  const url = `/api/holiday-calendars/${id}`
  assert.deepEqual(await timelineOf(author, path), [
    '2027-05-10 skipped holiday',
    '2027-05-17 skipped holiday',
    '2027-05-24 skipped holiday',
    '2027-05-31 scheduled',
  ])
  assert.equal((await bodyOf(author.get(url))).check_in_count, 1)
  assert.equal((await bodyOf(author.delete(url), 409)).code, 'holiday_calendar_in_use')
  await bodyOf(author.delete(`${url}?detach=true`), 204)
  assert.deepEqual((await bodyOf(author.get(path))).recurrence.holiday_calendar_ids, [other])
  assert.deepEqual(await timelineOf(author, path), ['2027-05-10 scheduled'])
  await bodyOf(author.get(url), 404)
})
