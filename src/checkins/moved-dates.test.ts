/** How much work moved dates are: a rule is expanded as often for a hundred moves as for one. */
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { RRuleTemporal } from 'rrule-temporal'
import { checkMovedDates } from './moved-dates.ts'
import { planFrom, plannedBetween, type Schedule } from './schedule.ts'

const dayAfter = (date: string, days: number): string =>
  Temporal.PlainDate.from(date).add({ days }).toString()

/** A schedule with a hundred dates moved, each to the day after it. */
const moving = (rrule: string, every: number, starts_on: string): Schedule => ({
  recurrence: {
    rrule,
    starts_on,
    time: '09:00',
    moved_dates: Array.from({ length: 100 }, (_none, place) => {
      const from = dayAfter(starts_on, place * every)
      return { from, to: dayAfter(from, 1) }
    }),
  },
  timeZone: 'UTC',
  window: 'P1D',
})

/** How often the library is asked for all dates of a rule, and for the next one. */
function asked(work: () => void): { all: number; next: number } {
  const all = mock.method(RRuleTemporal.prototype, 'all')
  const next = mock.method(RRuleTemporal.prototype, 'next')
  try {
    work()
    return { all: all.mock.callCount(), next: next.mock.callCount() }
  } finally {
    all.mock.restore()
    next.mock.restore()
  }
}

const check = (schedule: Schedule): void =>
  checkMovedDates({ schedule, before: null, over: '' }, new Date('2026-01-01'))

test('a hundred moves of a counted rule expand it once, to check, show and list them', () => {
  const counted = moving('FREQ=WEEKLY;BYDAY=MO;COUNT=1000', 7, '2027-01-04')
  assert.equal(asked(() => check(counted)).all, 1)
  // Another request reads another object.
  const again = structuredClone(counted)
  assert.equal(asked(() => check(again)).all, 0)
  const daily = moving('FREQ=DAILY;INTERVAL=2;COUNT=1000', 2, '2027-01-04')
  const shown = () => {
    assert.equal(planFrom(daily, null, 100).openings[99].local_date, dayAfter('2027-01-04', 199))
    assert.equal(plannedBetween(daily, null, { from: '2027-03-01', to: '2027-04-30' }).length, 30)
  }
  assert.equal(asked(shown).all, 1)
})

test('a hundred moves of a rule without end look at each date once', () => {
  const { next } = asked(() => check(moving('FREQ=WEEKLY;BYDAY=MO', 7, '2027-01-04')))
  assert.ok(next <= 110, String(next))
  // Of dates far apart, those between are not looked at.
  const { next: far } = asked(() => check(moving('FREQ=DAILY;INTERVAL=2', 60, '2027-01-04')))
  assert.ok(far <= 320, String(far))
})

test('a hundred moves of dates that a rare rule does not have look at each of its dates once', () => {
  const rare = moving('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', 1, '2027-01-04')
  assert.ok(asked(() => check(rare)).next <= 3)
})
