/** E-mail against a real SMTP server that fails in the ways servers do. */
import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { many, sql } from '../db/db.ts'
import { shapeOf, text } from '../db/shape.ts'
import { deliveries } from '../db/tables.ts'
import { header, startMail } from '../../test/support/mail.ts'
import { type Running, startApp } from '../../test/support/start.ts'
import { eventually } from '../../test/support/world.ts'
import { openMailed } from '../../test/support/mailed.ts'
import { emailChannel } from './email.ts'
import type { Message } from './message.ts'
import { hangMs } from '../../test/support/cpu.ts'

const deliveryRow = shapeOf(deliveries, ['address', 'state', 'attempts', 'last_error'], {
  address: text,
  next: deliveries.next_attempt_at,
})

const deliveriesOf = (running: Running, organisationId: string) =>
  many(
    running.db.tx,
    deliveryRow,
    sql`
      select ${deliveryRow.columns}, next_attempt_at as next
      from deliveries
      where organisation_id = ${organisationId}
        and channel = 'email'
      order by address`,
  )

test('a message that is refused for now is retried at growing intervals, eight attempts in all', async () => {
  const mail = await startMail((to, earlier) =>
    to.startsWith('later-1') ? (earlier < 2 ? 451 : undefined) : to.startsWith('later-2') ? 450 : undefined,
  )
  const running = await startApp({ at: '2026-12-01T08:00:00Z', env: mail.env })
  const { clock, app } = running
  const { organisationId } = await openMailed(running, 'Later', 3)
  const triesOf = (name: string): number =>
    [...mail.tried].reduce((sum, [to, count]) => (to.startsWith(name) ? sum + count : sum), 0)
  const rows = () => deliveriesOf(running, organisationId)

  await app.due.settle()
  const [waiting, , sent] = await rows()
  assert.deepEqual([waiting.state, waiting.attempts, waiting.last_error], ['pending', 1, 'SMTP 451'])
  assert.equal(sent.state, 'sent', 'the others are not held up')
  clock!.advance(59_999)
  await app.due.settle()
  assert.equal(triesOf('later-1'), 1)
  const minutes = []
  for (let tries = 1; tries < 8; tries++) {
    const [, { state, next }] = await rows()
    assert.equal(state, 'pending')
    const before = clock!.now()
    clock!.set(new Date(Date.parse(next!) + 1))
    minutes.push((clock!.now().getTime() - before.getTime() + (tries === 1 ? 59_999 : 0)) / 60_000)
    await app.due.settle()
  }
  minutes.forEach((wait, place) => {
    assert.ok(wait >= 2 ** place && wait < 1.26 * 2 ** place, `${wait} min before try ${place + 2}`)
  })
  const [first, second] = await rows()
  assert.deepEqual([first.state, triesOf('later-1')], ['sent', 3])
  assert.deepEqual([second.state, second.attempts, second.next, triesOf('later-2')], ['failed', 8, null, 8])
  assert.ok(!second.last_error!.includes('@'), 'an error names no address')
  await running.stop()
})

test('an outage of hours costs no message an attempt, and all are sent when the server is back', async () => {
  const gone = await startMail()
  await gone.close()
  const running = await startApp({ at: '2026-12-01T08:00:00Z', env: gone.env })
  const { organisationId } = await openMailed(running, 'Outage', 5)
  const rows = () => deliveriesOf(running, organisationId)
  for (let minute = 0; minute < 5 * 60; minute += 5) {
    await running.app.due.settle()
    running.clock!.advance(5 * 60_000)
  }
  for (const { state, attempts, last_error } of await rows())
    assert.deepEqual([state, attempts, last_error], ['pending', 0, null])
  const back = await startMail(() => undefined, gone.port)
  await running.app.due.settle()
  assert.equal(back.taken.length, 5)
  assert.ok((await rows()).every(({ state, attempts }) => state === 'sent' && attempts === 1))
  await running.stop()
})

