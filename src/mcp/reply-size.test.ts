/** What a tool gives is small enough for a model to read, however large the survey is. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../contract/limits.ts'
import { scopeNames } from '../../contract/scopes.ts'
import { agentOf } from '../../test/support/agent.ts'
import { bodyOf } from '../../test/support/clockwork.ts'
import { analysed } from '../../test/support/story.ts'
import { links, newWorld, pulseDraft } from '../../test/support/world.ts'
import { fitting, untrusted } from './untrusted.ts'

const drivers = ['workload', 'recognition', 'growth', 'wellbeing', 'autonomy']
const long = (text: string, length: number): string => text.repeat(length).slice(0, length)

test('of a survey with the longest questions and many parts, teams and events, every reply is at most 24 KiB', async () => {
  const world = await newWorld()
  const author = await world.user({ role: 'admin' })
  const team = await world.team('Everybody', 12)
  const questions = drivers.map((driver, at) => ({
    id: long(`q${at}-`, 64),
    type: 'scale',
    text: long('Ü', limits.textLengthMax),
    driver,
  }))
  const matrices = drivers.slice(0, 2).map((driver, matrix) => ({
    id: long(`matrix${matrix}-`, 64),
    type: 'matrix',
    text: 'How good?',
    rows: Array.from({ length: limits.matrixRowsMax }, (_, at) => ({
      id: long(`row${at}-`, 64),
      text: `Row ${at}`,
      driver,
    })),
  }))
  const parts = [
    ...questions.map(({ id }) => id),
    ...matrices.flatMap(({ id, rows }) => rows.map((row) => `${id}.${row.id}`)),
  ]
  const draft = pulseDraft([team.id], {
    questions: [...questions, ...matrices, { id: 'more', type: 'text', text: 'What else?' }],
    confidentiality: { mode: 'confidential' },
  })
  const { id: collection } = await bodyOf(author.post('/api/pulses', draft), 201)
  await bodyOf(author.post(`/api/pulses/${collection}/open`))
  for (const { url } of await links(author, `/api/pulses/${collection}`)) {
    const answers = [
      ...parts.map((question_id, at) => ({ question_id, value: 1 + (at % 2) })),
      { question_id: 'more', text: long('🙂 slow tools ', 9_000) },
    ]
    const { status, body } = await world.anyone.post(new URL(url).pathname, { answers })
    assert.equal(status, 201, JSON.stringify(body))
  }
  await bodyOf(author.post(`/api/pulses/${collection}/close`))
  await analysed(author, `/api/pulses/${collection}/results`)
  const subTeams = await Promise.all(
    Array.from({ length: 42 }, (_, at) => {
      const name = `${at} ${long('工', limits.nameLengthMax - 4)}`
      return bodyOf(author.post('/api/teams', { name, parent_team_id: team.id }), 201)
    }),
  )
  const teams: string[] = [team.id, ...subTeams.map(({ id }) => id)]
  const agent = await agentOf(world.url, await world.token({ userId: author.userId, scopes: scopeNames }))
  const { body: many } = await author.post('/api/pulses', pulseDraft(teams))
  const replies: Record<string, any> = {
    find_collections: await agent.call('find_collections'),
    explain_promise: await agent.call('explain_promise', { collection }),
    summarise_results: await agent.call('summarise_results', { collection }),
    rank_drivers: await agent.call('rank_drivers', { collection }),
    read_comments: await agent.call('read_comments', { collection, question_id: 'more' }),
    next_actions: await agent.call('next_actions'),
    simulate_audience: await agent.call('simulate_audience', { recipients: { team_ids: teams } }),
    ask_people: await agent.call('ask_people', { pulse_id: many.id }),
    recent_events: await agent.call('recent_events', { limit: 50 }),
  }
  const [finding] = replies.summarise_results.findings
  replies.explain_finding = await agent.call('explain_finding', { insight_id: finding.insight_id })
  for (const [name, reply] of Object.entries(replies)) {
    assert.ok(!reply.refused, `${name}: ${JSON.stringify(reply)}`)
    const bytes = Buffer.byteLength(JSON.stringify(reply))
    assert.ok(bytes <= limits.toolReplyBytesMax, `${name}: ${bytes}`)
  }
  const { drivers: ranked, has_more } = replies.rank_drivers
  assert.ok(ranked.length > 0 && (has_more || ranked.length >= drivers.length), `${ranked.length} drivers`)
  const { comments } = replies.read_comments
  assert.ok(comments.length > 0)
  const { teams: planned, more_teams: more } = replies.ask_people.plan
  assert.ok(planned.length > 0 && more > 0, `${planned.length} teams, ${more} more`)
  assert.equal(planned.length + more, teams.length)
  await agent.close()
})

test('a text is cut between characters, and a list where the rest of the reply leaves no room', () => {
  const { text } = untrusted('finding', long('🙂\n', 4_000))
  assert.ok(text.endsWith('…') && text.isWellFormed())
  assert.ok(Buffer.byteLength(JSON.stringify(text)) <= limits.toolSentenceBytesMax)
  assert.equal(untrusted('finding', 'Short').text, 'Short')
  const entries = Array.from({ length: 10 }, () => 'x'.repeat(1_000))
  const beside = { promise: 'x'.repeat(limits.toolReplyBytesMax - limits.toolReplyFrameBytes - 3_500) }
  assert.deepEqual(fitting(entries, beside), { fit: entries.slice(0, 3), isCut: true })
  assert.deepEqual(fitting(entries), { fit: entries, isCut: false })
})
