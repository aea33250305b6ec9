/** SMS by a gateway: a real server in its place, whose signatures are checked with the library that its operators use. */
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { languages } from '../../locales/catalogue.ts'
import { bodyOf } from '../../test/support/clockwork.ts'
import { startMail } from '../../test/support/mail.ts'
import { mailAt, peopled } from '../../test/support/peopled.ts'
import { startApp } from '../../test/support/start.ts'
import { newReceiver } from '../../test/support/webhook-receiver.ts'
import { many, sql } from '../db/db.ts'
import { shape, text } from '../db/shape.ts'

const secretOf = (byte: number): string => `whsec_${Buffer.alloc(32, byte).toString('base64')}`
const secret = secretOf(7)

type Sms = { to: string; text: string; id: string }
type Behaviour = (response: ServerResponse, sms: Sms) => unknown

/** @returns the gateway, and the application beside it with a clock turned by hand */
async function startGateway(behave: Behaviour = accept, more: Record<string, string> = {}) {
  const gateway = await newReceiver((response, { event }) => behave(response, event))
  const env = { SONDE_SMS_URL: gateway.url, SONDE_SMS_SECRET: secret, ...more }
  // Signatures are checked by the machine's clock, too: a receiver refuses old ones.
  const running = await startApp({ at: new Date().toISOString(), env })
  const sent = (): Sms[] => gateway.received.map(({ event }) => event)
  return { gateway, running, sent, settle: () => running.app.due.settle() }
}

const accept: Behaviour = (response) => response.writeHead(202).end()
const answering =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    response.writeHead(status, headers).end()

const number = (place: number): string => `+4917012345${String(place).padStart(2, '0')}`
const smsAt = (place: number, more: object = {}) => ({
  channels: [{ type: 'sms', address: number(place) }],
  ...more,
})
const linkIn = ({ text }: Sms): string => /^https?:\/\/\S+$/m.exec(text)?.[0] ?? ''

test('the gateway gets a number, a text and an id, signed as webhooks are', async () => {
  const { gateway, running, sent, settle } = await startGateway(accept, {
    SONDE_SMS_SECRET: `${secretOf(9)} ${secret}`,
  })
  const { world, open, rows, author } = await peopled(running, [smsAt(1)])
  const path = await open({ channels: ['sms'], title: 'How was your week?' })
  await settle()
  const [{ headers, body }] = gateway.received
  const [sms] = sent()
  assert.deepEqual(Object.keys(sms).toSorted(), ['id', 'text', 'to'])
  assert.equal(sms.to, number(1))
  assert.match(sms.text, /asks: How was your week\?/)
  const signed = headers as Record<string, string>
  for (const one of [secret, secretOf(9)]) assert.deepEqual(new Webhook(one).verify(body, signed), sms)
  assert.throws(() => new Webhook(secretOf(8)).verify(body, signed))
  assert.throws(() => new Webhook(secret).verify(body.replace(number(1), number(2)), signed))
  assert.equal(headers['webhook-id'], sms.id)
  assert.equal(headers['idempotency-key'], sms.id)
  assert.deepEqual(
    (await rows()).map(({ channel, state, attempts }) => [channel, state, attempts]),
    [['sms', 'sent', 1]],
  )
  // The link is the recipient’s: who follows it can answer.
  const link = new URL(linkIn(sms)).pathname
  assert.equal((await world.anyone.get(link)).status, 200)
  assert.equal((await world.anyone.get(`${link}/unsubscribe`)).status, 200)
  const { body: listed } = await author.get(`${path}/deliveries`)
  assert.deepEqual(
    listed.deliveries.map(({ channel }: { channel: string }) => channel),
    ['sms'],
  )
})

