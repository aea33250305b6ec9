/** Scopes: what is asked, what is registered, what is granted. Nothing is narrowed silently. Source: RFC 6749 §3.3. */
import { type Scope, scopeNames, scopes } from '../../contract/scopes.ts'

const scopeShape = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/

/** Who the token is for: an organisation gets no scope that needs a person. */
export type Grantee = 'organisation' | 'user'

const worksFor = (scope: Scope, grantee: Grantee): boolean => grantee === 'user' || scopes[scope].organisation

/**
 * @param asked  as in the request; absent: everything registered that works for the grantee
 * @returns in the order of registration, or null when something asked is malformed, not registered or needs a person
 */
export function grantedScopes(
  asked: string | undefined,
  registered: readonly Scope[],
  grantee: Grantee,
): Scope[] | null {
  const possible = registered.filter((scope) => worksFor(scope, grantee))
  if (asked === undefined) return possible.length > 0 ? possible : null
  if (!scopeShape.test(asked)) return null
  const wanted = new Set(asked.split(' '))
  if ([...wanted].some((scope) => !possible.includes(scope as Scope))) return null
  return possible.filter((scope) => wanted.has(scope))
}

export const isScope = (name: string): name is Scope => scopeNames.includes(name as Scope)
