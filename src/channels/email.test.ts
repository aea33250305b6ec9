/** Messages against a real SMTP server that answers as badly as servers do. */
import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { many, sql } from '../db/db.ts'
import { mailer } from './mail.ts'
import { type Running, startApp } from '../../test/support/start.ts'
import { type Client, eventually, links, newWorld, pulseDraft } from '../../test/support/world.ts'

type Taken = { to: string; raw: string }

/** What a server does with the message for an address; undefined: it takes it. */
type Behaviour = (to: string, earlier: number) => 'reset' | 'hang' | number | undefined

async function startMail(behave: Behaviour) {
  const taken: Taken[] = []
  const tried = new Map<string, number>()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 100,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = (session.envelope.rcptTo[0] as { address: string }).address
        const earlier = tried.get(to) ?? 0
        tried.set(to, earlier + 1)
        const how = behave(to, earlier)
        if (how === 'hang') return
        if (typeof how === 'number')
          return done(Object.assign(new Error(`No such luck for ${to}`), { responseCode: how }))
        taken.push({ to, raw: Buffer.concat(chunks).toString() })
        if (how === 'reset') {
          for (const connection of server.connections as Set<any>)
            if (connection.session.id === session.id) connection._socket.destroy()
          return
        }
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  after(close)
  const { port } = server.server.address() as AddressInfo
  return { taken, tried, close, env: { SONDE_SMTP_URL: `smtp://127.0.0.1:${port}` } }
}

