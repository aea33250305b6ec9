/** Messages over channels, on a clock turned by hand: quiet hours, the next channel, languages. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { languages, textsOf } from '../../locales/catalogue.ts'
import { header, partsOf, startMail } from '../../test/support/mail.ts'
import { startReceiver, startSlack } from '../../test/support/receiver.ts'
import { mailAt, peopled } from '../../test/support/peopled.ts'
import { startApp } from '../../test/support/start.ts'
import { links } from '../../test/support/world.ts'

const at = '2026-12-01T08:00:00Z'

test('everybody gets their message at the first moment outside quiet hours and absences', async () => {
  const mail = await startMail()
  const running = await startApp({ at, env: mail.env })
  const { api, ids, open, rows, clock } = await peopled(running, [
    mailAt('here'),
    // 17:00 in Tokyo; quiet until 07:00, 22:00Z.
    mailAt('tokyo', { time_zone: 'Asia/Tokyo', quiet_hours: { start: '16:30', end: '07:00' } }),
    // 03:00 in New York, where the collection's own quiet hours end at 09:00, 14:00Z.
    mailAt('newyork', { time_zone: 'America/New_York' }),
    mailAt('away'),
  ])
  const days = { from: '2026-12-01', to: '2026-12-02' }
  assert.equal((await api.post(`/api/members/${ids[3]}/absences`, days)).status, 201)
  await open({ quiet_hours: { start: '20:00', end: '08:00' }, closes_at: '2026-12-08T08:00:00Z' })
  const to = () => mail.taken.map((taken) => taken.to.split('@')[0])
  await running.app.due.settle()
  assert.deepEqual(to(), ['here'])
  for (const { state, attempts } of (await rows()).filter((row) => row.member_id !== ids[0]))
    assert.deepEqual([state, attempts], ['pending', 0])
  const turn = async (moment: string) => {
    clock.set(moment)
    await running.app.due.settle()
    return to()
  }
  assert.deepEqual(await turn('2026-12-01T12:59:59Z'), ['here'])
  assert.deepEqual(await turn('2026-12-01T13:00:00Z'), ['here', 'newyork'])
  assert.deepEqual(
    await turn('2026-12-01T22:59:00Z'),
    ['here', 'newyork'],
    'the member’s and the collection’s quiet hours both count',
  )
  assert.deepEqual(await turn('2026-12-01T23:00:00Z'), ['here', 'newyork', 'tokyo'])
  assert.deepEqual(await turn('2026-12-03T07:59:59Z'), ['here', 'newyork', 'tokyo'])
  assert.deepEqual(await turn('2026-12-03T08:00:00Z'), ['here', 'newyork', 'tokyo', 'away'])
  await running.stop()
})

test('a recipient whom one channel does not reach is invited by the next, and one whom none reaches is counted', async () => {
  const mail = await startMail((to) => (to.startsWith('bad') ? '550 5.1.1 No such user' : undefined))
  const slack = await startSlack((_method, body) =>
    body.channel === 'UNOBODY' ? { body: { ok: false, error: 'user_not_found' } } : undefined,
  )
  const running = await startApp({ at, env: { ...mail.env, ...slack.env } })
  const viaSlack = (address: string) => ({ channels: [{ type: 'slack', address }] })
  const { author, ids, open, rows, api } = await peopled(running, [
    mailAt('good'),
    mailAt('bad1', viaSlack('UGOOD1')),
    mailAt('bad2', viaSlack('UNOBODY')),
    mailAt('bad3'),
  ])
  const path = await open({ channels: ['email', 'slack'] })
  await running.app.due.settle()
  const outcomes = (await rows()).map(
    ({ member_id, channel, state }) => `${ids.indexOf(member_id)} ${channel} ${state}`,
  )
  assert.deepEqual(outcomes.toSorted(), [
    '0 email sent',
    '1 email bounced',
    '1 slack sent',
    '2 email bounced',
    '2 slack bounced',
    '3 email bounced',
  ])
  const { body: pulse } = await author.get(path)
  assert.equal(pulse.response_summary.unreachable, 2)

  // Their addresses are suppressed until somebody lifts that.
  const { body: list } = await api.get('/api/suppressions')
  assert.deepEqual(
    list.suppressions
      .map((one: any) => `${one.channel} ${one.address} ${one.source} ${one.reason}`)
      .toSorted(),
    [
      'email bad1@acme.test channel SMTP 550 5.1.1',
      'email bad2@acme.test channel SMTP 550 5.1.1',
      'email bad3@acme.test channel SMTP 550 5.1.1',
      'slack unobody channel Slack: user_not_found',
    ],
  )
  const tried = mail.tried.get('bad3@acme.test')
  const again = await open({ channels: ['email', 'slack'] })
  await running.app.due.settle()
  assert.equal(mail.tried.get('bad3@acme.test'), tried, 'nothing more is sent to that address')
  assert.equal((await author.get(again)).body.response_summary.unreachable, 2)
  const one = list.suppressions.find((entry: any) => entry.address === 'bad3@acme.test')
  assert.equal((await api.delete(`/api/suppressions/${one.id}`)).status, 204)
  assert.equal((await api.delete(`/api/suppressions/${one.id}`)).status, 404)
  await open()
  await running.app.due.settle()
  assert.equal(mail.tried.get('bad3@acme.test'), tried! + 1)
  await running.stop()
})

test('a channel that is not set up is skipped, and suppresses no address', async () => {
  const mail = await startMail()
  const running = await startApp({ at, env: { ...mail.env, SONDE_WEBHOOK_CHANNELS: 'off' } })
  const { open, rows, api } = await peopled(running, [
    mailAt('both', { channels: [{ type: 'slack', address: 'U024BE7LH', preferred: true }] }),
    { channels: [{ type: 'chat', address: 'https://chat.example/hook' }] },
  ])
  await open({ channels: ['email', 'slack', 'chat'] })
  await running.app.due.settle()
  assert.deepEqual(
    (await rows()).map(({ channel, state, last_error }) => [channel, state, last_error]),
    [
      ['email', 'sent', null],
      ['slack', 'failed', 'slack is not set up'],
      ['chat', 'failed', 'chat is not set up'],
    ],
  )
  assert.deepEqual((await api.get('/api/suppressions')).body.suppressions, [])
  await running.stop()
})

test('while nothing is set up, messages of every channel go to the outbox', async () => {
  const running = await startApp({ at })
  const { open } = await peopled(running, [
    mailAt('one'),
    { channels: [{ type: 'slack', address: 'U024BE7LH' }] },
    { channels: [{ type: 'teams', address: 'https://teams.example/hook' }] },
    { channels: [{ type: 'chat', address: 'https://chat.example/hook' }] },
  ])
  await open({ channels: ['email', 'slack', 'teams', 'chat'] })
  await running.app.due.settle()
  const files = await readdir(running.outbox)
  const kept = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(running.outbox, file), 'utf8'))),
  )
  assert.deepEqual(kept.map(({ channel }) => channel).toSorted(), ['chat', 'email', 'slack', 'teams'])
  assert.match(running.app.outboxAddress() ?? '', /\/outbox\?key=/)
  await running.stop()
})

/** The marks that keep a value in its place inside a text from right to left. */
const withoutIsolates = (text: string): string => text.replaceAll(/[\u2068\u2069]/g, '')

