/** Days as people count them: by midnights, and not by 24 hours. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysBetween } from '../../web/ui/calendar-days.ts'
import { mainDays, weeksFrom } from '../../web/schedule/months.ts'
import { instantOf, minuteOf } from '../../web/ui/wall-clock.ts'

const at = (local: string): number => new Date(local).getTime()

for (const [from, to, days] of [
  ['2026-11-27T18:00', '2026-11-30T09:00', 3],
  ['2026-11-27T18:00', '2026-12-04T17:59', 7],
  ['2026-11-27T23:59', '2026-11-28T00:01', 1],
  ['2026-11-27T00:01', '2026-11-27T23:59', 0],
  ['2026-11-27T00:30', '2026-11-25T23:00', -2],
] as const)
  test(`from ${from} to ${to} it is ${days} days`, () => {
    assert.equal(daysBetween(at(from), at(to)), days)
  })

const berlin = 'Europe/Berlin'

test('a day with a change of the clock counts as one', () => {
  const atNoon = (day: string): number => Date.parse(instantOf(`${day}T12:00`, berlin))
  assert.equal(daysBetween(atNoon('2026-10-24'), atNoon('2026-10-26'), berlin), 2)
  assert.equal(daysBetween(atNoon('2026-03-28'), atNoon('2026-03-30'), berlin), 2)
})

for (const [zone, shown, instant] of [
  [berlin, '2026-11-27T18:00', '2026-11-27T17:00'],
  [berlin, '2026-07-01T00:15', '2026-06-30T22:15'],
  ['America/New_York', '2026-11-27T18:00', '2026-11-27T23:00'],
  ['Asia/Kathmandu', '2026-11-27T00:00', '2026-11-26T18:15'],
  ['Pacific/Kiritimati', '2027-01-01T09:00', '2026-12-31T19:00'],
  ['UTC', '2026-11-27T18:00', '2026-11-27T18:00'],
] as const)
  test(`clocks of ${zone} show ${shown} at ${instant}Z`, () => {
    assert.equal(minuteOf(`${instant}Z`, zone), shown)
    assert.equal(instantOf(shown, zone), `${instant}:00.000Z`)
  })

test('a time that clocks show twice is the first, and one that they leave out is as much later as they are put forward', () => {
  assert.equal(instantOf('2026-10-25T02:30', berlin), '2026-10-25T00:30:00.000Z')
  assert.equal(instantOf('2026-03-29T02:30', berlin), '2026-03-29T01:30:00.000Z')
})

for (const [monday, from, to] of [
  ['2026-11-30', '2026-12-01', '2026-12-31'],
  ['2026-11-16', '2026-11-16', '2026-12-20'],
  ['2026-12-28', '2027-01-01', '2027-01-31'],
] as const)
  test(`five weeks from ${monday} are called by the months from ${from} to ${to}`, () => {
    assert.deepEqual(mainDays(weeksFrom(monday, 5).flat()), { from, to })
  })
