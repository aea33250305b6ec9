/** Conversations about named answers: who reads and writes them, and that no other answer has one. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { bodyOf } from '../../test/support/clockwork.ts'
import { browse, submit } from '../../test/support/browse.ts'
import { messagesIn } from '../../test/support/outbox.ts'
import { startApp } from '../../test/support/start.ts'
import { type Client, client, links, pulseDraft, newWorld, type World } from '../../test/support/world.ts'
import type { Scope } from '../../contract/scopes.ts'
import { named as namedBy } from '../ids.ts'
import { many, run, sql } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { auditEvents, conversationMessages } from '../db/tables.ts'

let world: World
let author: Client & { userId: string }
/** Named by the promise beside the author. */
let reader: Client & { userId: string }

const both: Scope[] = ['pulses:read', 'pulses:write', 'links:read', 'responses:read', 'responses:write']
const minuteMs = 60_000
let teams = 0
const settle = (): Promise<void> => world.running.app.due.settle()

before(async () => {
  world = await newWorld({ running: await startApp({ at: '2026-10-12T08:00:00Z' }) })
  author = await member(both)
  reader = await member(both)
})

async function member(scopes: Scope[], role: 'member' | 'admin' | 'analyst' = 'analyst', at: World = world) {
  const { userId } = await at.user({ role })
  const token = await at.token({ userId, scopes, expiresAt: new Date('2100-01-01T00:00:00Z') })
  return { ...client(at.url, token), userId }
}

async function asked(mode = 'attributed', readers: readonly string[] = [reader.userId]) {
  const team = await world.team(`People ${++teams}`, 6)
  const confidentiality = { mode, ...(mode === 'attributed' && { audience: readers }) }
  const { id } = await bodyOf(
    author.post('/api/pulses', pulseDraft([team.id], { confidentiality, channels: ['email', 'link'] })),
    201,
  )
  await bodyOf(author.post(`/api/pulses/${id}/open`))
  const urls = (await links(author, `/api/pulses/${id}`)).map(({ url }) => new URL(url).pathname)
  const receipts = []
  for (const url of urls.slice(0, 5))
    receipts.push(
      (await bodyOf(world.anyone.post(url, { answers: [{ question_id: 'calm', value: 4 }] }), 201)).receipt,
    )
  return { id, path: `/api/pulses/${id}`, receipts: receipts as string[], team }
}

async function named(readers?: readonly string[]) {
  const survey = await asked('attributed', readers)
  const { responses } = await bodyOf(author.get(`${survey.path}/responses`))
  const [answer] = responses
  return {
    ...survey,
    answer,
    talk: `${survey.path}/responses/${answer.id}/messages`,
    others: responses.slice(1),
  }
}

const keyOf = async (response: string): Promise<string> => {
  const { rows } = await world.running.db.pool.query<{ page_key: string }>(
    'select page_key from conversations where response_id = $1',
    [response],
  )
  return namedBy(world.organisationId, rows[0].page_key)
}

const draftIn = async (talk: string, text = 'Shall we talk?', by: Client = author): Promise<string> =>
  (await bodyOf(by.post(talk, { text }), 201)).id

async function publishedIn(talk: string, text = 'Shall we talk?', by: Client = author): Promise<string> {
  const id = await draftIn(talk, text, by)
  await bodyOf(by.post(`/api/messages/${id}/publish`))
  return id
}

const textsOf = async (talk: string, by: Client): Promise<string[]> =>
  (await bodyOf(by.get(talk))).messages.map(({ text }: { text: string }) => text)

