import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuMsOf, hangMs } from '../../test/support/cpu.ts'
import { Problem } from '../problem.ts'
import { checkSchedule, preview, type Schedule, upcoming } from './schedule.ts'

const schedule = (
  rrule: string,
  options: Partial<{ zone: string; starts: string; time: string; exdates: string[]; window: string }> = {},
): Schedule => ({
  recurrence: {
    rrule,
    starts_on: options.starts ?? '2026-12-07',
    time: options.time ?? '09:00',
    exdates: options.exdates,
  },
  timeZone: options.zone ?? 'Europe/Berlin',
  window: options.window ?? 'P2D',
})

const opens = (it: Schedule, from: string | null, count: number): string[] =>
  preview(it, from, count).map((one) => one.opens_at)
const dates = (it: Schedule, from: string | null, count: number): string[] =>
  preview(it, from, count).map((one) => one.local_date)

test('a weekly check-in keeps its local hour across both clock changes', () => {
  assert.deepEqual(opens(schedule('FREQ=WEEKLY;BYDAY=MO'), '2027-03-22', 2), [
    '2027-03-22T08:00:00Z',
    '2027-03-29T07:00:00Z',
  ])
  assert.deepEqual(opens(schedule('FREQ=WEEKLY;BYDAY=MO'), '2027-10-25', 2), [
    '2027-10-25T07:00:00Z',
    '2027-11-01T08:00:00Z',
  ])
})

test('a time that does not exist moves by the length of the gap; one that occurs twice is the first', () => {
  const daily = schedule('FREQ=DAILY', { time: '02:30', starts: '2027-03-27' })
  assert.deepEqual(opens(daily, '2027-03-27', 3), [
    '2027-03-27T01:30:00Z',
    '2027-03-28T01:30:00Z',
    '2027-03-29T00:30:00Z',
  ])
  assert.deepEqual(opens(daily, '2027-10-31', 2), ['2027-10-31T00:30:00Z', '2027-11-01T01:30:00Z'])
})

test('dates are those of the check-in’s zone, far east and far west of Greenwich', () => {
  for (const zone of [
    'Pacific/Kiritimati',
    'Pacific/Apia',
    'America/Los_Angeles',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
  ]) {
    assert.deepEqual(
      dates(schedule('FREQ=WEEKLY;BYDAY=MO', { zone }), null, 3),
      ['2026-12-07', '2026-12-14', '2026-12-21'],
      zone,
    )
  }
})

test('the start counts only where the rule says so, exceptions are left out, COUNT and UNTIL end it', () => {
  assert.deepEqual(dates(schedule('FREQ=WEEKLY;BYDAY=WE'), null, 2), ['2026-12-09', '2026-12-16'])
  assert.deepEqual(dates(schedule('FREQ=WEEKLY;BYDAY=MO', { exdates: ['2026-12-14'] }), null, 2), [
    '2026-12-07',
    '2026-12-21',
  ])
  assert.deepEqual(dates(schedule('FREQ=WEEKLY;BYDAY=MO;COUNT=2'), null, 9), ['2026-12-07', '2026-12-14'])
  assert.deepEqual(dates(schedule('FREQ=DAILY;UNTIL=20261209T000000Z'), null, 9), [
    '2026-12-07',
    '2026-12-08',
    '2026-12-09',
  ])
})

test('leap days, month ends and week 53 are where the calendar has them', () => {
  assert.deepEqual(dates(schedule('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29'), null, 2), [
    '2028-02-29',
    '2032-02-29',
  ])
  assert.deepEqual(dates(schedule('FREQ=MONTHLY;BYDAY=-1FR'), null, 3), [
    '2026-12-25',
    '2027-01-29',
    '2027-02-26',
  ])
  assert.deepEqual(dates(schedule('FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO'), null, 2), ['2026-12-28', '2032-12-27'])
})

test('a window ends at the same local hour when the clocks change during it', () => {
  const [opening] = preview(
    schedule('FREQ=WEEKLY;BYDAY=SA', { starts: '2027-03-27', window: 'P2D' }),
    null,
    1,
  )
  assert.equal(opening.opens_at, '2027-03-27T08:00:00Z')
  assert.equal(opening.closes_at, '2027-03-29T07:00:00Z')
})

test('openings far ahead cost as little as near ones', () => {
  const weekly = schedule('FREQ=WEEKLY;BYDAY=MO')
  const [near, far] = [
    ['2030-01-01', '2030-01-07'],
    ['2126-01-01', '2126-01-07'],
  ].map(([from, opening]) => cpuMsOf(() => assert.equal(dates(weekly, from, 1)[0], opening)))
  assert.ok(far < 10 * near + 100, `${far} ms for one far ahead, ${near} ms for a near one`)
})

