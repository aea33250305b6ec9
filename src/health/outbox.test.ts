/** The outbox: for the person at this machine who started the service, and for nobody else. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { before, suite, test } from 'node:test'
import { type Running, startApp } from '../../test/support/start.ts'

type Answer = { status: number; text: string; cookie: string | undefined; location: string | undefined }

/** With headers that fetch sets by itself. */
async function ask({ app }: Running, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { port } = app.server.server.address() as AddressInfo
  const request = get({ host: '127.0.0.1', port, path, headers: { host: `localhost:${port}`, ...headers } })
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  return {
    status: reply.statusCode!,
    text: (await reply.toArray()).join(''),
    cookie: reply.headers['set-cookie']?.[0],
    location: reply.headers.location,
  }
}

const openingPath = ({ app }: Running): string => {
  const { pathname, search } = new URL(app.outboxAddress()!)
  return pathname + search
}

let running: Running
let opening: string
let cookie: string

suite('the outbox', () => {
  before(async () => {
    running = await startApp({ at: '2026-11-02T09:00:00Z' })
    opening = openingPath(running)
    cookie = (await ask(running, opening)).cookie!.split(';')[0]
  })

  test('opens by the address that is printed, and then by a cookie', async () => {
    assert.ok(running.app.outboxAddress()!.startsWith(`${running.url}/outbox?key=`))
    const first = await ask(running, opening)
    assert.deepEqual([first.status, first.location], [303, '/outbox'])
    assert.match(first.cookie!, /; Path=\/outbox; HttpOnly; SameSite=Lax$/)
    const page = await ask(running, '/outbox', { cookie })
    assert.equal(page.status, 200)
    assert.match(page.text, /<h1>Outbox<\/h1>/)
  })

  test('stays closed without its key, and says how it opens', async () => {
    const other = openingPath(await startApp({ at: '2026-11-02T09:00:00Z' }))
    for (const path of [
      '/outbox',
      '/outbox?key=',
      '/outbox?key=x',
      `${opening}x`,
      `${opening}&key=x`,
      other,
    ]) {
      const { status, text } = await ask(running, path)
      assert.equal(status, 403, path)
      assert.match(text, /<h1>The outbox is closed<\/h1>/)
    }
    assert.equal((await ask(running, '/outbox', { cookie: `${cookie}x` })).status, 403)
  })

  test('is not there for a request that was forwarded, also with the key', async () => {
    const forwarded = {
      forwarded: 'for=203.0.113.5',
      via: '1.1 proxy',
      'x-real-ip': '203.0.113.5',
      'x-forwarded-for': '203.0.113.5',
      'x-forwarded-host': 'localhost',
      'x-forwarded-proto': 'https',
      host: 'sonde.example',
    }
    for (const [name, value] of Object.entries(forwarded))
      for (const path of ['/outbox', opening])
        assert.equal((await ask(running, path, { cookie, [name]: value })).status, 404, name)
  })

  const public_: Record<string, Record<string, string>> = {
    'in production': { NODE_ENV: 'production', SONDE_ALLOW_EMBEDDED_IDP: 'yes' },
    'where the service has a public address': { SONDE_BASE_URL: 'https://sonde.example' },
    'where the developer site has a public address': { SONDE_DEVELOPER_URL: 'https://sonde.example' },
  }
  for (const [where, env] of Object.entries(public_)) {
    test(`is not there ${where}`, async () => {
      const other = await startApp({ at: '2026-11-02T09:00:00Z', env })
      assert.equal(other.app.outboxAddress(), null)
      assert.equal((await ask(other, '/outbox')).status, 404)
      assert.doesNotMatch((await ask(other, '/', { accept: 'text/html' })).text, /href="\/outbox"/)
    })
  }

  test('is not there once messages are sent', async () => {
    const env = { SONDE_SMTP_URL: 'smtp://127.0.0.1:9' }
    const other = await startApp({ at: '2026-11-02T09:00:00Z', env })
    assert.equal(other.app.outboxAddress(), null)
    assert.equal((await ask(other, '/outbox')).status, 404)
  })
})

suite('headers and files of the edge', () => {
  const at = '2026-11-02T09:00:00Z'
  const hsts = async (env: Record<string, string>): Promise<string | null> => {
    const { app } = await startApp({ at, env })
    const { port } = app.server.server.address() as AddressInfo
    const replies = await Promise.all(
      ['/healthz', '/api/teams', '/nowhere', '/app'].map((path) => fetch(`http://127.0.0.1:${port}${path}`)),
    )
    const values = new Set(replies.map(({ headers }) => headers.get('strict-transport-security')))
    assert.equal(values.size, 1)
    return [...values][0]
  }

  test('Strict-Transport-Security follows the addresses, and the operator', async () => {
    const https = { SONDE_BASE_URL: 'https://sonde.example' }
    assert.equal(await hsts({}), null)
    assert.equal(await hsts(https), 'max-age=31536000')
    assert.equal(await hsts({ ...https, SONDE_HSTS: 'off' }), null)
    assert.equal(
      await hsts({ ...https, SONDE_HSTS: '63072000 includeSubDomains preload' }),
      'max-age=63072000; includeSubDomains; preload',
    )
  })

  test('security.txt names whom to tell, once there is somebody', async () => {
    assert.equal((await ask(running, '/.well-known/security.txt')).status, 404)
    const env = {
      SONDE_BASE_URL: 'https://api.sonde.example',
      SONDE_DEVELOPER_URL: 'https://sonde.example',
      SONDE_SECURITY_CONTACT: 'mailto:security@sonde.example https://sonde.example/report',
    }
    const other = await startApp({ at, env })
    const { status, text } = await ask(other, '/.well-known/security.txt')
    assert.equal(status, 200)
    assert.deepEqual(text.split('\n'), [
      'Contact: mailto:security@sonde.example',
      'Contact: https://sonde.example/report',
      'Expires: 2027-01-31T00:00:00Z',
      'Canonical: https://api.sonde.example/.well-known/security.txt',
      'Canonical: https://sonde.example/.well-known/security.txt',
      '',
    ])
  })
})
