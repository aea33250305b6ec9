/** What was archived is taken out of the archive by its author, in the state that it ended in, with all that it had. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { bodyOf } from '../support/clockwork.ts'
import { activated, weekly } from '../support/recurring.ts'
import {
  type Client,
  eventually,
  links,
  newWorld,
  pulseDraft,
  type Reply,
  type World,
} from '../support/world.ts'

let world: World
let author: Client
let team: string

before(async () => {
  world = await newWorld()
  author = await world.user()
  team = (await world.team('Asked', 5)).id
})

const refused = (reply: Reply, status: number, code: string): void =>
  assert.deepEqual([reply.status, reply.body.code], [status, code], JSON.stringify(reply.body))

const walk = async (path: string, ...verbs: string[]): Promise<string> => {
  for (const verb of verbs) await bodyOf(author.post(`${path}/${verb}`))
  return path
}

async function newPulse(more: Record<string, unknown> = {}): Promise<string> {
  const { id } = await bodyOf(author.post('/api/pulses', pulseDraft([team], more)), 201)
  return `/api/pulses/${id}`
}

const later = { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: '2090-01-02', time: '09:00' }
const endings: Record<string, () => Promise<string>> = {
  closed: async () => walk(await newPulse(), 'open', 'close'),
  // One has asked somebody, the other nobody.
  cancelled: async () => walk(await newPulse(), 'open', 'cancel'),
  'cancelled before it opened': async () =>
    walk(await newPulse({ opens_at: '2090-01-02T09:00:00Z' }), 'schedule', 'cancel'),
  ended: async () => walk((await activated(author, weekly([team], { recurrence: later }))).path, 'end'),
  draft: async () => {
    const { id } = await bodyOf(author.post('/api/check-ins', weekly([team], { recurrence: later })), 201)
    return `/api/check-ins/${id}`
  },
}

test('what is taken out of the archive is as it was: closed, cancelled, ended, or a draft', async () => {
  for (const [ending, make] of Object.entries(endings)) {
    const path = await make()
    const was = await bodyOf(author.get(path))
    assert.equal(was.state, ending.split(' ')[0])
    await walk(path, 'archive')
    const { version: _version, updated_at: _at, ...now } = await bodyOf(author.post(`${path}/unarchive`))
    const { version: _before, updated_at: _then, ...before } = was
    assert.deepEqual(now, before, ending)
    refused(
      await author.post(`${path}/unarchive`),
      409,
      path.includes('pulses') ? 'pulse_not_archived' : 'check_in_not_archived',
    )
  }
})

test('results stay, and the feed says that a pulse was archived and taken out again', async () => {
  const path = await walk(await newPulse({ confidentiality: { mode: 'attributed' } }), 'open')
  for (const { url } of await links(author, path))
    await bodyOf(
      world.anyone.post(new URL(url).pathname, { answers: [{ question_id: 'calm', value: 4 }] }),
      201,
    )
  await walk(path, 'close', 'archive')
  const before = await bodyOf(author.get(`${path}/results`))
  await walk(path, 'unarchive')
  const { body: after } = await author.get(`${path}/results`)
  assert.deepEqual(after.response_summary, before.response_summary)
  const told = await eventually(
    async (): Promise<any[]> =>
      (await bodyOf(author.get('/api/events?types=pulse.*&limit=100'))).events.filter(
        (one: any) => one.data.pulse_id === path.split('/').at(-1),
      ),
    (seen) => seen.some(({ type }) => type === 'pulse.unarchived'),
  )
  assert.deepEqual(told.map(({ type, data }) => [type, data.state]).slice(-2), [
    ['pulse.archived', 'archived'],
    ['pulse.unarchived', 'closed'],
  ])
})

test('only its author takes it out, and a deleted one is restored first', async () => {
  const [admin, colleague] = [await world.user({ role: 'admin' }), await world.user({ role: 'analyst' })]
  for (const path of [await endings.closed(), await endings.ended()]) {
    await walk(path, 'archive')
    for (const other of [admin, colleague])
      refused(await other.post(`${path}/unarchive`), 403, 'not_the_author')
    refused(await (await world.organisation()).post(`${path}/unarchive`), 403, 'user_identity_required')
    await bodyOf(author.delete(path), 204)
    for (const other of [admin, colleague]) refused(await other.post(`${path}/unarchive`), 404, 'not_found')
    const reply = await author.post(`${path}/unarchive`)
    refused(reply, 409, path.includes('pulses') ? 'pulse_not_archived' : 'check_in_not_archived')
    assert.match(reply.body.detail, /restore it first/)
    await walk(path, 'restore')
    assert.equal((await bodyOf(author.get(path))).state, 'archived')
    await walk(path, 'unarchive')
    assert.equal((await bodyOf(author.get(path))).state, path.includes('pulses') ? 'closed' : 'ended')
  }
})

test('the feed says that a check-in was archived and taken out again, with the state that it has then', async () => {
  const path = await endings.ended()
  const id = path.split('/').at(-1)
  await walk(path, 'archive', 'unarchive')
  const said = await eventually(
    async () =>
      (await bodyOf(author.get('/api/events?types=check_in.archived,check_in.unarchived&limit=100'))).events
        .filter(({ data }: any) => data.check_in_id === id)
        .map(({ type, data }: any) => [type, data.state]),
    (found) => found.length === 2,
  )
  assert.deepEqual(said.toSorted(), [
    ['check_in.archived', 'archived'],
    ['check_in.unarchived', 'ended'],
  ])
})
