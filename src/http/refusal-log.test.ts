/** What the log says of refusals. */
import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import Fastify from 'fastify'
import { problem } from '../problem.ts'
import { asProblem, sendProblem } from './server.ts'

test('a refusal that the service means is a warning without a stack, a failure an error with one', async () => {
  const lines: { level: number; err?: { stack?: string } }[] = []
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const app = Fastify({ logger: { level: 'warn', stream } })
  app.setErrorHandler((error, request, reply) => sendProblem(asProblem(error, request), request, reply))
  app.get('/not-ready', () => {
    throw problem('unavailable', { headers: { 'retry-after': '1' } })
  })
  app.get('/no-database', () => {
    throw problem('unavailable', { internal: 'connection refused' })
  })
  app.get('/fault', () => {
    throw new Error('a fault of ours')
  })
  app.get('/wrong', () => {
    throw problem('invalid_request')
  })
  for (const [path, status, logged] of [
    ['/not-ready', 503, [[40, false]]],
    ['/no-database', 503, [[50, true]]],
    ['/fault', 500, [[50, true]]],
    ['/wrong', 400, []],
  ] as const) {
    lines.length = 0
    assert.equal((await app.inject(path)).statusCode, status)
    assert.deepEqual(
      lines.map(({ level, err }) => [level, err?.stack !== undefined]),
      logged,
      path,
    )
  }
  await app.close()
})
