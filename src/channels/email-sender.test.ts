/** The sender of e-mails, over a real SMTP server: an organisation’s name, and never more than a name. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { languages } from '../../locales/catalogue.ts'
import { header, startMail } from '../../test/support/mail.ts'
import { openMailed } from '../../test/support/mailed.ts'
import { startApp } from '../../test/support/start.ts'
import { run, sql } from '../db/db.ts'
import type { Language } from '../language.ts'
import { emailChannel } from './email.ts'
import { senderOf } from './email-sender.ts'
import type { Message } from './message.ts'

const messageFrom = (organisation: string | null, language: Language = 'en'): Message => ({
  organisationId: 'org_1',
  name: 'n',
  channel: 'email',
  to: 'c@d.test',
  at: '',
  follows: null,
  form: null,
  content: {
    kind: 'invitation',
    language,
    direction: 'ltr',
    ...(organisation !== null && { brand: { organisation, colour: null } }),
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
    unsubscribe: null,
  },
})

const headOf = (raw: string): string => raw.slice(0, raw.indexOf('\r\n\r\n'))

suite('the sender', () => {
  test('of a survey is the organisation by name, of a notice about the service the service; the address stays', async () => {
    const mail = await startMail()
    const env = { ...mail.env, SONDE_MAIL_FROM: 'Sonde <surveys@sonde.example>' }
    const running = await startApp({ at: '2026-12-01T08:00:00Z', env })
    const { author, path, organisationId } = await openMailed(running, 'Sender', 1)
    await run(running.db.tx, sql`update organisations set name = 'Acme, Ltd.' where id = ${organisationId}`)
    await running.app.due.settle()
    assert.equal((await author.post(`${path}/remind`)).status, 200)
    await running.app.due.settle()
    assert.deepEqual(
      mail.taken.map(({ raw }) => header(raw, 'From')),
      Array(2).fill('"Acme, Ltd. via Sonde" <surveys@sonde.example>'),
    )
    assert.deepEqual(new Set(mail.senders), new Set(['surveys@sonde.example']))
  })

  test('has one address and no further header, whatever the name of the organisation is', async () => {
    const mail = await startMail()
    const names: [name: string, from: string][] = [
      ['Acme\r\nBcc: eve@evil.test', '"Acme Bcc: eve evil.test via Us" <a@b.test>'],
      ['Acme" <eve@evil.test>, "x', '"Acme eve evil.test , x via Us" <a@b.test>'],
      ['eve@evil.test', '"eve evil.test via Us" <a@b.test>'],
      ['Größe & Söhne', 'Größe & Söhne via Us <a@b.test>'],
      ['\u202Eemca\u202C', 'emca via Us <a@b.test>'],
      ['\u0000 \u2028', 'Us <a@b.test>'],
      ['Us', 'Us <a@b.test>'],
      ['😀'.repeat(80), `${'😀'.repeat(60)} via Us <a@b.test>`],
    ]
    for (const bouncesTo of [null, 'bounces@b.test']) {
      const channel = emailChannel({
        url: mail.env.SONDE_SMTP_URL,
        from: 'Us <a@b.test>',
        bouncesTo,
        connections: 1,
      })
      for (const [name, expected] of names) {
        assert.deepEqual(await channel.send(messageFrom(name)), { kind: 'sent' }, name)
        const { to, raw } = mail.taken.at(-1)!
        // What is encoded is read without the space after it.
        assert.equal(header(raw, 'From')!.replace(/ ?</, ' <'), expected)
        assert.equal(to, 'c@d.test')
        assert.equal(mail.senders.at(-1), bouncesTo ?? 'a@b.test')
        assert.doesNotMatch(headOf(raw), /^bcc:/im)
        assert.equal(headOf(raw).match(/^from:/gim)?.length, 1)
        assert.match(headOf(raw), /^[\x20-\x7e\r\n\t]*$/, 'other letters are encoded')
      }
      assert.deepEqual(await channel.send(messageFrom(null)), { kind: 'sent' })
      assert.equal(header(mail.taken.at(-1)!.raw, 'From'), 'Us <a@b.test>')
      channel.close()
    }
  })

  test('names both in every language, without marks that only a text has', () => {
    for (const language of languages) {
      const sender = senderOf(messageFrom('Acme', language).content, '"Sonde" <a@b.test>')
      assert.ok(typeof sender === 'object', language)
      assert.ok(sender.name.includes('Acme') && sender.name.includes('Sonde'), language)
      assert.doesNotMatch(sender.name, /\p{Cf}/u, language)
      assert.equal(sender.address, 'a@b.test')
    }
  })

  test('is the organisation alone where the operator’s sender has no name', () => {
    const { content } = messageFrom('Acme')
    for (const from of ['a@b.test', '<a@b.test>'])
      assert.deepEqual(senderOf(content, from), { name: 'Acme', address: 'a@b.test' })
  })
})