test('nothing is sent to somebody without a number, who is reached by the next channel', async () => {
  const mail = await startMail()
  const { running, sent, settle } = await startGateway(accept, mail.env)
  const { open, rows, ids } = await peopled(running, [smsAt(1), mailAt('ada'), {}])
  await open({ channels: ['sms', 'email'] })
  await settle()
  assert.deepEqual(
    sent().map(({ to }) => to),
    [number(1)],
  )
  assert.deepEqual(
    mail.taken.map(({ to }) => to),
    ['ada@acme.test'],
  )
  assert.deepEqual(
    (await rows())
      .map(({ member_id, channel, state }) => [ids.indexOf(member_id), channel, state])
      .toSorted(),
    [
      [0, 'sms', 'sent'],
      [1, 'email', 'sent'],
      [2, 'sms', 'suppressed'],
    ],
  )
})

test('what the gateway answers about a message becomes its outcome', async () => {
  const byNumber: Record<string, Behaviour> = {
    [number(1)]: accept,
    [number(2)]: answering(422),
    [number(3)]: answering(400),
    [number(4)]: answering(409, { 'retry-after': '600' }),
  }
  const { running, sent, settle } = await startGateway((response, sms) => byNumber[sms.to](response, sms))
  const { open, rows, ids, api, clock } = await peopled(
    running,
    [1, 2, 3, 4].map((place) => smsAt(place)),
  )
  const began = clock.now().getTime()
  await open({ channels: ['sms'] })
  await settle()
  const byPerson = (await rows()).toSorted((a, b) => ids.indexOf(a.member_id) - ids.indexOf(b.member_id))
  assert.deepEqual(
    byPerson.map(({ state, attempts, last_error }) => [state, attempts, last_error]),
    [
      ['sent', 1, null],
      ['bounced', 1, 'the SMS gateway answers 422'],
      ['bounced', 1, 'the SMS gateway answers 400'],
      ['pending', 1, 'the SMS gateway answers 409'],
    ],
  )
  assert.equal(new Date(byPerson[3].next_attempt_at!).getTime() - began, 600_000)
  const { body } = await api.get('/api/suppressions?channel=sms')
  assert.deepEqual(
    body.suppressions.map(({ address, reason }: { address: string; reason: string }) => [address, reason]),
    [[number(2), 'the SMS gateway answers 422']],
    'a number that cannot be reached is not tried again; one whose message was refused is',
  )
  byNumber[number(2)] = accept
  await open({ channels: ['sms'] })
  await settle()
  assert.equal(sent().filter(({ to }) => to === number(2)).length, 1)
  assert.equal(sent().filter(({ to }) => to === number(3)).length, 2)
})

for (const [what, behave, waitsSeconds] of [
  ['takes no more for a while', answering(429, { 'retry-after': '30' }), 30],
  ['fails', answering(500), 1],
  ['refuses the signature', answering(401), 1],
  ['has moved', answering(308, { location: 'http://127.0.0.1:9/' }), 1],
  ['is not at its address', answering(404), 1],
  ['breaks the connection', (response: ServerResponse) => response.destroy(), 1],
] as const)
  test(`a gateway that ${what} pauses the channel and costs no message an attempt`, async () => {
    let isDown = true
    const { running, sent, settle } = await startGateway((response, sms) =>
      (isDown ? behave : accept)(response, sms),
    )
    const { open, rows, clock } = await peopled(
      running,
      Array.from({ length: 12 }, (_, place) => smsAt(place)),
    )
    await open({ channels: ['sms'] })
    await settle()
    const asked = sent().length
    assert.ok(
      asked >= 1 && asked <= 8,
      `the ${asked} messages under way found it down, and no other was tried`,
    )
    for (const { state, attempts } of await rows()) assert.deepEqual([state, attempts], ['pending', 0])
    isDown = false
    clock.advance((waitsSeconds - 0.5) * 1000)
    await settle()
    assert.equal(sent().length, asked, 'it waits as long as the gateway asks for')
    // Several failures at once make the wait longer.
    for (let turn = 0; turn < 6; turn++) {
      clock.advance(30_000)
      await settle()
    }
    assert.equal(new Set(sent().map(({ to }) => to)).size, 12)
    assert.deepEqual(
      (await rows()).map(({ state, attempts }) => `${state} ${attempts}`),
      Array(12).fill('sent 1'),
    )
  })

