/** Replies to findings: who may write one, who reads it, and when messages go. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { bodyOf } from '../../test/support/clockwork.ts'
import { browse, submit } from '../../test/support/browse.ts'
import {
  type Asked,
  askedTwoTeams,
  findingsOf,
  publishedTo,
  replier,
  replyTo,
} from '../../test/support/replying.ts'
import { messagesIn } from '../../test/support/outbox.ts'
import { startApp } from '../../test/support/start.ts'
import type { Client } from '../../test/support/world.ts'
import { type House, newHouse } from '../../test/attack/acting/acting.ts'
import type { OutboxMessage } from '../channels/outbox.ts'
import { many, run, sql } from '../db/db.ts'
import { shape, shapeOf } from '../db/shape.ts'
import { auditEvents, events, members } from '../db/tables.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

type Replier = Awaited<ReturnType<typeof replier>>

let house: House
let survey: Asked
let findings: Awaited<ReturnType<typeof findingsOf>>
let admin: Replier
let lead: Replier

before(async () => {
  house = await newHouse({ running: await startApp({ at: '2026-10-12T08:00:00Z' }) })
  admin = await replier(house, [], 'admin')
  survey = await askedTwoTeams(house)
  lead = await replier(house, [survey.teams[0]])
  findings = await findingsOf(house, survey, admin)
})

const clock = () => house.world.running.clock!
const turn = async (ms: number): Promise<void> => {
  clock().advance(ms)
  await house.settle()
}
const textsTo = async (email: string): Promise<string[]> =>
  (await messagesIn(house.world.running.outbox))
    .filter((one) => one.to === email && one.link.includes('/replies/'))
    .map(({ text }) => text)
/** What a mail says of how it came and how to stop; it does, by one click, and the link opens nothing else. */
async function leavesBy({ text, html, headers, to }: OutboxMessage): Promise<void> {
  assert.match(text, /You’re getting this message because .* included you in this survey\./)
  const address = /Unsubscribe from this survey:\n(\S+)/.exec(text)?.[1] ?? ''
  assert.ok(html.includes(`href="${address}"`))
  assert.deepEqual(headers.headers['List-Unsubscribe'], { prepared: true, value: `<${address}>` })
  assert.equal(headers.headers['List-Unsubscribe-Post'], 'List-Unsubscribe=One-Click')
  assert.match((await browse(address)).html, /Unsubscribe from this survey\?/)
  const left = () =>
    many(
      house.world.running.db.tx,
      shape({ email: members.email }),
      sql`
        select m.email
        from opt_outs x
        join members m on m.organisation_id = x.organisation_id and m.id = x.member_id`,
    )
  assert.match((await submit(address, { 'List-Unsubscribe': 'One-Click' })).html, /You’re unsubscribed/)
  assert.deepEqual(await left(), [{ email: to }])
  await submit(address.replace(/unsubscribe$/, 'resubscribe'), {})
  assert.deepEqual(await left(), [])
  const pathOf = (token: string) => `/r/${token}/unsubscribe`
  const [, , token] = new URL(address).pathname.split('/')
  const changed = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
  for (const path of [pathOf(changed), `/r/${token}`, `/r/${token}/replies`])
    assert.equal((await browse(house.world.url + path)).status, 404, path)
}
const repliesOn = async (link: string): Promise<string[]> =>
  (await bodyOf(house.world.anyone.get(`${link}/replies`))).replies.map(({ text }: any) => text)
const linkOf = (team: number, person: number): string => survey.links.get(survey.people[team][person].email)!

