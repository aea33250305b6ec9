/** Transitions of pulses by the clock. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { many, sql } from '../../src/db/db.ts'
import { shape, text } from '../../src/db/shape.ts'
import { answerAt, type Clockwork, bodyOf, mailedBy, startClockwork } from '../support/clockwork.ts'
import { links, pulseDraft } from '../support/world.ts'
import { stepsOf } from '../support/steps.ts'

let clockwork: Clockwork

before(async () => {
  clockwork = await startClockwork({ alone: true })
})

test('a scheduled pulse opens and closes by the clock, and then accepts no answer', async () => {
  const { world, author } = await clockwork.begin('2026-02-02T08:00:00Z')
  const team = await world.team('Everyone', 6)
  const draft = pulseDraft([team.id], {
    opens_at: '2026-02-02T09:00:00Z',
    closes_at: '2026-02-03T09:00:00Z',
    confidentiality: { mode: 'confidential' },
  })
  const { id } = await bodyOf(author.post('/api/pulses', draft), 201)
  const path = `/api/pulses/${id}`
  await bodyOf(author.post(`${path}/schedule`))
  await clockwork.turnTo('2026-02-02T08:59:59Z')
  assert.equal((await author.get(path)).body.state, 'scheduled')
  await clockwork.turnTo('2026-02-02T09:00:00Z')
  const open = await bodyOf(author.get(path))
  assert.deepEqual([open.state, open.opened_at], ['open', '2026-02-02T09:00:00Z'])

  const [late, ...inTime] = await links(author, path)
  for (const { url } of inTime) await bodyOf(answerAt(world, url), 201)
  // Its time is over before any worker has looked: the answer is late all the same.
  clockwork.setClocks('2026-02-03T09:00:00Z')
  const refused = await answerAt(world, late.url)
  assert.deepEqual([refused.status, refused.body.code], [409, 'collection_closed'])
  await clockwork.settle()
  const closed = await bodyOf(author.get(path))
  assert.deepEqual(
    [closed.state, closed.closed_at, closed.response_summary.responded],
    ['closed', '2026-02-03T09:00:00Z', 5],
  )
  assert.equal((await answerAt(world, late.url)).body.code, 'collection_closed')
})

test('a scheduled pulse whose end has passed, or without recipients, is cancelled with the reason', async () => {
  const { world, author } = await clockwork.begin('2026-02-09T08:00:00Z')
  const team = await world.team('Few', 5)
  const schedule = async (closesAt: string) => {
    const draft = pulseDraft([team.id], { opens_at: '2026-02-10T08:00:00Z', closes_at: closesAt })
    const { id } = await bodyOf(author.post('/api/pulses', draft), 201)
    await bodyOf(author.post(`/api/pulses/${id}/schedule`))
    return id as string
  }
  const [ended, empty] = [await schedule('2026-02-11T08:00:00Z'), await schedule('2026-03-11T08:00:00Z')]
  for (const id of team.members) await bodyOf(author.patch(`/api/members/${id}`, { status: 'deactivated' }))
  await clockwork.turnTo('2026-02-12T08:00:00Z')
  const reasons = await many(
    clockwork.running.db.tx,
    shape({ id: text, reason: text }),
    sql`
      select payload ->> 'pulse_id' as id, payload ->> 'reason' as reason
      from events
      where type = 'pulse.cancelled'
        and payload ->> 'pulse_id' in (${ended}, ${empty})`,
  )
  assert.deepEqual(Object.fromEntries(reasons.map((row) => [row.id, row.reason])), {
    [ended]: 'its end had passed',
    [empty]: 'there was nobody to ask',
  })
  assert.equal((await author.get(`/api/pulses/${ended}`)).body.state, 'cancelled')
})

test('auto_close closes with the last answer of the recipients that were reached', async () => {
  const { world, author } = await clockwork.begin('2026-02-16T08:00:00Z')
  const team = await world.team('Reached', 6)
  await bodyOf(author.post('/api/members', { name: 'Without address', team_ids: [team.id] }), 201)
  const draft = pulseDraft([team.id], {
    auto_close: true,
    channels: ['email'],
    confidentiality: { mode: 'attributed' },
  })
  const { id } = await bodyOf(author.post('/api/pulses', draft), 201)
  const path = `/api/pulses/${id}`
  let opened: any
  const mailed = await mailedBy(clockwork.running, async () => {
    opened = await bodyOf(author.post(`${path}/open`))
    await clockwork.settle()
  })
  assert.deepEqual([opened.response_summary.recipients, opened.response_summary.unreachable], [7, 1])
  assert.equal(mailed.length, 6)
  for (const [index, link] of mailed.entries()) {
    await clockwork.settle()
    assert.equal((await author.get(path)).body.state, 'open', `after ${index} answers`)
    await bodyOf(answerAt(world, link), 201)
  }
  await clockwork.settle()
  const closed = await bodyOf(author.get(path))
  assert.equal(closed.state, 'closed')
  assert.deepEqual(closed.response_summary, {
    recipients: 7,
    responded: 6,
    responded_max: 6,
    response_rate: 1,
    absent: 0,
    opted_out: 0,
    unreachable: 1,
    excluded: 0,
    not_counted: 0,
    rounded: false,
  })
})

for (const mode of ['anonymous', 'confidential'])
  test(`auto_close gives a day to those who have not answered, ${mode}`, async () => {
    const { world, author } = await clockwork.begin('2026-02-16T08:00:00Z')
    const team = await world.team('Twelve', 12)
    const draft = pulseDraft([team.id], {
      auto_close: true,
      closes_at: '2026-02-27T08:00:00Z',
      confidentiality: { mode },
    })
    const { id } = await bodyOf(author.post('/api/pulses', draft), 201)
    const path = `/api/pulses/${id}`
    await bodyOf(author.post(`${path}/open`))
    const seen = async () => {
      await clockwork.settle()
      const { state, closes_at, response_summary: summary } = await bodyOf(author.get(path))
      return [state, closes_at, summary.responded]
    }
    const urls = (await links(author, path)).map(({ url }) => url)
    const { told, offset } = await stepsOf(clockwork.running, id)
    // Of twelve people, so many have answered at the last step before everybody.
    const last = offset + told(11)
    await clockwork.turnTo('2026-02-17T09:00:00Z')
    for (const url of urls.slice(0, last - 1)) await bodyOf(answerAt(world, url), 201)
    assert.deepEqual(await seen(), ['open', '2026-02-27T08:00:00Z', told(last - 1)])
    // The end moves with the last step of the count, and no later answer moves anything.
    for (const url of urls.slice(last - 1)) {
      await bodyOf(answerAt(world, url), 201)
      assert.deepEqual(await seen(), ['open', '2026-02-18T09:00:00Z', told(last)])
    }
    const { rows } = await clockwork.running.db.pool.query(
      `select type from events where payload ->> 'pulse_id' = $1 and type = 'pulse.closing_soon'`,
      [id],
    )
    assert.equal(rows.length, 1)
    // An author who extends it has decided.
    await bodyOf(author.post(`${path}/extend`, { closes_at: '2026-02-20T08:00:00Z' }))
    assert.deepEqual(await seen(), ['open', '2026-02-20T08:00:00Z', told(last)])
    await clockwork.turnTo('2026-02-20T08:00:00Z')
    assert.equal((await seen())[0], 'closed')
  })

test('a collection is extended at most six times, each time to a later end', async () => {
  const { world, author } = await clockwork.begin('2026-03-02T08:00:00Z')
  const team = await world.team('Everyone', 5)
  const draft = pulseDraft([team.id], { closes_at: '2026-03-03T08:00:00Z' })
  const { id } = await bodyOf(author.post('/api/pulses', draft), 201)
  const path = `/api/pulses/${id}`
  await bodyOf(author.post(`${path}/open`))
  const extend = (day: number) =>
    author.post(`${path}/extend`, { closes_at: new Date(Date.UTC(2026, 2, day, 8)).toISOString() })
  for (const day of [2, 3]) assert.equal((await extend(day)).status, 422)
  for (const day of [4, 5, 6, 7, 8, 9]) await bodyOf(extend(day))
  const seventh = await extend(10)
  assert.deepEqual([seventh.status, seventh.body.code], [422, 'unprocessable'])
  await clockwork.turnTo('2026-03-09T07:59:59Z')
  assert.equal((await author.get(path)).body.state, 'open')
  await clockwork.turnTo('2026-03-09T08:00:00Z')
  assert.equal((await author.get(path)).body.state, 'closed')
})

test('a cancelled collection loses its answers and its keys', async () => {
  const { world, author } = await clockwork.begin('2026-03-16T08:00:00Z')
  const team = await world.team('Everyone', 12)
  const { id } = await bodyOf(author.post('/api/pulses', pulseDraft([team.id])), 201)
  const path = `/api/pulses/${id}`
  await bodyOf(author.post(`${path}/open`))
  const asked = await links(author, path)
  const receipts = []
  for (const { url } of asked) receipts.push((await bodyOf(answerAt(world, url), 201)).receipt)
  await bodyOf(author.post(`${path}/cancel`))
  for (const table of [
    'responses',
    'receipts',
    'collection_keys',
    'cells',
    'packed_cells',
    'released_groups',
    'packed_groups',
    'insights',
  ]) {
    const { rows } = await clockwork.running.db.pool.query(
      `select 1 from ${table} where organisation_id = '${world.organisationId}'`,
    )
    assert.equal(rows.length, 0, table)
  }
  assert.equal((await answerAt(world, asked[0].url)).status, 404)
  assert.equal((await world.anyone.get(`/receipts/${receipts[0]}`)).status, 404)
  const results = await bodyOf(author.get(`${path}/results`))
  assert.ok(results.questions.every((question: any) => question.suppressed))
  await clockwork.turnTo('2026-04-15T08:00:00Z')
  assert.equal((await author.get(path)).body.state, 'cancelled')
})