test('a message that alone brings the gateway down does not hold up others', async () => {
  const { running, settle } = await startGateway((response, sms) =>
    (sms.to === number(1) ? answering(500) : accept)(response, sms),
  )
  const { open, rows, clock } = await peopled(running, [smsAt(1), smsAt(2), smsAt(3)])
  await open({ channels: ['sms'] })
  for (let turn = 0; turn < 8; turn++) {
    await settle()
    clock.advance(5_000)
  }
  const states = (await rows()).map(({ state, attempts }) => `${state} ${attempts > 0}`)
  assert.deepEqual(states.toSorted(), ['pending true', 'sent true', 'sent true'])
})

test('a text is in the reader’s language, a reminder says that it is one, and unsubscribing ends both', async () => {
  const { running, sent, settle } = await startGateway()
  const { world, open, author, clock } = await peopled(
    running,
    languages.map((locale, place) => smsAt(place, { locale })),
  )
  const path = await open({ channels: ['sms'], confidentiality: { mode: 'confidential' } })
  await settle()
  const requests = new Set(sent().map(({ text }) => text.split('\n')[0]))
  assert.equal(requests.size, languages.length, 'each language says it in its own words')
  const invited = sent().length
  const english = sent().find(({ to }) => to === number(languages.indexOf('en')))!
  await bodyOf(world.anyone.post(`${new URL(linkIn(english)).pathname}/unsubscribe`, {}))
  clock.advance(86_400_000)
  await bodyOf(author.post(`${path}/remind`))
  await settle()
  const reminders = sent().slice(invited)
  assert.equal(reminders.length, languages.length - 1)
  assert.ok(!reminders.some(({ to }) => to === english.to))
  const german = reminders.find(({ to }) => to === number(languages.indexOf('de')))!
  assert.match(german.text, /^Erinnerung von .+ an alle: /)
})

test('the gateway reports by its id that a message did not arrive', async () => {
  const { running, sent, settle } = await startGateway()
  const { open, rows, api } = await peopled(running, [smsAt(1), smsAt(2)])
  await open({ channels: ['sms'] })
  await settle()
  const [{ id, to }] = sent()
  const report = { bounces: [{ message_id: id, type: 'hard', reason: 'no such subscriber' }] }
  assert.deepEqual((await api.post('/api/deliveries/bounces', report)).body, { recorded: 1, unknown: 0 })
  assert.deepEqual((await rows()).map(({ state }) => state).toSorted(), ['bounced', 'sent'])
  const { body } = await api.get('/api/suppressions')
  assert.deepEqual(
    body.suppressions.map(({ channel, address }: Record<string, string>) => [channel, address]),
    [['sms', to]],
  )
  const unknown = { bounces: [{ message_id: 'f'.repeat(32), type: 'hard' }] }
  assert.deepEqual((await api.post('/api/deliveries/bounces', unknown)).body, { recorded: 0, unknown: 1 })
})

test('erasing somebody leaves their number nowhere', async () => {
  const { running, settle } = await startGateway(answering(422))
  const { open, ids, api, world } = await peopled(running, [smsAt(1), smsAt(2)])
  await open({ channels: ['sms'] })
  await settle()
  const stored = async (address: string): Promise<string[]> => {
    const found: string[] = []
    for (const table of [
      'members',
      'deliveries',
      'suppressions',
      'events',
      'audit_events',
      'notices',
    ] as const) {
      const rows = await many(
        running.db.tx,
        shape({ row: text }),
        sql`select t::text as row from ${sql.raw(table)} t where t.organisation_id = ${world.organisationId}`,
      )
      if (rows.some(({ row }) => row.includes(address.slice(1)))) found.push(table)
    }
    return found
  }
  assert.deepEqual(await stored(number(1)), ['members', 'deliveries', 'suppressions'])
  assert.equal((await api.post(`/api/members/${ids[0]}/erase`)).status, 200)
  assert.deepEqual(await stored(number(1)), [])
  assert.deepEqual(await stored(number(2)), ['members', 'deliveries', 'suppressions'])
})
