/**
 * The embedded identity provider: a certified OpenID provider library under {base_url}/idp, for local use and the demo.
 * To everything else it is one more issuer, whose tokens are verified over HTTP like any other's.
 *
 * It knows one client, the developer site (public, PKCE), and gives it access tokens that are JWTs for our API with the
 * account's address and name. Sessions and codes live in this process's memory, keys and accounts in the database.
 * Loaded by the first request that needs it: the library costs about 30 MB and a third of a second.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
// `import type` and not `import { type … }`: the latter would load the library with this file.
import type Provider from 'oidc-provider'
import type { Configuration } from 'oidc-provider'
import type { Tx } from '../db/db.ts'
import { keyMemory } from '../limiter.ts'
import { findAccount, isSignedOut } from './accounts.ts'
import { providerStore } from './provider-cache.ts'
import { providerSecrets } from './provider-secrets.ts'
import type { Progress } from './second-factor/sign-in-steps.ts'

export const embeddedClientId = 'developer-site'
export const embeddedMount = '/idp'

/** Long enough to work in the pages; users are looked up at each use, so a disabled one is out at once. */
const sessionTokenSeconds = 3600
const signedInSeconds = 12 * 3600
const stepSeconds = 600

export type EmbeddedProvider = {
  handle(request: IncomingMessage, response: ServerResponse): void
  /** How far the sign-in of a page has come; null: it is not under way in this browser, or has ended. */
  stateOf(request: IncomingMessage, response: ServerResponse): Promise<SignInState | null>
  saveState(request: IncomingMessage, response: ServerResponse, state: SignInState): Promise<void>
  finishSignIn(request: IncomingMessage, response: ServerResponse, result: SignInResult): Promise<void>
}

/** `challenge`: that a passkey was asked to sign, good for one answer. */
export type SignInState = { progress: Progress | null; challenge: string | null }

/** `amr`: how the person signed in (RFC 8176). */
type SignInResult = { accountId: string; amr: string[] }

type Setup = { tx: Tx; baseUrl: string; developerUrl: string; now: Date }

export async function startEmbeddedProvider(setup: Setup): Promise<EmbeddedProvider> {
  const library = await importQuietly()
  const secrets = await providerSecrets(setup.tx, setup.now)
  const provider: Provider = new library.default(`${setup.baseUrl}${embeddedMount}`, {
    ...configuration(setup, secrets),
    interactions: {
      url: (_ctx, { uid }) => `${embeddedMount}/sign-in/${uid}`,
      policy: policyOf(library, setup),
    },
  })
  const callback = provider.callback()
  const states = keyMemory<SignInState>()
  return {
    handle: (request, response) => {
      // The library takes its mount point from the difference of the two addresses.
      const { url = '' } = request
      Object.assign(request, { originalUrl: url, url: url.slice(embeddedMount.length) || '/' })
      void callback(request, response)
    },
    stateOf: async (request, response) =>
      provider.interactionDetails(request, response).then(
        ({ prompt, uid }) => (prompt.name === 'login' ? (states.get(uid) ?? noState) : null),
        () => null,
      ),
    saveState: async (request, response, state) => {
      const { uid } = await provider.interactionDetails(request, response)
      states.set(uid, state)
    },
    finishSignIn: async (request, response, { accountId, amr }) => {
      const step = await provider.interactionDetails(request, response)
      states.set(step.uid, noState)
      await leaveOtherAccount(provider, step, accountId)
      await provider.interactionFinished(request, response, { login: { accountId, amr } })
    },
  }
}

/** When people are asked to sign in: as usual, and where they did so before their password was renewed. */
function policyOf({ interactionPolicy: { base, Check } }: typeof import('oidc-provider'), { tx }: Setup) {
  const policy = base()
  policy.get('login')?.checks.add(
    new Check(
      'signed_out',
      'The password was renewed',
      'login_required',
      async ({ oidc: { session, result } }) => {
        const { accountId, loginTs } = session ?? {}
        if (accountId === undefined || loginTs === undefined || result?.login) return Check.NO_NEED_TO_PROMPT
        return isSignedOut(tx, accountId, new Date(loginTs * 1000))
      },
    ),
  )
  return policy
}

const noState: SignInState = { progress: null, challenge: null }

type Step = Awaited<ReturnType<Provider['interactionDetails']>>

/**
 * Signing in with another account signs the first one out. By itself the library would ask for that by a page with a script
 * in it.
 */
async function leaveOtherAccount(provider: Provider, step: Step, accountId: string): Promise<void> {
  if (!step.session?.accountId || step.session.accountId === accountId) return
  const session = await provider.Session.findByUid(step.session.uid)
  await session?.destroy()
  step.session = undefined
  await step.save(stepSeconds)
}

/** The library greets every Node without the LTS mark with a warning; it is tested here with this one. */
async function importQuietly(): Promise<typeof import('oidc-provider')> {
  const { warn } = console
  console.warn = () => {}
  try {
    return await import('oidc-provider')
  } finally {
    console.warn = warn
  }
}

function configuration(
  { tx, baseUrl, developerUrl }: Setup,
  { signing, cookies }: Awaited<ReturnType<typeof providerSecrets>>,
): Configuration {
  return {
    adapter: providerStore(),
    jwks: { keys: [signing] },
    cookies: {
      keys: cookies,
      names: { session: 'sonde_idp', interaction: 'sonde_idp_step', resume: 'sonde_idp_resume' },
    },
    clients: [
      {
        client_id: embeddedClientId,
        redirect_uris: [`${developerUrl}/sign-in/callback`],
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    responseTypes: ['code'],
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    ttl: {
      AccessToken: sessionTokenSeconds,
      AuthorizationCode: 60,
      IdToken: sessionTokenSeconds,
      Interaction: stepSeconds,
      Session: signedInSeconds,
      Grant: signedInSeconds,
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => baseUrl,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: '',
          audience: baseUrl,
          accessTokenFormat: 'jwt',
          accessTokenTTL: sessionTokenSeconds,
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
    clientBasedCORS: (_ctx, origin) => origin === developerUrl,
    // Its only client is our own site: nobody is asked for consent to sign in.
    loadExistingGrant: async ({ oidc: { provider, client, session } }) => {
      const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    findAccount: async (_ctx, id) => {
      const account = await findAccount(tx, id)
      return account && { accountId: account.id, claims: () => ({ sub: account.id, ...claimsOf(account) }) }
    },
    extraTokenClaims: async (ctx, token) => {
      const account =
        token.kind === 'AccessToken' && token.accountId ? await findAccount(tx, token.accountId) : undefined
      // A token that was fetched without a password is not a fresh sign-in.
      const { authTime, amr } = ctx.oidc.entities.AuthorizationCode ?? {}
      return (
        account && {
          ...claimsOf(account),
          ...(authTime !== undefined && { auth_time: authTime }),
          ...(amr !== undefined && { amr }),
        }
      )
    },
    renderError: (ctx, out) => {
      ctx.type = 'text/plain'
      ctx.body = `Sign-in failed: ${out.error_description ?? out.error}`
    },
  }
}

/** Accounts are made by the operator of the service, who vouches for their addresses. */
const claimsOf = ({ email, name }: { email: string; name: string }) => ({ email, email_verified: true, name })
