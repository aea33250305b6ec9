/** Which surveys are open for somebody: the same before and after they answer, so that it tells nobody whether they did. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modes } from '../../contract/confidentiality.ts'
import { newHouse, ok, startService } from '../../test/support/sign-in-organisation.ts'
import { type Client, links, pulseDraft } from '../../test/support/world.ts'

const it = await newHouse(await startService())
const author = await it.user()
const team = await it.team('Asked', 6)
const directory = await it.organisation(['teams:write'])

/** A member of the team who signs in. */
async function asked(name: string): Promise<{ id: string; person: Client }> {
  const email = `${name}@elsewhere.test`
  const { id } = ok(await directory.post('/api/members', { name, email, team_ids: [team.id] }))
  const { token } = await it.invite(email)
  const person = await it.person({ sub: email, email })
  ok(await person.post('/api/invitations/accept', { token }))
  return { id, person }
}

const ada = await asked('ada')
const bo = await asked('bo')

/** The reply as it comes over the network. */
async function replyOf({ person }: { person: Client }): Promise<string> {
  const reply = await fetch(`${it.running.url}/api/me/open-surveys`, {
    headers: { authorization: `Bearer ${person.token}` },
  })
  assert.equal(reply.status, 200)
  const { 'content-length': length, 'cache-control': cache } = Object.fromEntries(reply.headers)
  return JSON.stringify([length, cache, await reply.text()])
}

const countOf = async ({ person }: { person: Client }): Promise<number> =>
  ok(await person.get('/api/me/open-surveys')).open

const answer = { answers: [{ question_id: 'calm', value: 4 }] }

for (const mode of modes)
  test(`the reply is byte for byte the same before and after answering, of whoever answers and whoever does not: ${mode}`, async () => {
    const draft = pulseDraft([team.id], { confidentiality: { mode } })
    const { id } = ok(await author.post('/api/pulses', draft))
    const path = `/api/pulses/${id}`
    assert.deepEqual([await countOf(ada), await countOf(bo)], [0, 0], 'a draft asks nobody')
    ok(await author.post(`${path}/open`))
    const before = await Promise.all([ada, bo].map(replyOf))
    assert.equal(before[0], before[1])
    const [survey, ...others] = ok(await ada.person.get('/api/me/open-surveys')).surveys
    assert.deepEqual(others, [])
    const { title, asked_by, closes_at, ...length } = survey
    assert.ok(title && asked_by && closes_at)
    assert.deepEqual(length, { mode, questions: draft.questions.length, minutes: 1 })
    const { url } = (await links(author, path)).find((one: any) => one.member_id === ada.id)!
    ok(await it.anyone.post(new URL(url).pathname, answer))
    assert.deepEqual(await Promise.all([ada, bo].map(replyOf)), before)
    ok(await author.post(`${path}/close`))
    assert.deepEqual([await countOf(ada), await countOf(bo)], [0, 0])
  })

test('whoever is not asked, and anyone who is not a member of the directory, has none; private surveys count for those whom they ask', async () => {
  const named = pulseDraft([], {
    visibility: 'private',
    recipients: { member_ids: [ada.id] },
    confidentiality: { mode: 'attributed' },
  })
  const { id } = ok(await author.post('/api/pulses', named))
  const { closes_at: closesAt } = ok(await author.post(`/api/pulses/${id}/open`))
  const own = ok(await ada.person.get('/api/me/open-surveys'))
  assert.deepEqual([own.open, own.closes_at, own.surveys.length], [1, closesAt, 1])
  assert.equal(own.surveys[0].closes_at, closesAt)
  assert.equal(await countOf(bo), 0)
  assert.equal(await countOf({ person: it.admin }), 0)
  ok(await author.post(`/api/pulses/${id}/cancel`))
  assert.equal(await countOf(ada), 0)
})

test('who manages or leads a team learns so with what their token is for', async () => {
  const isManager = async ({ person }: { person: Client }): Promise<boolean> =>
    ok(await person.get('/api/me')).manages_teams
  assert.deepEqual([await isManager(ada), await isManager(bo)], [false, false])
  ok(await directory.post(`/api/teams/${team.id}/members/${bo.id}`, { role: 'lead' }))
  assert.deepEqual([await isManager(ada), await isManager(bo)], [false, true])
})
