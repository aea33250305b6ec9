/** What a page needs to send somebody to an identity provider: public, a part of its discovery document. */
import type { ProfileName } from '../../contract/identity-providers.ts'
import type { Tx } from '../db/db.ts'
import { messageOf } from '../caught.ts'
import type { Addresses } from '../http/server.ts'
import type { Guard } from '../outbound/outbound.ts'
import { type Problem, problem } from '../problem.ts'
import { profiles } from './profiles.ts'
import { openClientSecret } from './client-secrets.ts'
import { exchangeCode, type ExchangeReply } from './code-exchange.ts'
import { entriesOfSlug, findSignIn } from './provider-entries.ts'
import type { ProviderKeys } from './provider-keys.ts'
import type { Operator } from './sessions.ts'

export type SignInProvider = {
  issuer: string
  client_id: string
  authorization_endpoint: string
  token_endpoint: string
  scope: string
  /** Which token of its reply is the session token. */
  session_token: 'access_token' | 'id_token'
  /** The API that the session token is for, as RFC 8707 names it; null where the provider knows only one. */
  resource: string | null
  /** Where it sends people back to, on the developer site: one address for each provider, so that answers cannot be mixed up. */
  redirect_path: string
  id_token_signing_alg_values_supported?: string[]
  authorization_response_iss_parameter_supported?: boolean
}

export const callbackPath = '/sign-in/callback'
/** Where the page exchanges a code if our client has a secret, by the provider's id. */
export const exchangePath = '/sign-in/token'

export type SignIns = {
  /** The provider of the service, or one of an organisation's. @throws not_found | unavailable */
  provider(id?: string): Promise<SignInProvider>
  /**
   * Exchanges a code of an organisation's provider with the secret of our client there.
   * @throws not_found    no such provider, or none with a secret
   * @throws unavailable  the provider does not answer, or its secret cannot be opened
   */
  exchange(id: string, given: { code: string; verifier: string }): Promise<ExchangeReply>
  /** The providers that people of an organisation can sign in by, by its slug. */
  providers(
    slug: string,
  ): Promise<{ organisation: { name: string } | null; providers: { id: string; name: string }[] }>
}

type Setup = {
  tx: Tx
  guard: Guard
  addresses: Pick<Addresses, 'developerUrl'>
  operator: () => Operator
  keysOf: (issuer: string) => ProviderKeys
  resource: () => string | null
}

type Description = {
  issuer: string
  profile: ProfileName
  clientId: string | null
  resource: string | null
  redirectPath: string
  keys: ProviderKeys
}

export function signIns({ tx, guard, addresses, operator, keysOf, resource }: Setup): SignIns {
  const ofOrganisation = async (id: string): Promise<SignInProvider> => {
    const entry = await findSignIn(tx, id)
    if (!entry || entry.client_id === null) throw problem('not_found')
    const { issuer, client_id: clientId, audiences, profile, sealed_client_secret: secret } = entry
    const described = await describe({
      issuer,
      profile,
      clientId,
      keys: keysOf(issuer),
      redirectPath: `${callbackPath}/${id}`,
      // Where tokens name an API, the request has to name it.
      resource: ['oidc', 'auth0'].includes(profile) ? (audiences[0] ?? null) : null,
    })
    // The page goes on as with any provider: only where it sends the code is another address.
    return secret === null
      ? described
      : { ...described, token_endpoint: `${addresses.developerUrl}${exchangePath}/${id}` }
  }
  const exchange = async (
    id: string,
    { code, verifier }: { code: string; verifier: string },
  ): Promise<ExchangeReply> => {
    const entry = await findSignIn(tx, id)
    if (!entry?.client_id || !entry.sealed_client_secret) throw problem('not_found')
    const { issuer, client_id: clientId, sealed_client_secret: sealed } = entry
    try {
      const secret = openClientSecret(tx, id, sealed)
      const { token_endpoint: endpoint, ...server } = await keysOf(issuer).discovery()
      const redirectUri = `${addresses.developerUrl}${callbackPath}/${id}`
      const reply =
        endpoint !== undefined &&
        (await exchangeCode(
          { ...server, token_endpoint: endpoint },
          { clientId, secret, redirectUri, code, verifier },
          guard,
        ))
      if (reply) return reply
    } catch (error) {
      throw unavailable(messageOf(error))
    }
    throw unavailable('the provider does not exchange a code')
  }
  return {
    exchange,
    provider: (id) => {
      if (id !== undefined) return ofOrganisation(id)
      const { issuer, clientId, trust } = operator()
      return describe({
        issuer,
        profile: trust.profile,
        clientId,
        keys: keysOf(issuer),
        redirectPath: callbackPath,
        resource: resource(),
      })
    },
    providers: async (slug) => {
      const entries = await entriesOfSlug(tx, slug)
      return {
        organisation: entries.length > 0 ? { name: entries[0].organisation } : null,
        providers: entries.map(({ id, name }) => ({ id, name })),
      }
    },
  }
}

const unavailable = (internal: string): Problem =>
  problem('unavailable', { headers: { 'retry-after': '1' }, internal })

/** @throws unavailable  the provider does not answer, or our client there is not configured */
async function describe({
  issuer,
  profile,
  clientId,
  resource,
  redirectPath,
  keys,
}: Description): Promise<SignInProvider> {
  const discovery = await keys.discovery().catch((error: unknown) => {
    throw unavailable(messageOf(error))
  })
  const { authorization_endpoint, token_endpoint } = discovery
  if (clientId === null || !authorization_endpoint || !token_endpoint) {
    throw problem('unavailable', { detail: 'Signing in needs SONDE_IDP_CLIENT_ID' })
  }
  const isByIdToken = profiles[profile].type === 'ID token'
  return {
    issuer,
    client_id: clientId,
    authorization_endpoint,
    token_endpoint,
    scope: 'openid email profile',
    session_token: isByIdToken ? 'id_token' : 'access_token',
    // An ID token is for our client and no API.
    resource: isByIdToken ? null : resource,
    redirect_path: redirectPath,
    id_token_signing_alg_values_supported: discovery.id_token_signing_alg_values_supported,
    authorization_response_iss_parameter_supported: discovery.authorization_response_iss_parameter_supported,
  }
}
