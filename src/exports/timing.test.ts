import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextAfter, type Rhythm } from './timing.ts'

const berlin = { time: '06:00', timeZone: 'Europe/Berlin' } as const
const tuesday: Rhythm = { every: 'week', day: 2, ...berlin }
const last: Rhythm = { every: 'month', day: 28, ...berlin }

const times = (rhythm: Rhythm, after: string, count: number): string[] => {
  const found: Date[] = []
  for (let at = new Date(after); found.length < count; found.push(at)) at = nextAfter(rhythm, at)
  return found.map((at) => at.toISOString().slice(0, 16))
}

test('a week comes round on its day, at the same local time when clocks change', () => {
  assert.deepEqual(times(tuesday, '2026-10-20T04:00:00Z', 2), ['2026-10-27T05:00', '2026-11-03T05:00'])
  assert.deepEqual(times(tuesday, '2026-10-20T03:59:59Z', 1), ['2026-10-20T04:00'])
  assert.deepEqual(times(tuesday, '2026-10-18T23:00:00Z', 1), ['2026-10-20T04:00'])
})

test('a month comes round on its day, also in February', () => {
  assert.deepEqual(times(last, '2027-01-28T05:00:00Z', 2), ['2027-02-28T05:00', '2027-03-28T04:00'])
})

test('the day is that of the zone', () => {
  const auckland: Rhythm = { every: 'month', day: 1, time: '06:00', timeZone: 'Pacific/Auckland' }
  assert.deepEqual(times(auckland, '2026-11-29T12:00:00Z', 1), ['2026-11-30T17:00'])
})

test('a time that the clocks leave out comes an hour later, and one that occurs twice comes once', () => {
  const night: Rhythm = { every: 'week', day: 7, time: '02:30', timeZone: 'Europe/Berlin' }
  assert.deepEqual(times(night, '2027-03-27T00:00:00Z', 1), ['2027-03-28T01:30'])
  assert.deepEqual(times(night, '2026-10-24T00:00:00Z', 2), ['2026-10-25T00:30', '2026-11-01T01:30'])
})
