/** The logo and the colour of an organisation: set by its admins, seen by everybody whom it asks, in the same way. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, suite, test } from 'node:test'
import { many, sql } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { auditEvents } from '../db/tables.ts'
import { limits } from '../../contract/limits.ts'
import { newPeopledWorld, type PeopledWorld } from '../../test/support/people.ts'
import { png } from '../../test/support/pictures.ts'
import { type Client, eventually, links, newWorld, pulseDraft } from '../../test/support/world.ts'

let world: PeopledWorld
let author: Client
let teamId: string

const path = '/api/organisation'
const image = png({ width: 480, height: 96 })
const data = image.toString('base64')
const shown = { width: 'width="240"', height: 'height="48"' }

const set = async (patch: object) => {
  const reply = await world.admin.patch(path, patch)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
}

const pageAt = async (
  url: string,
  more: RequestInit = {},
): Promise<{ status: number; html: string; url: string }> => {
  const reply = await fetch(url, { ...more, headers: { accept: 'text/html', ...more.headers } })
  return { status: reply.status, html: await reply.text(), url: reply.url }
}

const opened = async (more: object = {}): Promise<string> => {
  const draft = pulseDraft([teamId], { channels: ['link'], ...more })
  const { body } = await author.post('/api/pulses', draft)
  const reply = await author.post(`/api/pulses/${body.id}/open`)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return `/api/pulses/${body.id}`
}

const isBranded = (html: string): boolean =>
  html.includes('/assets/accent/ffcc00.css') && html.includes(`src="/assets/logos/${world.organisationId}/`)

suite('the look of an organisation', () => {
  before(async () => {
    world = await newPeopledWorld()
    author = await world.user()
    teamId = (await world.team('Platform', 12)).id
  })

  test('is set with its organisation, by version, and recorded', async () => {
    const { version } = await set({ colour: '#FFCC00' })
    assert.equal((await set({ colour: '#ffcc00' })).version, version)
    const stale = await world.admin.patch(path, { logo: { data } }, { 'if-match': `"${version - 1}"` })
    assert.equal(stale.status, 412)
    const body = await set({ logo: { data } })
    assert.deepEqual([body.colour, body.version], ['#ffcc00', version + 1])
    const { url, ...about } = body.logo
    assert.deepEqual(about, { media_type: 'image/png', width: 480, height: 96 })
    // The same picture again changes nothing.
    assert.equal((await set({ logo: { data } })).version, version + 1)
    const reply = await fetch(world.running.url + url)
    assert.deepEqual(Buffer.from(await reply.arrayBuffer()), image)
    assert.deepEqual(
      ['content-type', 'x-content-type-options', 'cache-control'].map((name) => reply.headers.get(name)),
      ['image/png', 'nosniff', 'private, max-age=86400, immutable'],
    )
    assert.match(reply.headers.get('content-security-policy')!, /default-src 'none'; sandbox/)
    const trail = await many(
      world.running.db.tx,
      shapeOf(auditEvents, ['detail']),
      sql`
        select detail
        from audit_events
        where organisation_id = ${world.organisationId}
          and action = 'organisation.updated'
        order by id`,
    )
    assert.deepEqual(trail, [{ detail: { fields: ['colour'] } }, { detail: { fields: ['logo'] } }])
  })

  test('a file that is not a picture for a page is refused, and the one before stays', async () => {
    const before = (await world.admin.get(path)).body
    const refused: [string, string][] = [
      [
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>').toString('base64'),
        'not_an_image',
      ],
      [png({ width: 40, height: 40, isAnimated: true }).toString('base64'), 'animated'],
      [png({ width: 1_025, height: 16 }).toString('base64'), 'wrong_size'],
    ]
    for (const [wrong, code] of refused) {
      const reply = await world.admin.patch(path, { logo: { data: wrong } })
      assert.deepEqual(
        [reply.status, reply.body.errors[0].pointer, reply.body.errors[0].code],
        [422, '/logo/data', code],
      )
    }
    const huge = Buffer.concat([image, Buffer.alloc(limits.logoBytesMax)]).toString('base64')
    for (const malformed of [{ data: huge }, { data: '%%%%' }, { data: '' }, { url: '/x' }, 'x'])
      assert.equal((await world.admin.patch(path, { logo: malformed })).status, 400)
    for (const colour of ['red', '#fff', '#12345g', '#ffcc00;}', 7])
      assert.equal((await world.admin.patch(path, { colour })).status, 400, String(colour))
    assert.deepEqual((await world.admin.get(path)).body, before)
  })

  test('every page of a respondent has it, at one address for all of them, and so has the preview', async () => {
    const survey = await opened()
    const urls = (await links(author, survey)).map(({ url }) => url)
    const logos = new Set<string>()
    const check = ({ html }: { html: string }, what: string): void => {
      assert.ok(isBranded(html), what)
      assert.ok(html.includes(shown.width) && html.includes(shown.height), what)
      logos.add(/src="(\/assets\/logos\/[^"]+)"/.exec(html)![1])
    }
    check(await pageAt(urls[0]), 'answer')
    check(await pageAt(urls[1]), 'answer of another')
    check(await pageAt(`${urls[1]}/unsubscribe`), 'unsubscribe')
    check(await pageAt(`${urls[1]}/replies`), 'replies')
    const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    const sent = await pageAt(`${urls[0]}/answer`, { ...form, body: 'calm=4' })
    check(sent, 'thanks')
    check(await pageAt(urls[0]), 'used link')
    const receipt = sent.url.split('?')[0]
    check(await pageAt(`${receipt}/withdraw`, form), 'withdrawn')
    check({ html: (await author.get(`${survey}/preview?theme=dark`)).body.html }, 'preview')
    assert.equal((await author.post(`${survey}/close`)).status, 200)
    check(await pageAt(urls[2]), 'closed')
    assert.equal(logos.size, 1)
    // A link that leads nowhere belongs to nobody.
    assert.ok(!isBranded((await pageAt(`${world.running.url}/r/${'0'.repeat(26)}.${'0'.repeat(40)}`)).html))
  })

  test('a code on paper leads to the same page, and on a shared device too', async () => {
    const { id: line } = await world.team('Line 1', 0)
    const directory = await world.organisation()
    for (let at = 0; at < 6; at++) {
      const person = { name: `Fitter ${at}`, channels: [{ type: 'code' }], team_ids: [line] }
      assert.equal((await directory.post('/api/members', person)).status, 201)
    }
    const draft = pulseDraft([line], { channels: ['code'] })
    const own = await world.user({ id: world.adminId })
    const { body } = await own.post('/api/pulses', draft)
    assert.equal((await own.post(`/api/pulses/${body.id}/open`)).status, 200)
    const { body: printed } = await world.admin.post(`/api/pulses/${body.id}/codes`)
    const { code } = printed.pools[0].codes[0]
    const plain = code.replaceAll('-', '')
    const url = `${world.running.url}/r/${plain}`
    const shared = { headers: { cookie: 'sonde_kiosk=1' } }
    const { html } = await pageAt(url, shared)
    assert.ok(isBranded(html) && html.includes('class="kiosk"'))
    assert.ok(isBranded((await pageAt(url)).html))
    const form = { 'content-type': 'application/x-www-form-urlencoded', ...shared.headers }
    const thanks = await pageAt(`${url}/answer`, { method: 'POST', headers: form, body: 'calm=4' })
    assert.ok(isBranded(thanks.html) && thanks.html.includes('data-print'))
  })

  test('e-mails have the name and the colour, and no picture that would reveal who opened them', async () => {
    const title = 'How this looks'
    await opened({ title, channels: ['email'] })
    const mail = await eventually(
      async () => {
        const { outbox } = world.running
        const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.json'))
        const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
        return mails
          .map((text): { html: string } => JSON.parse(text))
          .find(({ html }) => html.includes(title))?.html
      },
      (found) => found !== undefined,
    )
    assert.match(mail!, /background:#ffcc00;\s*color:#000000;/)
    assert.match(mail!, /background:#ffcc00;\s*border:1px solid #856a00/)
    assert.doesNotMatch(mail!, /<img|url\(|cid:/)
  })

  test('addresses without a logo are guesses of their network, and a logo is served all the same', async () => {
    const own = await newPeopledWorld({ env: { SONDE_RATE_LIMITS: 'guesses=5' } })
    const { url } = (await own.admin.patch(path, { logo: { data } })).body.logo
    const statuses: number[] = []
    for (let at = 0; at < 7; at++) statuses.push((await fetch(`${own.url}${url}${at}`)).status)
    assert.deepEqual(statuses, [404, 404, 404, 404, 404, 429, 429])
    assert.equal((await fetch(own.url + url)).status, 200)
  })

  test('another organisation has none of it, its logo has another address, and a logo that was replaced is gone', async () => {
    const other = await newWorld()
    const { organisationId } = other
    const { url } = (await world.admin.get(path)).body.logo
    const hash = url.split('/').at(-1)
    for (const wrong of [
      `/assets/logos/${organisationId}/${hash}`,
      `${url}x`,
      '/assets/logos/x/y',
      '/assets/logos/%00/y',
    ])
      assert.ok([400, 404].includes((await fetch(world.running.url + wrong)).status), wrong)
    await set({ logo: { data: png({ width: 64, height: 64 }).toString('base64') } })
    assert.equal((await fetch(world.running.url + url)).status, 404)
    const after = await set({ logo: null, colour: null })
    assert.deepEqual([after.logo, after.colour], [null, null])
    const { html } = await pageAt((await links(author, await opened()))[0].url)
    assert.doesNotMatch(html, /accent\/|<img/)
  })

  test('a style sheet is made from six digits, and from nothing else', async () => {
    const { url } = world.running
    const reply = await fetch(`${url}/assets/accent/ffcc00.css`)
    assert.equal(reply.headers.get('content-type'), 'text/css; charset=utf-8')
    assert.match(await reply.text(), /^:root\{--accent:light-dark\(#856a00,#ffcc00\);/)
    for (const wrong of ['ffcc0.css', 'FFCC00.css', 'ffcc00', '}a{x:y.css', '%00.css'])
      assert.ok([400, 404].includes((await fetch(`${url}/assets/accent/${wrong}`)).status), wrong)
  })

  test('the address of a style sheet changes with what the sheet holds, and only that address is kept for good', async () => {
    await set({ colour: '#ffcc00' })
    const { html } = await pageAt((await links(author, await opened()))[0].url)
    const [address] = /\/assets\/accent\/ffcc00\.css\?v=[0-9a-f]{8}(?=")/.exec(html) ?? []
    assert.ok(address, 'the page names the version of its style sheet')
    const kept = await fetch(world.running.url + address)
    assert.equal(kept.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    const styles = await kept.text()
    assert.ok(address.endsWith(createHash('sha256').update(styles).digest('hex').slice(0, 8)))
    for (const other of ['', '?v=00000000', '?v=', `?v=${address.slice(-8)}&v=1`]) {
      const reply = await fetch(`${world.running.url}/assets/accent/ffcc00.css${other}`)
      assert.equal(reply.headers.get('cache-control'), 'public, max-age=300', other)
      assert.equal(await reply.text(), styles, other)
    }
    await set({ colour: null })
  })
})
