/** Occurrences that the author of a check-in moves by hand, by the clock: what opens when, what cannot be moved, and what is never asked twice. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Clockwork, bodyOf, startClockwork } from '../support/clockwork.ts'
import { activated, instancesOf, weekly } from '../support/recurring.ts'
import type { Client } from '../support/world.ts'

let clockwork: Clockwork

before(async () => {
  clockwork = await startClockwork()
})

/** Mondays from 10 May 2027. */
const mondays = (moved: [from: string, to: string][] = [], more: object = {}) => ({
  rrule: 'FREQ=WEEKLY;BYDAY=MO',
  starts_on: '2027-05-10',
  time: '09:00',
  moved_dates: moved.map(([from, to]) => ({ from: `2027-05-${from}`, to: `2027-05-${to}` })),
  ...more,
})

const timeline = async (author: Client, path: string): Promise<string[]> =>
  (await instancesOf(author, path)).map((one) =>
    [one.local_date.slice(5), one.moved_from && `< ${one.moved_from.slice(5)}`, one.state, one.reason]
      .filter(Boolean)
      .join(' '),
  )

const shown = async (author: Client, path: string): Promise<string[]> =>
  (await bodyOf(author.get(`${path}/schedule?count=3`))).openings.map((one: any) =>
    [one.local_date.slice(5), one.moved_from && `< ${one.moved_from.slice(5)}`].filter(Boolean).join(' '),
  )

const move = (author: Client, path: string, ...moved: [string, string][]) =>
  author.patch(path, { recurrence: mondays(moved) })

const refusedAt = async (promise: ReturnType<Client['patch']>): Promise<string> => {
  const { errors } = await bodyOf(promise, 422)
  return `${errors[0].pointer} ${errors[0].code}`
}

async function begun(name: string, now = '2027-05-01T00:00:00Z', more: object = {}) {
  const { world, author } = await clockwork.begin(now)
  const team = await world.team(name, 5)
  const draft = weekly([team.id], { recurrence: mondays(), ...more })
  return { author, ...(await activated(author, draft)) }
}

test('the next occurrence opens on the day that it was moved to, and goes back where the move is taken back', async () => {
  const { author, path } = await begun('Later')
  await bodyOf(move(author, path, ['10', '12']))
  assert.deepEqual(await timeline(author, path), ['05-12 < 05-10 scheduled'])
  assert.deepEqual(await shown(author, path), ['05-12 < 05-10', '05-17', '05-24'])
  await bodyOf(move(author, path))
  assert.deepEqual(await timeline(author, path), ['05-10 scheduled'])
  await bodyOf(move(author, path, ['10', '12']))
  await clockwork.turnTo('2027-05-10T12:00:00Z')
  assert.deepEqual(await timeline(author, path), ['05-12 < 05-10 scheduled'])
  // Its own day is over: where it is put now counts, and taking the move back leaves it.
  await bodyOf(move(author, path, ['10', '13']))
  assert.deepEqual(await timeline(author, path), ['05-13 < 05-10 scheduled'])
  await bodyOf(move(author, path))
  assert.deepEqual(await timeline(author, path), ['05-13 < 05-10 scheduled'])
  assert.deepEqual(await shown(author, path), ['05-13 < 05-10', '05-17', '05-24'])
  await clockwork.turnTo('2027-05-13T07:00:00Z')
  assert.deepEqual(await timeline(author, path), ['05-13 < 05-10 open', '05-17 scheduled'])
})

test('an occurrence that was moved to an earlier day is asked once', async () => {
  const { author, path } = await begun('Earlier')
  await bodyOf(move(author, path, ['10', '06'], ['17', '14']))
  await clockwork.turnTo('2027-05-06T07:00:00Z')
  assert.deepEqual(await timeline(author, path), ['05-06 < 05-10 open', '05-14 < 05-17 scheduled'])
  await bodyOf(author.patch(path, { recurrence: mondays() }))
  assert.deepEqual(await timeline(author, path), ['05-06 < 05-10 open', '05-17 scheduled'])
  assert.deepEqual(await shown(author, path), ['05-17', '05-24', '05-31'])
  await clockwork.turnTo('2027-05-10T07:00:00Z')
  await clockwork.turnTo('2027-05-17T07:00:00Z')
  assert.deepEqual(await timeline(author, path), ['05-06 < 05-10 closed', '05-17 open', '05-24 scheduled'])
})

