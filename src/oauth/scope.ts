/** Scopes: what is asked, what is registered, what is granted. Nothing is narrowed silently. Source: RFC 6749 §3.3. */
import { offlineAccess, type RegisteredScope, type Scope, scopes } from '../../contract/scopes.ts'

const scopeShape = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/

/** Who the token is for: an organisation gets no scope that needs a person. */
export type Grantee = 'organisation' | 'user'

const worksFor = (scope: RegisteredScope, grantee: Grantee): boolean =>
  grantee === 'user' || (scope !== offlineAccess && scopes[scope].organisation)

/**
 * @param asked  as in the request; absent: everything registered that works for the grantee, but no refresh tokens
 * @returns in the order of registration, or null when something asked is malformed, not registered or needs a person
 */
export function grantedScopes(
  asked: string | undefined,
  registered: readonly RegisteredScope[],
  grantee: Grantee,
): RegisteredScope[] | null {
  const possible = registered.filter((scope) => worksFor(scope, grantee))
  if (asked === undefined) {
    const all = possible.filter((scope) => scope !== offlineAccess)
    return all.length > 0 ? all : null
  }
  if (!scopeShape.test(asked)) return null
  const wanted = new Set(asked.split(' '))
  if ([...wanted].some((scope) => !possible.includes(scope as RegisteredScope))) return null
  return possible.filter((scope) => wanted.has(scope))
}

/** What of it opens anything: features know no other scopes. */
export const openingScopes = (granted: readonly RegisteredScope[]): Scope[] =>
  granted.filter((scope): scope is Scope => scope !== offlineAccess)