test('everybody gets messages in their own language and time zone', async () => {
  const mail = await startMail()
  const running = await startApp({ at, env: mail.env })
  const { world, author, open } = await peopled(running, [
    ...languages.map((locale) => mailAt(locale, { locale: `${locale}-XX`, time_zone: 'Asia/Tokyo' })),
    mailAt('klingon', { locale: 'tlh' }),
    mailAt('unsaid'),
  ])
  await running.db.pool.query(
    "update organisations set locale = 'pt-BR', name = 'Größe & Söhne' where id = $1",
    [world.organisationId],
  )
  const anonymous = { confidentiality: { mode: 'anonymous' } }
  await open({ title: 'Wie <b>geht</b> es?', closes_at: '2026-12-03T17:00:00Z', ...anonymous })
  await running.app.due.settle()
  assert.equal(mail.taken.length, languages.length + 2)
  const languageTo = new Map(
    mail.taken.map(({ to, raw }) => [to.split('@')[0], header(raw, 'Content-Language')!]),
  )
  for (const language of languages) assert.equal(languageTo.get(language), language)
  assert.deepEqual([languageTo.get('klingon'), languageTo.get('unsaid')], ['pt', 'pt'])
  const texts = new Set<string>()
  for (const { to, raw } of mail.taken) {
    assert.equal(withoutIsolates(header(raw, 'Subject')!), 'Wie <b>geht</b> es? – Größe & Söhne')
    const [text, html] = partsOf(raw)
    const body = text.text.split('\n').slice(2).join('\n')
    texts.add(body.replaceAll(/\/r\/\S+/g, ''))
    assert.ok(html.text.includes('Wie &lt;b&gt;geht&lt;/b&gt; es?'))
    assert.ok(html.text.includes(`dir="${to.startsWith('ar') ? 'rtl' : 'ltr'}"`))
    assert.ok(html.text.includes(`lang="${header(raw, 'Content-Language')}"`))
    assert.ok(!/\{\w+\}/.test(text.text), 'no placeholder is left')
  }
  // 17:00Z on Thursday is Friday, 02:00 in Tokyo.
  const german = partsOf(mail.taken.find(({ to }) => to.startsWith('de@'))!.raw)[0].text
  assert.match(german, /Fr\., 4\. Dez\., 02:00 /)
  // All of them were added recently.
  assert.ok(german.includes(textsOf('promise', 'de')('headline_anonymous_new')))
  assert.ok(texts.size >= languages.length)
  assert.ok(author)
  await running.stop()
})

