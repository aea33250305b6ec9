/** Surveys in which somebody awaits a reply about their named answer: who reads the list, and that it names nobody. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyOf } from '../../test/support/clockwork.ts'
import { messageKeyOf } from '../../test/support/conversations.ts'
import { startApp } from '../../test/support/start.ts'
import { type Client, client, links, newWorld, pulseDraft, type World } from '../../test/support/world.ts'
import type { Scope } from '../../contract/scopes.ts'
import { many, sql } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { auditEvents } from '../db/tables.ts'

const both: Scope[] = ['pulses:read', 'pulses:write', 'links:read', 'responses:read', 'responses:write']
const world = await newWorld({ running: await startApp() })
const author = await member(both)
/** Named by the promise beside the author. */
const reader = await member(both)
let teams = 0

async function member(scopes: Scope[], role: 'member' | 'admin' | 'analyst' = 'analyst', at: World = world) {
  const { userId } = await at.user({ role })
  return { ...client(at.url, await at.token({ userId, scopes })), userId }
}

async function named() {
  const team = await world.team(`People ${++teams}`, 6)
  const confidentiality = { mode: 'attributed', audience: [reader.userId] }
  const { id } = await bodyOf(author.post('/api/pulses', pulseDraft([team.id], { confidentiality })), 201)
  const path = `/api/pulses/${id}`
  await bodyOf(author.post(`${path}/open`))
  for (const { url } of (await links(author, path)).slice(0, 3))
    await bodyOf(
      world.anyone.post(new URL(url).pathname, { answers: [{ question_id: 'calm', value: 4 }] }),
      201,
    )
  const { responses } = await bodyOf(author.get(`${path}/responses`))
  const [answer, ...others] = responses
  return { id, path, answer, others, talk: `${path}/responses/${answer.id}/messages` }
}

async function publishedIn(talk: string, text = 'Shall we talk?', by: Client = author): Promise<void> {
  const { id } = await bodyOf(by.post(talk, { text }), 201)
  await bodyOf(by.post(`/api/messages/${id}/publish`))
}

const auditedOf = (userId: string) =>
  many(
    world.running.db.tx,
    shapeOf(auditEvents, ['id']),
    sql`select id from audit_events where organisation_id = ${world.organisationId} and user_id = ${userId}`,
  )

test('a survey in which somebody awaits a reply is listed for those whom its promise names, without a name, page by page', async () => {
  const list = async (by: Client, query = '') =>
    bodyOf(by.get(`/api/unanswered-conversations${query}`)) as Promise<any>
  const first = await named()
  const before = (await list(author)).unanswered_conversations.length
  await publishedIn(first.talk)
  assert.equal((await list(author)).unanswered_conversations.length, before, 'a reader wrote last')
  const asksFirst = await messageKeyOf(world, first.answer.id)
  const written = await bodyOf(world.anyone.post(`/conversations/${asksFirst}`, { text: 'When?' }), 201)
  const reads = (await auditedOf(author.userId)).length
  const page = await list(author, '?limit=1')
  const [survey] = page.unanswered_conversations
  assert.deepEqual(survey, {
    pulse_id: first.id,
    check_in_id: null,
    check_in_instance_id: null,
    title: survey.title,
    conversations: 1,
    waiting_since: written.messages.at(-1).published_at,
  })
  assert.doesNotMatch(JSON.stringify(page), new RegExp(`${first.answer.name}|rsp_|mem_`))
  assert.equal((await auditedOf(author.userId)).length, reads, 'no answer was read')
  assert.equal((await list(reader)).unanswered_conversations[0].pulse_id, first.id)
  // A newer survey comes first, and its two people are counted.
  const second = await named()
  for (const answer of [second.answer, second.others[0]]) {
    await publishedIn(`${second.path}/responses/${answer.id}/messages`)
    const key = await messageKeyOf(world, answer.id)
    await bodyOf(world.anyone.post(`/conversations/${key}`, { text: 'Thank you.' }), 201)
  }
  const newest = await list(author, '?limit=1')
  assert.deepEqual(
    newest.unanswered_conversations.map(({ pulse_id, conversations }: any) => [pulse_id, conversations]),
    [[second.id, 2]],
  )
  const next = await list(author, `?limit=1&cursor=${newest.next_cursor}`)
  assert.equal(next.unanswered_conversations[0].pulse_id, first.id)
  assert.equal(
    (await reader.get(`/api/unanswered-conversations?limit=1&cursor=${newest.next_cursor}`)).body.code,
    'invalid_cursor',
  )
  // Nobody whom the promise does not name, whatever their role; and not after a reply, nor after it was withdrawn.
  const elsewhere = await newWorld({ running: world.running })
  for (const by of [await member(both, 'admin'), await member(both, 'admin', elsewhere)])
    assert.deepEqual((await list(by)).unanswered_conversations, [])
  assert.equal(
    (await (await world.organisation()).get('/api/unanswered-conversations')).body.code,
    'user_identity_required',
  )
  await publishedIn(first.talk, 'On Monday.', reader)
  const ids = async () => (await list(author)).unanswered_conversations.map(({ pulse_id }: any) => pulse_id)
  assert.ok(!(await ids()).includes(first.id))
  await bodyOf(author.post(`${second.path}/close`))
  assert.ok((await ids()).includes(second.id), 'closing answers nobody')
  await bodyOf(author.delete(second.path), 204)
  assert.ok(!(await ids()).includes(second.id))
})
