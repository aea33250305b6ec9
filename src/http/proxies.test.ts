/** Who calls through a trusted proxy: what others write into X-Forwarded-For moves nobody into another bucket. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { suite, test } from 'node:test'
import { startApp } from '../../test/support/start.ts'

const guessesMax = 3
const { url } = await startApp({
  env: {
    SONDE_RATE_LIMITS: `guesses=${guessesMax}`,
    SONDE_TRUSTED_PROXIES: 'loopback 10.0.0.0/8 2001:db8:ffff::/48',
  },
})

/** A guess at a token, as the proxy passes it on: one header, or several of one name. */
const guess = (forwardedFor: string | string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: 'Bearer sonde_at_wrong', 'x-forwarded-for': forwardedFor }
    request(`${url}/api/teams`, { headers, agent: false }, (reply) => {
      reply.resume()
      resolve(reply.statusCode ?? 0)
    })
      .once('error', reject)
      .end()
  })

async function guessesFrom(spellings: (string | string[])[]): Promise<number[]> {
  const seen: number[] = []
  for (const each of spellings) seen.push(await guess(each))
  return seen
}

suite('behind one proxy', () => {
  test('twelve clients have twelve buckets, and each of them is held to its own', async () => {
    const clients = Array.from({ length: 12 }, (_, i) => `203.0.113.${i + 1}`)
    for (let round = 0; round < guessesMax; round++)
      assert.deepEqual(
        await guessesFrom(clients),
        clients.map(() => 401),
        `round ${round}`,
      )
    assert.deepEqual(
      await guessesFrom(clients),
      clients.map(() => 429),
    )
    assert.equal(await guess('203.0.113.13'), 401, 'a thirteenth')
  })

  /** One client: the last address that is not a proxy, whatever is before it. */
  const sameClient: Record<string, (string | string[])[]> = {
    'who forges addresses before their own': [
      '198.51.100.1, 192.0.2.1',
      '198.51.100.2, 198.51.100.3, 192.0.2.1',
      '127.0.0.1, 192.0.2.1',
      '192.0.2.1',
    ],
    'whose proxy sends the header twice': [
      ['198.51.100.1', '192.0.2.2'],
      ['198.51.100.2', '192.0.2.2'],
      ['192.0.2.2'],
      ['198.51.100.3, 198.51.100.4', '192.0.2.2'],
    ],
    'who comes through several trusted proxies': [
      '192.0.2.3, 10.1.2.3',
      '192.0.2.3, 2001:db8:ffff::1, 10.9.9.9',
      '192.0.2.3',
      '198.51.100.1, 192.0.2.3, 10.1.2.3',
    ],
    'of IPv6, by the network, in any spelling, with and without a port': [
      '2001:db8:1:2::1',
      '2001:0DB8:0001:0002:ffff::9',
      '[2001:db8:1:2::3]:4711',
      '[2001:db8:1:2::4]',
    ],
    'of IPv4, also as IPv6 writes it, and with a port': [
      '192.0.2.5',
      '::ffff:192.0.2.5',
      '::ffff:c000:205',
      '192.0.2.5:4711',
    ],
  }
  for (const [whose, spellings] of Object.entries(sameClient))
    test(`a client ${whose}, has one bucket`, async () => {
      assert.deepEqual(await guessesFrom(spellings), [401, 401, 401, 429])
    })
})

test('the installed proxy-addr takes no network of IPv6 for all of IPv4, as versions before 5.1.1 did', () => {
  const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'))
  const { version } = lock.packages['node_modules/@fastify/proxy-addr']
  const [major, minor, patch] = version.split('.').map(Number)
  assert.ok(major > 5 || (major === 5 && (minor > 1 || (minor === 1 && patch >= 1))), version)
})
