/** What a page has to know to send somebody to the identity provider: public, a part of its discovery document. */
import { problem } from '../problem.ts'
import { type TrustedIssuer } from './session-tokens.ts'

export type SignInProvider = {
  issuer: string
  client_id: string
  authorization_endpoint: string
  token_endpoint: string
  scope: string
  /** The API that the session token is for, as RFC 8707 names it; null where the provider knows one only. */
  resource: string | null
  id_token_signing_alg_values_supported?: string[]
  authorization_response_iss_parameter_supported?: boolean
}

/** @throws unavailable  the provider does not answer, or we are not told which client we are there */
export async function signInProvider(
  { issuer, clientId, keys }: TrustedIssuer,
  resource: string | null,
): Promise<SignInProvider> {
  const found = await keys.discovery().catch((error: Error) => {
    throw problem('unavailable', { headers: { 'retry-after': '1' }, internal: error.message })
  })
  const { authorization_endpoint, token_endpoint } = found
  if (clientId === null || !authorization_endpoint || !token_endpoint) {
    throw problem('unavailable', { detail: 'Signing in needs SONDE_IDP_CLIENT_ID' })
  }
  return {
    issuer,
    client_id: clientId,
    authorization_endpoint,
    token_endpoint,
    scope: 'openid email profile',
    resource,
    id_token_signing_alg_values_supported: found.id_token_signing_alg_values_supported,
    authorization_response_iss_parameter_supported: found.authorization_response_iss_parameter_supported,
  }
}
