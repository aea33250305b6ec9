/** Bounces by call, by Maildir and in several forms, each counted once; and the addresses that they suppress. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { many, sql } from '../db/db.ts'
import { shapeOf, text } from '../db/shape.ts'
import { deliveries } from '../db/tables.ts'
import { type Running, startApp } from '../../test/support/start.ts'
import { type Client, newWorld, pulseDraft } from '../../test/support/world.ts'
import { messageNameOf, recordReturned } from './returned-mail.ts'
import { readReturned } from './dsn.ts'

const at = '2026-12-01T08:00:00Z'
const id = '<0123456789abcdef0123456789abcdef@sonde>'

const lines = (...text: string[]): string => text.join('\r\n')

const reportMail = (status: string[], returned: string[], kind = 'message/rfc822'): string =>
  lines(
    'From: MAILER-DAEMON@mx.example',
    'To: bounces@acme.test',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="b0undary/mx.example"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--b0undary/mx.example',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'Your message could not be delivered.',
    '',
    '--b0undary/mx.example',
    'Content-Type: message/delivery-status',
    '',
    ...status,
    '',
    '--b0undary/mx.example',
    `Content-Type: ${kind}`,
    '',
    ...returned,
    '',
    '--b0undary/mx.example--',
    '',
  )

const returned = [`Message-ID: ${id}`, 'From: Sonde <no-reply@acme.test>', 'Subject: Hello', '', 'Hello Ada,']

const samples: Record<string, { raw: string; report: object | null }> = {
  'Postfix, an unknown user': {
    raw: reportMail(
      [
        'Reporting-MTA: dns; mx.example',
        'X-Postfix-Queue-ID: 4TZ1aB2cD3',
        'Arrival-Date: Tue,  1 Dec 2026 08:00:00 +0000 (UTC)',
        '',
        'Final-Recipient: rfc822; ada@acme.test',
        'Original-Recipient: rfc822;ada@acme.test',
        'Action: failed',
        'Status: 5.1.1',
        'Remote-MTA: dns; mx.acme.test',
        'Diagnostic-Code: smtp; 550 5.1.1 <ada@acme.test>: Recipient address rejected: User',
        '    unknown in virtual mailbox table',
      ],
      returned,
    ),
    report: { messageId: id, type: 'hard', lasting: true, reason: 'DSN 5.1.1 550' },
  },
  'Postfix, still trying': {
    raw: reportMail(
      [
        'Reporting-MTA: dns; mx.example',
        '',
        'Final-Recipient: rfc822; ada@acme.test',
        'Action: delayed',
        'Status: 4.4.1',
      ],
      returned.slice(0, 3),
      'text/rfc822-headers',
    ),
    report: { messageId: id, type: 'soft', lasting: false, reason: 'DSN 4.4.1' },
  },
  'Exchange, only headers, folded': {
    raw: reportMail(
      [
        'Reporting-MTA: dns;AM0PR01MB1234.eurprd01.prod.outlook.example',
        'Received-From-MTA: dns;mail.acme.test',
        '',
        'Final-Recipient: rfc822;ada@acme.test',
        'Action: failed',
        'Status: 5.1.10',
        'Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ada@acme.test not found by SMTP address lookup',
      ],
      ['From: Sonde <no-reply@acme.test>', 'Message-ID:', `\t${id}`, 'Subject: Hello'],
      'text/rfc822-headers',
    ),
    report: { messageId: id, type: 'hard', lasting: true, reason: 'DSN 5.1.10 550' },
  },
  'a full mailbox': {
    raw: reportMail(
      [
        'Reporting-MTA: dns; mx.example',
        '',
        'Final-Recipient: rfc822; ada@acme.test',
        'Action: failed',
        'Status: 5.2.2',
      ],
      returned,
    ),
    report: { messageId: id, type: 'hard', lasting: false, reason: 'DSN 5.2.2' },
  },
  'a rejection by policy': {
    raw: reportMail(
      [
        'Reporting-MTA: dns; mx.example',
        '',
        'Final-Recipient: rfc822; ada@acme.test',
        'Action: failed',
        'Status: 5.0.0',
        'Diagnostic-Code: smtp; 554 5.7.1 Message rejected as spam',
      ],
      returned,
    ),
    report: { messageId: id, type: 'hard', lasting: false, reason: 'DSN 5.0.0 554' },
  },
  success: {
    raw: reportMail(
      [
        'Reporting-MTA: dns; mx.example',
        '',
        'Final-Recipient: rfc822; ada@acme.test',
        'Action: delivered',
        'Status: 2.0.0',
      ],
      returned,
    ),
    report: { messageId: id, type: 'delivered', lasting: false, reason: 'DSN 2.0.0' },
  },
  'qmail, in its own form': {
    raw: lines(
      'From: MAILER-DAEMON@qmail.example',
      'To: bounces@acme.test',
      'Subject: failure notice',
      '',
      'Hi. This is the qmail-send program at qmail.example.',
      "I'm afraid I wasn't able to deliver your message to the following addresses.",
      "This is a permanent error; I've given up. Sorry it didn't work out.",
      '',
      '<ada@acme.test>:',
      'Sorry, no mailbox here by that name. (#5.1.1)',
      '',
      '--- Below this line is a copy of the message.',
      '',
      'Return-Path: <bounces@acme.test>',
      ...returned,
    ),
    report: { messageId: id, type: 'hard', lasting: true, reason: 'DSN 5.1.1' },
  },
  'a reader’s complaint (RFC 5965)': {
    raw: reportMail(['Feedback-Type: abuse', 'User-Agent: Feedback/1', 'Version: 1'], returned)
      .replace('report-type=delivery-status', 'report-type=feedback-report')
      .replace('message/delivery-status', 'message/feedback-report'),
    report: { messageId: id, type: 'complaint', lasting: true, reason: 'complaint by its reader' },
  },
  'an answering machine that quotes us': {
    raw: lines(
      'From: ada@acme.test',
      'Subject: Out of office: 550 5.1.1 Hello',
      'Auto-Submitted: auto-replied',
      `In-Reply-To: ${id}`,
      'Content-Type: text/plain',
      '',
      'I am away. Action: failed. Status: 5.1.1',
      `Message-ID: ${id}`,
    ),
    report: null,
  },
  'a report that returns nothing': {
    raw: reportMail(['Reporting-MTA: dns; mx.example', '', 'Action: failed'], []),
    report: null,
  },
  'no message': { raw: '\u0000\u0001\u0002', report: null },
  nothing: { raw: '', report: null },
}

suite('a returned message is read', () => {
  for (const [name, { raw, report }] of Object.entries(samples))
    test(name, async () => assert.deepEqual(await readReturned(Buffer.from(raw)), report))
})

test('only a Message-ID of ours has a message name', () => {
  const name = id.slice(1, -'@sonde>'.length)
  for (const text of [id, ` ${id} `, `${name}@sonde`]) assert.equal(messageNameOf(text), name)
  for (const text of ['', '<a@b>', name, `<${name}@sonde.example>`, `<' or 1=1@sonde>`])
    assert.equal(messageNameOf(text), null, text)
})

const deliveryRow = shapeOf(deliveries, ['message', 'address', 'state', 'last_error'], { address: text })

/** A pulse that was sent to three people by e-mail, into the outbox. */
async function openPulse(running: Running) {
  const world = await newWorld({ running })
  const author = await world.user()
  const team = await world.team('Bounced', 3)
  const { body } = await author.post(
    '/api/pulses',
    pulseDraft([team.id], { channels: ['email'], confidentiality: { mode: 'attributed' } }),
  )
  const path = `/api/pulses/${body.id}`
  assert.equal((await author.post(`${path}/open`)).status, 200)
  await running.app.due.settle()
  const rows = () =>
    many(
      running.db.tx,
      deliveryRow,
      sql`
        select ${deliveryRow.columns}
        from deliveries
        where organisation_id = ${world.organisationId}
        order by address`,
    )
  const unreachable = async () => (await author.get(path)).body.response_summary.unreachable
  return { world, api: await world.organisation(), rows, unreachable }
}

