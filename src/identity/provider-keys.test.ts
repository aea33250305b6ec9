/** How many requests a provider in trouble, or an attacker with made-up tokens, can cause: counted at a real server. */
import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { getOwn, getPublic } from './fetch-json.ts'
import { startIssuer } from '../../test/support/issuer.ts'
import { providerKeys, Unreachable } from './provider-keys.ts'
import { hangMs } from '../../test/support/cpu.ts'
import { atEndOf } from '../../test/support/endings.ts'

const minuteMs = 60_000
const header = (kid: string) => ({ alg: 'ES256', kid })

async function issuer() {
  const idp = await startIssuer()
  atEndOf('file', () => idp.close())
  let now = 0
  const outcomes: string[] = []
  const keys = providerKeys(idp.issuer, { now: () => now, fetched: (outcome) => outcomes.push(outcome) })
  return {
    ...idp,
    keys,
    outcomes,
    fetches: () => idp.asked.length,
    wait: (ms: number) => void (now += ms),
    find: async (kid = 'first'): Promise<unknown> => keys.key(header(kid), {} as never),
  }
}

const listen = async (behave: RequestListener): Promise<string> => {
  const server = createServer(behave)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEndOf('file', () => (server.closeAllConnections(), server.close()))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('nothing is fetched before it is needed, and calls under way are shared', async () => {
  const it = await issuer()
  assert.equal(it.fetches(), 0)
  await Promise.all(Array.from({ length: 100 }, () => it.find()))
  assert.deepEqual(it.asked, ['/.well-known/openid-configuration', '/jwks'])
  assert.deepEqual(it.outcomes, ['ok', 'ok'])
})

for (const [how, ask] of [
  [
    'at once',
    (find: (kid: string) => Promise<unknown>) =>
      Promise.all(Array.from({ length: 100 }, (_, i) => find(`unknown ${i}`).catch(() => {}))),
  ],
  [
    'one after the other',
    async (find: (kid: string) => Promise<unknown>) => {
      for (let i = 0; i < 100; i++) await find(`unknown ${i}`).catch(() => {})
    },
  ],
] as const) {
  test(`100 unknown kids ${how} cause one request, and one more when a minute has passed`, async () => {
    const it = await issuer()
    await it.find()
    const before = it.fetches()
    await ask(it.find)
    assert.equal(it.fetches(), before + 1)
    it.wait(minuteMs + 1)
    await ask(it.find)
    assert.equal(it.fetches(), before + 2)
    await it.find()
  })
}

test('a provider that answers 500 is asked once a step of 1, 2, 4 … 60 seconds, however many sign in', async () => {
  const it = await issuer()
  it.fail(true)
  const storm = () =>
    Promise.all(
      Array.from({ length: 50 }, () => assert.rejects(it.find(), (error) => error instanceof Unreachable)),
    )
  for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
    const before = it.fetches()
    await storm()
    assert.equal(it.fetches(), before + 1, `before ${seconds} s`)
    it.wait(seconds * 1000 - 1)
    await storm()
    assert.equal(it.fetches(), before + 1, `just before ${seconds} s`)
    it.wait(1)
  }
  it.fail(false)
  await it.find()
  assert.ok(it.outcomes.includes('failed'))
})

test('an emergency discards the old keys at once: a token whose key cannot be read again is refused', async () => {
  const it = await issuer()
  await it.find()
  await it.rotate()
  it.keys.reload()
  await assert.rejects(it.find('first'), { code: 'ERR_JWKS_NO_MATCHING_KEY' })
  await it.find('second')
  it.fail(true)
  it.keys.reload()
  await assert.rejects(it.find('second'), (error) => error instanceof Unreachable)
})

const strange: [string, RequestListener, RegExp][] = [
  ['never answers', () => {}, /timeout|aborted/i],
  ['sends on and on', (_request, response) => void response.end('x'.repeat(70_000)), /larger|not JSON/],
  ['speaks no JSON', (_request, response) => void response.end('<html>secret'), /not JSON/],
  [
    'speaks for another issuer',
    (_request, response) => void response.end('{"issuer":"https://b.test"}'),
    /another issuer/,
  ],
  [
    'sends us on',
    (_request, response) => void response.writeHead(302, { location: '/x' }).end(),
    /redirect|302/,
  ],
]
for (const [what, behave, reason] of strange) {
  test(`a provider that ${what} is refused, and not waited for`, async () => {
    const url = await listen(behave)
    const guard = { production: false, allowLocal: true }
    for (const options of [{}, { get: getPublic(guard) }]) {
      const since = performance.now()
      await assert.rejects(providerKeys(url, options).discovery(), (error) => {
        assert.ok(error instanceof Unreachable)
        if (!('get' in options) || what !== 'never answers') assert.match(error.message, reason)
        assert.doesNotMatch(error.message, /secret/)
        return true
      })
      assert.ok(performance.now() - since < hangMs)
    }
  })
}

const endpoints: [string, Record<string, unknown>][] = [
  ['a script', { authorization_endpoint: 'javascript:alert(document.domain)//' }],
  ['a page without TLS', { authorization_endpoint: 'http://idp.test/auth' }],
  ['another program', { authorization_endpoint: 'intent://idp.test/auth' }],
  ['no URL', { token_endpoint: 'token' }],
  ['no text', { token_endpoint: 5 }],
  ['a whole policy', { token_endpoint: 'https://idp.test;sandbox/token' }],
  ['a wildcard', { token_endpoint: 'https://*/token' }],
]
for (const [what, named] of endpoints) {
  test(`a provider whose address to sign in at is ${what} is refused`, async () => {
    const url: string = await listen((_request, response) =>
      response.end(JSON.stringify({ issuer: url, jwks_uri: `${url}/jwks`, ...named })),
    )
    await assert.rejects(providerKeys(url).discovery(), /usable/)
  })
}

test('a provider of an organisation may not be in our own network, nor redirect there', async () => {
  let asked = 0
  const inside = await listen((_request, response) => (asked++, response.end('{}')))
  const guard = { production: true, allowLocal: false }
  for (const address of [
    inside,
    inside.replace('127.0.0.1', 'localhost'),
    'https://169.254.169.254',
    'https://10.0.0.1',
  ])
    await assert.rejects(providerKeys(address, { get: getPublic(guard) }).discovery(), /discovery/)
  const { port } = new URL(inside)
  const leading = await listen((request, response) =>
    response.end(
      JSON.stringify({ issuer: `http://${request.headers.host}`, jwks_uri: `https://10.0.0.1:${port}/jwks` }),
    ),
  )
  const keys = providerKeys(leading, { get: getPublic({ production: false, allowLocal: true }) })
  await assert.rejects(keys.count(), /not a public address/)
  assert.equal(asked, 0)
})

test('the embedded provider is given a minute, since this process answers, and others five seconds', async () => {
  const url = await listen((request, response) => {
    const origin = `http://${request.headers.host}`
    setTimeout(() => response.end(JSON.stringify({ issuer: origin, jwks_uri: `${origin}/jwks` })), 7_000)
  })
  const [own, other] = await Promise.allSettled([
    providerKeys(url, { get: getOwn }).discovery(),
    providerKeys(url).discovery(),
  ])
  assert.equal(own.status, 'fulfilled')
  assert.equal(other.status, 'rejected')
})
