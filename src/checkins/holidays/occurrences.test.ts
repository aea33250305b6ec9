import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Recurrence } from '../../../contract/checkins.ts'
import { Problem } from '../../problem.ts'
import { checkSchedule, planFrom, type Schedule, upcoming } from '../schedule.ts'
import { occurrences, reminderDay, usualWeekend, workingDayAfter } from './occurrences.ts'
import { publicDaysOf, yearsKnown } from './public-days.ts'

const place = (country: string, region: string | null = null) => ({ country, region })
const publicOn =
  (country: string, region: string | null = null) =>
  (date: string): string | undefined =>
    publicDaysOf(place(country, region), Number(date.slice(0, 4)), 'en').find((day) => day.date === date)
      ?.name

const rule = (rrule: string, more: Partial<Recurrence> = {}): Recurrence => ({
  rrule,
  starts_on: '2026-01-01',
  on_holiday: 'next_working_day',
  ...more,
})

const schedule = (
  rrule: string,
  holidayOn: Schedule['holidayOn'],
  more: Partial<Recurrence> = {},
): Schedule => ({
  recurrence: { time: '09:00', ...rule(rrule, more) },
  timeZone: 'Europe/Berlin',
  window: 'P7D',
  ...(holidayOn && { holidayOn }),
})

/** A line for each: its day, where it comes from, and `-` where it is skipped. */
const lines = (it: Schedule, from: string, count: number): string[] => {
  const { openings, skipped } = planFrom(it, from, count)
  return [
    ...openings.map((one) => [one.local_date, one.moved_from, one.holiday].filter(Boolean).join(' < ')),
    ...skipped.map((one) => `${one.local_date} - ${one.holiday}`),
  ].toSorted()
}

suite('public holidays', () => {
  const dates = (country: string, region: string | null, year: number) =>
    publicDaysOf(place(country, region), year, 'de').map(({ date, name }) => `${date.slice(5)} ${name}`)

  test('differ between regions of a country', () => {
    const only = (one: string[], other: string[]) => one.filter((day) => !other.includes(day))
    const bavaria = dates('DE', 'BY', 2027)
    const berlin = dates('DE', 'BE', 2027)
    assert.deepEqual(only(bavaria, berlin), [
      '01-06 Heilige Drei Könige',
      '05-27 Fronleichnam',
      '11-01 Allerheiligen',
    ])
    assert.deepEqual(only(berlin, bavaria), ['03-08 Internationaler Frauentag'])
    assert.deepEqual(
      dates('DE', null, 2027).filter((day) => !berlin.includes(day)),
      [],
    )
  })

  test('follow Easter, the moon and the substitutes of weekends, and last as long as they do', () => {
    const on = (country: string, date: string) => publicOn(country)(date)
    assert.equal(on('GB', '2027-03-26'), 'Good Friday')
    assert.equal(on('US', '2027-11-25'), 'Thanksgiving Day')
    assert.equal(on('US', '2027-07-05'), 'Independence Day (substitute day)')
    const fitr = publicDaysOf(place('TR'), 2027, 'en').filter(({ name }) => name.includes('Eid al-Fitr'))
    assert.deepEqual(
      fitr.map(({ date }) => date),
      ['2027-03-09', '2027-03-10', '2027-03-11'],
    )
  })

  test('half days and observances are no holidays', () => {
    assert.equal(publicOn('DE')('2027-12-24'), undefined)
    assert.equal(publicOn('IS')('2027-12-24'), undefined)
    assert.equal(publicOn('DE')('2027-02-14'), undefined)
  })

  test('no day is known of a place, a region or a year that is not', () => {
    const { first_year: first, last_year: last } = yearsKnown()
    assert.ok(last - first >= 10)
    for (const [country, region, year] of [
      ['XX', null, 2027],
      ['constructor', null, 2027],
      ['DE', null, first - 1],
      ['DE', null, last + 1],
    ] as const)
      assert.deepEqual(publicDaysOf(place(country, region), year, 'en'), [])
    assert.deepEqual(dates('DE', 'toString', 2027), dates('DE', null, 2027))
    assert.ok(dates('DE', null, last).length > 8)
  })
})