test('a server that answers one message with 421 still gets the others', async () => {
  const mail = await startMail((to) => (to.startsWith('shy-1-') ? 421 : undefined))
  const running = await startApp({ at: '2026-12-01T08:00:00Z', env: mail.env })
  const { organisationId } = await openMailed(running, 'Shy', 4)
  for (let look = 0; look < 6; look++) {
    await running.app.due.settle()
    running.clock!.advance(61_000)
  }
  const rows = await deliveriesOf(running, organisationId)
  assert.deepEqual(
    rows.map(({ state }) => state),
    ['pending', 'sent', 'sent', 'sent'],
  )
  assert.ok(rows[0].attempts >= 1, 'its attempts are counted once the others have passed')
  await running.stop()
})

test('a permanent refusal bounces at once', async () => {
  const mail = await startMail((to) => (to.startsWith('unknown-1') ? 550 : undefined))
  const running = await startApp({ at: '2026-12-01T08:00:00Z', env: mail.env })
  const { author, path, organisationId } = await openMailed(running, 'Unknown', 2)
  await running.app.due.settle()
  running.clock!.advance(600_000)
  await running.app.due.settle()
  const [bounced, sent] = await deliveriesOf(running, organisationId)
  assert.deepEqual([bounced.state, bounced.attempts, bounced.last_error], ['bounced', 1, 'SMTP 550'])
  assert.equal(sent.state, 'sent')
  const { body } = await author.get(`${path}/deliveries`)
  assert.deepEqual(
    body.deliveries.filter((one: any) => one.channel === 'email').map((one: any) => [one.state, one.count]),
    [
      ['bounced', 1],
      ['sent', 1],
    ],
  )
  await running.stop()
})

test('a message whose connection was lost is sent again under the same Message-ID', async () => {
  const mail = await startMail((_to, earlier) => (earlier === 0 ? 'reset' : undefined))
  const running = await startApp({ at: '2026-12-01T08:00:00Z', env: mail.env })
  const { organisationId } = await openMailed(running, 'Reset', 1)
  await running.app.due.settle()
  const [lost] = await deliveriesOf(running, organisationId)
  assert.deepEqual([lost.state, lost.attempts], ['pending', 1])
  running.clock!.advance(80_000)
  await running.app.due.settle()
  assert.equal((await deliveriesOf(running, organisationId))[0].state, 'sent')
  assert.equal(mail.taken.length, 2)
  assert.equal(new Set(mail.taken.map(({ raw }) => header(raw, 'Message-ID'))).size, 1)
  await running.stop()
})

test('a message that hangs at the server delays no other', async () => {
  const mail = await startMail((to) => (/^hung-[12]-/.test(to) ? 'hang' : undefined))
  const running = await startApp({ env: mail.env })
  const { organisationId, author, path } = await openMailed(running, 'Hung', 14)
  const rows = await eventually(
    () => deliveriesOf(running, organisationId),
    (all) => all.filter((row) => row.state === 'sent').length === 12,
    8000,
  )
  assert.equal(rows.filter((row) => row.state === 'pending').length, 2)
  // Requests are served all the same.
  assert.equal((await author.get(path)).status, 200)
  // A server that goes away ends the waiting, here as its time limit would.
  await mail.close()
  await running.stop()
})

const anyMessage: Message = {
  organisationId: 'org_1',
  name: 'n',
  channel: 'email',
  to: 'c@d.test',
  at: '',
  follows: null,
  form: null,
  content: {
    kind: 'invitation',
    language: 'en',
    direction: 'ltr',
    subject: 's',
    preview: '',
    greeting: '',
    request: '',
    title: '',
    description: null,
    promise: '',
    until: null,
    personal: '',
    reason: null,
    button: '',
    url: 'https://a.test/r/x',
    unsubscribe: { label: '', url: 'https://a.test/r/x/unsubscribe' },
  },
}

const refusals: [reply: string, outcome: object][] = [
  ['550 No such user', { kind: 'refused', reason: 'SMTP 550', lasting: true }],
  ['550 5.1.1 No such user', { kind: 'refused', reason: 'SMTP 550 5.1.1', lasting: true }],
  ['550 5.0.0 No', { kind: 'refused', reason: 'SMTP 550 5.0.0', lasting: true }],
  ['552 5.2.2 Mailbox full', { kind: 'refused', reason: 'SMTP 552 5.2.2', lasting: false }],
  ['550 5.7.1 Blocked', { kind: 'refused', reason: 'SMTP 550 5.7.1', lasting: false }],
  ['554 No', { kind: 'refused', reason: 'SMTP 554', lasting: false }],
  ['450 4.2.1 Busy', { kind: 'later', reason: 'SMTP 450 4.2.1' }],
  ['421 Closing', { kind: 'down', reason: 'SMTP 421' }],
]