const suppressed = async (api: Client): Promise<string[][]> =>
  (await api.get('/api/suppressions')).body.suppressions.map((one: any) => [
    one.address,
    one.source,
    one.reason,
  ])

test('bounces are reported by call, counted once, and never for another organisation', async () => {
  const running = await startApp({ at })
  const { api, rows, unreachable } = await openPulse(running)
  const [first, second, third] = await rows()
  const bounces = [
    { message_id: `<${first.message}@sonde>`, type: 'hard', reason: 'mailbox is gone' },
    { message_id: `${second.message}@sonde`, type: 'soft' },
    { message_id: `<${third.message}@sonde>`, type: 'complaint' },
    { message_id: '<someone-elses@example.org>', type: 'hard' },
  ]
  const stranger = await (await newWorld({ running })).organisation()
  assert.deepEqual((await stranger.post('/api/deliveries/bounces', { bounces })).body, {
    recorded: 0,
    unknown: 4,
  })
  assert.deepEqual(await suppressed(stranger), [])
  const twice = await Promise.all([1, 2].map(() => api.post('/api/deliveries/bounces', { bounces })))
  for (const { status, body } of twice) assert.deepEqual([status, body], [200, { recorded: 3, unknown: 1 }])
  assert.deepEqual(
    (await rows()).map(({ state, last_error }) => [state, last_error]),
    [
      ['bounced', 'mailbox is gone'],
      ['sent', 'reported as bounced for now'],
      ['sent', 'reported as unwelcome'],
    ],
  )
  assert.equal(await unreachable(), 1)
  assert.deepEqual(
    new Set(await suppressed(api)),
    new Set([
      [first.address, 'webhook', 'mailbox is gone'],
      [third.address, 'webhook', 'reported as unwelcome'],
    ]),
  )
  await running.stop()
})

