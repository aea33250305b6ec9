/** Which requests belong to a trace, and that answering never does. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { pino } from 'pino'
import { startKvServer } from '../test/support/kv-server.ts'
import { startApp } from '../test/support/start.ts'
import { links, newWorld, pulseDraft } from '../test/support/world.ts'
import { ROOT_CONTEXT, type Span, trace as spans } from '@opentelemetry/api'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { endTrace, traceFor, traceHeaders, traceOf, withTrace } from './trace.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`

suite('a trace', () => {
  test('is that of a valid traceparent, of this version or a later one', () => {
    const cases: [string | undefined, string | null][] = [
      [traceparent, traceId],
      [traceparent.replace(/01$/, '00'), traceId],
      [`cc${traceparent.slice(2)}-what-comes-later`, traceId],
      [undefined, null],
      ['', null],
      [`${traceparent}-more`, null],
      [`ff${traceparent.slice(2)}`, null],
      [traceparent.toUpperCase(), null],
      [traceparent.replace(traceId, '0'.repeat(32)), null],
      [traceparent.replace('00f067aa0ba902b7', '0'.repeat(16)), null],
      [traceparent.slice(0, -1), null],
      [`${traceparent}, ${traceparent}`, null],
      [`cc${traceparent.slice(2)}-${'x'.repeat(600)}`, null],
    ]
    for (const [given, id] of cases)
      assert.equal(
        traceOf({ url: '/api/pulses', headers: { ...(given !== undefined && { traceparent: given }) } })
          ?.traceId ?? null,
        id,
        given ?? 'none',
      )
  })

  test('is followed where programs and people call, and nowhere that takes an answer', () => {
    const traced = ['/api/pulses', '/api/pulses?limit=1', '/oauth/token', '/scim/v2/Users', '/mcp']
    const never = [
      '/r/abc',
      '/r/abc/save',
      '/receipts/abc',
      '/receipts/abc/proof',
      '/%72/abc',
      '//r/abc',
      '/R/abc',
      '/apis',
      '/slack/interactions',
      '/privacy/abc',
      '/',
    ]
    for (const url of traced) assert.equal(traceOf({ url, headers: { traceparent } })?.traceId, traceId, url)
    for (const url of never) assert.equal(traceOf({ url, headers: { traceparent } }), null, url)
  })

  test('is passed on unchanged, with its state, until the work has ended', async () => {
    const trace = traceOf({ url: '/api/x', headers: { traceparent, tracestate: 'vendor=1' } })
    assert.deepEqual(await withTrace(trace!, async () => (await Promise.resolve(), traceHeaders())), {
      traceparent,
      tracestate: 'vendor=1',
    })
    assert.deepEqual(traceHeaders(), {})
    assert.deepEqual(
      traceOf({ url: '/api/x', headers: { traceparent, tracestate: 'ü'.repeat(600) } })?.headers,
      { traceparent },
    )
  })
})

test('a call’s trace reaches the key server and the log; an answer in the same trace reaches neither', async (t) => {
  const server = await startKvServer()
  t.after(server.close)
  const logged: string[] = []
  const running = await startApp({
    at: '2026-11-02T09:00:00Z',
    env: { SONDE_KEY_STORE: server.url, SONDE_KEY_STORE_TOKEN: server.token },
    log: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }),
  })
  const world = await newWorld({ running })
  const author = await world.user()
  const team = await world.team('Everyone', 6, { email: false })
  const draft = async () => `/api/pulses/${(await author.post('/api/pulses', pulseDraft([team.id]))).body.id}`
  const headers = { traceparent }
  const since = async (work: () => Promise<{ status: number }>) => {
    const [asked, lines] = [server.traces.length, logged.length]
    const { status } = await work()
    return { status, traces: new Set(server.traces.slice(asked)), log: logged.slice(lines).join('') }
  }

  const [path, another] = [await draft(), await draft()]
  const opened = await since(() => author.post(`${path}/open`, {}, headers))
  assert.deepEqual([opened.status, opened.traces], [200, new Set([traceparent])])
  const [{ url }] = await links(author, path)

  server.fail(503)
  const refused = await since(() => author.post(`${another}/open`, undefined, headers))
  assert.equal(refused.status, 503)
  assert.match(refused.log, new RegExp(`"trace_id":"${traceId}"`))

  // A second node, which remembers no keys.
  const second = await startApp({
    at: '2026-11-02T09:00:00Z',
    env: { SONDE_KEY_STORE: server.url, SONDE_KEY_STORE_TOKEN: server.token },
    database: running.db.connection,
    log: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }),
  })
  const there = (await newWorld({ running: second })).anyone
  const answer = { answers: [{ question_id: 'calm', value: 4 }] }
  const link = new URL(url).pathname
  const failed = await since(() => there.post(link, answer, headers))
  assert.equal(failed.status, 503)
  assert.notEqual(failed.log, '', 'the failure is logged')
  assert.ok(!failed.log.includes(traceId) && !failed.traces.has(traceparent))
  server.fail(null)
  const answered = await since(() => there.post(link, answer, headers))
  assert.equal(answered.status, 201)
  assert.deepEqual(answered.traces, new Set([null]))
})

const requestTo = (url: string, headers: Record<string, string> = {}): IncomingMessage =>
  Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url, headers })

test('without a collector a request has the trace that came with it, and no span', () => {
  assert.equal(traceFor(requestTo('/api/pulses')), null)
  const trace = traceFor(requestTo('/api/pulses', { traceparent }))
  assert.deepEqual(trace, { traceId, headers: { traceparent } })
})

test('with a collector a span has the declared route, and what follows is below it', (t) => {
  const kept: {
    name: string
    attributes: Record<string, unknown>
    hasEnded: boolean
    parent: string | undefined
  }[] = []
  spans.setGlobalTracerProvider({
    getTracer: () => ({
      startSpan(name, options, context = ROOT_CONTEXT) {
        const parent = spans.getSpanContext(context)
        const one = { name, attributes: { ...options?.attributes }, hasEnded: false, parent: parent?.spanId }
        kept.push(one)
        const span: Span = {
          spanContext: () => ({
            traceId: parent?.traceId ?? 'b'.repeat(32),
            spanId: 'c'.repeat(16),
            traceFlags: 1,
          }),
          setAttribute: (key, value) => ((one.attributes[key] = value), span),
          setAttributes: () => span,
          addEvent: () => span,
          addLink: () => span,
          addLinks: () => span,
          setStatus: () => span,
          updateName: (to) => ((one.name = to), span),
          end: () => void (one.hasEnded = true),
          isRecording: () => true,
          recordException: () => {},
        }
        return span
      },
      startActiveSpan: () => assert.fail('spans are begun by hand'),
    }),
  })
  t.after(() => spans.disable())
  const secret = '/api/pulses/pls_0123?q=Ada'
  const request = requestTo(secret, { traceparent, tracestate: 'vendor=1' })
  const trace = traceFor(request)!
  assert.equal(traceFor(request), trace, 'one span a request')
  assert.deepEqual(withTrace(trace, traceHeaders), {
    traceparent: `00-${traceId}-${'c'.repeat(16)}-01`,
    tracestate: 'vendor=1',
  })
  endTrace(request, '/api/pulses/:id', 200)
  assert.equal(traceFor(requestTo('/r/a-link', { traceparent })), null)
  assert.deepEqual(kept, [
    {
      name: 'GET /api/pulses/:id',
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/api/pulses/:id',
        'http.response.status_code': 200,
      },
      hasEnded: true,
      parent: '00f067aa0ba902b7',
    },
  ])
})
