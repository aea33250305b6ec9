/**
 * What we know of one identity provider: its discovery document and its keys.
 *
 * Nothing is fetched before it is needed, so we start without the provider. Keys are read again after 10 minutes; when that
 * fails the last good set serves for up to 24 hours. A `kid` that the set does not hold makes us read it again, once a minute
 * at most. Calls under way are shared. In an emergency everything is forgotten (`reload`): then only what is read from then
 * on counts.
 * Sources: OpenID Connect Discovery 1.0 §4; RFC 7517; jose, createRemoteJWKSet.
 */
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose'
import { type FetchJson, type FetchOptions, isTrustworthy, jsonFetcher } from './fetch-json.ts'

const refreshMs = 600_000
const staleMaxMs = 86_400_000
const unknownKidMs = 60_000

export type Discovery = {
  readonly issuer: string
  readonly jwks_uri: string
  readonly authorization_endpoint?: string
  readonly token_endpoint?: string
  readonly id_token_signing_alg_values_supported?: string[]
  readonly authorization_response_iss_parameter_supported?: boolean
  readonly token_endpoint_auth_methods_supported?: string[]
}

export type ProviderKeys = {
  discovery(): Promise<Discovery>
  /** The key for a token's header. @throws Unreachable when no set was ever read */
  readonly key: JWTVerifyGetKey
  /** Reads keys, unless they are fresh. @throws Unreachable @returns how many there are */
  count(): Promise<number>
  /** Forgets all that was read before. */
  reload(): void
}

/** The provider does not answer and nothing is known of it yet: not a fault of the caller. */
export class Unreachable extends Error {}

export const providerKeys = (issuer: string, options: FetchOptions = {}): ProviderKeys =>
  keysOf({ issuer, at: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration` }, options)

/** Keys that a service publishes, with what it says of each beside the key itself. */
export type PublishedKeys = Pick<ProviderKeys, 'key'> & {
  /** @returns what the service says of a key that was found, or undefined */
  memberOf(kid: string, member: string): unknown
}

/** Keys of a service whose metadata is at another address than its issuer's. @param issuer  as the document names it */
export const metadataKeys = (at: string, issuer: string): PublishedKeys => keysOf({ issuer, at }, {})

function keysOf(document: Document, options: FetchOptions): ProviderKeys & PublishedKeys {
  const { issuer } = document
  const { now = performance.now.bind(performance) } = options
  const fetchJson = jsonFetcher(options)
  let discovery: Promise<Discovery> | undefined
  let keys: Promise<KeySet> | undefined
  let latest: KeySet | undefined

  const discover = (): Promise<Discovery> => {
    const reading = (discovery ??= readDiscovery(document, fetchJson).catch((error: unknown) => {
      if (discovery === reading) discovery = undefined
      throw new Unreachable(`discovery of ${issuer} failed: ${reasonOf(error)}`, { cause: error })
    }))
    return reading
  }
  const fresh = async (): Promise<KeySet> => {
    const found = (keys ??= discover().then(({ jwks_uri }) => keySet(new URL(jwks_uri), fetchJson, now)))
    const set = await found.catch((error: unknown) => {
      if (keys === found) keys = undefined
      throw error
    })
    await set.freshen()
    latest = set
    return set
  }
  return {
    discovery: discover,
    key: async (header, token) => (await fresh()).find(header, token),
    count: async () => (await fresh()).count(),
    memberOf: (kid, member) => latest?.memberOf(kid, member),
    reload: () => {
      discovery = undefined
      keys = undefined
    },
  }
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}

type Document = { readonly issuer: string; readonly at: string }

async function readDiscovery({ issuer, at }: Document, fetchJson: FetchJson): Promise<Discovery> {
  const url = new URL(at)
  const document = (await fetchJson(url)) as Discovery | null
  if (document?.issuer !== issuer) throw new Error(`${url.href} names another issuer`)
  for (const name of ['jwks_uri', 'authorization_endpoint', 'token_endpoint'] as const)
    if (!isUsable(document[name]) && (document[name] !== undefined || name === 'jwks_uri'))
      throw new Error(`${url.href} names no usable ${name}`)
  return document
}

/**
 * Pages lead people to these addresses and let their scripts call them: no script, no other program, and no host that would be
 * more than a name in a Content-Security-Policy (URLs allow `;`, `,`, `'` and `*` in one).
 */
const isUsable = (address: unknown): boolean => {
  const url = typeof address === 'string' ? URL.parse(address) : null
  return url !== null && isTrustworthy(url) && /^[\w.:[\]-]+$/.test(url.host)
}

type KeySet = {
  freshen(): Promise<void>
  find: JWTVerifyGetKey
  count(): number
  memberOf(kid: string, member: string): unknown
}

function keySet(url: URL, fetchJson: FetchJson, now: () => number): KeySet {
  const remote = createRemoteJWKSet(url, {
    // When to read again is decided here: a set that cannot be renewed is better than none, for a day.
    cacheMaxAge: Number.MAX_SAFE_INTEGER,
    cooldownDuration: Number.MAX_SAFE_INTEGER,
    [customFetch]: async () => Response.json(await fetchJson(url)),
  })
  let readAt = -Infinity
  let lookedAt = -Infinity
  let looking: Promise<void> = Promise.resolve()

  const reload = async (): Promise<void> => {
    await remote.reload()
    readAt = now()
  }
  const lookForUnknown = (): Promise<void> => {
    if (now() - lookedAt >= unknownKidMs) {
      lookedAt = now()
      looking = reload().catch(() => {})
    }
    return looking
  }
  return {
    count: () => remote.jwks()?.keys.length ?? 0,
    memberOf: (kid, member) => {
      const key: object | undefined = remote.jwks()?.keys.find((one) => one.kid === kid)
      return key && Reflect.get(key, member)
    },
    freshen: async () => {
      const age = now() - readAt
      if (age < refreshMs) return
      try {
        await reload()
      } catch (error) {
        if (age > staleMaxMs)
          throw new Unreachable(`no keys at ${url.href}: ${reasonOf(error)}`, { cause: error })
      }
    },
    find: async (header, token) => {
      try {
        return await remote(header, token)
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
        await lookForUnknown()
        return remote(header, token)
      }
    },
  }
}
