/** Where surveys are in a week of the schedule: bars on lanes, and what opens for one day below them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Entry } from '../../web/schedule/days.ts'
import { lanesOf } from '../../web/schedule/lanes.ts'

const at = (day: number): string => `2090-03-${String(day).padStart(2, '0')}`
const week = [6, 7, 8, 9, 10, 11, 12].map(at)

const entry = (key: string, day: number, last = day): Entry =>
  ({ key, day: at(day), last: at(last) }) as unknown as Entry

function shown(entries: readonly Entry[]): Record<string, string> {
  const lanes = lanesOf(week, entries, 2)
  return Object.fromEntries(
    [...lanes].map(([day, { lanes: own, entries: single, folded, more }]) => [
      day.slice(8),
      [
        own
          .map((lane) =>
            lane
              ? `${lane.isContinued ? '<' : ''}${lane.entry.key}${lane.days}${lane.goesOn ? '>' : ''}`
              : '-',
          )
          .join(' '),
        single.map(({ key }) => key).join(' '),
        folded.map(({ key }) => key).join(' '),
        more,
      ].join('|'),
    ]),
  )
}

test('a survey keeps its lane on each of its days, and its bar is drawn once a week', () => {
  const found = shown([entry('a', 1, 7), entry('b', 7, 9), entry('c', 8), entry('d', 8, 20), entry('e', 30)])
  assert.equal(found['06'], '<a2|||0')
  assert.equal(found['07'], '<a0 b3|||0')
  assert.equal(found['08'], 'd5> <b0|c||1')
  assert.equal(found['09'], '<d0> <b0|||0')
  assert.equal(found['12'], '<d0>|||0')
})

test('bars without a lane are counted on each of their days, and told on the first', () => {
  const found = shown([entry('a', 6, 7), entry('b', 6, 8), entry('c', 6, 7), entry('d', 6)])
  assert.equal(found['06'], 'b3 a2|d|c|2')
  assert.equal(found['07'], '<b0 <a0|||1')
  assert.equal(found['08'], '<b0|||0')
})