const quotedPrintable = (text: string): string =>
  Buffer.from(
    text
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

const header = (raw: string, name: string): string => {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')
  const value = new RegExp(`^${name}: (.*)$`, 'mi').exec(head)![1]
  return value.replaceAll(/(?:=\?UTF-8\?Q\?([^?]*)\?= ?)/gi, (_all, word: string) =>
    quotedPrintable(word.replaceAll('_', ' ')),
  )
}

/** An open pulse of so many people, asked by e-mail (and by link, to compare). */
async function asked(running: Running, name: string, count: number, more: object = {}) {
  const world = await newWorld({ running })
  const author: Client = await world.user()
  const team = await world.team(name, count)
  const draft = pulseDraft([team.id], { channels: ['email', 'link'], title: 'Größe – what now?', ...more })
  const { body } = await author.post('/api/pulses', draft)
  const path = `/api/pulses/${body.id}`
  const opened = await author.post(`${path}/open`)
  assert.equal(opened.status, 200, JSON.stringify(opened.body))
  return { author, path, links: await links(author, path), organisationId: world.organisationId, world }
}

type Delivery = {
  address: string
  state: string
  attempts: number
  last_error: string | null
  next: string | null
}

const deliveriesOf = (running: Running, organisationId: string): Promise<Delivery[]> =>
  many(
    running.db.tx,
    sql<Delivery>`
      select address, state, attempts, last_error, next_attempt_at as next
      from deliveries
      where organisation_id = ${organisationId}
        and channel = 'email'
      order by address`,
  )

test('a message says who asks, what, who will see it, until when, and holds one link in text and in HTML', async () => {
  const mail = await startMail(() => undefined)
  const running = await startApp({ at: '2026-12-01T08:00:00Z', env: mail.env })
  const pulse = await asked(running, 'Mailed', 2, { closes_at: '2026-12-03T17:00:00Z' })
  await running.app.due.settle()
  assert.equal(mail.taken.length, 2)
  const { body: promise } = await pulse.author.get(`${pulse.path}/confidentiality`)
  const urls = new Set(pulse.links.map((one) => one.url))
  for (const { raw } of mail.taken) {
    assert.match(header(raw, 'Subject'), /^Größe – what now\? – Test \d+$/)
    assert.match(header(raw, 'Message-ID'), /^<[0-9a-f]{32}@sonde>$/)
    assert.match(header(raw, 'Content-Type'), /^multipart\/alternative/)
    const parts = raw.split(/\r\n--[^\r\n]+\r\n/).slice(1, -1)
    assert.deepEqual(
      parts.map((part) => /Content-Type: ([\w/]+)/.exec(part)![1]),
      ['text/plain', 'text/html'],
    )
    for (const part of parts) {
      const text = quotedPrintable(part)
      const found = text.match(/https?:\/\/[^\s"<]+/g)!
      assert.equal(found.length, 1, 'one link, and no other')
      assert.ok(urls.has(found[0]))
      for (const said of [promise.sentence, 'Größe – what now?', 'Thursday', '3 December 2026'])
        assert.ok(text.includes(said), said)
      assert.ok(!/<img|<script|track/i.test(text), 'nothing that looks back')
    }
  }
  await running.stop()
})

test('readers of names are told by name, also in the message', async () => {
  const mail = await startMail(() => undefined)
  const running = await startApp({ at: '2026-12-01T08:00:00Z', env: mail.env })
  const pulse = await asked(running, 'Attributed', 1, { confidentiality: { mode: 'attributed' } })
  await running.app.due.settle()
  const { body: promise } = await pulse.author.get(`${pulse.path}/confidentiality`)
  assert.match(promise.sentence, /^User .* will see your answer/)
  assert.ok(quotedPrintable(mail.taken[0].raw).includes(promise.sentence))
  await running.stop()
})

test('a server that refuses for now is asked again, ever later, eight times in all', async () => {
  const mail = await startMail((to, earlier) =>
    to.startsWith('later-1') ? (earlier < 2 ? 451 : undefined) : to.startsWith('later-2') ? 421 : undefined,
  )
  const running = await startApp({ at: '2026-12-01T08:00:00Z', env: mail.env })
  const { clock, app } = running
  const { organisationId } = await asked(running, 'Later', 3)
  const [first, second] = ['later-1', 'later-2']
  const triesOf = (name: string): number =>
    [...mail.tried].reduce((sum, [to, count]) => (to.startsWith(name) ? sum + count : sum), 0)

  await app.due.settle()
  const [waiting, , sent] = await deliveriesOf(running, organisationId)
  assert.deepEqual(
    [waiting.state, waiting.attempts, waiting.last_error, waiting.next],
    ['pending', 1, 'SMTP 451', '2026-12-01T08:00:02Z'],
  )
  assert.equal(sent.state, 'sent', 'the others are not held up')
  clock!.advance(1999)
  await app.due.settle()
  assert.equal(triesOf(first), 1)
  clock!.advance(1)
  await app.due.settle()
  assert.equal((await deliveriesOf(running, organisationId))[0].next, '2026-12-01T08:00:06Z')
  clock!.advance(4000)
  await app.due.settle()
  assert.deepEqual([triesOf(first), (await deliveriesOf(running, organisationId))[0].state], [3, 'sent'])

  const waits = []
  for (let tries = 3; tries < 8; tries++) {
    const [, { state, next }] = await deliveriesOf(running, organisationId)
    assert.equal(state, 'pending')
    waits.push((Date.parse(next!) - clock!.now().getTime()) / 1000)
    clock!.set(next!)
    await app.due.settle()
  }
  assert.deepEqual(waits, [8, 16, 32, 64, 128])
  const [, given] = await deliveriesOf(running, organisationId)
  assert.deepEqual([given.state, given.attempts, given.next, triesOf(second)], ['failed', 8, null, 8])
  assert.ok(!given.last_error!.includes('@'), 'an error names no address')
  await running.stop()
})

test('a refusal for good bounces at once', async () => {
  const mail = await startMail((to) => (to.startsWith('unknown-1') ? 550 : undefined))
  const running = await startApp({ at: '2026-12-01T08:00:00Z', env: mail.env })
  const { author, path, organisationId } = await asked(running, 'Unknown', 2)
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

test('a connection lost behind the message sends it again under the same Message-ID', async () => {
  const mail = await startMail((_to, earlier) => (earlier === 0 ? 'reset' : undefined))
  const running = await startApp({ at: '2026-12-01T08:00:00Z', env: mail.env })
  const { organisationId } = await asked(running, 'Reset', 1)
  await running.app.due.settle()
  const [lost] = await deliveriesOf(running, organisationId)
  assert.deepEqual([lost.state, lost.attempts], ['pending', 1])
  running.clock!.advance(2000)
  await running.app.due.settle()
  assert.equal((await deliveriesOf(running, organisationId))[0].state, 'sent')
  assert.equal(mail.taken.length, 2)
  assert.equal(new Set(mail.taken.map(({ raw }) => header(raw, 'Message-ID'))).size, 1)
  await running.stop()
})

test('a message that hangs at the server holds up no other', async () => {
  const mail = await startMail((to) => (/^hung-[12]-/.test(to) ? 'hang' : undefined))
  const running = await startApp({ env: mail.env })
  const { organisationId, author, path } = await asked(running, 'Hung', 14)
  const seen = await eventually(
    () => deliveriesOf(running, organisationId),
    (rows) => rows.filter((row) => row.state === 'sent').length === 12,
    8000,
  )
  assert.equal(seen.filter((row) => row.state === 'pending').length, 2)
  // Requests are served all the same.
  assert.equal((await author.get(path)).status, 200)
  // A server that goes away ends the waiting, here as its time limit would.
  await mail.close()
  await running.stop()
})

test('a server that is silent, or talks without an end, is given up', async () => {
  const talking = createServer((socket) => {
    socket.on('error', () => {})
    const timer = setInterval(() => socket.write('220-wait\r\n'), 50)
    socket.on('close', () => clearInterval(timer))
  })
  const silent = createServer((socket) => void socket.on('error', () => {}))
  for (const server of [talking, silent]) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
    const { port } = server.address() as AddressInfo
    const mail = mailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'a@b.test', folder: '', silenceMs: 150 })
    const message = { name: 'n', to: 'c@d.test', subject: 's', text: 't', html: 'h', link: 'l', at: '' }
    const since = performance.now()
    await assert.rejects(mail.send(message))
    assert.ok(performance.now() - since < 3000)
    mail.close()
    server.close()
  }
})

test('without a server messages are files in the outbox, for their owner’s eyes, one a message', async () => {
  const running = await startApp({ at: '2026-12-01T08:00:00Z' })
  const pulse = await asked(running, 'Outbox', 3)
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

test('a message that has not gone out when its collection ends is never sent', async () => {
  const mail = await startMail(() => 451)
  const running = await startApp({ at: '2026-12-01T08:00:00Z', env: mail.env })
  const { author, path, organisationId } = await asked(running, 'Ended', 2)
  await running.app.due.settle()
  assert.equal((await author.post(`${path}/close`)).status, 200)
  running.clock!.advance(10_000)
  await running.app.due.settle()
  for (const { state, last_error } of await deliveriesOf(running, organisationId))
    assert.deepEqual([state, last_error], ['suppressed', 'closed before it was sent'])
  assert.equal(mail.tried.size, 2)
  await running.stop()
})