test('each SMTP reply is attributed to the address, the message or the server', async () => {
  let reply = ''
  const server = await startMail(() => reply)
  const mail = emailChannel({
    url: server.env.SONDE_SMTP_URL,
    from: 'a@b.test',
    bouncesTo: null,
    connections: 1,
  })
  for (const [smtpReply, outcome] of refusals) {
    reply = smtpReply
    assert.deepEqual(await mail.send(anyMessage), outcome, smtpReply)
  }
  mail.close()
})

test('bounces go to the configured address', async () => {
  const server = await startMail()
  const url = server.env.SONDE_SMTP_URL
  const mail = emailChannel({ url, from: 'Us <a@b.test>', bouncesTo: 'bounces@b.test', connections: 1 })
  assert.deepEqual(await mail.send({ ...anyMessage, follows: 'earlier' }), { kind: 'sent' })
  assert.equal(header(server.taken[0].raw, 'From'), 'Us <a@b.test>')
  assert.equal(header(server.taken[0].raw, 'In-Reply-To'), '<earlier@sonde>')
  assert.equal(header(server.taken[0].raw, 'References'), '<earlier@sonde>')
  assert.equal(server.senders[0], 'bounces@b.test')
  mail.close()
})

test('a server that is silent, or never stops talking, is given up', async () => {
  const talking = createServer((socket) => {
    socket.on('error', () => {})
    const timer = setInterval(() => socket.write('220-wait\r\n'), 50)
    socket.on('close', () => clearInterval(timer))
  })
  const silent = createServer((socket) => void socket.on('error', () => {}))
  for (const server of [talking, silent]) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
    const { port } = server.address() as AddressInfo
    const url = `smtp://127.0.0.1:${port}`
    const mail = emailChannel({ url, from: 'a@b.test', bouncesTo: null, connections: 1, silenceMs: 150 })
    const since = performance.now()
    assert.equal((await mail.send(anyMessage)).kind, 'down')
    assert.ok(performance.now() - since < hangMs)
    mail.close()
    server.close()
  }
})

test('without a mail server each message is one file in the outbox, readable by its owner alone', async () => {
  const running = await startApp({ at: '2026-12-01T08:00:00Z' })
  const pulse = await openMailed(running, 'Outbox', 3)
  await running.app.due.settle()
  const files = await readdir(running.outbox)
  assert.equal(files.length, 3)
  const messages = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(running.outbox, file), 'utf8'))),
  )
  assert.deepEqual(
    new Set(messages.map((message) => message.link)),
    new Set(pulse.links.map((one) => one.url)),
  )
  for (const message of messages) {
    assert.match(message.to, /^outbox-\d-\d+@test\.example$/)
    assert.ok(message.text.includes(message.link) && message.html.includes(message.link))
  }
  assert.equal((await stat(running.outbox)).mode & 0o077, 0)
  assert.equal((await stat(join(running.outbox, files[0]))).mode & 0o077, 0)
  // Sent again, it is the same file.
  await running.db.pool.query(
    "update deliveries set state = 'pending', next_attempt_at = '2026-01-01' where channel = 'email'",
  )
  await running.app.due.settle()
  assert.deepEqual(await readdir(running.outbox), files)
  await running.stop()
})

test('a message that was not sent before its collection closed is never sent', async () => {
  const mail = await startMail(() => 451)
  const running = await startApp({ at: '2026-12-01T08:00:00Z', env: mail.env })
  const { author, path, organisationId } = await openMailed(running, 'Ended', 2)
  await running.app.due.settle()
  assert.equal((await author.post(`${path}/close`)).status, 200)
  running.clock!.advance(80_000)
  await running.app.due.settle()
  for (const { state, last_error } of await deliveriesOf(running, organisationId))
    assert.deepEqual([state, last_error], ['suppressed', 'closed before it was sent'])
  assert.equal(mail.tried.size, 2)
  await running.stop()
})
