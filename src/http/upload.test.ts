import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { log } from '../../test/support/start.ts'
import { createServer } from './server.ts'
import { acceptUploads, takeUpload } from './upload.ts'

const app = createServer(log, { trustedProxies: [], hsts: null })
const uploads = acceptUploads(app, ['text/csv'])
after(() => app.close())

test('a connection whose upload has arrived may be silent until the reply, and the next request over it may not', async () => {
  const seen: (number | undefined)[] = []
  app.post('/rows', { schema: { body: uploads.schemaOf({} as never) } }, async (asked) => {
    const { socket } = asked.raw
    seen.push(socket.timeout)
    const upload = takeUpload(asked, { bytesMax: 100 })
    if (upload) for await (const chunk of upload.chunks) assert.ok(chunk.length > 0)
    seen.push(socket.timeout)
    return { port: socket.remotePort }
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  after(() => agent.destroy())
  const send = async (): Promise<unknown> => {
    const sent = request(`${url}/rows`, { agent, method: 'POST', headers: { 'content-type': 'text/csv' } })
    sent.end('a\n1\n')
    const [reply] = await once(sent, 'response')
    return json(reply)
  }
  assert.deepEqual(await send(), await send())
  const limit = app.server.timeout
  assert.ok(limit > 0)
  assert.deepEqual(seen, [limit, 0, limit, 0])
})
