/** Invitations again, to whoever has signed in: the same whether they have answered or not, and only to where they reached them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modes } from '../../contract/confidentiality.ts'
import { limits } from '../../contract/limits.ts'
import type { OutboxMessage } from '../channels/outbox.ts'
import { run, sql } from '../db/db.ts'
import { messagesIn } from '../../test/support/outbox.ts'
import { newHouse, ok, refused, startService } from '../../test/support/sign-in-organisation.ts'
import { type Client, pulseDraft } from '../../test/support/world.ts'

const it = await newHouse(await startService())
const author = await it.user()
const directory = await it.organisation(['teams:write'])

type Somebody = { id: string; email: string; person: Client }

let people = 0

/** A member of a team of its own who signs in; each may ask a few times an hour. */
async function somebody(): Promise<Somebody & { teamId: string }> {
  const name = `own${++people}`
  const { id: teamId } = await it.team(`Team of ${name}`, 6)
  const email = `${name}@elsewhere.test`
  const { id } = ok(await directory.post('/api/members', { name, email, team_ids: [teamId] }))
  const { token } = await it.invite(email)
  const person = await it.person({ sub: email, email })
  ok(await person.post('/api/invitations/accept', { token }))
  return { id, email, person, teamId }
}

async function open(teamId: string, more: Record<string, unknown> = {}): Promise<string> {
  const draft = pulseDraft([teamId], { title: `Survey ${++people}`, channels: ['email'], ...more })
  const { id } = ok(await author.post('/api/pulses', draft))
  ok(await author.post(`/api/pulses/${id}/open`))
  await it.running.app.due.settle()
  return `/api/pulses/${id}`
}

const again = async ({ person }: Somebody): Promise<number> => {
  const { invitations } = ok(await person.post('/api/me/open-surveys/invitations'))
  await it.running.app.due.settle()
  return invitations
}

const surveysSentTo = async (email: string): Promise<OutboxMessage[]> =>
  (await messagesIn(it.running.outbox)).filter(({ to, link }) => to === email && link.includes('/r/'))

/** All but what tells one message from another: its name, which is in its Message-ID, and when it was sent. */
const wordsOf = ({ name: _name, at: _at, headers, ...words }: OutboxMessage): string => {
  const { messageId: _id, ...said } = headers
  return JSON.stringify({ ...words, headers: said })
}

for (const mode of modes)
  test(`the invitation comes again as it was, before and after answering: ${mode}`, async () => {
    const ada = await somebody()
    const path = await open(ada.teamId, { confidentiality: { mode } })
    const [first] = await surveysSentTo(ada.email)
    assert.equal(await again(ada), 1)
    const answers = [{ question_id: 'calm', value: 4 }]
    ok(await it.anyone.post(new URL(first.link).pathname, { answers }))
    assert.equal(await again(ada), 1)
    const sent = await surveysSentTo(ada.email)
    assert.equal(sent.length, 3)
    assert.deepEqual(new Set(sent.map(wordsOf)), new Set([wordsOf(first)]))
    assert.equal(new Set(sent.map(({ name }) => name)).size, 3, 'a mail server takes none for another')
    ok(await author.post(`${path}/close`))
    assert.equal(await again(ada), 0, 'what has closed invites nobody')
    await it.running.app.due.settle()
    assert.deepEqual(await surveysSentTo(ada.email), [], 'the outbox keeps no link of it')
  })

test('it goes to the address that it reached, not to one that somebody else has entered since', async () => {
  const ada = await somebody()
  await open(ada.teamId)
  ok(await directory.patch(`/api/members/${ada.id}`, { email: 'somebody-else@elsewhere.test' }))
  assert.equal(await again(ada), 1)
  assert.equal((await surveysSentTo(ada.email)).length, 2)
  assert.deepEqual(await surveysSentTo('somebody-else@elsewhere.test'), [])
})

test('nothing goes to an address that refuses messages, to somebody who was deactivated, or where links came in another way', async () => {
  const [bounced, gone, handed] = [await somebody(), await somebody(), await somebody()]
  await open(bounced.teamId)
  await run(
    it.running.db.tx,
    sql`
      insert into suppressions (organisation_id, id, channel, address, source, reason, since)
      values (${it.organisationId}, 'sup_test', 'email', ${bounced.email}, 'dsn', 'no such user', now())`,
  )
  assert.equal(await again(bounced), 0)
  await open(gone.teamId)
  // Their way to sign in is another matter.
  await run(
    it.running.db.tx,
    sql`update members set status = 'deactivated' where organisation_id = ${it.organisationId} and id = ${gone.id}`,
  )
  assert.equal(await again(gone), 0)
  await open(handed.teamId, { confidentiality: { mode: 'attributed' }, channels: ['link'] })
  assert.equal(await again(handed), 0)
  for (const { email } of [bounced, gone]) assert.equal((await surveysSentTo(email)).length, 1)
})

test('a message that waits is not sent once its reader was deactivated or the survey has closed', async () => {
  const [gone, late] = [await somebody(), await somebody()]
  await open(gone.teamId)
  const path = await open(late.teamId)
  for (const { person } of [gone, late])
    assert.equal(ok(await person.post('/api/me/open-surveys/invitations')).invitations, 1)
  await run(
    it.running.db.tx,
    sql`update members set status = 'deactivated' where organisation_id = ${it.organisationId} and id = ${gone.id}`,
  )
  ok(await author.post(`${path}/close`))
  await it.running.app.due.settle()
  assert.equal((await surveysSentTo(gone.email)).length, 1)
  assert.deepEqual(await surveysSentTo(late.email), [])
})

test('somebody is sent their invitations a few times an hour, and no member is kept from it by another', async () => {
  const [ada, bo] = [await somebody(), await somebody()]
  await open(ada.teamId)
  for (let times = 0; times < limits.ownInvitationsAnHourMax; times++) assert.equal(await again(ada), 1)
  const reply = await ada.person.post('/api/me/open-surveys/invitations')
  refused(reply, 429, 'rate_limited')
  assert.ok(Number(reply.headers.get('retry-after')) > 3000)
  assert.equal(await again(bo), 0, 'asked nothing')
})

test('whoever is not a member of the directory is sent nothing', async () => {
  assert.equal(await again({ id: '', email: '', person: it.admin }), 0)
})
