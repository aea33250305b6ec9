/** Spans that a collector gets, over OTLP: of calls by programs and people, with nothing of whom they are about, and of answering none. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suite, test } from 'node:test'
import { startApp } from '../support/start.ts'
import { eventually, links, newWorld, pulseDraft } from '../support/world.ts'

const isThere = await import('@opentelemetry/sdk-trace' as string).then(
  () => true,
  () => false,
)
const skip =
  !isThere &&
  'NOT TESTED: spans of deploy/tracing (npm install --no-save @opentelemetry/sdk-trace @opentelemetry/resources @opentelemetry/exporter-trace-otlp-http)'

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: any[]
}

/** What a collector is sent, as it comes. */
async function startCollector() {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      if (request.url === '/v1/traces') bodies.push(body)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    text: () => bodies.join('\n'),
    spans: (): Span[] =>
      bodies.flatMap((body) =>
        JSON.parse(body).resourceSpans.flatMap(({ scopeSpans }: any) =>
          scopeSpans.flatMap(({ spans }: any) => spans),
        ),
      ),
    close: () => server.close(),
  }
}

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const caller = '00f067aa0ba902b7'
const headers = { traceparent: `00-${traceId}-${caller}-01` }

suite('spans', { skip }, () => {
  test('are those of calls and their statements, without a path, a value or a name; answering has none', async (t) => {
    const collector = await startCollector()
    t.after(collector.close)
    process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url
    await import('../../deploy/tracing/start.js' as string)
    const running = await startApp()
    const world = await newWorld({ running })
    const author = await world.user()
    const team = await world.team('Platform', 6, { email: false })
    const title = 'A title that only its recipients read'
    const { body } = await author.post('/api/pulses', pulseDraft([team.id], { title }), headers)
    const path = `/api/pulses/${body.id}`
    assert.equal((await author.post(`${path}/open`, {}, headers)).status, 200)
    assert.equal((await author.get('/api/pulses?limit=1&q=title', headers)).status, 200)
    assert.equal((await author.get('/api/nothing-here', headers)).status, 404)
    const [{ url }] = await links(author, path)
    const link = new URL(url).pathname
    const answers = [
      { question_id: 'calm', value: 4 },
      { question_id: 'why', text: 'Words that nobody else may read' },
    ]
    const receipt = await world.anyone.post(link, { answers }, headers)
    assert.equal(receipt.status, 201)
    assert.equal((await world.anyone.get(link, headers)).status, 200)
    assert.equal((await author.get(path, headers)).status, 200)

    const named = (name: string) => collector.spans().filter((span) => span.name === name)
    await eventually(
      async () => named('GET /api/pulses/:id').length,
      (count) => count > 0,
    )
    const spans = collector.spans()
    const calls = spans.filter(({ kind }) => kind === 2)
    for (const call of ['POST /api/pulses', 'POST /api/pulses/:id/open', 'GET /api/pulses', 'GET'])
      assert.ok(
        calls.some((span) => span.name === call && span.traceId === traceId && span.parentSpanId === caller),
        `${call} of ${calls.map(({ name }) => name).join()}`,
      )
    const [opened] = named('POST /api/pulses/:id/open')
    const statements = spans.filter(({ kind, parentSpanId }) => kind === 3 && parentSpanId === opened.spanId)
    assert.ok(statements.length > 3, statements.map(({ name }) => name).join())
    for (const { name } of statements) assert.match(name, /^[a-z]+( [a-z_]+)?$/)

    assert.ok(calls.every(({ name }) => !/\/(?:r|receipts)\b/.test(name)))
    const token = link.slice('/r/'.length)
    const sent = collector.text()
    for (const secret of [token, title, 'nobody else may read', body.id, team.id, 'q=title', 'nothing-here'])
      assert.ok(!sent.includes(secret), secret)
  })
})