suite('an occurrence on a holiday', () => {
  test('moves to the next working day, also over the end of a year', () => {
    // 1 January 2027 is a Friday, so the next working day is Monday.
    assert.deepEqual(lines(schedule('FREQ=MONTHLY;BYMONTHDAY=1', publicOn('DE', 'BY')), '2026-12-15', 2), [
      "2027-01-04 < 2027-01-01 < New Year's Day",
      '2027-02-01',
    ])
  })

  test('is skipped where the next working day is not before the next occurrence', () => {
    const daily = schedule('FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', publicOn('DE'))
    assert.deepEqual(lines(daily, '2027-03-25', 2), [
      '2027-03-25',
      '2027-03-26 - Good Friday',
      '2027-03-29 - Easter Monday',
      '2027-03-30',
    ])
  })

  test('on a weekend may move to a weekend', () => {
    const sundays = schedule('FREQ=WEEKLY;BYDAY=SA', (date) =>
      date === '2027-05-01' ? 'Labour Day' : undefined,
    )
    assert.deepEqual(lines(sundays, '2027-04-30', 2), ['2027-05-02 < 2027-05-01 < Labour Day', '2027-05-08'])
  })

  test('passes exdates, and every other holiday', () => {
    const off = new Set(['2026-12-24', '2026-12-25', '2026-12-28'])
    const it = schedule('FREQ=MONTHLY;BYMONTHDAY=24', (date) => (off.has(date) ? '' : undefined), {
      exdates: ['2026-12-29'],
    })
    assert.deepEqual(lines(it, '2026-12-01', 1), ['2026-12-30 < 2026-12-24'])
  })

  test('has its hour by the clock of the day on which it opens', () => {
    // Easter Monday of 2027 is the day after clocks change, and Good Friday the last before.
    const it = schedule('FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=26', publicOn('DE'))
    const { openings } = planFrom(it, '2027-01-01', 1)
    assert.deepEqual(
      openings.map((one) => [one.local_date, one.opens_at, one.closes_at]),
      [['2027-03-30', '2027-03-30T07:00:00Z', '2027-04-06T07:00:00Z']],
    )
  })

  test('ends its window when the next one opens', () => {
    const it = schedule('FREQ=WEEKLY;BYDAY=MO', publicOn('DE'))
    const [moved, next] = planFrom(it, '2027-03-29', 2).openings
    assert.deepEqual([moved.local_date, moved.closes_at], ['2027-03-30', '2027-04-05T07:00:00Z'])
    assert.deepEqual([next.opens_at, next.closes_at], ['2027-04-05T07:00:00Z', '2027-04-12T07:00:00Z'])
  })

  test('that moved to a day is still to come after its own', () => {
    const it = schedule('FREQ=WEEKLY;BYDAY=MO', publicOn('DE'))
    const { opening } = upcoming(it, '2027-03-22', { instant: new Date('2027-03-29T10:00:00Z') })
    assert.deepEqual([opening?.local_date, opening?.moved_from], ['2027-03-30', '2027-03-29'])
    assert.deepEqual(lines(it, '2027-03-30', 1), ['2027-03-30 < 2027-03-29 < Easter Monday'])
  })
})

suite('a schedule ends', () => {
  const always = () => 'A day off'

  test('where every day is a holiday', () => {
    for (const on_holiday of ['skip', 'next_working_day'] as const)
      for (const rrule of ['FREQ=DAILY', 'FREQ=WEEKLY;BYDAY=MO', 'FREQ=YEARLY', 'FREQ=DAILY;COUNT=1000']) {
        const it = schedule(rrule, always, { on_holiday })
        assert.deepEqual(planFrom(it, '2026-01-01', 5).openings, [])
        assert.throws(
          () => checkSchedule(it),
          (error) => error instanceof Problem && error.code === 'unprocessable',
        )
      }
  })

  test('where its only dates are holidays of every year', () => {
    const christmas = schedule(
      'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25',
      (date) => (date.slice(5) === '12-25' ? 'Christmas' : undefined),
      { on_holiday: 'skip' },
    )
    assert.throws(() => checkSchedule(christmas), Problem)
    assert.deepEqual(
      lines(
        { ...christmas, recurrence: { ...christmas.recurrence, on_holiday: 'next_working_day' } },
        '2027-01-01',
        1,
      ),
      ['2027-12-27 < 2027-12-25 < Christmas'.replace('2027-12-27', '2027-12-26')],
    )
  })

  test('as many days as a recurrence may list are passed', () => {
    const first = Temporal.PlainDate.from('2026-01-01')
    const off = new Set(Array.from({ length: 500 }, (_, days) => first.add({ days }).toString()))
    const it = schedule('FREQ=DAILY', (date) => (off.has(date) ? '' : undefined))
    assert.deepEqual(
      planFrom(it, null, 1).openings.map((one) => one.local_date),
      [first.add({ days: 500 }).toString()],
    )
  })
})

test('what is moved is in order, on a day of its own, and on no holiday', () => {
  const onHoliday = publicOn('DE', 'BY')
  for (const rrule of [
    'FREQ=DAILY;INTERVAL=2',
    'FREQ=WEEKLY;BYDAY=MO,TH',
    'FREQ=WEEKLY;BYDAY=FR,SA',
    'FREQ=MONTHLY;BYMONTHDAY=1,25',
  ]) {
    let last = ''
    for (const one of occurrences(rule(rrule), { holidayOn: onHoliday, weekend: usualWeekend }, null)) {
      if (one.date > '2031-01-01') break
      assert.ok(one.date > last, `${rrule} ${one.date} after ${last}`)
      assert.equal(onHoliday(one.date) !== undefined, one.isSkipped, `${rrule} ${one.date}`)
      last = one.date
    }
  }
})

test('a reminder waits for a working day', () => {
  const dayFor = reminderDay({ holidayOn: publicOn('DE'), weekend: usualWeekend })
  assert.deepEqual(['2027-03-25', '2027-03-26', '2027-03-28', '2027-03-29'].map(dayFor), [
    '2027-03-25',
    '2027-03-30',
    '2027-03-28',
    '2027-03-30',
  ])
  assert.equal(
    workingDayAfter('2027-03-25', () => true),
    undefined,
  )
})
