/** Whom a page speaks to: in which language, on whose clock, within whose window; and how much it loads. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { readdir } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { links, newWorld, pulseDraft, type World } from '../../test/support/world.ts'
import { browse, submit, submitAndFollow, unescaped } from '../../test/support/browse.ts'
import { openPulse } from '../../test/support/visit.ts'

let world: World

before(async () => {
  world = await newWorld({ at: '2026-11-02T08:00:00Z' })
})

const languageOf = (html: string): string => /<html lang="(\w+)" dir="(\w+)"/.exec(html)![1]

async function askOne(more: Record<string, unknown> = {}) {
  const author = await world.user({ role: 'admin' })
  const { body: member } = await author.post('/api/members', { name: 'Somebody', ...more })
  const draft = pulseDraft([], {
    recipients: { team_ids: [], member_ids: [member.id] },
    confidentiality: { mode: 'attributed' },
    closes_at: '2026-11-06T17:00:00Z',
  })
  const { body } = await author.post('/api/pulses', draft)
  assert.equal((await author.post(`/api/pulses/${body.id}/open`)).status, 200)
  const [{ url }] = await links(author, `/api/pulses/${body.id}`)
  return { url, memberId: member.id as string }
}

test('a page is in the language chosen on it, otherwise the member’s, the browser’s, the organisation’s', async () => {
  const french = await askOne({ locale: 'fr-CA' })
  const nobody = await askOne()
  const accept = { 'accept-language': 'sv, es-MX;q=0.8' }
  assert.equal(languageOf((await browse(french.url, { headers: accept })).html), 'fr')
  assert.equal(languageOf((await browse(nobody.url, { headers: accept })).html), 'es')
  assert.equal(languageOf((await browse(nobody.url)).html), 'en')
  await world.running.db.pool.query(`update organisations set locale = 'ja' where id = $1`, [
    world.organisationId,
  ])
  assert.equal(languageOf((await browse(nobody.url)).html), 'ja')
  await world.running.db.pool.query(`update organisations set locale = 'en' where id = $1`, [
    world.organisationId,
  ])

  const chosen = await browse(`${french.url}?lang=ar`, { headers: accept })
  assert.match(chosen.html, /<html lang="ar" dir="rtl"/)
  const cookie = chosen.headers.get('set-cookie')!
  assert.match(
    cookie,
    /^sonde_lang=ar; Max-Age=\d+; Path=\/r\/[0-9a-z]{26}\.[0-9a-f]{40}; HttpOnly; SameSite=Lax$/,
  )
  const kept = await browse(french.url, { headers: { cookie: cookie.split(';')[0] } })
  assert.equal(languageOf(kept.html), 'ar')
  for (const lang of ['xx', '<b>', 'en-GB']) {
    const page = await browse(`${french.url}?lang=${encodeURIComponent(lang)}`)
    assert.deepEqual([languageOf(page.html), page.headers.get('set-cookie')], ['fr', null])
  }
})

test('the JSON is in the reader’s language too, and names it', async () => {
  const { url } = await askOne({ locale: 'de' })
  const { pathname } = new URL(url)
  const { body } = await world.anyone.get(pathname, { 'accept-language': 'fr' })
  assert.deepEqual([body.language, body.locale, body.questions_locale], ['de', 'de', 'en'])
  assert.match(body.confidentiality.sentence, /^Ihre Antworten sind mit Ihrem Namen sichtbar für User/)
  const page = await browse(url)
  assert.ok(unescaped(page.html).includes(body.confidentiality.sentence), 'page and program read the same')
  // Answered in German, thanked in German, though a receipt does not know whose it is.
  const sent = await submit(`${url}/answer`, { calm: '3' })
  assert.match(sent.location!, /lang=de$/)
  assert.match((await browse(world.url + sent.location)).html, /<h1>Vielen Dank<\/h1>/)
})

test('refusals and faults are in the reader’s language', async () => {
  const { url } = await askOne({ locale: 'pt-BR' })
  const page = await submitAndFollow(`${url}/answer`, { calm: '9' })
  assert.match(page.html, /Escolha uma das respostas\./)
  const none = await browse(`${world.url}/r/${'0'.repeat(26)}.${'0'.repeat(40)}`, {
    headers: { 'accept-language': 'hi' },
  })
  assert.deepEqual([none.status, languageOf(none.html)], [404, 'hi'])
})

test('the deadline is in the reader’s own time zone', async () => {
  const { url } = await askOne({ time_zone: 'Asia/Kolkata' })
  assert.match((await browse(url)).html, />6\u00a0Nov, 22:30\u00a0GMT\+5:30</)
})

const setWindow = (memberId: string, opensAt: string | null, closesAt: string | null) =>
  world.running.db.pool.query('update recipients set opens_at = $2, closes_at = $3 where member_id = $1', [
    memberId,
    opensAt,
    closesAt,
  ])

test('a recipient whose window opens later sees when, and cannot answer before', async () => {
  const { url, memberId } = await askOne({ time_zone: 'America/New_York' })
  const { pathname } = new URL(url)
  await setWindow(memberId, '2026-11-03T14:00:00Z', '2026-11-04T14:00:00Z')
  const page = await browse(url)
  assert.equal(page.status, 200)
  assert.match(page.html, /Not open yet[^]*Tuesday 3\u00a0November at 09:00\u00a0GMT-5/)
  assert.ok(!page.html.includes('<form'))
  const asked = (await world.anyone.get(pathname)).body
  assert.deepEqual([asked.state, asked.opens_at], ['upcoming', '2026-11-03T14:00:00Z'])
  for (const reply of [
    await world.anyone.post(pathname, { answers: [] }),
    await world.anyone.patch(pathname, { answers: [], attempt: 'a-secret-of-this-device' }),
  ])
    assert.deepEqual([reply.status, reply.body.code], [409, 'not_open_yet'])
  assert.equal((await submit(`${url}/answer`, { calm: '3' })).status, 409)

  world.running.clock!.set('2026-11-03T14:00:00Z')
  assert.equal((await world.anyone.get(pathname)).body.state, 'open')
  const { body } = await world.anyone.post(pathname, { answers: [{ question_id: 'calm', value: 3 }] })
  assert.equal(body.editable_until, '2026-11-06T17:00:00Z', 'a receipt holds until the collection closes')
})

test('a recipient whose window has closed cannot answer, while others can', async () => {
  const { url, memberId } = await askOne()
  const { pathname } = new URL(url)
  await setWindow(memberId, null, '2026-11-02T07:30:00Z')
  const asked = (await world.anyone.get(pathname)).body
  assert.deepEqual([asked.state, asked.closes_at], ['closed', '2026-11-02T07:30:00Z'])
  assert.match((await browse(url)).html, /This survey has closed/)
  const late = await world.anyone.post(pathname, { answers: [] })
  assert.deepEqual([late.status, late.body.code], [409, 'collection_closed'])
  // A recipient's own window never extends beyond the collection's.
  await setWindow(memberId, null, '2100-01-01T00:00:00Z')
  assert.equal((await world.anyone.get(pathname)).body.closes_at, '2026-11-06T17:00:00Z')
})

test('without script, times are in the organisation’s zone, with its name, and the page says where drafts are', async () => {
  const own = await newWorld({ running: world.running })
  await world.running.db.pool.query(`update organisations set time_zone = 'Europe/Berlin' where id = $1`, [
    own.organisationId,
  ])
  const { urls } = await openPulse(own, { closes_at: '2100-01-01T17:00:00Z' })
  const { html } = await browse(urls[0])
  const [time] = /<time .*?<\/time/s.exec(html)!
  assert.match(time, /<time datetime="2100[^>]*>[^<]*18:00.CET<\/time/s)
  assert.match(html, /Drafts are kept on this service’s server\./)
})

test('a first visit loads no more than 60 KB, compressed', async () => {
  const { urls } = await openPulse(world)
  const scripts = await readdir(new URL('../../web/respond', import.meta.url))
  const parts = [
    ...scripts.filter((name) => !['kiosk.js', 'kiosk.css', 'states.css'].includes(name)),
    'icon.svg',
  ].map((name) => `${world.url}/assets/${name}`)
  const sizes = await Promise.all(
    [`${urls[0]}?lang=hi`, ...parts].map(async (url) => gzipSync((await browse(url)).html).length),
  )
  const sum = sizes.reduce((all, one) => all + one, 0)
  assert.ok(sum <= 60_000, `${sum} bytes: ${sizes}`)
  assert.ok(sizes[0] <= 20_000, `the page: ${sizes[0]}`)
  for (const { status, headers } of await Promise.all(parts.map((url) => browse(url)))) {
    assert.equal(status, 200)
    assert.match(headers.get('cache-control')!, /max-age/)
  }
})

test('the address of a form leads to its page, for a phone that has put the page away', async () => {
  const { urls } = await openPulse(await newWorld({ running: world.running }))
  for (const form of ['answer', 'save', 'discard', 'resubscribe'])
    assert.deepEqual(
      await browse(`${urls[0]}/${form}`).then(({ status, location }) => [status, location]),
      [303, new URL(urls[0]).pathname],
      form,
    )
  for (const form of ['edit', 'withdraw']) {
    const { status, location } = await browse(`${world.url}/receipts/a%0D%0Ab%2F/${form}`)
    assert.deepEqual([status, location], [303, '/receipts/a%0D%0Ab%2F'], 'and to nothing else')
  }
})
