/**
 * A double of a KV v2 server (HashiCorp Vault, OpenBao), for tests: it speaks the part of the HTTP interface that the key store
 * uses, over real HTTP on loopback, and keeps secrets in memory. It is no such server: it seals nothing and checks one token.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Version = { data: unknown; destroyed: boolean }
type Secret = { versions: Version[]; created: string }

export type KvServer = {
  /** What SONDE_KEY_STORE is set to: the mount. */
  readonly url: string
  readonly token: string
  /** Everything that it holds, as an attacker with its memory reads it. */
  contents(): string
  /** From now on it answers every request with this status; null: as it should. */
  fail(status: number | null): void
  /** The trace of each request, in order; null where there was none. */
  readonly traces: readonly (string | null)[]
  close(): Promise<void>
}

export async function startKvServer(): Promise<KvServer> {
  const secrets = new Map<string, Secret>()
  const token = 'token-of-the-double'
  let failure: number | null = null
  const traces: (string | null)[] = []

  const answer = (method: string, path: string, body: any): [status: number, reply?: unknown] => {
    const url = new URL(path, 'http://kv')
    const [, , , kind, ...rest] = url.pathname.split('/')
    const name = rest.join('/')
    const secret = secrets.get(name)
    switch (`${method} ${kind}`) {
      case 'POST data':
      case 'PUT data': {
        if (body.options?.cas === 0 && secret)
          return [400, { errors: ['check-and-set parameter did not match the current version'] }]
        const kept = secret ?? { versions: [], created: new Date().toISOString() }
        kept.versions.push({ data: body.data, destroyed: false })
        secrets.set(name, kept)
        return [200, { data: { version: kept.versions.length } }]
      }
      case 'GET data': {
        const last = secret?.versions.at(-1)
        if (!last || last.destroyed) return [404, { errors: [] }]
        return [200, { data: { data: last.data, metadata: { version: secret?.versions.length } } }]
      }
      case 'POST destroy':
      case 'PUT destroy': {
        for (const at of body.versions as number[]) {
          const version = secret?.versions[at - 1]
          if (version) Object.assign(version, { data: null, destroyed: true })
        }
        return [204]
      }
      case 'GET metadata': {
        if (url.searchParams.get('list') === 'true') {
          const keys = [...secrets.keys()].flatMap((key) =>
            key.startsWith(`${name}/`) ? [decodeURIComponent(key.slice(name.length + 1))] : [],
          )
          return keys.length > 0 ? [200, { data: { keys } }] : [404, { errors: [] }]
        }
        if (!secret) return [404, { errors: [] }]
        const versions = Object.fromEntries(
          secret.versions.map(({ destroyed }, at) => [at + 1, { destroyed }]),
        )
        return [200, { data: { created_time: secret.created, versions } }]
      }
      case 'DELETE metadata':
        secrets.delete(name)
        return [204]
      default:
        return [405, { errors: [] }]
    }
  }

  const respond = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const sent = await text(request)
    traces.push(request.headers.traceparent?.toString() ?? null)
    const isKnown = request.headers['x-vault-token'] === token
    const [status, body] =
      failure !== null
        ? [failure, { errors: ['failing'] }]
        : isKnown
          ? answer(request.method ?? '', request.url ?? '', sent === '' ? {} : JSON.parse(sent))
          : [403, { errors: ['permission denied'] }]
    reply.writeHead(status, { 'content-type': 'application/json' })
    reply.end(body === undefined ? '' : JSON.stringify(body))
  }
  const server = createServer((request, reply) => void respond(request, reply))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1/sonde`,
    token,
    traces,
    contents: () => JSON.stringify([...secrets]),
    fail: (status) => void (failure = status),
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}
