/** Days as people count them: by midnights, and not by 24 hours. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysBetween } from '../../web/ui/calendar-days.ts'

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

test('a day with a change of the clock counts as one', (t) => {
  const before = process.env.TZ
  t.after(() => {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  })
  process.env.TZ = 'Europe/Berlin'
  assert.equal(daysBetween(at('2026-10-24T12:00'), at('2026-10-26T12:00')), 2)
  assert.equal(daysBetween(at('2026-03-28T12:00'), at('2026-03-30T12:00')), 2)
})
