/** How much work moved dates are: a rule is expanded as often for a hundred moves as for one. And that accepted moves never cross. */
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { checkMovedDates } from './moved-dates.ts'
import { ruledDate } from './holidays/occurrences.ts'
import { Problem } from '../problem.ts'
import { occurrencesOf, planFrom, plannedBetween, type Schedule } from './schedule.ts'

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

const first = '2027-01-04'
const day = fc.integer({ min: 0, max: 30 }).map((days) => dayAfter(first, days))
const rrule = fc.constantFrom(
  'FREQ=WEEKLY;BYDAY=MO',
  'FREQ=DAILY;INTERVAL=4',
  'FREQ=WEEKLY;BYDAY=MO,TH;COUNT=20',
  'FREQ=MONTHLY;BYMONTHDAY=1,10,12,31',
)

test('whatever moves are accepted one after the other, occurrences stay in order, none is lost, and each is where it was moved', () => {
  let accepted = 0
  fc.assert(
    fc.property(
      fc.record({
        rrule,
        on_holiday: fc.constantFrom('skip' as const, 'next_working_day' as const),
        holidays: fc.uniqueArray(day, { maxLength: 16 }),
        moves: fc.array(fc.tuple(fc.nat(5), fc.integer({ min: -8, max: 8 })), { maxLength: 16 }),
      }),
      ({ moves, ...rule }) => {
        let schedule: Schedule = {
          recurrence: { ...rule, starts_on: first, time: '09:00', moved_dates: [] },
          timeZone: 'UTC',
          window: 'P1D',
        }
        const walked = (it: Schedule) => occurrencesOf(it, null).take(8).toArray()
        const dates = walked(schedule).map(ruledDate)
        for (const [place, days] of moves) {
          const from = dates[place]
          const { recurrence } = schedule
          const others = recurrence.moved_dates!.filter((one) => one.from !== from)
          const moved_dates = [...others, { from, to: dayAfter(from, days) }]
          const next = { ...schedule, recurrence: { ...recurrence, moved_dates } }
          try {
            checkMovedDates({ schedule: next, before: recurrence, over: null }, new Date('2026-01-01'))
          } catch (error) {
            assert.ok(error instanceof Problem)
            continue
          }
          const [before, after] = [walked(schedule), walked(next)]
          for (const [place, one] of after.entries()) {
            assert.ok(
              place === 0 || after[place - 1].date < one.date,
              `${after[place - 1]?.date} ${one.date}`,
            )
            const to = moved_dates.find((it) => it.from === ruledDate(one))?.to
            assert.ok(to === undefined || to === one.date, `${to} ${one.date}`)
            const wasLost = before[place].isSkipped || moved_dates.at(-1)!.from === ruledDate(one)
            assert.ok(!one.isSkipped || wasLost, `${one.date} is lost`)
            if (to !== undefined) accepted++
          }
          schedule = next
        }
      },
    ),
    { numRuns: 200, seed: 86 },
  )
  assert.ok(accepted > 50, String(accepted))
})
