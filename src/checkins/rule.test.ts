/** Rules of every kind, checked against a calendar that is walked day by day, and the dates that are easily got wrong. */
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import type { Recurrence } from '../../contract/checkins.ts'
import { datesOf } from './rule.ts'
import { preview, type Schedule, upcoming } from './schedule.ts'

const datesFrom = (
  rrule: string,
  starts_on: string,
  count: number,
  more: Partial<Recurrence> = {},
): string[] => {
  const found: string[] = []
  for (const date of datesOf({ rrule, starts_on, ...more }, null)) {
    found.push(date)
    if (found.length >= count) break
  }
  return found
}

const known: [string, string, string, string[]][] = [
  ['29 February, yearly', 'FREQ=YEARLY', '2024-02-29', ['2024-02-29', '2028-02-29', '2032-02-29']],
  [
    '29 February by name',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
    '2025-01-01',
    ['2028-02-29', '2032-02-29', '2036-02-29'],
  ],
  [
    'the 29th of each month',
    'FREQ=MONTHLY;BYMONTHDAY=29',
    '2026-01-01',
    ['2026-01-29', '2026-03-29', '2026-04-29'],
  ],
  [
    'the 31st of each month',
    'FREQ=MONTHLY;BYMONTHDAY=31',
    '2026-01-31',
    ['2026-01-31', '2026-03-31', '2026-05-31', '2026-07-31', '2026-08-31'],
  ],
  [
    'the last day of each month',
    'FREQ=MONTHLY;BYMONTHDAY=-1',
    '2028-01-31',
    ['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30'],
  ],
  [
    'the last weekday of each month',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    '2026-01-01',
    ['2026-01-30', '2026-02-27', '2026-03-31', '2026-04-30', '2026-05-29'],
  ],
  [
    'the Monday of week 53',
    'FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO',
    '2015-01-01',
    ['2015-12-28', '2020-12-28', '2026-12-28', '2032-12-27', '2037-12-28'],
  ],
  [
    'the Sunday of week 53, in the year after',
    'FREQ=YEARLY;BYWEEKNO=53;BYDAY=SU',
    '2020-01-01',
    ['2021-01-03', '2027-01-03'],
  ],
  ['the 366th day', 'FREQ=YEARLY;BYYEARDAY=366', '2024-01-01', ['2024-12-31', '2028-12-31']],
  [
    'every other Monday, over the new year',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO',
    '2026-12-14',
    ['2026-12-14', '2026-12-28', '2027-01-11'],
  ],
  [
    'the first Monday of a quarter',
    'FREQ=MONTHLY;INTERVAL=3;BYDAY=1MO',
    '2026-01-01',
    ['2026-01-05', '2026-04-06', '2026-07-06'],
  ],
  ['until a date, it included', 'FREQ=DAILY;UNTIL=20261202', '2026-12-01', ['2026-12-01', '2026-12-02']],
  [
    'until a moment of a date',
    'FREQ=DAILY;UNTIL=20261202T080000Z',
    '2026-12-01',
    ['2026-12-01', '2026-12-02'],
  ],
  [
    'every Friday the 13th',
    'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
    '2026-01-01',
    ['2026-02-13', '2026-03-13', '2026-11-13'],
  ],
]

for (const [name, rrule, starts, dates] of known) {
  test(`dates are the calendar’s: ${name}`, () => {
    const more = rrule.includes('UNTIL') ? 1 : 0
    assert.deepEqual(datesFrom(rrule, starts, dates.length + more), dates)
  })
}

test('a holiday is skipped with a reason; an exdate is not a date at all', () => {
  const schedule: Schedule = {
    recurrence: {
      rrule: 'FREQ=DAILY',
      starts_on: '2026-12-23',
      holidays: ['2026-12-25', '2026-12-26', '2027-01-01'],
      exdates: ['2026-12-24'],
    },
    timeZone: 'Europe/Berlin',
    window: 'PT8H',
  }
  const { holidays, opening } = upcoming(schedule, '2026-12-23')
  assert.deepEqual(
    holidays.map((one) => one.local_date),
    ['2026-12-25', '2026-12-26'],
  )
  assert.equal(opening!.local_date, '2026-12-27')
  assert.deepEqual(
    preview(schedule, null, 3).map((one) => one.local_date),
    ['2026-12-23', '2026-12-27', '2026-12-28'],
  )
  // A rule of which nothing but a holiday is left has ended, and says so.
  const last = { ...schedule, recurrence: { ...schedule.recurrence, rrule: 'FREQ=DAILY;UNTIL=20261226' } }
  assert.deepEqual(
    [upcoming(last, '2026-12-25').holidays.length, upcoming(last, '2026-12-25').opening],
    [1, undefined],
  )
})

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const dayMs = 86_400_000
const some = <T>(values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: 3 })

type Plain = {
  freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'
  interval: number
  days: string[]
  monthDays: number[]
  months: number[]
}