test('suppressed addresses are paged and filtered by channel and address', async () => {
  const running = await startApp({ at })
  const { api, rows } = await openPulse(running)
  const all = await rows()
  const bounces = all.map(({ message }) => ({ message_id: `<${message}@sonde>`, type: 'hard' }))
  await api.post('/api/deliveries/bounces', { bounces })
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body }: any = await api.get(
      `/api/suppressions?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    )
    seen.push(...body.suppressions.map((one: any) => one.address))
    cursor = body.next_cursor
  }
  assert.deepEqual(
    seen.toSorted(),
    all.map(({ address }) => address),
  )
  const found = async (query: string) =>
    (await api.get(`/api/suppressions?${query}`)).body.suppressions.length
  assert.equal(await found(`address=${encodeURIComponent(all[0].address.toUpperCase())}`), 1)
  assert.equal(await found('channel=slack'), 0)
  assert.equal((await api.get('/api/suppressions?address=%00')).status, 400)
  await running.stop()
})

test('two workers read a Maildir once and keep the files that they read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-maildir-'))
  after(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'new'))
  const env = { SONDE_BOUNCES_MAILDIR: folder }
  const first = await startApp({ at, env })
  const second = await startApp({ at, env, database: first.db.connection })
  const { api, rows, unreachable } = await openPulse(first)
  const all = await rows()
  const postfix = samples['Postfix, an unknown user'].raw
  for (const [place, { message }] of all.slice(0, 2).entries())
    for (const copy of ['a', 'b'])
      await writeFile(
        join(folder, 'new', `1764576000.M${place}${copy}.mx`),
        postfix.replaceAll(id, `<${message}@sonde>`),
      )
  await writeFile(join(folder, 'new', '1764576001.M9.mx'), samples['an answering machine that quotes us'].raw)
  await writeFile(join(folder, 'new', '1764576001.M8.mx'), Buffer.alloc(3_000_000, 'x'))
  await Promise.all([first, second].map((node) => node.app.due.settle()))
  assert.deepEqual(await readdir(join(folder, 'new')), [])
  const kept = await readdir(join(folder, 'cur'))
  assert.equal(kept.length, 6)
  assert.ok(kept.every((file) => file.endsWith(':2,S')))
  assert.deepEqual(
    (await rows()).map(({ state }) => state),
    ['bounced', 'bounced', 'sent'],
  )
  assert.equal(await unreachable(), 2)
  assert.deepEqual(
    (await suppressed(api)).map(([, source]) => source),
    ['dsn', 'dsn'],
  )
  await first.stop()
  await second.stop()
})

test('a returned message leads to its delivery by the Message-ID in it', async () => {
  const running = await startApp({ at })
  const { rows } = await openPulse(running)
  const [{ message }] = await rows()
  const raw = samples['qmail, in its own form'].raw.replaceAll(id, `<${message}@sonde>`)
  await running.db.transaction((tx) => recordReturned(tx, Buffer.from(raw), new Date(at)))
  assert.equal((await rows())[0].state, 'bounced')
  await running.stop()
})

test('a missing Maildir is not an error', async () => {
  const running = await startApp({ at, env: { SONDE_BOUNCES_MAILDIR: '/nonexistent/maildir' } })
  await running.app.due.settle()
  await running.stop()
})