suite('a conversation about a named answer', () => {
  test('is read by those whom the promise names and by the person, drafts by their author alone', async () => {
    const { talk, answer } = await named()
    const id = await draftIn(talk, 'A draft.')
    assert.deepEqual([await textsOf(talk, author), await textsOf(talk, reader)], [['A draft.'], []])
    assert.equal((await reader.patch(`/api/messages/${id}`, { text: 'Mine' })).status, 404)
    const edited = await author.patch(
      `/api/messages/${id}`,
      { text: 'In other words.' },
      { 'if-match': '"1"' },
    )
    assert.deepEqual([edited.status, edited.body.version], [200, 2])
    assert.equal(
      (await author.patch(`/api/messages/${id}`, { text: 'x' }, { 'if-match': '"1"' })).body.code,
      'precondition_failed',
    )
    assert.equal((await author.post(`/api/messages/${id}/publish?dry_run=true`)).status, 204)
    const { state, sender } = await bodyOf(author.post(`/api/messages/${id}/publish`))
    assert.deepEqual([state, sender], ['published', 'reader'])
    assert.deepEqual(await textsOf(talk, reader), ['In other words.'])
    assert.equal((await author.post(`/api/messages/${id}/publish`)).body.code, 'message_not_draft')
    assert.equal((await author.delete(`/api/messages/${id}`)).body.code, 'message_not_draft')
    assert.equal((await reader.post(`/api/messages/${id}/withdraw`)).body.code, 'not_the_author')
    const key = await keyOf(answer.id)
    const own = await bodyOf(world.anyone.get(`/conversations/${key}`))
    assert.equal(own.readers.length, 2)
    assert.deepEqual(
      own.messages.map(({ text }: any) => text),
      ['In other words.'],
    )
    const written = await bodyOf(world.anyone.post(`/conversations/${key}`, { text: 'Gladly.' }), 201)
    assert.deepEqual(
      written.messages.map(({ sender: by }: any) => by),
      ['reader', 'respondent'],
    )
    const seen = await bodyOf(reader.get(talk))
    assert.deepEqual(
      seen.messages.map(({ author_name, author_user_id }: any) => [
        author_name === answer.name,
        author_user_id === null,
      ]),
      [
        [false, false],
        [true, true],
      ],
    )
    assert.equal(
      (await author.post(`/api/messages/${seen.messages[1].id}/withdraw`)).body.code,
      'not_the_author',
    )
    const path = `/conversations/${key}/messages/${seen.messages[1].id}`
    assert.equal((await world.anyone.delete(path)).status, 204)
    assert.equal((await world.anyone.delete(path)).body.code, 'message_not_published')
    assert.deepEqual(await textsOf(talk, reader), ['In other words.'])
    await bodyOf(author.post(`/api/messages/${id}/withdraw`))
    assert.equal((await author.post(`/api/messages/${id}/withdraw`)).body.code, 'message_not_published')
    assert.deepEqual([await textsOf(talk, author), await textsOf(talk, reader)], [[], []])
    assert.deepEqual((await bodyOf(world.anyone.get(`/conversations/${key}`))).messages, [])
    const audited = await many(
      world.running.db.tx,
      shapeOf(auditEvents, ['action', 'detail']),
      sql`select action, detail from audit_events where target = ${id} order by id`,
    )
    assert.deepEqual(
      audited.map(({ action }) => action),
      ['message.published', 'message.withdrawn'],
    )
    assert.doesNotMatch(JSON.stringify(audited), /other words|rsp_|mem_/, 'neither what, nor to whom')
  })

  test('is nobody else’s: not an admin’s, a colleague’s, a program’s, another organisation’s, nor a token’s without the scope', async () => {
    const { talk, id, answer } = await named()
    const message = await publishedIn(talk)
    const draft = await draftIn(talk, 'Not yet.')
    const admin = await member(both, 'admin')
    const colleague = await member(both, 'member')
    const elsewhere = await newWorld({ running: world.running })
    const foreigner = await member(both, 'admin', elsewhere)
    const program = await world.organisation()
    const text = { text: 'Hello' }
    for (const by of [admin, colleague])
      assert.deepEqual(
        [(await by.get(talk)).body.code, (await by.post(talk, text)).body.code],
        ['not_in_audience', 'not_in_audience'],
      )
    for (const by of [foreigner])
      assert.deepEqual([(await by.get(talk)).status, (await by.post(talk, text)).status], [404, 404])
    for (const by of [admin, colleague, foreigner])
      for (const one of [message, draft])
        for (const act of [
          by.patch(`/api/messages/${one}`, text),
          by.post(`/api/messages/${one}/publish`),
          by.post(`/api/messages/${one}/withdraw`),
          by.delete(`/api/messages/${one}`),
        ])
          assert.equal((await act).status, 404)
    assert.equal((await program.get(talk)).body.code, 'user_identity_required')
    assert.equal((await program.post(talk, text)).body.code, 'user_identity_required')
    assert.deepEqual(
      [(await world.anyone.get(talk)).status, (await world.anyone.post(talk, text)).status],
      [401, 401],
    )
    const token = await world.token({ userId: author.userId, scopes: ['responses:read', 'replies:write'] })
    const narrow = client(world.url, token)
    assert.equal((await narrow.get(talk)).status, 200)
    assert.equal((await narrow.post(talk, text)).body.code, 'insufficient_scope')
    // An answer of another survey, one that is not there, and what is no answer.
    const other = await named()
    for (const response of [
      other.answer.id,
      answer.id.replace(/.$/, (last: string) => (last === '0' ? '1' : '0')),
    ])
      assert.equal((await author.post(`/api/pulses/${id}/responses/${response}/messages`, text)).status, 404)
    assert.equal((await author.post(`/api/pulses/${id}/responses/x/messages`, text)).status, 404)
    assert.deepEqual(await textsOf(talk, reader), ['Shall we talk?'])
  })

  test('has none for answers of anonymous and confidential surveys, whatever is tried', async () => {
    for (const mode of ['anonymous', 'confidential']) {
      const survey = await asked(mode)
      const { rows } = await world.running.db.pool.query<{ id: string }>(
        `select r.id from responses r join collections c on c.organisation_id = r.organisation_id and c.id = r.collection_id
         where c.owner_id = $1`,
        [survey.id],
      )
      assert.equal(rows.length, 5)
      const open = await named()
      const moved = await publishedIn(open.talk)
      for (const { id } of rows) {
        const path = `${survey.path}/responses/${id}/messages`
        assert.equal((await author.get(path)).body.code, 'names_not_promised')
        assert.equal((await author.post(path, { text: 'Who are you?' })).body.code, 'names_not_promised')
        // The answer of one survey by the address of another, whose promise names readers.
        const crossed = `${open.path}/responses/${id}/messages`
        assert.deepEqual(
          [(await author.get(crossed)).status, (await author.post(crossed, { text: 'Who?' })).status],
          [404, 404],
        )
      }
      // Even where the table was written by hand, no page and no operation shows it.
      const { db } = world.running
      const stored = 'f'.repeat(64)
      const key = namedBy(world.organisationId, stored)
      await db.pool.query(
        `insert into conversations (organisation_id, collection_id, response_id, page_key, created_at)
         select r.organisation_id, r.collection_id, r.id, $2, now() from responses r where r.id = $1`,
        [rows[0].id, stored],
      )
      await db.pool.query(
        `update conversation_messages m
         set collection_id = v.collection_id, response_id = v.response_id
         from conversations v
         where v.organisation_id = m.organisation_id and v.page_key = $2 and m.id = $1`,
        [moved, stored],
      )
      assert.equal((await world.anyone.get(`/conversations/${key}`)).status, 404)
      assert.equal((await world.anyone.post(`/conversations/${key}`, { text: 'x' })).status, 404)
      assert.equal((await author.post(`/api/messages/${moved}/withdraw`)).status, 404)
      assert.equal((await browse(`${world.url}/conversations/${key}`)).status, 404)
      await db.pool.query('delete from conversations where page_key = $1', [stored])
    }
  })

  test('takes texts of the allowed length, and no more messages than a conversation has, also at once', async () => {
    const { talk, answer } = await named()
    for (const body of [
      {},
      { text: '' },
      { text: ' \n' },
      { text: 'a'.repeat(2_001) },
      { text: 1 },
      { text: 'a', more: 1 },
      [],
      'x',
    ])
      assert.equal((await author.post(talk, body)).status, 400, JSON.stringify(body).slice(0, 40))
    const hostile = '<script>alert(1)</script> {readers} \u202e'
    await publishedIn(talk, hostile)
    const key = await keyOf(answer.id)
    const { html } = await browse(`${world.url}/conversations/${key}`)
    assert.ok(html.includes('&lt;script&gt;alert(1)') && !html.includes('<script>alert(1)'))
    for (const body of [{}, { text: ' ' }, { text: 'a'.repeat(2_001) }, { text: 'a', attempt: 'short' }])
      assert.equal((await world.anyone.post(`/conversations/${key}`, body)).status, 400)
    // The same attempt, one after the other and at once.
    const attempt = 'a'.repeat(32)
    const sent = await Promise.all(
      Array.from({ length: 5 }, () => world.anyone.post(`/conversations/${key}`, { text: 'Once.', attempt })),
    )
    assert.deepEqual(new Set(sent.map(({ status }) => status)), new Set([201]))
    assert.deepEqual(await textsOf(talk, author), [hostile, 'Once.'])
    const { tx } = world.running.db
    await run(
      tx,
      sql`
        insert into conversation_messages
          (organisation_id, id, collection_id, response_id, sender, author_user_id, text, state, published_at, created_at, updated_at)
        select m.organisation_id, 'msg_filler' || n, m.collection_id, m.response_id, m.sender, m.author_user_id, 'x', 'published', now(), now(), now()
        from conversation_messages m, generate_series(1, 45) n
        where m.response_id = ${answer.id}
          and m.text = ${hostile}`,
    )
    assert.equal((await bodyOf(author.get(talk))).messages_left, 3)
    const raced = await Promise.all(Array.from({ length: 8 }, () => author.post(talk, { text: 'Me too.' })))
    assert.deepEqual(raced.map(({ status }) => status).toSorted(), [201, 201, 201, 409, 409, 409, 409, 409])
    assert.equal(
      (await world.anyone.post(`/conversations/${key}`, { text: 'x' })).body.code,
      'too_many_messages',
    )
    assert.match((await browse(`${world.url}/conversations/${key}`)).html, /This conversation is full/)
  })

  test('tells the person by the channel that invited them, later and without a word of it, and the reader who wrote', async () => {
    const { talk, answer } = await named()
    const clock = world.running.clock!
    await settle()
    const told = async (part: string) =>
      (await messagesIn(world.running.outbox)).filter(({ text, link }) => `${text} ${link}`.includes(part))
    const withdrawn = await publishedIn(talk, 'A mistake.')
    const id = await publishedIn(talk, 'A secret plan.')
    const key = await keyOf(answer.id)
    await bodyOf(author.post(`/api/messages/${withdrawn}/withdraw`))
    assert.equal((await told(key)).length, 0)
    clock.advance(11 * minuteMs)
    await settle()
    assert.equal((await told(key)).length, 1)
    const [mail] = await told(key)
    assert.doesNotMatch(mail.text, /secret plan|mistake/)
    assert.match(mail.text, /because you answered this survey with your name/)
    const before = (await told('replied to your message')).length
    await submit(`${world.url}/conversations/${key}/send`, { text: 'My own words.', attempt: 'b'.repeat(32) })
    await submit(`${world.url}/conversations/${key}/send`, { text: 'My own words.', attempt: 'b'.repeat(32) })
    assert.deepEqual(await textsOf(talk, reader), ['A secret plan.', 'My own words.'])
    clock.advance(minuteMs)
    await settle()
    const letters = (await told('replied to your message')).slice(before)
    assert.equal(letters.length, 1, 'the author wrote, the other reader did not')
    assert.doesNotMatch(letters[0].text, /My own words/)
    assert.match(letters[0].text, /Only you, .+ and the people named in the survey can read it\./)
    assert.ok(
      letters[0].link.endsWith(
        `/app${talk.slice('/api'.length, talk.indexOf('/responses'))}/answers?answer=${answer.id}`,
      ),
    )
    assert.ok(id)
  })

  test('names nobody else in the message to a reader who is the only one', async () => {
    const { talk, answer } = await named([])
    await settle()
    await publishedIn(talk, 'Shall we talk?')
    const key = await keyOf(answer.id)
    await submit(`${world.url}/conversations/${key}/send`, { text: 'Yes, gladly.', attempt: 'c'.repeat(32) })
    world.running.clock!.advance(minuteMs)
    await settle()
    const letters = (await messagesIn(world.running.outbox)).filter(({ link }) => link.includes(answer.id))
    assert.equal(letters.length, 1)
    assert.match(letters[0].text, /Only you and .+ can read it\./)
  })

  test('goes with the answer: when the person withdraws it, and when they are erased', async () => {
    const survey = await named()
    const left = async () =>
      (
        await many(
          world.running.db.tx,
          shapeOf(conversationMessages, ['id']),
          sql`
            select m.id
            from conversation_messages m
            join collections c on c.organisation_id = m.organisation_id and c.id = m.collection_id
            where c.owner_id = ${survey.id}`,
        )
      ).length
    for (const { id } of [survey.answer, ...survey.others])
      await publishedIn(`${survey.path}/responses/${id}/messages`)
    assert.equal(await left(), 5)
    const key = await keyOf(survey.answer.id)
    const program = await world.organisation()
    assert.equal((await program.post(`/api/members/${survey.answer.member_id}/erase`)).status < 300, true)
    assert.equal((await world.anyone.get(`/conversations/${key}`)).status, 404)
    assert.equal(await left(), 4)
    for (const receipt of survey.receipts) {
      const { status } = await world.anyone.delete(`/receipts/${receipt}`)
      assert.ok(status === 204 || status === 404)
    }
    assert.equal(await left(), 0)
  })

  test('is led to from the page of the receipt while the survey is open, once something was published', async () => {
    const { talk, answer, receipts } = await named()
    const pages = async () =>
      (await Promise.all(receipts.map((receipt) => browse(`${world.url}/receipts/${receipt}`)))).filter(
        ({ html }) => html.includes('/conversations/'),
      )
    const draft = await draftIn(talk)
    assert.equal((await pages()).length, 0)
    await bodyOf(author.post(`/api/messages/${draft}/publish`))
    const [page, ...others] = await pages()
    assert.equal(others.length, 0)
    assert.ok(page.html.includes(`/conversations/${await keyOf(answer.id)}`))
  })
})
