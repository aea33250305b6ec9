/** When participation is low, over every survey of few people: what is decided follows from what is shown, and says nothing false. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLow } from './low-participation.ts'
import { type Counts, summaryFrom } from './response-summary.ts'

const open: Counts = {
  state: 'open',
  mode: 'confidential',
  k_rate: 5,
  step_offset: 0,
  not_counted: 0,
  recipients: 40,
  responded_max: 0,
  absent: 0,
  opted_out: 0,
  unreachable: 0,
  unreachable_at_open: 0,
  excluded: 0,
  imported_at: null,
  is_rolling: false,
  in_small_windows: false,
}

const shares = [0.01, 0.25, 0.5, 0.6, 0.75, 0.9, 1]

/** Every survey of up to 40 people: how many were asked, where steps begin, how many have answered. */
function* worlds(mode: Counts['mode'], k: number): Generator<{ counts: Counts; counted: number }> {
  for (let recipients = 1; recipients <= 40; recipients++)
    for (let offset = 0; offset < k; offset++)
      for (let counted = 0; counted <= recipients; counted++)
        yield { counts: { ...open, mode, k_rate: k, step_offset: offset, recipients }, counted }
}

for (const mode of ['attributed', 'confidential', 'anonymous'] as const)
  for (const k of [5, 7])
    test(`whatever looks the same is decided the same, ${mode}, in steps of ${k}`, () => {
      for (const below of shares) {
        const decisions = new Map<string, boolean>()
        for (const { counts, counted } of worlds(mode, k)) {
          const summary = summaryFrom(counts, counted)
          const decided = isLow(counts, counted, below)
          const looks = JSON.stringify(summary)
          assert.equal(decisions.get(looks) ?? decided, decided, `${below}: ${looks}`)
          decisions.set(looks, decided)
          assert.ok(!decided || summary.response_rate! < below, `${below}: it is said of ${looks}`)
        }
      }
    })

test('nobody waits for a group of which all, or all but one, have answered', () => {
  for (const mode of ['confidential', 'anonymous'] as const)
    for (const { counts, counted } of worlds(mode, 5))
      if (counted >= counts.recipients - 1)
        assert.equal(isLow(counts, counted, 1), false, JSON.stringify(counts))
})

const cases: [name: string, counts: Partial<Counts>, counted: number, isLow: boolean][] = [
  ['fewer by name', { mode: 'attributed' }, 23, true],
  ['enough by name', { mode: 'attributed' }, 24, false],
  ['of those who were reached', { mode: 'attributed', absent: 10 }, 18, false],
  ['fewer than k_rate people', { mode: 'attributed', recipients: 4 }, 0, false],
  ['a step below', { step_offset: 4 }, 28, true],
  ['the step', { step_offset: 4 }, 29, false],
  ['too few people for steps', { recipients: 9 }, 0, false],
  ['few people, before the highest step that they reach', { recipients: 12, step_offset: 4 }, 8, true],
  ['few people, at that step', { recipients: 12, step_offset: 4 }, 9, false],
  ['around joining', { is_rolling: true }, 0, false],
  ['imported', { imported_at: '2026-01-01T00:00:00Z' }, 0, false],
]
for (const [name, counts, counted, expected] of cases)
  test(`low participation: ${name}`, () =>
    assert.equal(isLow({ ...open, ...counts }, counted, 0.6), expected))