test('a day that is a holiday can be chosen by hand, and a holiday can be moved', async () => {
  const { author, path } = await begun('Holidays')
  const recurrence = mondays([['10', '12']], { holidays: ['2027-05-12', '2027-05-17'] })
  await bodyOf(author.patch(path, { recurrence }))
  assert.deepEqual(await timeline(author, path), ['05-12 < 05-10 scheduled'])
  await clockwork.turnTo('2027-05-12T07:00:00Z')
  assert.deepEqual(await timeline(author, path), [
    '05-12 < 05-10 open',
    '05-17 skipped holiday',
    '05-24 scheduled',
  ])
  const both = mondays([['17', '18']], { holidays: ['2027-05-12', '2027-05-17'] })
  await bodyOf(author.patch(path, { recurrence: both }))
  assert.deepEqual(await timeline(author, path), ['05-12 < 05-10 open', '05-18 < 05-17 scheduled'])
})

test('a day that became a holiday of a calendar keeps what was moved there', async () => {
  const { author, path } = await begun('Calendar')
  const { id } = await bodyOf(
    author.post('/api/holiday-calendars', { name: 'Off', days: [{ date: '2027-05-12', name: 'Off' }] }),
    201,
  )
  const recurrence = mondays([['10', '12']], { holiday_calendar_ids: [id] })
  await bodyOf(author.patch(path, { recurrence }))
  await clockwork.turnTo('2027-05-12T07:00:00Z')
  assert.deepEqual((await timeline(author, path))[0], '05-12 < 05-10 open')
})

test('a move stays between its neighbours and ahead of now, and what is over cannot be moved', async () => {
  const { author, path } = await begun('Refused')
  const at = '/recurrence/moved_dates'
  assert.equal(await refusedAt(move(author, path, ['17', '24'])), `${at}/0/to invalid`)
  assert.equal(await refusedAt(move(author, path, ['17', '10'])), `${at}/0/to invalid`)
  assert.equal(await refusedAt(move(author, path, ['17', '17'])), `${at}/0/to invalid`)
  assert.equal(await refusedAt(move(author, path, ['10', '16'], ['17', '14'])), `${at}/0/to invalid`)
  assert.equal(await refusedAt(move(author, path, ['17', '18'], ['17', '19'])), `${at}/1/from duplicate`)
  const monthly = { recurrence: mondays([], { rrule: 'FREQ=MONTHLY;BYMONTHDAY=10' }) }
  monthly.recurrence.moved_dates = [{ from: '2027-07-10', to: '2027-06-09' }]
  assert.equal(await refusedAt(author.patch(path, monthly)), `${at}/0/to invalid`)
  // A date that the rule does not have is ignored, as an exdate would be.
  await bodyOf(move(author, path, ['11', '12']))
  assert.deepEqual(await timeline(author, path), ['05-10 scheduled'])
  await clockwork.turnTo('2027-05-10T07:00:00Z')
  assert.equal(await refusedAt(move(author, path, ['10', '12'])), `${at}/0/from invalid`)
  await clockwork.turnTo('2027-05-13T12:00:00Z')
  assert.equal(await refusedAt(move(author, path, ['17', '13'])), `${at}/0/to invalid`)
  await bodyOf(move(author, path, ['17', '14']))
  await clockwork.turnTo('2027-05-14T08:00:00Z')
  // What was moved before stays in the recurrence when something else changes.
  await bodyOf(move(author, path, ['17', '14'], ['24', '25']))
  assert.deepEqual(await timeline(author, path), [
    '05-10 closed',
    '05-14 < 05-17 open',
    '05-25 < 05-24 scheduled',
  ])
  for (const body of [{ from: '2027-05-10' }, { from: '2027-05-10', to: 'x' }, 'x', { from: null, to: null }])
    assert.equal(
      (await author.patch(path, { recurrence: { ...mondays(), moved_dates: [body] } })).status,
      400,
    )
})

test('an occurrence of a holiday never passes one that was moved before it', async () => {
  const { author, path } = await begun('Order', '2027-05-01T00:00:00Z')
  await bodyOf(move(author, path, ['17', '12']))
  // Holidays come after the move: what is planned already has its place.
  const recurrence = mondays([['17', '12']], {
    holidays: ['2027-05-10', '2027-05-11'],
    on_holiday: 'next_working_day',
  })
  await bodyOf(author.patch(path, { recurrence }))
  const planned = ['05-10 skipped holiday', '05-12 < 05-17 scheduled']
  assert.deepEqual(await timeline(author, path), planned)
  // What is stored is the matter of no other move.
  const moved_dates = [...recurrence.moved_dates, { from: '2027-05-24', to: '2027-05-25' }]
  await bodyOf(author.patch(path, { recurrence: { ...recurrence, moved_dates } }))
  assert.deepEqual(await timeline(author, path), planned)
})

