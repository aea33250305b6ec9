/**
 * Keys on a server that speaks the KV v2 interface of HashiCorp Vault and OpenBao, for several nodes: one secret for each key, below
 * a path of the installation. A destroyed key loses its versions and its metadata, which the server then cannot restore.
 *
 * Interface: developer.hashicorp.com/vault/api-docs/secret/kv/kv-v2 (data, destroy, metadata) and openbao.org/api-docs/secret/kv.
 */
import { readFile } from 'node:fs/promises'
import { messageOf, Unavailable } from '../caught.ts'
import type { Config } from '../config.ts'
import { traceHeaders } from '../trace.ts'
import type { Entries } from './entries.ts'

type Server = Extract<Config['keyStore'], { kind: 'server' }>

const requestMs = 5_000

/** A request to the server below its mount. @returns null for 404 */
type Request = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown> | null>

export function kvServerEntries(server: Server, installation: string): Entries {
  const request = requestsTo(server)
  const at = (name: string): string => `${installation}/${encodeURIComponent(name)}`
  return {
    place: `${server.url}, below ${installation}`,
    write: async (name, value) => {
      // cas 0: only where there is none.
      const body = { options: { cas: 0 }, data: { key: value.toString('base64') } }
      await request('POST', `data/${at(name)}`, body)
    },
    read: async (name) => {
      const secret = (await request('GET', `data/${at(name)}`))?.data
      const key = property(property(secret, 'data'), 'key')
      return typeof key === 'string' ? Buffer.from(key, 'base64') : null
    },
    destroy: async (name) => {
      const metadata = await request('GET', `metadata/${at(name)}`)
      const versions = Object.keys(property(metadata?.data, 'versions') ?? {}).map(Number)
      if (versions.length > 0) await request('POST', `destroy/${at(name)}`, { versions })
      await request('DELETE', `metadata/${at(name)}`)
    },
    names: async () => {
      const listed = await request('GET', `metadata/${installation}?list=true`)
      const keys = property(listed?.data, 'keys')
      return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []
    },
    madeAt: async (name) => {
      const metadata = await request('GET', `metadata/${at(name)}`)
      const created = property(metadata?.data, 'created_time')
      return typeof created === 'string' ? new Date(created) : null
    },
  }
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function requestsTo({ url, tokenFile, namespace, ...server }: Server): Request {
  /** Read again for each request: an agent beside the service renews the file. */
  const tokenNow = async (): Promise<string> =>
    server.token ?? (tokenFile === null ? '' : (await readFile(tokenFile, 'utf8')).trim())
  return async (method, path, body) => {
    let reply: Response
    let text: string
    try {
      reply = await fetch(`${url}/${path}`, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(requestMs),
        headers: {
          ...traceHeaders(),
          'x-vault-token': await tokenNow(),
          'x-vault-request': 'true',
          ...(namespace !== null && { 'x-vault-namespace': namespace }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      text = await reply.text()
    } catch (error) {
      throw new Unavailable(`The key store ${url} cannot be reached: ${messageOf(error)}`, { cause: error })
    }
    if (reply.status === 404) return null
    // The reply may hold what was sent, so its text is not shown.
    if (!reply.ok)
      throw new Unavailable(`The key store ${url} answered ${method} with status ${reply.status}`)
    return text === '' ? {} : jsonIn(text, url)
  }
}

function jsonIn(text: string, url: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null) return { ...parsed }
  } catch {
    // It is said below, for every answer that is not an object.
  }
  throw new Unavailable(`The key store ${url} did not answer with JSON`)
}
