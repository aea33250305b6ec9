/** What is told of the response rate while a collection is open: quarters, by the rate that everybody sees, and nothing near its ends. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { answerAt, bodyOf, type Clockwork, startClockwork } from '../../test/support/clockwork.ts'
import { links, pulseDraft } from '../../test/support/world.ts'
import { many, sql } from '../db/db.ts'
import { jsonbOf, shapeOf } from '../db/shape.ts'
import { events } from '../db/tables.ts'
import { quartersTold } from './rate-quarters.ts'
import type { Counts } from './response-summary.ts'

const open: Counts = {
  state: 'open',
  mode: 'attributed',
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

const cases: [name: string, counts: Partial<Counts>, counted: number, quarters: number][] = [
  ['fewer than a quarter', {}, 9, 0],
  ['a quarter', {}, 10, 1],
  ['half', {}, 20, 2],
  ['three quarters', {}, 30, 3],
  ['five are silent', {}, 35, 3],
  ['fewer than five are silent', {}, 36, 0],
  ['a quarter of those who were reached', { absent: 20 }, 5, 1],
  ['fewer than five answered', { recipients: 10 }, 4, 0],
  ['a higher k_rate', { k_rate: 12 }, 11, 0],
  // Steps of five from the second answer on: ten are shown from twelve on, and at most eighteen of those may have answered.
  ['anonymous, before the step', { mode: 'anonymous', step_offset: 2 }, 11, 0],
  ['anonymous, at the step', { mode: 'anonymous', step_offset: 2 }, 12, 1],
  ['anonymous, nearly all', { mode: 'anonymous', step_offset: 2 }, 38, 0],
]
for (const [name, counts, counted, quarters] of cases)
  test(`quarters: ${name}`, () => assert.equal(quartersTold({ ...open, ...counts }, counted), quarters))

let clockwork: Clockwork

const toldOf = async (pulseId: string): Promise<number[]> =>
  (
    await many(
      clockwork.running.db.tx,
      shapeOf(events, [], { payload: jsonbOf<{ percent: number }>() }),
      sql`
        select payload
        from events
        where type = 'response_rate.threshold_crossed'
          and payload ->> 'pulse_id' = ${pulseId}
        order by written`,
    )
  ).map(({ payload }) => payload.percent)

suite('the event of a quarter', () => {
  before(async () => {
    clockwork = await startClockwork({ alone: true })
  })

  for (const mode of ['attributed', 'anonymous'] as const)
    test(`comes once for each, and is what the rate shows: ${mode}`, async () => {
      const { world, author } = await clockwork.begin('2026-03-02T08:00:00Z')
      const team = await world.team(`Quarters ${mode}`, 24)
      const { id } = await bodyOf(
        author.post('/api/pulses', pulseDraft([team.id], { confidentiality: { mode } })),
        201,
      )
      await bodyOf(author.post(`/api/pulses/${id}/open`))
      const shown: number[] = []
      let at = Date.parse('2026-03-02T08:00:00Z')
      for (const { url } of await links(author, `/api/pulses/${id}`)) {
        assert.equal((await answerAt(world, url)).status, 201)
        at += 60_000
        await clockwork.turnTo(at)
        const { response_summary: summary } = await bodyOf(author.get(`/api/pulses/${id}`))
        const { responded, responded_max: most, response_rate: rate } = summary
        const quarters = responded < 5 || 24 - most < 5 ? 0 : Math.floor(rate * 4)
        if (quarters * 25 > (shown.at(-1) ?? 0)) shown.push(quarters * 25)
        assert.deepEqual(await toldOf(id), shown)
      }
      assert.ok(shown.length > 0)
    })
})
