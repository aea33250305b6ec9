/** Named answers as their readers list them: by team, question, words and conversation, one at a time, and nobody else's. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { bodyOf } from '../../test/support/clockwork.ts'
import { messageKeyOf } from '../../test/support/conversations.ts'
import { startApp } from '../../test/support/start.ts'
import { type Client, client, links, newWorld, pulseDraft, type World } from '../../test/support/world.ts'
import type { Scope } from '../../contract/scopes.ts'
import { run, sql } from '../db/db.ts'

const scopes: Scope[] = ['pulses:read', 'pulses:write', 'links:read', 'responses:read', 'responses:write']
const questions = [
  { id: 'calm', type: 'scale', text: 'I could work calmly' },
  { id: 'why', type: 'text', text: 'What got in the way?' },
]

let world: World
let author: Client & { userId: string }
let reader: Client & { userId: string }

before(async () => {
  world = await newWorld({ running: await startApp({ at: '2026-10-12T08:00:00Z' }) })
  author = await member()
  reader = await member()
})

async function member(role: 'member' | 'admin' | 'analyst' = 'analyst', at: World = world) {
  const { userId } = await at.user({ role })
  const expiresAt = new Date('2100-01-01T00:00:00Z')
  return { ...client(at.url, await at.token({ userId, scopes, expiresAt })), userId }
}

let count = 0

/** Two teams of six, of which two each have answered, those of the second team without words. */
async function survey(mode = 'attributed') {
  const teams = [await world.team(`North ${++count}`, 6), await world.team(`South ${count}`, 6)]
  const confidentiality = { mode, ...(mode === 'attributed' && { audience: [reader.userId] }) }
  const draft = pulseDraft(
    teams.map(({ id }) => id),
    { questions, confidentiality },
  )
  const { id } = await bodyOf(author.post('/api/pulses', draft), 201)
  const path = `/api/pulses/${id}`
  await bodyOf(author.post(`${path}/open`))
  const receipts: string[] = []
  const urls = new Map((await links(author, path)).map(({ member_id, url }) => [member_id, url]))
  for (const [at, { members }] of teams.entries())
    for (const [i, member_id] of members.slice(0, 2).entries()) {
      const answers = [
        { question_id: 'calm', value: i + 1 },
        ...(at === 0 ? [{ question_id: 'why', text: `The 100% loud room no. ${i}` }] : []),
      ]
      const { pathname } = new URL(urls.get(member_id)!)
      receipts.push((await bodyOf(world.anyone.post(pathname, { answers }), 201)).receipt)
    }
  return { id, path, teams, receipts }
}

type Listed = { id: string; member_id: string; name: string; team_id: string; conversation: unknown }

const listed = async (path: string, query = '', by: Client = reader): Promise<Listed[]> =>
  (await bodyOf(by.get(`${path}/responses${query}`))).responses

const membersOf = (rows: readonly Listed[]): string[] => rows.map(({ member_id }) => member_id).toSorted()

