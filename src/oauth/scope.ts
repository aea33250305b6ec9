/** Scopes: requested, registered, granted. Nothing is narrowed silently. Source: RFC 6749 §3.3. */
import { agentScopes, agentScopesDefault } from '../../contract/agent-rules.ts'
import {
  offlineAccess,
  type RegisteredScope,
  requestedByName,
  type Scope,
  scopes,
  worksForPeople,
} from '../../contract/scopes.ts'

const scopeShape = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/

/** Who the token is for: an organisation gets no scope that needs a person. */
export type Grantee = 'organisation' | 'user'

const worksFor = (scope: RegisteredScope, grantee: Grantee): boolean =>
  scope === offlineAccess
    ? grantee === 'user'
    : grantee === 'user'
      ? worksForPeople(scope)
      : scopes[scope].organisation

/**
 * @param requested  as in the request; absent: everything registered that works for the grantee, but no refresh tokens and
 *   nothing that has to be requested by name
 * @returns in the order of registration, or null when a requested scope is malformed, not registered or needs a person. A person is not
 *   asked for refresh tokens by an application that is not registered for them: it gets the rest
 */
export function grantedScopes(
  requested: string | undefined,
  registered: readonly RegisteredScope[],
  grantee: Grantee,
): RegisteredScope[] | null {
  const possible = registered.filter((scope) => worksFor(scope, grantee))
  if (requested === undefined) {
    const all = possible.filter((scope) => scope !== offlineAccess && !requestedByName.includes(scope))
    return all.length > 0 ? all : null
  }
  if (!scopeShape.test(requested)) return null
  const names = new Set(requested.split(' '))
  // Agents ask for it because the metadata lists it. Without it their connection ends after an hour, which is better than none.
  if (grantee === 'user' && !registered.includes(offlineAccess)) names.delete(offlineAccess)
  const granted = possible.filter((scope) => names.has(scope))
  return granted.length === names.size && granted.length > 0 ? granted : null
}

/**
 * For an agent that its address describes: nobody registered scopes for it, and hosts ask for all that the metadata lists. So it gets those of
 * them that agents can have, and the reply of the token endpoint names them.
 * @returns null when none is left, or the request is malformed
 */
export function scopesOfAgent(requested: string | undefined): RegisteredScope[] | null {
  if (requested === undefined) return [...agentScopesDefault]
  if (!scopeShape.test(requested)) return null
  const names = requested.split(' ')
  const granted = agentScopes.filter((scope) => names.includes(scope))
  return granted.some((scope) => scope !== offlineAccess) ? granted : null
}

/** The scopes that open anything: features know no others. */
export const openingScopes = (granted: readonly RegisteredScope[]): Scope[] =>
  granted.filter((scope) => scope !== offlineAccess)