test('moves that passed during a pause keep neither another move nor another rule from being saved', async () => {
  const { author, path } = await begun('Passed')
  await bodyOf(move(author, path, ['17', '14']))
  await bodyOf(author.post(`${path}/pause`))
  await clockwork.turnTo('2027-05-20T12:00:00Z')
  await bodyOf(move(author, path, ['17', '14'], ['24', '25']))
  await bodyOf(
    author.patch(path, {
      recurrence: mondays(
        [
          ['17', '14'],
          ['24', '25'],
        ],
        { exdates: ['2027-06-07'] },
      ),
    }),
  )
  await bodyOf(author.post(`${path}/resume`))
  assert.deepEqual((await timeline(author, path)).at(-1), '05-25 < 05-24 scheduled')
})

test('moved by each recipient’s clock, an occurrence opens at their hour of the other day', async () => {
  const { author, path } = await begun('Local', '2027-05-01T00:00:00Z', {
    recurrence: mondays([['10', '12']], { mode: 'recipient_local_time' }),
  })
  const [waiting] = await instancesOf(author, path)
  assert.deepEqual([waiting.local_date, waiting.moved_from], ['2027-05-12', '2027-05-10'])
})

test('a holiday that is over cannot be moved', async () => {
  const { author, path } = await begun('Over', '2027-05-01T00:00:00Z', {
    recurrence: mondays([], { holidays: ['2027-05-10'] }),
  })
  const moved = { recurrence: mondays([['10', '12']], { holidays: ['2027-05-10'] }) }
  await clockwork.turnTo('2027-05-11T12:00:00Z')
  assert.equal(await refusedAt(author.patch(path, moved)), '/recurrence/moved_dates/0/from invalid')
  assert.deepEqual(await timeline(author, path), ['05-10 skipped holiday', '05-17 scheduled'])
})

test('two moves never cross, nor does one cross what a holiday moved, or what waits', async () => {
  const { author, path } = await begun('Crossing')
  const at = '/recurrence/moved_dates'
  await bodyOf(move(author, path, ['10', '15']))
  assert.equal(await refusedAt(move(author, path, ['10', '15'], ['17', '12'])), `${at}/1/to invalid`)
  assert.equal(await refusedAt(move(author, path, ['17', '15'], ['10', '15'])), `${at}/0/to invalid`)
  // Its own day is over: it waits, whatever the moves say.
  await clockwork.turnTo('2027-05-11T12:00:00Z')
  assert.equal(await refusedAt(move(author, path, ['17', '14'])), `${at}/0/to invalid`)
  await bodyOf(move(author, path, ['17', '16']))
  assert.deepEqual(await timeline(author, path), ['05-15 < 05-10 scheduled'])

  const later = { holidays: ['2027-05-10'], on_holiday: 'next_working_day' }
  const holiday = await begun('Crossing a holiday', '2027-05-01T00:00:00Z', {
    recurrence: mondays([], later),
  })
  const cross = (to: string) =>
    holiday.author.patch(holiday.path, { recurrence: mondays([['17', to]], later) })
  assert.deepEqual(await timeline(holiday.author, holiday.path), ['05-11 < 05-10 scheduled'])
  assert.equal(await refusedAt(cross('11')), `${at}/0/to invalid`)
  await bodyOf(cross('12'))
  await clockwork.turnTo('2027-05-11T08:00:00Z')
  assert.deepEqual(await timeline(holiday.author, holiday.path), [
    '05-11 < 05-10 open',
    '05-12 < 05-17 scheduled',
  ])
})

test('a move of a date that a changed rule has now is checked again', async () => {
  const { author, path } = await begun('Changed rule')
  const at = '/recurrence/moved_dates'
  await bodyOf(move(author, path, ['11', '04'], ['18', '19']))
  await clockwork.turnTo('2027-05-06T12:00:00Z')
  const tuesdays = { rrule: 'FREQ=WEEKLY;BYDAY=TU' }
  const kept = {
    recurrence: mondays(
      [
        ['11', '04'],
        ['18', '19'],
      ],
      tuesdays,
    ),
  }
  assert.equal(await refusedAt(author.patch(path, kept)), `${at}/0/to invalid`)
  const daily = { recurrence: mondays([['18', '19']], { rrule: 'FREQ=DAILY' }) }
  assert.equal(await refusedAt(author.patch(path, daily)), `${at}/0/to invalid`)
  await bodyOf(author.patch(path, { recurrence: mondays([['18', '19']], tuesdays) }))
  assert.deepEqual(await shown(author, path), ['05-11', '05-19 < 05-18', '05-25'])
})

