/** A real HTTP server that stands for another service: what it was asked, and what it answers. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo } from 'node:net'
import { after } from 'node:test'

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
      const said = answer(request)
      // None: it stays silent.
      if (!said) return
      const { status = 200, headers = {}, body = 'ok' } = said
      reply.writeHead(status, { 'content-type': 'application/json', ...headers })
      reply.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Slack's Web API: everything is well, unless a method's answer says otherwise. */
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
