/**
 * Scores are released when a collection closes, and texts are measured by the analysis that follows. Somebody erased in between would be
 * the difference of the two: all figures of a collection come from the same people.
 */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { bodyOf } from '../../test/support/clockwork.ts'
import { startApp } from '../../test/support/start.ts'
import { untilWaiting } from '../../test/support/waiting.ts'
import { eventually, links, newWorld, pulseDraft } from '../../test/support/world.ts'
import { run, sql } from '../db/db.ts'

const people = 16

const isAnswering =
  (members: readonly string[]) =>
  ({ member_id }: { member_id: string }): boolean =>
    member_id !== members[people]

/** A closed pulse of sixteen people whose answers nobody has analysed yet: this node runs no jobs. */
async function closedPulse(mode: string) {
  const running = await startApp({ env: { SONDE_ROLE: 'api' } })
  const world = await newWorld({ running })
  const author = await world.user()
  // One more is asked and silent, so that all answers count.
  const team = await world.team('Platform', people + 1)
  const draft = pulseDraft([team.id], { confidentiality: { mode } })
  const path = `/api/pulses/${(await bodyOf(author.post('/api/pulses', draft), 201)).id}`
  await bodyOf(author.post(`${path}/open`))
  for (const { url, member_id } of (await links(author, path)).filter(isAnswering(team.members))) {
    const angry = member_id === team.members[0]
    const answers = [
      { question_id: 'calm', value: angry ? 1 : 4 },
      { question_id: 'why', text: angry ? 'This is terrible and awful, I hate it.' : 'It is fine as it is.' },
    ]
    await bodyOf(world.anyone.post(new URL(url).pathname, { answers }), 201)
  }
  const api = await world.organisation()
  return { running, world, author, api, team, path }
}

/** For each figure of texts and scores, of how many people it is. */
async function countsOf({ author, path }: Awaited<ReturnType<typeof closedPulse>>): Promise<number[]> {
  const id = path.split('/')[3]
  const [{ questions }] = (await bodyOf(author.get(`/api/insights/sentiment?pulse_id=${id}`))).sentiment
  const results = await bodyOf(author.get(`${path}/results`))
  return [...questions, ...results.questions].map(({ n }: { n: number }) => n)
}

suite('erasing somebody between a close and its analysis', () => {
  for (const mode of ['confidential', 'attributed'])
    test(`all figures count the same people, ${mode}`, async () => {
      const pulse = await closedPulse(mode)
      const { api, author, team, path, running } = pulse
      await bodyOf(author.post(`${path}/close`))
      const { erased } = await bodyOf(api.post(`/api/members/${team.members[0]}/erase`))
      assert.equal(erased.named_answers, mode === 'attributed' ? 1 : 0)
      await startApp({ database: running.db.connection })
      await eventually(
        () => author.get(`${path}/results`),
        ({ body }) => body.results_status !== 'analysing',
      )
      const counts = await countsOf(pulse)
      assert.ok(counts.length > 1)
      assert.deepEqual(
        counts.filter((n) => n !== people),
        [],
      )
    })

  test('an erasure that comes while a collection closes waits, and all figures count the same people', async () => {
    const pulse = await closedPulse('confidential')
    const { api, author, team, path, running } = pulse
    const { db } = running
    let replies: Promise<unknown> = Promise.resolve()
    // Holds the close in the middle of its work, after it has begun and before it is committed.
    await db.transaction(async (tx) => {
      await run(tx, sql`lock table events in share mode`)
      const closing = author.post(`${path}/close`)
      await untilWaiting(running, 1)
      replies = Promise.all([closing, api.post(`/api/members/${team.members[0]}/erase`)])
      await untilWaiting(running, 2)
    })
    assert.deepEqual(
      ((await replies) as { status: number }[]).map(({ status }) => status),
      [200, 200],
    )
    await startApp({ database: db.connection })
    await eventually(
      () => author.get(`${path}/results`),
      ({ body }) => body.results_status !== 'analysing',
    )
    assert.deepEqual(
      (await countsOf(pulse)).filter((n) => n !== people),
      [],
    )
  })
})