suite('named answers', () => {
  test('come with team, questions and teams, and are found by team, question and words', async () => {
    const { path, teams } = await survey()
    const [north, south] = teams
    const body = await bodyOf(reader.get(`${path}/responses`))
    assert.deepEqual(
      body.asked.map(({ id }: { id: string }) => id),
      ['calm', 'why'],
    )
    assert.deepEqual(
      body.teams.map(({ team_id }: { team_id: string }) => team_id),
      [north.id, south.id],
    )
    const all = teams.flatMap(({ members }) => members.slice(0, 2)).toSorted()
    assert.deepEqual(membersOf(body.responses), all)
    for (const one of body.responses)
      assert.ok(one.team_name.startsWith(one.team_id === north.id ? 'North' : 'South'))
    const inNorth = north.members.slice(0, 2).toSorted()
    assert.deepEqual(membersOf(await listed(path, `?team_id=${north.id}`)), inNorth)
    assert.deepEqual(membersOf(await listed(path, '?question_id=why')), inNorth)
    assert.deepEqual(membersOf(await listed(path, '?question_id=nothing')), [])
    assert.deepEqual(membersOf(await listed(path, '?q=LOUD%20room')), inNorth)
    // What a pattern would read as a wildcard is read as it is.
    assert.deepEqual(membersOf(await listed(path, '?q=100%25%20loud')), inNorth)
    assert.deepEqual(membersOf(await listed(path, '?q=1%25loud')), [])
    // Not the ids of questions, which are no words of anybody.
    assert.deepEqual(membersOf(await listed(path, '?q=question_id')), [])
    const [first] = body.responses
    assert.ok((await listed(path, `?q=${encodeURIComponent(first.name)}`)).some(({ id }) => id === first.id))
  })

  test('are read page by page, by a cursor of their filter alone', async () => {
    const { path, teams } = await survey()
    const one = await bodyOf(reader.get(`${path}/responses?limit=3`))
    assert.deepEqual([one.responses.length, one.has_more], [3, true])
    const two = await bodyOf(reader.get(`${path}/responses?limit=3&cursor=${one.next_cursor}`))
    assert.deepEqual([two.responses.length, two.has_more], [1, false])
    assert.equal(new Set([...one.responses, ...two.responses].map(({ id }) => id)).size, 4)
    const other = `${path}/responses?limit=3&team_id=${teams[0].id}&cursor=${one.next_cursor}`
    assert.equal((await reader.get(other)).body.code, 'invalid_cursor')
  })

  test('say what is published about each, and drafts and withdrawn messages are not', async () => {
    const { path } = await survey()
    const [{ id }] = await listed(path)
    const talk = `${path}/responses/${id}`
    const message = await bodyOf(author.post(`${talk}/messages`, { text: 'Shall we talk?' }), 201)
    const conversation = async () => (await bodyOf(author.get(talk))).conversation
    assert.equal(await conversation(), null)
    assert.deepEqual(await listed(path, '?conversation=any', author), [])
    await bodyOf(author.post(`/api/messages/${message.id}/publish`))
    const { last_published_at: at, ...rest } = await conversation()
    assert.deepEqual(rest, { messages: 1, last_sender: 'reader' })
    assert.ok(at)
    assert.deepEqual(
      (await listed(path, '?conversation=any')).map((row) => row.id),
      [id],
    )
    assert.deepEqual(await listed(path, '?conversation=unanswered'), [])
    world.running.clock!.advance(60_000)
    const key = await messageKeyOf(world, id)
    const own = await bodyOf(world.anyone.post(`/conversations/${key}`, { text: 'Gladly.' }), 201)
    assert.deepEqual(
      (await listed(path, '?conversation=unanswered')).map((row) => row.id),
      [id],
    )
    assert.equal((await conversation()).messages, 2)
    await world.anyone.delete(`/conversations/${key}/messages/${own.messages[1].id}`)
    assert.deepEqual(await listed(path, '?conversation=unanswered'), [])
    await bodyOf(author.post(`/api/messages/${message.id}/withdraw`))
    assert.equal(await conversation(), null)
  })

  test('are read one at a time by the same rule: who is not a reader, another survey, another organisation and a withdrawn answer get nothing', async () => {
    const one = await survey()
    const [answer] = await listed(one.path)
    const path = `${one.path}/responses/${answer.id}`
    assert.deepEqual(await bodyOf(reader.get(path)), answer)
    for (const role of ['admin', 'analyst', 'member'] as const)
      assert.deepEqual(
        [
          (await (await member(role)).get(path)).body.code,
          (await (await member(role)).get(`${one.path}/responses`)).body.code,
        ],
        ['not_in_audience', 'not_in_audience'],
      )
    const other = await survey()
    assert.equal((await reader.get(`${other.path}/responses/${answer.id}`)).body.code, 'not_found')
    const anonymous = await survey('anonymous')
    assert.equal(
      (await author.get(`${anonymous.path}/responses/${answer.id}`)).body.code,
      'names_not_promised',
    )
    const elsewhere = await newWorld({ running: world.running })
    assert.equal((await (await member('admin', elsewhere)).get(path)).body.code, 'not_found')
    const unknown = `rsp_${'0'.repeat(26)}`
    assert.equal((await reader.get(`${one.path}/responses/${unknown}`)).body.code, 'not_found')
    for (const receipt of one.receipts) await world.anyone.delete(`/receipts/${receipt}`)
    assert.equal((await reader.get(path)).body.code, 'not_found')
    assert.deepEqual(await listed(one.path), [])
    assert.deepEqual((await bodyOf(reader.get(`${one.path}/responses`))).teams, [])
  })

  test('of another mode are in no statement, whatever the rows say', async () => {
    const { path, id } = await survey()
    const [answer] = await listed(path)
    // By hand: the rule was asked before, and the statement asks again.
    await run(world.running.db.tx, sql`update collections set mode = 'confidential' where owner_id = ${id}`)
    assert.equal((await reader.get(`${path}/responses/${answer.id}`)).body.code, 'names_not_promised')
    assert.equal((await reader.get(`${path}/responses`)).body.code, 'names_not_promised')
  })
})
