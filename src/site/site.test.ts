import assert from 'node:assert/strict'
import { test } from 'node:test'
import { request } from 'node:http'
import { startApp } from '../../test/support/start.ts'
import { buildWeb } from '../../tools/build-web.ts'

await buildWeb()
const { url } = await startApp()
const { port } = new URL(url)

/** fetch sets the Host header itself. */
const under = (host: string, path: string): Promise<{ status: number; location: string | undefined }> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers: { host } }, (reply) => {
      reply.resume()
      resolve({ status: reply.statusCode!, location: reply.headers.location })
    })
      .on('error', reject)
      .end()
  })

const addressesIn = (page: string): string[] =>
  [...page.matchAll(/(?:src|href)="(\/assets\/site\/[^"]+)"/g)].map(([, address]) => address)

test('every address of the pages serves one document, whose policy forbids inline scripts', async () => {
  for (const path of ['/app', '/app/anything/below', '/developers', '/developers/applications']) {
    const reply = await fetch(url + path)
    assert.equal(reply.status, 200, path)
    const policy = reply.headers.get('content-security-policy')!
    assert.match(policy, /script-src 'self';/)
    assert.match(policy, /connect-src 'self';/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.equal(reply.headers.get('cache-control'), 'no-cache')
    const page = await reply.text()
    assert.doesNotMatch(page, /<script(?![^>]*\ssrc=)/)
    assert.match(page, new RegExp(`<meta name="sonde:api" content="${url}"`))
    assert.match(page, /<meta name="sonde:test" content="yes"/)
  }
})

test('files have hashed names, may be cached forever, and are compressed for clients that accept it', async () => {
  const addresses = addressesIn(await (await fetch(`${url}/app`)).text())
  const names = addresses.map((address) => address.replace(/^.*\/([\w.]+)-[\w-]{7,8}\./, '$1.'))
  assert.deepEqual(names.toSorted(), ['main.css', 'main.js', 'theme.js'])
  for (const address of addresses) {
    assert.match(address, /-[\w-]{7,8}\.(js|css)$/)
    const reply = await fetch(url + address, { headers: { 'accept-encoding': 'br' } })
    assert.equal(reply.status, 200)
    assert.equal(reply.headers.get('cache-control'), 'max-age=31536000, immutable')
    assert.equal(reply.headers.get('content-encoding'), 'br')
    assert.equal(reply.headers.get('vary'), 'Accept-Encoding')
    const plain = await fetch(url + address, { headers: { 'accept-encoding': 'identity' } })
    assert.equal(await plain.text(), await reply.text())
  }
  assert.equal((await fetch(`${url}/assets/site/unknown.js`)).status, 404)
  assert.equal((await fetch(`${url}/assets/site/..%2f..%2fpackage.json`)).status, 404)
})

test('files of server-rendered pages are compressed too, with an ETag for each encoding', async () => {
  const files = ['respond.js', 'respond.css', 'consent.js', 'consent.css', 'sign-in.js', 'oauth4webapi.js']
  for (const file of files) {
    const fetchAs = (encoding: string, tag = '') =>
      fetch(`${url}/assets/${file}`, { headers: { 'accept-encoding': encoding, 'if-none-match': tag } })
    const [plain, br, gzip] = await Promise.all(['identity', 'br', 'gzip'].map((one) => fetchAs(one)))
    assert.deepEqual(
      [plain, br, gzip].map(({ headers }) => headers.get('content-encoding')),
      [null, 'br', 'gzip'],
      file,
    )
    const tags = [plain, br, gzip].map(({ headers }) => headers.get('etag') ?? '')
    assert.equal(new Set(tags).size, 3)
    assert.equal(br.headers.get('vary'), 'Accept-Encoding')
    const text = await plain.text()
    assert.deepEqual([await br.text(), await gzip.text()], [text, text])
    assert.equal((await fetchAs('br', tags[1])).status, 304)
    assert.equal((await fetchAs('br', tags[2])).status, 200)
  }
})

test('another name of this machine is redirected; an unknown host is not', async () => {
  assert.deepEqual(await under(`127.0.0.1:${port}`, '/developers/applications?q=a'), {
    status: 302,
    location: `${url}/developers/applications?q=a`,
  })
  assert.equal((await under(`localhost:${port}`, '/app')).status, 200)
  assert.equal((await under('sonde.internal', '/app')).status, 200)
})

test('with the pages on a separate host, the host of the API redirects to it', async () => {
  const two = await startApp({
    env: { SONDE_BASE_URL: 'https://api.sonde.example', SONDE_DEVELOPER_URL: 'https://app.sonde.example' },
  })
  const at = new URL(`http://127.0.0.1:${(two.app.server.server.address() as { port: number }).port}`)
  const from = (host: string) =>
    new Promise<string | undefined>((resolve, reject) => {
      request({ host: at.hostname, port: at.port, path: '/app', headers: { host } }, (reply) => {
        reply.resume()
        resolve(reply.headers.location)
      })
        .on('error', reject)
        .end()
    })
  assert.equal(await from('api.sonde.example'), 'https://app.sonde.example/app')
  assert.equal(await from('app.sonde.example'), undefined)
  await two.stop()
})