test('where an open one keeps the next from opening, none is moved nearer than its window', async () => {
  const { author, path } = await begun('Skip', '2027-05-01T00:00:00Z', { overlap: 'skip' })
  const at = '/recurrence/moved_dates'
  assert.equal(await refusedAt(move(author, path, ['17', '11'])), `${at}/0/to invalid`)
  // One that was moved itself ends when the next one opens.
  await bodyOf(move(author, path, ['10', '16']))
  await bodyOf(move(author, path, ['17', '12']))
  await clockwork.turnTo('2027-05-10T08:00:00Z')
  const [{ id }] = await instancesOf(author, path)
  await bodyOf(author.post(`/api/check-in-instances/${id}/extend`, { closes_at: '2027-05-13T07:00:00Z' }))
  // What is stored is the matter of no other move.
  await bodyOf(move(author, path, ['17', '12'], ['24', '25']))
  await bodyOf(move(author, path))
  assert.equal(await refusedAt(move(author, path, ['17', '12'])), `${at}/0/to invalid`)
  await bodyOf(move(author, path, ['17', '13']))
  await clockwork.turnTo('2027-05-13T07:30:00Z')
  assert.deepEqual(await timeline(author, path), ['05-10 closed', '05-13 < 05-17 open', '05-24 scheduled'])
})

test('a window, an overlap or an hour is refused by which what was moved would never open', async () => {
  const { author, path } = await begun('Kept closed', '2027-05-01T00:00:00Z', { overlap: 'skip' })
  await bodyOf(move(author, path, ['17', '12']))
  // On Wednesday at 09:00 the window of Monday has just ended.
  await bodyOf(author.patch(path, { window: 'P2D', title: 'As it is' }))
  assert.equal(await refusedAt(author.patch(path, { window: 'P2DT1M' })), '/window invalid')
  await bodyOf(author.patch(path, { window: 'P1D' }))
  // Where the next one closes it, it may last.
  await bodyOf(author.patch(path, { overlap: 'close_previous', window: 'P3D' }))
  assert.equal(await refusedAt(author.patch(path, { overlap: 'skip' })), '/overlap invalid')
  await bodyOf(author.patch(path, { overlap: 'skip', window: 'P2D' }))

  // One that is open keeps its end, whatever the clock says then.
  await clockwork.turnTo('2027-05-10T08:00:00Z')
  const earlier = { recurrence: { ...mondays([['17', '12']]), time: '08:00' } }
  assert.equal(await refusedAt(author.patch(path, earlier)), '/recurrence/time invalid')
  assert.equal(await refusedAt(author.patch(path, { time_zone: 'Asia/Tokyo' })), '/time_zone invalid')
  await bodyOf(author.patch(path, { time_zone: 'America/New_York' }))
  // What is kept closed already is nobody's to blame.
  const [{ id }] = await instancesOf(author, path)
  await bodyOf(author.post(`/api/check-in-instances/${id}/extend`, { closes_at: '2027-05-13T20:00:00Z' }))
  await bodyOf(author.patch(path, { window: 'P1D' }))
  await bodyOf(author.patch(path, { overlap: 'close_previous' }))
})

test('moved by hand onto a holiday, an occurrence that is due and waits is not lost to a change of calendars', async () => {
  const { author, path } = await begun('Due on a holiday')
  const off = (date: string) => ({ date, name: 'Off' })
  const { id } = await bodyOf(
    author.post('/api/holiday-calendars', { name: 'Off later', days: [off('2027-05-12')] }),
    201,
  )
  await bodyOf(author.patch(path, { recurrence: mondays([['10', '12']], { holiday_calendar_ids: [id] }) }))
  await bodyOf(author.post(`${path}/pause`))
  await clockwork.turnTo('2027-05-12T08:00:00Z')
  const days = [off('2027-05-12'), off('2027-06-01')]
  await bodyOf(author.patch(`/api/holiday-calendars/${id}`, { days }))
  assert.deepEqual(await timeline(author, path), ['05-12 < 05-10 scheduled'])
  await bodyOf(author.post(`${path}/resume`))
  await clockwork.turnTo('2027-05-12T08:10:00Z')
  assert.deepEqual((await timeline(author, path))[0], '05-12 < 05-10 open')
})