suite('rights', () => {
  test('to reply and to ask further are told to each reader, so that a page offers no more', async () => {
    const rightsOf = async (by: Client, finding: string) =>
      (await bodyOf(by.get(`/api/replies?insight_id=${finding}`))).rights
    const both = { make_action: true, reply: true, ask_further: true }
    const neither = { make_action: false, reply: false, ask_further: false }
    assert.deepEqual(
      await Promise.all([
        rightsOf(lead, findings.platform),
        rightsOf(lead, findings.design),
        rightsOf(lead, findings.everyone),
        rightsOf(admin, findings.everyone),
        rightsOf(house.program, findings.platform),
        rightsOf(admin, 'ins_00000000000000000000000000'),
      ]),
      [both, neither, neither, both, neither, null],
    )
    assert.equal((await bodyOf(lead.get('/api/replies'))).rights, null)
    // Nobody knows who was asked by an imported survey, or by which channel.
    const { db } = house.world.running
    const imported = (at: Date | null) =>
      db.pool.query(
        `update collections set imported_at = $1
         where (organisation_id, id) = (select organisation_id, collection_id from insights where id = $2)`,
        [at, findings.platform],
      )
    await imported(clock().now())
    assert.deepEqual(await rightsOf(lead, findings.platform), { ...neither, make_action: true })
    assert.deepEqual(await rightsOf(lead, findings.everyone), neither)
    const further = await lead.post(`/api/insights/${findings.platform}/follow-ups`, { text: 'Why?' })
    assert.deepEqual([further.status, further.body.code], [422, 'no_recipients'])
    await imported(null)
  })
})

suite('a reply', () => {
  test('is drafted by a lead, read by its author alone until it is published, and then by all who see the finding', async () => {
    const id = await replyTo(lead, findings.platform, 'We read it.')
    const path = `/api/replies/${id}`
    const draft = await bodyOf(lead.get(path))
    assert.deepEqual(
      [draft.state, draft.kind, draft.author_name, draft.scope.team_id, draft.recipients, draft.messages_at],
      ['draft', 'answer', lead.name, survey.teams[0], 8, null],
    )
    assert.equal((await admin.get(path)).status, 404)
    const list = async (by: Client, query = '') =>
      (await bodyOf(by.get(`/api/replies?insight_id=${findings.platform}${query}`))).replies.map(
        (one: any) => one.id,
      )
    assert.deepEqual([await list(lead), await list(admin)], [[id], []])
    assert.equal((await admin.patch(path, { text: 'Mine' })).body.code, 'not_the_author')
    const edited = await lead.patch(path, { text: 'We read it, and talk on Monday.' }, { 'if-match': '"1"' })
    assert.deepEqual([edited.status, edited.body.version], [200, 2])
    assert.equal(
      (await lead.patch(path, { text: 'x' }, { 'if-match': '"1"' })).body.code,
      'precondition_failed',
    )
    assert.equal((await lead.post(`${path}/publish?dry_run=true`)).status, 204)
    const published = await bodyOf(lead.post(`${path}/publish`))
    assert.deepEqual(
      [published.state, Date.parse(published.messages_at) - Date.parse(published.published_at)],
      ['published', 10 * minuteMs],
    )
    assert.deepEqual([await list(admin), await list(admin, '&state=draft')], [[id], []])
    assert.equal((await lead.patch(path, { text: 'x' })).body.code, 'reply_not_draft')
    assert.equal((await lead.delete(path)).body.code, 'reply_not_draft')
    assert.equal((await admin.post(`${path}/withdraw`)).body.state, 'withdrawn', 'an admin may withdraw it')
    const again = await lead.post(`${path}/withdraw`)
    assert.deepEqual(
      [again.status, again.body.code, again.body.state],
      [409, 'reply_not_published', 'withdrawn'],
    )
    assert.deepEqual([await list(admin), await list(admin, '&state=withdrawn')], [[], [id]])
    await turn(hourMs)
    assert.deepEqual(await textsTo(survey.people[0][0].email), [], 'it was withdrawn before messages went')
    const { db } = house.world.running
    const told = await many(
      db.tx,
      shapeOf(events, ['type']),
      sql`select type from events where payload ->> 'reply_id' = ${id} order by id`,
    )
    const audited = await many(
      db.tx,
      shapeOf(auditEvents, ['action', 'detail']),
      sql`select action, detail from audit_events where target = ${id} order by id`,
    )
    const both = ['reply.published', 'reply.withdrawn']
    assert.deepEqual([told.map(({ type }) => type), audited.map(({ action }) => action)], [both, both])
    assert.doesNotMatch(JSON.stringify(audited), /Monday/, 'the log keeps no words')
  })

  test('is for leads of the team, for admins, and for the author where everyone is meant', async () => {
    const other = await replier(house, [survey.teams[1]])
    const heard = { kind: 'heard', text: 'Thank you.' }
    assert.equal(
      (await other.post(`/api/insights/${findings.platform}/replies`, heard)).body.code,
      'not_the_lead',
    )
    assert.equal(
      (await lead.post(`/api/insights/${findings.everyone}/replies`, heard)).body.code,
      'not_the_lead',
    )
    const both = await replier(house, survey.teams)
    const { id } = await bodyOf(both.post(`/api/insights/${findings.everyone}/replies`, heard), 201)
    assert.equal((await both.delete(`/api/replies/${id}`)).status, 204, 'who leads all that were asked')
  })

  test('comes at most three times to one finding, and never to one that is no longer released', async () => {
    const path = `/api/insights/${findings.design}/replies`
    const drafts = Array.from({ length: 5 }, (_, at) =>
      admin.post(path, { kind: 'heard', text: `No. ${at}` }),
    )
    const ids = (await Promise.all(drafts)).filter(({ status }) => status === 201).map(({ body }) => body.id)
    assert.equal(ids.length, 3, 'calls at once, too')
    const more = { kind: 'heard', text: 'Four.' }
    assert.equal(
      (await admin.post(`/api/insights/${findings.design}/replies`, more)).body.code,
      'too_many_replies',
    )
    assert.equal((await admin.delete(`/api/replies/${ids[2]}`)).status, 204)
    const { tx } = house.world.running.db
    const set = (state: string) =>
      run(tx, sql`update insights set state = ${state} where id = ${findings.design}`)
    await set('superseded')
    assert.equal(
      (await admin.post(`/api/insights/${findings.design}/replies`, more)).body.code,
      'not_released',
    )
    assert.equal((await admin.post(`/api/replies/${ids[0]}/publish`)).body.code, 'not_released')
    await set('ready')
    for (const id of ids.slice(0, 2)) assert.equal((await admin.delete(`/api/replies/${id}`)).status, 204)
  })

  test('names an action only if it is done and of this finding', async () => {
    const action_id = 'act_01jd0000000000000000000000'
    for (const [kind, code] of [
      ['heard', 'not_done'],
      ['done', 'unknown'],
    ]) {
      const { status, body } = await admin.post(`/api/insights/${findings.everyone}/replies`, {
        kind,
        text: 'It is done.',
        action_id,
      })
      assert.deepEqual([status, body.errors[0].pointer, body.errors[0].code], [422, '/action_id', code])
    }
  })
})

