/** How many have answered, as everybody may see it: as counted, or in steps of k_rate. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { summaryFrom } from './response-summary.ts'

const allReached = { absent: 0, opted_out: 0, unreachable: 0, unreachable_at_open: 0, excluded: 0 }

type Case = [
  name: string,
  counts: Partial<Parameters<typeof summaryFrom>[0]>,
  counted: number,
  wanted: [responded: number, most: number, rounded: boolean, rate: number | null],
]

const cases: Case[] = [
  ['open: rounded down to a step', { state: 'open' }, 9, [5, 12, true, 0.417]],
  ['open: exactly a step', { state: 'open' }, 10, [10, 12, true, 0.833]],
  [
    'open: steps begin after a number that nobody knows',
    { state: 'open', step_offset: 4 },
    8,
    [0, 8, true, 0],
  ],
  [
    'open: the most includes all',
    { state: 'open', recipients: 14, step_offset: 4 },
    14,
    [5, 14, true, 0.357],
  ],
  ['open: all look like all but one', { state: 'open', step_offset: 2 }, 12, [5, 12, true, 0.417]],
  [
    'open, all answered: the last step is not taken',
    { state: 'open', recipients: 10 },
    10,
    [5, 10, true, 0.5],
  ],
  ['open, confidential: rounded as well', { state: 'open', mode: 'confidential' }, 9, [5, 12, true, 0.417]],
  ['open, attributed: exact', { state: 'open', mode: 'attributed' }, 9, [9, 9, false, 0.75]],
  ['closed: as counted', { responded_max: 10 }, 9, [9, 10, false, 0.75]],
  ['four asked, closed, nobody answered', { recipients: 4 }, 0, [0, 4, true, null]],
  ['four asked, closed, all answered', { recipients: 4 }, 4, [0, 4, true, null]],
  ['five asked, closed, four answered', { recipients: 5, responded_max: 4 }, 4, [4, 4, false, 0.8]],
  ['nine asked, five of them away', { recipients: 9, absent: 5 }, 4, [0, 4, true, null]],
  ['nine asked, five of them opted out', { recipients: 9, opted_out: 5 }, 3, [0, 4, true, null]],
  ['a higher k_rate', { recipients: 12, k_rate: 20 }, 12, [0, 12, true, null]],
  ['four asked, confidential', { recipients: 4, mode: 'confidential' }, 3, [0, 4, true, null]],
  ['four asked, attributed', { recipients: 4, mode: 'attributed', responded_max: 3 }, 3, [3, 3, false, null]],
  ['nobody asked', { recipients: 0 }, 0, [0, 0, true, null]],
  [
    'imported: no rate, since it is not known who was asked',
    { mode: 'confidential', imported_at: '2026-01-01T00:00:00Z', responded_max: 12 },
    12,
    [12, 12, false, null],
  ],
]
cases.push([
  'a window holds fewer than k: nothing before the end',
  { state: 'open', in_small_windows: true, recipients: 40 },
  20,
  [0, 40, true, null],
])
cases.push([
  'people are added while it is open: nothing before the end',
  { mode: 'confidential', state: 'open', is_rolling: true, recipients: 40 },
  40,
  [0, 40, true, null],
])
for (const [name, counts, counted, wanted] of cases)
  test(`response summary: ${name}`, () => {
    const summary = summaryFrom(
      {
        state: 'closed',
        mode: 'anonymous',
        k_rate: 5,
        is_rolling: false,
        in_small_windows: false,
        step_offset: 0,
        not_counted: 0,
        recipients: 12,
        imported_at: null,
        responded_max: 0,
        ...allReached,
        ...counts,
      },
      counted,
    )
    const { responded, responded_max, rounded, response_rate } = summary
    assert.deepEqual([responded, responded_max, rounded, response_rate], wanted)
  })

test('response summary: who is lost one at a time takes nothing back but whole steps, where everybody can see it', () => {
  for (const recipients of [12, 15, 20])
    for (let offset = 0; offset < 5; offset++)
      for (let counted = 0; counted <= recipients; counted++) {
        const open = { state: 'open', mode: 'anonymous', k_rate: 5, step_offset: offset, recipients } as const
        const told = (unreachable: number) =>
          summaryFrom(
            {
              ...open,
              is_rolling: false,
              in_small_windows: false,
              not_counted: 0,
              imported_at: null,
              responded_max: 0,
              ...allReached,
              unreachable,
            },
            counted,
          )
        for (let lost = 1; lost < recipients; lost++) {
          const [before, now] = [told(lost - 1).responded, told(lost).responded]
          const at = JSON.stringify({ recipients, offset, counted, lost })
          if (lost % 5 !== 1) assert.equal(now, before, at)
          assert.ok(before - now === 0 || before - now === 5, at)
          assert.ok(now === 0 || now < recipients - lost, `all who are left: ${at}`)
          assert.ok(told(lost).responded_max >= Math.min(counted, recipients - lost), at)
        }
      }
})
