/**
 * Session tokens: who somebody is, as an identity provider states it in a signed JWT. The embedded provider's are read by
 * this code as well.
 *
 * The checks in their order: size and form; the issuer, read unverified only to pick one that is configured; an asymmetric
 * algorithm of our list (headers `jku`, `x5u`, `jwk` are never followed); the key by `kid`; `iss` byte for byte; times.
 * Then, for each organisation that trusts this issuer, what kind of token it is and who it is for (profiles.ts). Times are
 * real time, as the provider knows no other.
 * Sources: RFC 8725 (JWT best practices), RFC 9068 (JWT access tokens), OpenID Connect Core §3.1.3.7.
 */
import { decodeJwt, type JWTPayload, jwtVerify } from 'jose'
import { limits } from '../../contract/limits.ts'
import { problem } from '../problem.ts'
import { type Claims, textOf } from './profiles.ts'
import { type ProviderKeys, Unreachable } from './provider-keys.ts'

const algorithms = ['ES256', 'RS256', 'PS256', 'EdDSA', 'Ed25519']

export const invalidToken = (internal: string) => problem('invalid_token', { internal })

/** The issuer that a token names; nothing is verified yet. @throws invalid_token */
export function claimedIssuer(token: string): string {
  if (token.length > limits.sessionTokenBytesMax || token.split('.').length !== 3)
    throw invalidToken('not a compact JWS of an allowed size')
  let issuer: unknown
  try {
    issuer = decodeJwt(token).iss
  } catch {
    throw invalidToken('not a JWT')
  }
  const text = textOf(issuer)
  if (text === null) throw invalidToken('no issuer')
  return text
}

/** What a valid token of an issuer states. */
export type VerifiedToken = {
  readonly claims: Claims
  readonly typ: string | undefined
  readonly subject: string
  readonly signedInAt: Date
}

/**
 * @throws invalid_token  whatever is wrong with it; the reason is for the log
 * @throws unavailable    the provider's keys were never reachable
 */
export async function verifySessionToken(
  issuer: string,
  keys: Pick<ProviderKeys, 'key'>,
  token: string,
  now = new Date(),
): Promise<VerifiedToken> {
  const { payload, protectedHeader } = await jwtVerify(token, keys.key, {
    algorithms,
    issuer,
    requiredClaims: ['exp', 'iat', 'sub'],
    clockTolerance: limits.sessionTokenSkewSeconds,
    currentDate: now,
  }).catch((error: unknown) => {
    if (error instanceof Unreachable)
      throw problem('unavailable', { headers: { 'retry-after': '1' }, internal: error.message })
    throw invalidToken(String(error))
  })
  const subject = textOf(payload.sub)
  if (subject === null) throw invalidToken('no subject')
  return {
    claims: payload,
    typ: protectedHeader.typ,
    subject,
    signedInAt: signInOf(payload, issuedAt(payload, now)),
  }
}

/** In seconds since 1970. @throws invalid_token  times that cannot be */
function issuedAt({ iat, exp }: JWTPayload, now: Date): number {
  if (iat === undefined || exp === undefined) throw invalidToken('no times')
  if (iat > now.getTime() / 1000 + limits.sessionTokenSkewSeconds) throw invalidToken('issued in the future')
  if (exp - iat > limits.sessionTokenLifetimeSecondsMax) throw invalidToken('lives too long')
  return iat
}

/** When the person signed in; where the provider does not say, when it issued the token. Never later than that. */
const signInOf = ({ auth_time: signedIn }: JWTPayload, issuedAt: number): Date =>
  new Date((typeof signedIn === 'number' && signedIn > 0 ? Math.min(signedIn, issuedAt) : issuedAt) * 1000)