test('webhooks of Teams and other chats get a card and a text, and their refusals become outcomes', async () => {
  const answers: Record<string, { status: number; headers?: Record<string, string>; body?: string }> = {
    '/gone': { status: 410 },
    '/moved': { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
    '/busy': { status: 429, headers: { 'retry-after': '600' } },
    '/quietly-busy': {
      status: 200,
      body: 'Webhook message delivery failed with error: returned HTTP error 429',
    },
    '/odd': { status: 400 },
  }
  const receiver = await startReceiver(({ path }) => answers[path] ?? { status: 202 })
  const env = { SONDE_WEBHOOK_PRIVATE_ADDRESSES: 'yes', SONDE_WEBHOOK_CHANNELS: 'on' }
  const running = await startApp({ at, env })
  const to = (type: string, path: string) => ({ channels: [{ type, address: receiver.url + path }] })
  const { open, rows, ids, author } = await peopled(running, [
    to('teams', '/teams'),
    to('chat', '/chat'),
    to('chat', '/gone'),
    to('chat', '/moved'),
    to('chat', '/busy'),
    to('teams', '/quietly-busy'),
    to('chat', '/odd'),
  ])
  const path = await open({ channels: ['teams', 'chat', 'link'], title: 'How *are* you?' })
  await running.app.due.settle()
  const byPerson = (await rows()).toSorted((a, b) => ids.indexOf(a.member_id) - ids.indexOf(b.member_id))
  assert.deepEqual(
    byPerson.map(({ state, last_error }) => [state, last_error]),
    [
      ['sent', null],
      ['sent', null],
      ['bounced', 'the webhook answers 410'],
      ['bounced', 'the webhook answers 302'],
      ['pending', 'the webhook answers 429'],
      ['pending', 'the webhook answers 200'],
      ['bounced', 'the webhook answers 400'],
    ],
  )
  assert.equal(byPerson[4].next_attempt_at, '2026-12-01T08:10:00Z', 'after as long as the webhook asked for')
  const sentTo = (place: string) => receiver.requests.find((request) => request.path === place)!
  const urls = (await links(author, path)).map(({ url }) => url)
  const card = sentTo('/teams').body.attachments[0].content
  assert.equal(card.type, 'AdaptiveCard')
  assert.ok(urls.includes(card.actions[0].url))
  assert.equal(card.body[0].text, String.raw`How \*are\* you?`)
  assert.ok(urls.some((url) => sentTo('/chat').body.text.includes(url)))
  await running.stop()
})
