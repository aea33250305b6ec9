/**
 * Session tokens: who somebody is, said by the identity provider in a signed JWT. The embedded provider's are read by
 * this very code as well.
 *
 * The checks in their order: size and form; the issuer, read unverified only to pick one of the configured ones; an
 * asymmetric algorithm of our list (headers `jku`, `x5u`, `jwk` are never followed); the key by `kid`; `iss` byte for
 * byte; `aud` holds ours, and where it holds others too, `azp` names our client; what kind of token it is (no ID
 * tokens); times. Real time, since the provider knows no other.
 * Sources: RFC 8725 (JWT best practices), RFC 9068 (JWT access tokens), OpenID Connect Core §3.1.3.7.
 */
import { decodeJwt, type JWTPayload, jwtVerify } from 'jose'
import { limits } from '../../contract/limits.ts'
import { type Session } from '../actor.ts'
import { problem } from '../problem.ts'
import { type ProviderKeys, Unreachable } from './provider-keys.ts'

export type TrustedIssuer = {
  readonly issuer: string
  /** What `aud` must hold. */
  readonly audience: string
  /** The developer site at this provider; null: not told. */
  readonly clientId: string | null
  readonly keys: ProviderKeys
}

const algorithms = ['ES256', 'RS256', 'PS256', 'EdDSA', 'Ed25519']
const tokenTypes = ['at+jwt', 'application/at+jwt', 'jwt']
/** Only ID tokens carry these (OpenID Connect Core §2, §3.3.2.11). */
const idTokenClaims = ['nonce', 'at_hash', 'c_hash', 's_hash']

const refused = (internal: string) => problem('invalid_token', { internal })

/**
 * @throws invalid_token  whatever is wrong with it; the reason is for the log
 * @throws unavailable    the provider's keys were never reachable
 */
export async function verifySessionToken(
  trusted: readonly TrustedIssuer[],
  token: string,
  now = new Date(),
): Promise<Session> {
  if (token.length > limits.sessionTokenBytesMax || token.split('.').length !== 3)
    throw refused('not a compact JWS of an allowed size')
  const issuer = trusted.find(({ issuer: known }) => known === claimedIssuer(token))
  if (!issuer) throw refused('unknown issuer')
  const { payload, protectedHeader } = await jwtVerify(token, issuer.keys.key, {
    algorithms,
    issuer: issuer.issuer,
    audience: issuer.audience,
    requiredClaims: ['exp', 'iat', 'sub'],
    clockTolerance: limits.sessionTokenSkewSeconds,
    currentDate: now,
  }).catch((error: unknown) => {
    if (error instanceof Unreachable)
      throw problem('unavailable', { headers: { 'retry-after': '1' }, internal: error.message })
    throw refused(String(error))
  })
  checkKind(payload, protectedHeader.typ)
  checkTimes(payload, now)
  const clientId = textOf(payload.azp) ?? textOf(payload.client_id)
  checkParty(payload, clientId, issuer)
  return {
    kind: 'session',
    issuer: issuer.issuer,
    subject: payload.sub!,
    email: textOf(payload.email),
    // Some providers send the string "true": not enough.
    emailVerified: payload.email_verified === true,
    name: textOf(payload.name),
    clientId,
  }
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.isWellFormed() && !value.includes('\0') ? value : null

function claimedIssuer(token: string): unknown {
  try {
    return decodeJwt(token).iss
  } catch {
    throw refused('not a JWT')
  }
}

function checkKind(payload: JWTPayload, typ: string | undefined): void {
  if (typ !== undefined && !tokenTypes.includes(typ.toLowerCase())) throw refused(`token of type ${typ}`)
  if (idTokenClaims.some((claim) => claim in payload)) throw refused('an ID token')
  // Keycloak says in a claim of this name whether it is a Bearer, an ID or a Refresh token.
  if (payload.typ !== undefined && payload.typ !== 'Bearer') throw refused('not a bearer token')
}

function checkTimes({ iat, exp, sub }: JWTPayload, now: Date): void {
  if (textOf(sub) === null) throw refused('no subject')
  if (iat! > now.getTime() / 1000 + limits.sessionTokenSkewSeconds) throw refused('issued in the future')
  if (exp! - iat! > limits.sessionTokenLifetimeSecondsMax) throw refused('lives too long')
}

function checkParty({ aud }: JWTPayload, clientId: string | null, issuer: TrustedIssuer): void {
  if (!Array.isArray(aud) || aud.length < 2) return
  if (clientId === null || (issuer.clientId !== null && clientId !== issuer.clientId))
    throw refused('several audiences and not our client')
}
