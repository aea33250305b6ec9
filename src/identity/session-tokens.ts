/**
 * Session tokens: who somebody is, said by an identity provider in a signed JWT. The embedded provider's are read by this
 * very code as well.
 *
 * The checks in their order: size and form; the issuer, read unverified only to pick one that is configured; an asymmetric
 * algorithm of our list (headers `jku`, `x5u`, `jwk` are never followed); the key by `kid`; `iss` byte for byte; times.
 * Then, for each who trusts this issuer, what kind of token it is and whom it is for (profiles.ts). Real time, since the
 * provider knows no other.
 * Sources: RFC 8725 (JWT best practices), RFC 9068 (JWT access tokens), OpenID Connect Core §3.1.3.7.
 */
import { decodeJwt, type JWTPayload, jwtVerify } from 'jose'
import { limits } from '../../contract/limits.ts'
import { problem } from '../problem.ts'
import { type Claims, textOf } from './profiles.ts'
import { type ProviderKeys, Unreachable } from './provider-keys.ts'

const algorithms = ['ES256', 'RS256', 'PS256', 'EdDSA', 'Ed25519']

export const refused = (internal: string) => problem('invalid_token', { internal })

/** Who this token says that it is from; nothing is verified yet. @throws invalid_token */
export function claimedIssuer(token: string): string {
  if (token.length > limits.sessionTokenBytesMax || token.split('.').length !== 3)
    throw refused('not a compact JWS of an allowed size')
  let issuer: unknown
  try {
    issuer = decodeJwt(token).iss
  } catch {
    throw refused('not a JWT')
  }
  const text = textOf(issuer)
  if (text === null) throw refused('no issuer')
  return text
}

/** A token that its issuer has signed and that is alive. */
export type Verified = {
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
): Promise<Verified> {
  const { payload, protectedHeader } = await jwtVerify(token, keys.key, {
    algorithms,
    issuer,
    requiredClaims: ['exp', 'iat', 'sub'],
    clockTolerance: limits.sessionTokenSkewSeconds,
    currentDate: now,
  }).catch((error: unknown) => {
    if (error instanceof Unreachable)
      throw problem('unavailable', { headers: { 'retry-after': '1' }, internal: error.message })
    throw refused(String(error))
  })
  checkTimes(payload, now)
  return {
    claims: payload,
    typ: protectedHeader.typ,
    subject: payload.sub!,
    signedInAt: signInOf(payload),
  }
}

function checkTimes({ iat, exp, sub }: JWTPayload, now: Date): void {
  if (textOf(sub) === null) throw refused('no subject')
  if (iat! > now.getTime() / 1000 + limits.sessionTokenSkewSeconds) throw refused('issued in the future')
  if (exp! - iat! > limits.sessionTokenLifetimeSecondsMax) throw refused('lives too long')
}

/** When the person signed in; where the provider does not say, when it issued the token. Never later than that. */
function signInOf({ auth_time: signedIn, iat }: JWTPayload): Date {
  const seconds = typeof signedIn === 'number' && signedIn > 0 ? Math.min(signedIn, iat!) : iat!
  return new Date(seconds * 1000)
}
