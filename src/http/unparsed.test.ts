/** What arrives and is not a request, and who goes away in the middle of one. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { before, suite, test } from 'node:test'
import { pino } from 'pino'
import { metricsPathOf, startApp } from '../../test/support/start.ts'
import { newWorld, type World } from '../../test/support/world.ts'

let world: World
let token: string
const lines: { level: number; msg: string }[] = []

/** The whole reply to some bytes; the server closes the connection. */
async function replyTo(text: string): Promise<{ head: string; body: any }> {
  const { hostname, port } = new URL(world.url)
  const socket = connect(Number(port), hostname)
  let heard = ''
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()))
  // The server may close before it has read everything.
  socket.on('error', () => {})
  socket.write(text)
  await once(socket, 'close')
  const [head, body, ...more] = heard.split('\r\n\r\n')
  assert.deepEqual(more, [], 'one reply')
  return { head, body: JSON.parse(body) }
}

suite('what the parser refuses', () => {
  before(async () => {
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    world = await newWorld({ running: await startApp({ at: '2026-11-02T09:00:00Z', log }) })
    token = (await world.organisation(['teams:write'])).token!
  })

  test('a request without a Host: 400 in the same form, but for HTTP/1.0', async () => {
    const { head, body } = await replyTo('GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n')
    assert.match(head, /^HTTP\/1.1 400 [^]*content-type: application\/problem\+json/i)
    assert.deepEqual([body.code, body.detail], ['invalid_request', 'The Host header is missing'])
    const older = await replyTo('GET /healthz HTTP/1.0\r\n\r\n')
    assert.match(older.head, /^HTTP\/1.1 200 /)
  })

  test('an expectation that nobody knows changes nothing', async () => {
    const { head, body } = await replyTo(
      'GET /api/teams HTTP/1.1\r\nHost: localhost\r\nExpect: 200-maybe\r\nConnection: close\r\n\r\n',
    )
    assert.match(head, /^HTTP\/1.1 401 [^]*content-type: application\/problem\+json/i)
    assert.equal(body.code, 'unauthorized')
  })

  const refused: Record<string, [string[], number, string]> = {
    'a length and chunks': [
      ['Content-Length: 5', 'Transfer-Encoding: chunked', '', '0', '', ''],
      400,
      'invalid_request',
    ],
    'a chunk without a size': [['Transfer-Encoding: chunked', '', 'zz', '', ''], 400, 'invalid_request'],
    'header fields of 20 KiB': [[`X-Large: ${'x'.repeat(20_480)}`, '', ''], 431, 'header_fields_too_large'],
  }
  for (const [what, [rest, status, code]] of Object.entries(refused)) {
    test(`${what}: ${status} as application/problem+json, with a request id`, async () => {
      const { head, body } = await replyTo(
        ['POST /api/teams HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${token}`, ...rest].join(
          '\r\n',
        ),
      )
      assert.match(head, new RegExp(`^HTTP/1.1 ${status} `))
      assert.match(head, /content-type: application\/problem\+json/i)
      const requestId = /x-request-id: ([\w-]{36})/i.exec(head)?.[1]
      assert.deepEqual(
        [body.status, body.code, body.error, body.request_id, body.type],
        [status, code, code, requestId, `/docs/errors#${code}`],
      )
    })
  }

  test('somebody who goes away in the middle of a body is not an error of ours', async () => {
    const { hostname, port } = new URL(world.url)
    const { app } = world.running
    const bodies = [
      ['/api/teams', 'application/json'],
      ['/oauth/token', 'application/json'],
      ['/api/imports', 'text/csv'],
    ]
    for (const [path, media] of bodies) {
      const closed = new Promise((resolve) =>
        app.server.server.once('request', (_request, reply) => reply.once('close', resolve)),
      )
      const socket = connect(Number(port), hostname)
      const arrived = once(app.server.server, 'request')
      socket.write(
        [
          `POST ${path} HTTP/1.1`,
          'Host: localhost',
          `Authorization: Bearer ${token}`,
          `Content-Type: ${media}`,
          'Content-Length: 10000',
          '',
          '{"name":',
        ].join('\r\n'),
      )
      await arrived
      socket.resetAndDestroy()
      await closed
    }
    assert.doesNotMatch((await world.anyone.get(metricsPathOf(world.running))).body, /status="5xx"/)
    // Ends when every request has.
    await world.running.stop()
    assert.deepEqual(
      lines.filter(({ level }) => level >= 40),
      [],
    )
  })
})