suite('those who were asked', () => {
  test('read what is about their team and about everyone, on their page, by their receipt and in one message', async () => {
    const team = await publishedTo(lead, findings.platform, 'Platform hires two people.\nFrom January.')
    const all = await publishedTo(admin, findings.everyone, 'Everyone gets new screens.')
    assert.equal((await repliesOn(linkOf(0, 0))).length, 2)
    assert.deepEqual(await repliesOn(linkOf(1, 0)), ['Everyone gets new screens.'])
    const [receipt] = survey.receipts
    const { replies: byReceipt } = await bodyOf(house.world.anyone.get(`/receipts/${receipt}/replies`))
    assert.deepEqual(
      byReceipt.map(({ text }: any) => text),
      ['Everyone gets new screens.'],
    )
    const proof = await browse(`${house.world.url}/receipts/${receipt}`)
    assert.match(proof.html, new RegExp(`href="/receipts/${receipt}/replies"`))
    const { running, organisationId } = house.world
    await run(
      running.db.tx,
      sql`
        update organisations
        set contacts = '[{"name": "Works council", "reach": "council@acme.example"}, {"name": "<Room>", "reach": "204"}]'
        where id = ${organisationId}`,
    )
    for (const path of [`/receipts/${receipt}`, `/receipts/${receipt}/replies`, `${linkOf(1, 7)}/replies`]) {
      const { html } = await browse(house.world.url + path)
      assert.match(html, /If you want to talk to someone/)
      assert.match(html, /href="mailto:council@acme\.example"/)
      assert.match(html, /&lt;Room&gt;/)
    }
    const page = await browse(`${house.world.url}${linkOf(0, 7)}/replies?lang=de`)
    assert.match(page.html, /Was sich geändert hat/)
    assert.match(page.html, /Platform hires two people\.\nFrom January\./)
    assert.match(
      (await browse(house.world.url + linkOf(0, 7))).html,
      new RegExp(`href="${linkOf(0, 7)}/replies"`),
    )
    assert.deepEqual(await textsTo(survey.people[0][0].email), [], 'messages wait')
    // Anyone who leaves meanwhile is told nothing.
    const left = survey.people[0][5]
    assert.equal((await house.program.delete(`/api/members/${left.id}`)).status, 204)
    await turn(10 * minuteMs)
    const everybody = survey.people.flat()
    const texts = new Map<string, string[]>()
    for (const { email } of everybody) texts.set(email, await textsTo(email))
    for (const [at, people] of survey.people.entries())
      for (const { email } of people) {
        const [text, ...others] = texts.get(email)!
        assert.equal(others.length, 0)
        if (email === left.email) assert.equal(text, undefined)
        else {
          assert.match(text, /Everyone gets new screens/)
          assert.equal(/hires two people/.test(text), at === 0)
        }
      }
    const message = (await messagesIn(house.world.running.outbox)).find(
      ({ to, link }) => to === survey.people[1][0].email && link.includes('/replies/'),
    )
    await leavesBy(message!)
    const { pathname } = new URL(message!.link)
    const open = async () => (await bodyOf(house.world.anyone.get(pathname))).replies.length
    assert.equal(await open(), 1)
    await bodyOf(admin.post(`/api/replies/${all}/withdraw`))
    assert.deepEqual([await open(), await repliesOn(linkOf(1, 0))], [0, []], 'it is gone from pages at once')
    assert.match((await browse(house.world.url + pathname)).html, /Nobody has replied yet/)
    // The next message to this survey waits for a day of 20 hours.
    const next = await publishedTo(lead, findings.platform, 'They have started.')
    await turn(19 * hourMs)
    assert.equal((await textsTo(survey.people[0][0].email)).length, 1)
    await turn(hourMs)
    assert.equal((await textsTo(survey.people[0][0].email)).length, 2)
    assert.equal((await textsTo(survey.people[1][0].email)).length, 1)
    for (const id of [team, next]) await bodyOf(lead.post(`/api/replies/${id}/withdraw`))
  })

  test('find nothing where a link, a receipt or an address is made up, or the survey was deleted, and no name of an author who was erased', async () => {
    const { anyone } = house.world
    for (const path of [
      `/r/${'0'.repeat(26)}.${'0'.repeat(40)}/replies`,
      `/receipts/${'0'.repeat(64)}/replies`,
      '/replies/made-up',
      `/replies/${'0'.repeat(26)}.${'0'.repeat(64)}%00`,
    ])
      assert.equal((await anyone.get(path)).status, 404, path)
    const query = `pulse_id=${survey.pulse.id}&team_id=${survey.teams[0]}&kind=participation`
    const [{ id: finding }] = (await bodyOf(lead.get(`/api/insights?${query}`))).insights
    await publishedTo(lead, finding, 'Here for a moment.')
    const authors = async () =>
      (await bodyOf(anyone.get(`${linkOf(0, 1)}/replies`))).replies.map(({ author }: any) => author)
    assert.deepEqual(await authors(), [lead.name])
    await bodyOf(house.program.post(`/api/members/${lead.memberId}/erase`))
    assert.deepEqual(await authors(), ['Erased member'], 'what was said stays, without their name')
    assert.equal((await house.author.delete(survey.pulse.path)).status, 204)
    assert.deepEqual(await repliesOn(linkOf(0, 1)), [])
    await turn(hourMs)
    assert.equal((await textsTo(survey.people[0][1].email)).length, 2, 'and no message goes out')
  })
})
