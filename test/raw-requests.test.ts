/**
 * Requests that no HTTP library would send, byte by byte: messages with two readings (request smuggling, RFC 9112 §11.2), malformed
 * addresses and headers. Each is refused or its connection closed; nothing behind it is answered as another request, and the server goes
 * on.
 */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { before, suite, test } from 'node:test'
import { hangMs } from './support/cpu.ts'
import { newWorld, type World } from './support/world.ts'

let world: World
let token: string

type Heard = { statuses: number[]; text: string; closed: boolean }

/** Replies that come one after the other are written at once: what has not come this long after the last is not on its way. */
const quietMs = 120

/** Sends the text, listens until the server closes, or has replied as often as expected and is quiet then. */
function say(text: string, replies = 1): Promise<Heard> {
  const { hostname, port } = new URL(world.url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let heard = ''
    let end: NodeJS.Timeout
    const statuses = (): number[] =>
      [...heard.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
    const done = (closed: boolean): void => {
      clearTimeout(end)
      socket.destroy()
      resolve({ statuses: statuses(), text: heard, closed })
    }
    const waitUntilQuiet = (): void => {
      clearTimeout(end)
      end = setTimeout(() => done(false), statuses().length < replies ? hangMs : quietMs)
    }
    waitUntilQuiet()
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString('latin1')
      waitUntilQuiet()
    })
    socket.on('error', () => done(true))
    socket.on('end', () => done(true))
    socket.write(Buffer.from(text, 'latin1'))
  })
}

const message = (line: string, headers: string[], body = ''): string =>
  [line, ...headers, '', body].join('\r\n')

const post = (headers: string[], body: string): string =>
  message(
    'POST /api/teams HTTP/1.1',
    ['Host: localhost', `Authorization: Bearer ${token}`, 'Content-Type: application/json', ...headers],
    body,
  )

const get = (target: string, headers: string[] = ['Host: localhost']): string =>
  message(`GET ${target} HTTP/1.1`, [...headers, `Authorization: Bearer ${token}`])

const smuggled = 'GET /api/teams HTTP/1.1\r\nHost: localhost\r\n\r\n'
const body = '{"name":"Smuggled"}'

const ambiguous: Record<string, () => string> = {
  'length and chunks': () =>
    post(['Content-Length: 6', 'Transfer-Encoding: chunked'], `0\r\n\r\n${smuggled}`),
  'chunks and length': () =>
    post(['Transfer-Encoding: chunked', 'Content-Length: 6'], `0\r\n\r\n${smuggled}`),
  'two lengths': () => post(['Content-Length: 19', 'Content-Length: 0'], body + smuggled),
  'two lengths in one': () => post(['Content-Length: 19, 0'], body + smuggled),
  'a signed length': () => post(['Content-Length: +19'], body + smuggled),
  'a hexadecimal length': () => post(['Content-Length: 0x13'], body + smuggled),
  'a length with a space before the colon': () => post(['Content-Length : 19'], body + smuggled),
  'an unknown coding': () => post(['Transfer-Encoding: xchunked'], `0\r\n\r\n${smuggled}`),
  'chunks that are not last': () => post(['Transfer-Encoding: chunked, identity'], `0\r\n\r\n${smuggled}`),
  'a coding behind a line break': () => post(['Transfer-Encoding:\r\n chunked'], `0\r\n\r\n${smuggled}`),
  'a bad chunk size': () => post(['Transfer-Encoding: chunked'], `zz\r\n${body}\r\n0\r\n\r\n${smuggled}`),
  'a chunk size beyond all numbers': () =>
    post(['Transfer-Encoding: chunked'], `ffffffffffffffff1\r\n${body}\r\n0\r\n\r\n${smuggled}`),
  'a bare line feed in a header': () => post(['X: a\nContent-Length: 19'], body + smuggled),
  'a bare carriage return in a header': () => post(['X: a\rContent-Length: 19'], body + smuggled),
  'NUL in a header': () => post(['X: a\0b', 'Content-Length: 19'], body),
  'two hosts': () => get('/api/teams', ['Host: localhost', 'Host: elsewhere.example']),
  'no host': () => get('/api/teams', []),
  'a space in the address': () => get('/api/teams ?q=1'),
  'NUL in the address': () => get('/api/teams?q=\0'),
  'raw bytes in the address': () => get('/api/teams?q=\xff\xfe'),
  'another protocol': () => message('GET /api/teams HTTP/9.9', ['Host: localhost']),
  'no protocol': () => 'GET /api/teams\r\n\r\n',
  'an unknown verb': () => message('SMUGGLE /api/teams HTTP/1.1', ['Host: localhost']),
  'headers of 100 kB': () => get('/api/teams', ['Host: localhost', `X: ${'x'.repeat(100_000)}`]),
  'an address of 100 kB': () => get(`/api/teams?q=${'x'.repeat(100_000)}`),
  '3,000 headers': () => get('/api/teams', ['Host: localhost', ...new Array<string>(3_000).fill('X: 1')]),
}

suite('raw requests', () => {
  before(async () => {
    world = await newWorld()
    token = (await world.organisation(['teams:read', 'teams:write'])).token!
  })

  for (const [what, request] of Object.entries(ambiguous)) {
    test(`refused: ${what}`, async () => {
      const { statuses, text, closed } = await say(request())
      assert.ok(statuses.length <= 1, text)
      assert.ok(
        statuses.every((status) => status >= 400 && status < 500),
        text,
      )
      assert.ok(closed || statuses.length === 1, 'neither answered nor closed')
    })
  }

  test('an unusual but valid request gets an ordinary reply', async () => {
    const unusual: [string, number][] = [
      [get('/api/../api/teams'), 404],
      [get('/api//teams'), 404],
      [get('/api/teams/'), 404],
      [get('/API/teams'), 404],
      [get('/api/teams;x=1'), 404],
      // RFC 9112 §3.2.2: a server takes the absolute form too, and its name instead of Host.
      [get('http://elsewhere.example/api/teams'), 200],
      [get('*'), 200],
      [get('/api/teams#part'), 400],
      [get('/api/teams??'), 400],
    ]
    for (const [request, expected] of unusual) {
      const { statuses, text } = await say(request)
      assert.equal(statuses.length, 1, text)
      assert.ok(statuses[0] === expected || statuses[0] === 400, `${request.split('\r\n', 1)[0]}: ${text}`)
    }
  })

  test('two pipelined requests get two replies', async () => {
    const { statuses } = await say(get('/api/teams') + get('/api/teams'), 2)
    assert.deepEqual(statuses, [200, 200])
  })

  test('none of them had an effect', async () => {
    const { teams } = (await (await world.organisation(['teams:read'])).get('/api/teams')).body
    assert.deepEqual(teams, [])
  })
})
