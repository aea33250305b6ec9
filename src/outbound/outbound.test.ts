/** No address from a caller leads into our own network, however it is written, resolved or redirected. */
import assert from 'node:assert/strict'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { getFrom, lookupPublic, OutboundError, postTo, refusalOf } from './outbound.ts'
import { isPublic } from './public-address.ts'

const strict = { production: true, allowLocal: false }
const development = { production: false, allowLocal: false }
const local = { production: false, allowLocal: true }

let seen = 0
const servers: Server[] = []
async function listen(behave: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    seen++
    behave(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
after(() => servers.forEach((server) => (server.closeAllConnections(), server.close())))

const body = { body: '{}', headers: {} }
const canary = await listen((_request, response) => response.end('canary'))
const { port } = new URL(canary)

const privateHosts = [
  'localhost',
  'LOCALHOST.',
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '１２７.０.０.１',
  '127。0。0。1',
  '①②⑦.⓪.⓪.①',
  '0',
  '0.0.0.0',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '198.18.0.1',
  '192.0.0.192',
  '224.0.0.1',
  '255.255.255.255',
]

test('no spelling of a private address leads to a connection', async () => {
  const before = seen
  for (const host of privateHosts)
    for (const guard of [strict, development])
      for (const scheme of ['http', 'https'])
        await assert.rejects(
          postTo(`${scheme}://${host}:${port}/`, body, guard),
          (error) => error instanceof OutboundError,
          host,
        )
  assert.equal(seen, before)
})

test('public addresses are recognised', () => {
  for (const address of ['1.1.1.1', '8.8.8.8', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::200e'])
    assert.equal(isPublic(address), true, address)
  for (const address of ['', 'example.com', '1.2.3', '2001:db8::1', '3fff::1', '::ffff:8.8.8.8'])
    assert.equal(isPublic(address), false, address)
})

test('in production an address is https on its ports, without a name or password', () => {
  const refused: [string, RegExp][] = [
    ['http://hooks.example/x', /https/],
    ['https://hooks.example:22/x', /port/],
    ['https://user@hooks.example/x', /name or password/],
    ['https://user:secret@hooks.example/x', /name or password/],
    ['ftp://hooks.example/x', /https/],
    ['file:///etc/passwd', /https/],
    ['javascript:alert(1)', /https/],
    ['hooks.example', /no URL/],
    ['', /no URL/],
  ]
  for (const [address, why] of refused) assert.match(refusalOf(address, strict)!, why, address)
  for (const address of [
    'https://hooks.example/x',
    'https://hooks.example:8443/x',
    'https://bücher.example/',
  ])
    assert.equal(refusalOf(address, strict), null, address)
})

test('a name with a private address is refused, also when it has a public one too', async () => {
  const answering =
    (...addresses: string[]) =>
    (_name: string, _options: object, found: (error: null, all: object[]) => void) =>
      found(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
  const ask = (guard: typeof strict, ...addresses: string[]) =>
    new Promise((resolve, reject) =>
      lookupPublic(guard, answering(...addresses) as never)('x.example', {}, (error, address) =>
        error ? reject(error) : resolve(address),
      ),
    )
  assert.equal(await ask(strict, '1.1.1.1'), '1.1.1.1')
  for (const wrong of [['127.0.0.1'], ['1.1.1.1', '127.0.0.1'], ['1.1.1.1', '::7f00:1'], ['10.1.2.3'], []])
    await assert.rejects(ask(strict, ...wrong), OutboundError)
  await assert.rejects(ask(local, '10.1.2.3'), OutboundError)
  assert.equal(await ask(local, '127.0.0.1'), '127.0.0.1')
})

test('a redirect is an answer and is not followed', async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    const before = seen
    const to = await listen((_request, response) => response.writeHead(status, { location: canary }).end())
    assert.equal((await postTo(to, body, local)).status, status)
    assert.equal(seen, before + 1)
  }
})

test('an endless answer is cut at 64 KiB', async () => {
  const endless = await listen((_request, response) => {
    const timer = setInterval(() => response.write('x'.repeat(16_384)), 1)
    response.on('close', () => clearInterval(timer))
  })
  const answer = await postTo(endless, body, local)
  assert.equal(answer.body.length, 65_536)
})

test('loopback is reached only where the configuration allows it', async () => {
  assert.equal((await postTo(canary, body, local)).body, 'canary')
  await assert.rejects(postTo(canary, body, development), /not a public address/)
})

test('a connection is kept for the next request, and one that the other end has closed is not missed', async () => {
  const url = await listen((_request, response) => response.end('taken'))
  const server = servers.at(-1)!
  let connections = 0
  server.on('connection', () => connections++)
  for (let i = 0; i < 3; i++) assert.equal((await postTo(url, body, local)).body, 'taken')
  assert.equal(connections, 1)
  const before = seen
  server.closeIdleConnections()
  assert.equal((await postTo(url, body, local)).status, 200)
  assert.deepEqual([connections, seen - before], [2, 1])
})

test('a connection is used under the rules that it was made under, and no others', async () => {
  const url = await listen((_request, response) => response.end('taken'))
  await postTo(url, body, local)
  await assert.rejects(postTo(url, body, strict), OutboundError)
  const named = url.replace('127.0.0.1', 'localhost')
  await postTo(named, body, local)
  await assert.rejects(postTo(named, body, development), { message: 'the name leads to no public address' })
})

test('a request that the other end may have taken is not sent again', async () => {
  let requests = 0
  const url = await listen((request, response) => {
    if (++requests === 1) return response.end('taken')
    setTimeout(() => request.socket.resetAndDestroy(), 700)
  })
  await postTo(url, body, local)
  await assert.rejects(postTo(url, body, local), OutboundError)
  assert.equal(requests, 2)
})

test('a receiver that never answers, or never ends, is given up in the time of the request', async () => {
  const limits = { headers: {}, limitMs: 300 }
  const silent = await listen(() => {})
  const endless = await listen((_request, response) => void response.write('half'))
  for (const url of [silent, endless])
    await assert.rejects(getFrom(url, limits, local), { kind: 'silent', message: 'no end in 0.3 seconds' })
})