test('one that waits on a day of its own does not keep the dates of a changed rule waiting', async () => {
  const monthly = { rrule: 'FREQ=MONTHLY;BYMONTHDAY=10' }
  const { author, path } = await begun('Swallowed', '2027-05-01T00:00:00Z', {
    recurrence: mondays([['10', '28']], monthly),
  })
  await clockwork.turnTo('2027-05-11T12:00:00Z')
  await bodyOf(author.patch(path, { recurrence: mondays([['10', '28']], { ...monthly, time: '10:00' }) }))
  assert.deepEqual(await timeline(author, path), ['05-28 < 05-10 scheduled'])
  await bodyOf(author.patch(path, { recurrence: mondays([], { rrule: 'FREQ=DAILY' }) }))
  assert.deepEqual(await timeline(author, path), ['05-12 scheduled'])
})

test('an occurrence whose hour has come and that waits all the same is not lost to a move of another one', async () => {
  const { author, path } = await begun('Waits in a pause')
  await bodyOf(author.post(`${path}/pause`))
  await clockwork.turnTo('2027-05-10T12:00:00Z')
  await bodyOf(move(author, path, ['24', '25']))
  assert.deepEqual(await timeline(author, path), ['05-10 scheduled'])
  await bodyOf(author.post(`${path}/resume`))
  await clockwork.turnTo('2027-05-10T12:10:00Z')
  assert.deepEqual(await timeline(author, path), ['05-10 open', '05-17 scheduled'])
})

test('nor is one that waits for recipients whose clocks are behind', async () => {
  const { world, author } = await clockwork.begin('2027-05-01T00:00:00Z')
  const team = await world.team('West', 5)
  for (const member of team.members)
    await bodyOf(author.patch(`/api/members/${member}`, { time_zone: 'America/Los_Angeles' }))
  const local = { mode: 'recipient_local_time' }
  const { path } = await activated(author, weekly([team.id], { recurrence: mondays([], local) }))
  await clockwork.turnTo('2027-05-10T12:00:00Z')
  await bodyOf(author.patch(path, { recurrence: mondays([['24', '25']], local) }))
  assert.deepEqual(await timeline(author, path), ['05-10 scheduled'])
  await clockwork.turnTo('2027-05-10T16:30:00Z')
  assert.deepEqual((await timeline(author, path))[0], '05-10 open')
})

test('an occurrence that was moved, whose hour has come there and that waits all the same, stays where the move is taken back', async () => {
  const holidays = ['2027-05-12']
  for (const more of [{}, { holidays }]) {
    const { author, path } = await begun(`Taken back ${Object.keys(more)}`)
    await bodyOf(author.patch(path, { recurrence: mondays([['10', '12']], more) }))
    await bodyOf(author.post(`${path}/pause`))
    await clockwork.turnTo('2027-05-12T12:00:00Z')
    await bodyOf(author.patch(path, { recurrence: mondays([], more) }))
    // Nobody is asked on a holiday that nobody chose.
    const left = 'holidays' in more ? '05-17 scheduled' : '05-12 < 05-10 scheduled'
    assert.deepEqual(await timeline(author, path), [left])
    await bodyOf(author.post(`${path}/resume`))
    await clockwork.turnTo('2027-05-12T12:10:00Z')
    assert.deepEqual((await timeline(author, path))[0], left.replace('05-10 scheduled', '05-10 open'))
  }
})

test('where the hour of a holiday that was moved has passed, taking the move back leaves it', async () => {
  const holidays = { holidays: ['2027-05-10'] }
  const { author, path } = await begun('Holiday passed')
  await bodyOf(author.patch(path, { recurrence: mondays([['10', '12']], holidays) }))
  await clockwork.turnTo('2027-05-10T12:00:00Z')
  for (const moved of [[], [['24', '25']]] as [string, string][][]) {
    await bodyOf(author.patch(path, { recurrence: mondays(moved, holidays) }))
    assert.deepEqual(await timeline(author, path), ['05-12 < 05-10 scheduled'])
  }
  await clockwork.turnTo('2027-05-12T07:30:00Z')
  assert.deepEqual(await timeline(author, path), ['05-12 < 05-10 open', '05-17 scheduled'])
})