const plainRule: fc.Arbitrary<Plain> = fc.record({
  freq: fc.constantFrom('DAILY' as const, 'WEEKLY' as const, 'MONTHLY' as const, 'YEARLY' as const),
  interval: fc.integer({ min: 1, max: 4 }),
  days: some(weekdays),
  monthDays: some([1, 2, 13, 15, 28, 29, 30, 31, -1, -2]),
  months: some([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
})

const written = ({ freq, interval, days, monthDays, months }: Plain): string =>
  [
    `FREQ=${freq};INTERVAL=${interval}`,
    ...(days.length > 0 ? [`BYDAY=${days}`] : []),
    // RFC 5545 §3.3.10 has none for weekly rules.
    ...(monthDays.length > 0 && freq !== 'WEEKLY' ? [`BYMONTHDAY=${monthDays}`] : []),
    ...(months.length > 0 ? [`BYMONTH=${months}`] : []),
  ].join(';')

/** Is this date one of the rule's? Told day by day, without expanding anything. */
function isOn(rule: Plain, starts: Date, day: Date): boolean {
  const weekday = (it: Date): string => weekdays[(it.getUTCDay() + 6) % 7]
  const monday = (it: Date): number => it.getTime() - weekdays.indexOf(weekday(it)) * dayMs
  const month = (it: Date): number => it.getUTCFullYear() * 12 + it.getUTCMonth()
  const monthLength = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate()
  const periods = {
    DAILY: () => (day.getTime() - starts.getTime()) / dayMs,
    WEEKLY: () => (monday(day) - monday(starts)) / (7 * dayMs),
    MONTHLY: () => month(day) - month(starts),
    YEARLY: () => day.getUTCFullYear() - starts.getUTCFullYear(),
  }
  const { freq, days, months } = rule
  const monthDays = freq === 'WEEKLY' ? [] : rule.monthDays
  const free = days.length === 0 && monthDays.length === 0
  return (
    periods[freq]() % rule.interval === 0 &&
    (months.length === 0 || months.includes(day.getUTCMonth() + 1)) &&
    (days.length === 0 || days.includes(weekday(day))) &&
    (monthDays.length === 0 ||
      monthDays.some((one) => (one > 0 ? one : monthLength + 1 + one) === day.getUTCDate())) &&
    // What the rule leaves open is the start's.
    (!free || freq !== 'WEEKLY' || weekday(day) === weekday(starts)) &&
    (!free || freq === 'DAILY' || freq === 'WEEKLY' || day.getUTCDate() === starts.getUTCDate()) &&
    (!free || freq !== 'YEARLY' || months.length > 0 || day.getUTCMonth() === starts.getUTCMonth())
  )
}

const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
const start = fc
  .integer({ min: Date.UTC(2024, 0, 1) / dayMs, max: Date.UTC(2029, 0, 1) / dayMs })
  .map((days) => new Date(days * dayMs))

test('any rule in any zone has, over two years, one opening for each of its dates, each later than the one before', () => {
  fc.assert(
    fc.property(plainRule, start, time, zone, (rule, starts, at, timeZone) => {
      const startsOn = starts.toISOString().slice(0, 10)
      const wanted = Array.from({ length: 731 }, (_, days) => new Date(starts.getTime() + days * dayMs))
        .filter((day) => isOn(rule, starts, day))
        .map((day) => day.toISOString().slice(0, 10))
      const end = new Date(starts.getTime() + 731 * dayMs).toISOString().slice(0, 10)
      const schedule: Schedule = {
        recurrence: { rrule: written(rule), starts_on: startsOn, time: at },
        timeZone,
        window: 'P1D',
      }
      const openings = preview(schedule, null, wanted.length + 1).filter((one) => one.local_date < end)
      assert.deepEqual(
        openings.map((one) => one.local_date),
        wanted,
      )
      openings.forEach(({ local_date: date, opens_at: opens }, place) => {
        if (place > 0)
          assert.ok(Date.parse(opens) > Date.parse(openings[place - 1].opens_at), `${date} ${opens}`)
        const told = Temporal.Instant.from(opens).toZonedDateTimeISO(timeZone)
        const wall = Temporal.PlainDateTime.from(`${date}T${at}`)
        const moved = told.toPlainDateTime().since(wall).total('minutes')
        // Moved only where that time is nowhere on the wall.
        const gap = told.subtract({ hours: 24 }).offsetNanoseconds !== told.offsetNanoseconds
        assert.ok(moved === 0 || (gap && moved > 0 && moved <= 120), `${date} ${at} is ${told}`)
      })
    }),
    { numRuns: 250, seed: 5545 },
  )
})

for (const [method, rrule] of [
  ['next', 'FREQ=WEEKLY'],
  ['all', 'FREQ=WEEKLY;COUNT=5'],
] as const)
  test(`a fault while a rule is expanded does not pass for the end of the rule: ${rrule}`, () => {
    const broken = mock.method(RRuleTemporal.prototype, method, () => {
      throw new RangeError('a fault')
    })
    try {
      assert.throws(() => datesFrom(rrule, '2026-01-05', 1), /a fault/)
    } finally {
      broken.mock.restore()
    }
  })

for (const rrule of [
  'FREQ=DAILY;INTERVAL=9999;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=YEARLY;INTERVAL=999;BYMONTH=11',
  'FREQ=DAILY;BYDAY=MO,TU,WE;BYSETPOS=-366',
  'FREQ=WEEKLY;BYDAY=MO,TU,WE;BYSETPOS=366',
  'FREQ=YEARLY;INTERVAL=9999;BYMONTH=2;BYMONTHDAY=30;COUNT=3',
  'FREQ=DAILY;INTERVAL=9999;BYMONTH=2;BYMONTHDAY=30;COUNT=3',
  'FREQ=DAILY;UNTIL=99991231;BYMONTH=2;BYMONTHDAY=30',
])
  test(`a rule without a date within reach has ended: ${rrule}`, () =>
    assert.deepEqual(datesFrom(rrule, '2199-12-01', 1), []))
