/** A real HTTP server in place of another service: the requests that it got, and its replies. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEndOf } from './endings.ts'

export type Request = { method: string; path: string; headers: IncomingHttpHeaders; body: any }
export type Answer = { status?: number; headers?: Record<string, string>; body?: unknown }

export async function startReceiver(
  answer: (request: Request) => Answer | undefined = () => ({}),
  until: 'file' | 'process' = 'file',
) {
  const requests: Request[] = []
  const server = createServer((incoming, reply) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const isForm = incoming.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
      const sent = isForm ? Object.fromEntries(new URLSearchParams(text)) : text && JSON.parse(text)
      const request = { method: incoming.method!, path: incoming.url!, headers: incoming.headers, body: sent }
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
  atEndOf(until, () => {
    server.closeAllConnections()
    server.close()
  })
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/**
 * A double of Slack's Web API, which speaks it over HTTP and is not Slack: every call succeeds, unless `answers` has another reply. A code
 * `T0001.anything` installs the app in the workspace T0001, whose token is `xoxb-T0001`. Anyone who is asked to allow the app agrees at once, for
 * the workspace T0ACME. The token of the operator is of the workspace T0OPERATOR.
 */
export async function startSlack(
  answers: (method: string, body: any, headers: IncomingHttpHeaders) => Answer | undefined = () => undefined,
  until: 'file' | 'process' = 'file',
) {
  const receiver = await startReceiver(({ path, headers, body }) => {
    if (path.startsWith('/oauth/v2/authorize?')) return agreement(new URLSearchParams(path.split('?')[1]))
    const method = path.replace('/api/', '')
    const usual =
      method === 'oauth.v2.access'
        ? installation(body)
        : method === 'auth.test'
          ? { ok: true, team_id: 'T0OPERATOR' }
          : { ok: true, ts: '1700000000.000100' }
    return answers(method, body, headers) ?? { body: usual }
  }, until)
  const shared = { SONDE_SLACK_SIGNING_SECRET: 'shhh', SONDE_SLACK_API_URL: `${receiver.url}/api` }
  return {
    called: (method: string) => receiver.requests.filter(({ path }) => path === `/api/${method}`),
    /** With the operator's own workspace. */
    env: { SONDE_SLACK_BOT_TOKEN: 'xoxb-test', ...shared },
    /** With an app that organisations install. */
    appEnv: { SONDE_SLACK_CLIENT_ID: '1.2', SONDE_SLACK_CLIENT_SECRET: 'app-secret', ...shared },
  }
}

const installation = ({ code }: { code: string }) => {
  const [id] = code.split('.')
  return {
    ok: true,
    app_id: 'A0001',
    token_type: 'bot',
    access_token: `xoxb-${id}`,
    bot_user_id: `B${id}`,
    scope: 'chat:write',
    is_enterprise_install: false,
    team: { id, name: `Workspace ${id}` },
    authed_user: { id: 'U0001' },
  }
}

const agreement = (query: URLSearchParams): Answer => {
  const back = new URLSearchParams({ code: 'T0ACME.code', state: query.get('state') ?? '' })
  return { status: 302, headers: { location: `${query.get('redirect_uri')}?${back}` } }
}