test('no rule makes the calendar hang, whatever it says', () => {
  const sparse = 'FREQ=DAILY;INTERVAL=13;BYMONTH=2;BYMONTHDAY=29'
  for (const it of [
    schedule('FREQ=DAILY;COUNT=1000', { starts: '2024-01-01' }),
    schedule('FREQ=YEARLY;COUNT=1000;BYMONTH=2;BYMONTHDAY=29', { starts: '2000-01-01' }),
    schedule(sparse, { starts: '2000-01-01' }),
  ]) {
    const took = cpuMsOf(() => {
      checkSchedule(it)
      preview(it, null, 200)
      upcoming(it, null, { instant: new Date('2026-12-01T00:00:00Z') })
    })
    assert.ok(took < hangMs, it.recurrence.rrule)
  }
})

test('the first opening after an instant is found at once, however long ago the rule began', () => {
  const daily = schedule('FREQ=DAILY', { starts: '2000-01-01' })
  const nextOf = (after: string | null, instant: string, lasting = false) =>
    upcoming(daily, after, { instant: new Date(instant), lasting }).opening!
  assert.equal(nextOf(null, '2027-01-01T07:59:59Z').opens_at, '2027-01-01T08:00:00Z')
  assert.equal(nextOf(null, '2027-01-01T08:00:00Z').local_date, '2027-01-02')
  assert.equal(nextOf('2027-01-05', '2027-01-01T08:00:00Z').local_date, '2027-01-06')
  // Two days long: that of the day before yesterday has just ended.
  assert.equal(nextOf(null, '2027-01-03T07:59:59Z', true).local_date, '2027-01-01')
  assert.equal(nextOf(null, '2027-01-03T08:00:00Z', true).local_date, '2027-01-02')
})

test('nothing opens after 2199', () => {
  const daily = schedule('FREQ=DAILY', { starts: '2199-12-30' })
  assert.deepEqual(dates(daily, null, 5), ['2199-12-30', '2199-12-31'])
  for (const from of ['2200-01-01', '9999-12-31']) {
    assert.deepEqual(dates(daily, from, 5), [])
    assert.deepEqual(dates(schedule('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29'), from, 5), [])
  }
  assert.equal(dates(daily, '0000-01-01', 1)[0], '2199-12-30')
})

const bad: [string, Schedule][] = [
  ['a start long ago', schedule('FREQ=DAILY', { starts: '0001-01-01' })],
  ['a start too far ahead', schedule('FREQ=DAILY', { starts: '9999-12-31' })],
  ['too many', schedule('FREQ=DAILY;COUNT=1001')],
  ['a count in disguise', schedule('FREQ=DAILY;COUNT=+100')],
  ['a part twice', schedule('FREQ=DAILY;FREQ=WEEKLY')],
  ['an unknown part', schedule('FREQ=DAILY;BYEASTER=1')],
  ['another line', schedule('FREQ=DAILY\nEXDATE:20261207T000000Z')],
  ['an offset for a zone', schedule('FREQ=DAILY', { zone: '+02:00' })],
  ['a moment for a zone', schedule('FREQ=DAILY', { zone: '2026-01-01T00:00[Europe/Berlin]' })],
  ['a window beyond all time', schedule('FREQ=DAILY', { window: 'P300000Y' })],
  ['no rule', schedule('WHATEVER')],
  ['no frequency', schedule('BYDAY=MO')],
  ['every second', schedule('FREQ=SECONDLY')],
  ['hours of its own', schedule('FREQ=DAILY;BYHOUR=1,2,3')],
  ['a start of its own', schedule('FREQ=DAILY;DTSTART=20200101')],
  ['no such weekday', schedule('FREQ=WEEKLY;BYDAY=XX')],
  ['interval zero', schedule('FREQ=DAILY;INTERVAL=0')],
  ['never', schedule('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30')],
  ['no such zone', schedule('FREQ=DAILY', { zone: 'Europe/Nowhere' })],
  ['no such window', schedule('FREQ=DAILY', { window: 'soon' })],
  ['a window of nothing', schedule('FREQ=DAILY', { window: 'PT0S' })],
]

for (const [fault, it] of bad) {
  test(`a schedule is refused: ${fault}`, () => {
    assert.throws(
      () => checkSchedule(it),
      (error) => error instanceof Problem && error.code === 'unprocessable',
    )
  })
}
