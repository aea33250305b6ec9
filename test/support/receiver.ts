/** A real HTTP server in place of another service: the requests that it got, and its replies. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEndOf } from './endings.ts'

export type Request = { path: string; headers: IncomingHttpHeaders; body: any }
export type Answer = { status?: number; headers?: Record<string, string>; body?: unknown }

export async function startReceiver(answer: (request: Request) => Answer | undefined = () => ({})) {
  const requests: Request[] = []
  const server = createServer((incoming, reply) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const request = { path: incoming.url!, headers: incoming.headers, body: text && JSON.parse(text) }
      requests.push(request)
      const chosen = answer(request)
      // Without an answer it stays silent.
      if (!chosen) return
      const { status = 200, headers = {}, body = 'ok' } = chosen
      reply.writeHead(status, { 'content-type': 'application/json', ...headers })
      reply.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEndOf('file', () => {
    server.closeAllConnections()
    server.close()
  })
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Slack's Web API: every call succeeds, unless `answers` has another reply. */
export async function startSlack(
  answers: (method: string, body: any) => Answer | undefined = () => undefined,
) {
  const receiver = await startReceiver(({ path, body }) => {
    const method = path.replace('/api/', '')
    return answers(method, body) ?? { body: { ok: true, ts: '1700000000.000100' } }
  })
  return {
    called: (method: string) => receiver.requests.filter(({ path }) => path === `/api/${method}`),
    env: {
      SONDE_SLACK_BOT_TOKEN: 'xoxb-test',
      SONDE_SLACK_SIGNING_SECRET: 'shhh',
      SONDE_SLACK_API_URL: `${receiver.url}/api`,
    },
  }
}
