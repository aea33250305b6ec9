import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, links, newWorld, pulseDraft } from '../support/world.ts'

test('the main path: a pulse is created, opened, answered by link, closed, and read as results and insights', async () => {
  const world = await newWorld()
  const user = await world.user()
  const platform = await world.team('Platform', 8)
  const product = await world.team('Product', 7)

  const created = await user.post('/api/pulses', pulseDraft([platform.id, product.id]))
  assert.equal(created.status, 201, JSON.stringify(created.body))
  assert.equal(created.body.state, 'draft')
  const path = `/api/pulses/${created.body.id}`

  const opened = await user.post(`${path}/open`)
  assert.equal(opened.status, 200, JSON.stringify(opened.body))
  assert.equal(opened.body.state, 'open')
  assert.deepEqual(opened.body.response_summary, {
    recipients: 15,
    responded: 0,
    responded_max: 8,
    response_rate: 0,
    absent: 0,
    opted_out: 0,
    unreachable: 0,
    excluded: 0,
    not_counted: 0,
    rounded: true,
  })

  const all = await links(user, path)
  assert.equal(all.length, 15)
  const asked = await world.anyone.get(new URL(all[0].url).pathname)
  assert.equal(asked.status, 200)
  assert.equal(asked.body.title, 'After the outage')
  assert.equal(asked.body.confidentiality.mode, 'anonymous')

  // One person of each team does not answer.
  const silent = new Set([platform.members[0], product.members[0]])
  for (const [index, { url }] of all.filter(({ member_id }) => !silent.has(member_id)).entries()) {
    const reply = await world.anyone.post(new URL(url).pathname, {
      answers: [
        { question_id: 'calm', value: (index % 5) + 1 },
        { question_id: 'why', text: 'Too many meetings, and the workload was far too high.' },
      ],
    })
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
    assert.ok(reply.body.receipt)
    assert.ok(reply.body.editable_until)
  }
  const closed = await user.post(`${path}/close`)
  assert.equal(closed.status, 200)
  assert.equal(closed.body.state, 'closed')

  const results = await eventually(
    () => user.get(`${path}/results`),
    (reply) => reply.body.results_status === 'available',
  )
  assert.equal(results.body.response_summary.responded, 13)
  assert.equal(results.body.response_summary.response_rate, 0.867)
  assert.equal(results.body.response_summary.responded_max, 15)
  const [calm, why] = results.body.questions
  assert.equal(calm.n, 13)
  assert.equal(calm.distribution.length, 5)
  assert.equal(why.comments.length, 13)
  assert.deepEqual(
    results.body.teams.map((team: any) => [team.name, team.questions[0].n, team.questions[1].suppressed]),
    [
      ['Platform', 7, true],
      ['Product', 6, true],
    ],
  )

  const insights = await (
    await world.organisation(['insights:read'])
  ).get(`/api/insights?pulse_id=${created.body.id}`)
  assert.equal(insights.status, 200)
  const kinds = new Set(insights.body.insights.map((one: any) => one.kind))
  for (const kind of ['participation', 'score', 'sentiment_signal', 'theme']) assert.ok(kinds.has(kind), kind)
})
