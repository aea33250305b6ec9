import assert from 'node:assert/strict'
import { test } from 'node:test'
import { summaryFrom } from './response-summary.ts'

const nobodyElse = { absent: 0, opted_out: 0, unreachable: 0, excluded: 0 }

type Case = [
  what: string,
  given: Partial<Parameters<typeof summaryFrom>[0]>,
  counted: number,
  wanted: [responded: number, rounded: boolean, rate: number | null],
]

const cases: Case[] = [
  ['open, anonymous: in steps', { state: 'open' }, 9, [5, true, 0.417]],
  ['open, anonymous: a step', { state: 'open' }, 10, [10, true, 0.833]],
  ['closed, anonymous: exact', {}, 9, [9, false, 0.75]],
  ['open, confidential: exact', { state: 'open', mode: 'confidential' }, 9, [9, false, 0.75]],
  ['four asked, closed, nobody', { recipients: 4 }, 0, [0, true, null]],
  ['four asked, closed, all', { recipients: 4 }, 4, [0, true, null]],
  ['five asked, closed, four', { recipients: 5 }, 4, [4, false, 0.8]],
  ['nine, of whom five are away', { recipients: 9, absent: 5 }, 4, [0, true, null]],
  ['nine, of whom five wish none', { recipients: 9, opted_out: 5 }, 3, [0, true, null]],
  ['five answered, who were thought unreachable', { recipients: 6, unreachable: 2 }, 5, [5, true, null]],
  ['a higher k_rate', { recipients: 12, k_rate: 20 }, 12, [0, true, null]],
  ['four asked, confidential', { recipients: 4, mode: 'confidential' }, 3, [3, false, null]],
  ['nobody asked', { recipients: 0 }, 0, [0, true, null]],
  [
    'imported: who was asked is not known',
    { mode: 'confidential', imported_at: '2026-01-01T00:00:00Z' },
    12,
    [12, false, null],
  ],
]
for (const [what, given, counted, [responded, rounded, rate]] of cases)
  test(`participation: ${what}`, () => {
    const summary = summaryFrom(
      {
        state: 'closed',
        mode: 'anonymous',
        k_rate: 5,
        recipients: 12,
        imported_at: null,
        ...nobodyElse,
        ...given,
      },
      counted,
    )
    assert.deepEqual([summary.responded, summary.rounded, summary.response_rate], [responded, rounded, rate])
  })
