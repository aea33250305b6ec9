/** How many have answered, as everybody may see it: exact, or in steps of k_rate. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { summaryFrom } from './response-summary.ts'

const allReached = { absent: 0, opted_out: 0, unreachable: 0, excluded: 0 }

type Case = [
  name: string,
  counts: Partial<Parameters<typeof summaryFrom>[0]>,
  counted: number,
  wanted: [responded: number, rounded: boolean, rate: number | null],
]

const cases: Case[] = [
  ['open, anonymous: rounded down to a step', { state: 'open' }, 9, [5, true, 0.417]],
  ['open, anonymous: exactly a step', { state: 'open' }, 10, [10, true, 0.833]],
  ['closed, anonymous: exact', {}, 9, [9, false, 0.75]],
  ['open, confidential: exact', { state: 'open', mode: 'confidential' }, 9, [9, false, 0.75]],
  ['four asked, closed, nobody answered', { recipients: 4 }, 0, [0, true, null]],
  ['four asked, closed, all answered', { recipients: 4 }, 4, [0, true, null]],
  ['five asked, closed, four answered', { recipients: 5 }, 4, [4, false, 0.8]],
  ['nine asked, five of them away', { recipients: 9, absent: 5 }, 4, [0, true, null]],
  ['nine asked, five of them opted out', { recipients: 9, opted_out: 5 }, 3, [0, true, null]],
  ['five answered, of whom one counts as unreachable', { recipients: 6, unreachable: 2 }, 5, [5, true, null]],
  ['a higher k_rate', { recipients: 12, k_rate: 20 }, 12, [0, true, null]],
  ['four asked, confidential', { recipients: 4, mode: 'confidential' }, 3, [3, false, null]],
  ['nobody asked', { recipients: 0 }, 0, [0, true, null]],
  [
    'imported: no rate, since it is not known who was asked',
    { mode: 'confidential', imported_at: '2026-01-01T00:00:00Z' },
    12,
    [12, false, null],
  ],
]
for (const [name, counts, counted, [responded, rounded, rate]] of cases)
  test(`response summary: ${name}`, () => {
    const summary = summaryFrom(
      {
        state: 'closed',
        mode: 'anonymous',
        k_rate: 5,
        recipients: 12,
        imported_at: null,
        ...allReached,
        ...counts,
      },
      counted,
    )
    assert.deepEqual([summary.responded, summary.rounded, summary.response_rate], [responded, rounded, rate])
  })
