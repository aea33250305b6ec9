/**
 * Microsoft's side of a connection: the address where an administrator of a tenant signs in, and the ID token that the code brings. The token
 * proves the tenant: its signature, its issuer with the tenant in it, our app as its audience, the nonce of this connection, and that the person
 * administers the tenant, so that nobody else takes a tenant for their own organisation. What the browser brings proves nothing.
 * Source: Microsoft identity platform, OAuth 2.0 authorization code flow; ID token claims reference (`tid`, `wids`); Entra built-in roles.
 */
import { jwtVerify } from 'jose'
import type { MicrosoftTeams } from '../config.ts'
import { metadataKeys, type PublishedKeys } from '../identity/identity.ts'

/**
 * refused        Microsoft does not accept the code, or the token is not for this connection
 * not_an_admin   the person does not administer the tenant, or the app's registration does not ask for roles
 * other_tenant   the app is for a single tenant, and this is another
 */
export type SignInFault = 'refused' | 'not_an_admin' | 'other_tenant' | 'silent'

export type SignedIn = { readonly tenantId: string; readonly name: string }

export type MicrosoftSignIn = {
  /** The id of the operator's registration, which is also the bot. */
  readonly appId: string
  authorizeUrl(state: string, nonce: string, redirectUri: string): string
  signedInBy(code: string, nonce: string, redirectUri: string): Promise<SignedIn | SignInFault>
}

const limitMs = 10_000
const skewSeconds = 300
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Who may connect a tenant: they decide about apps in Teams there. */
const administrators: ReadonlySet<unknown> = new Set([
  '62e90394-69f5-4237-9190-012177145e10', // Global Administrator
  '69091246-20e8-4a56-aa4d-066075b2a7a8', // Teams Administrator
])
/** Of accounts that belong to nobody's organisation. */
const consumers = '9188040d-6c67-4c5b-b112-36a304b66dad'

export function microsoftSignIn(app: MicrosoftTeams): MicrosoftSignIn {
  const { appId, secret, tenant, loginUrl } = app
  const keys: PublishedKeys = metadataKeys(
    `${loginUrl}/common/v2.0/.well-known/openid-configuration`,
    // The document is for every tenant, and says so.
    `${loginUrl}/{tenantid}/v2.0`,
  )
  const authority = `${loginUrl}/${tenant ?? 'organizations'}/oauth2/v2.0`
  const tokenOf = async (
    code: string,
    redirectUri: string,
  ): Promise<{ token: string } | 'refused' | 'silent'> => {
    try {
      const reply = await fetch(`${authority}/token`, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(limitMs),
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: appId,
          client_secret: secret,
          code,
          redirect_uri: redirectUri,
          scope: 'openid profile',
        }),
      })
      if (reply.status >= 500) return 'silent'
      const body = (await reply.json()) as { id_token?: unknown } | null
      return reply.status === 200 && typeof body?.id_token === 'string' ? { token: body.id_token } : 'refused'
    } catch {
      return 'silent'
    }
  }
  return {
    appId,
    authorizeUrl: (state, nonce, redirectUri) => {
      const query = new URLSearchParams({
        client_id: appId,
        response_type: 'code',
        response_mode: 'query',
        redirect_uri: redirectUri,
        scope: 'openid profile',
        prompt: 'select_account',
        state,
        nonce,
      })
      return `${authority}/authorize?${query.toString()}`
    },
    signedInBy: async (code, nonce, redirectUri) => {
      const given = await tokenOf(code, redirectUri)
      if (typeof given === 'string') return given
      const verified = await jwtVerify(given.token, keys.key, {
        algorithms: ['RS256'],
        audience: appId,
        requiredClaims: ['exp', 'iss', 'tid', 'nonce'],
        clockTolerance: skewSeconds,
      }).catch(() => null)
      if (!verified) return 'refused'
      const { tid, iss, nonce: said, wids, preferred_username: user } = verified.payload
      if (typeof tid !== 'string' || !uuid.test(tid) || tid === consumers) return 'refused'
      if (iss !== `${loginUrl}/${tid}/v2.0` || said !== nonce) return 'refused'
      // A key of the common list says whose tokens it signs: one tenant's, or each its own.
      const issuer = keys.memberOf(verified.protectedHeader.kid ?? '', 'issuer')
      if (typeof issuer === 'string' && issuer.replace('{tenantid}', tid) !== iss) return 'refused'
      if (tenant !== null && tid !== tenant) return 'other_tenant'
      if (!Array.isArray(wids) || !wids.some((role) => administrators.has(role))) return 'not_an_admin'
      const domain = typeof user === 'string' ? (/@([\w.-]{1,200})$/.exec(user)?.[1] ?? null) : null
      return { tenantId: tid, name: domain?.toLowerCase() ?? tid }
    },
  }
}
