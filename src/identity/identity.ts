/**
 * Identity: who somebody is in person. The door of this folder.
 *
 * One issuer is trusted: the configured one, or else the embedded provider under {base_url}/idp.
 */
import { type FastifyInstance } from 'fastify'
import { type Clock } from '../clock.ts'
import { type Config, ConfigError } from '../config.ts'
import { type Session } from '../actor.ts'
import { type Tx } from '../db/db.ts'
import { type Addresses } from '../http/server.ts'
import { embeddedClientId, embeddedMount } from './embedded-provider.ts'
import { embeddedRoutes } from './embedded-routes.ts'
import { providerKeys } from './provider-keys.ts'
import { type TrustedIssuer, verifySessionToken } from './session-tokens.ts'
import { type DemoPerson } from './sign-in-page.ts'
import { type SignInProvider, signInProvider } from './sign-in-provider.ts'
import { signInRoutes } from './sign-in-routes.ts'

export { createAccount, setPassword } from './accounts.ts'
export { bootstrap } from './bootstrap.ts'
export { type Failures, failureCounter, networkOf } from './failures.ts'
export { card, failurePage } from './page.ts'
export { type DemoPerson } from './sign-in-page.ts'
export { type SignInProvider } from './sign-in-provider.ts'
export { disableUserOf, disableUsersOf, enableUserOf, enableUsersOf, eraseUserOf, personOf } from './users.ts'

/** How users of the embedded provider are recorded, whatever its address. */
const embeddedIssuer = 'embedded'

export type Identity = {
  /** @throws invalid_token | unavailable */
  session(token: string): Promise<Session>
  /** @throws unavailable */
  provider(): Promise<SignInProvider>
  /** The client that the developer site is at the provider; null: not told, so not checked. */
  readonly clientId: string | null
}

type Setup = { config: Pick<Config, 'idp' | 'production'>; addresses: Addresses; allowEmbedded?: boolean }

/** @throws ConfigError  the embedded provider in production, unless that is wanted */
export function createIdentity({ config, addresses, allowEmbedded = false }: Setup): Identity {
  const { idp } = config
  if (!idp && config.production && !allowEmbedded) {
    throw new ConfigError([
      'NODE_ENV=production needs SONDE_IDP_ISSUER (or SONDE_ALLOW_EMBEDDED_IDP=yes, for trying things out)',
    ])
  }
  // The served address is known when it listens, so nothing of it is read before the first call.
  let known: TrustedIssuer | undefined
  const trusted = (): TrustedIssuer =>
    (known ??= trust(
      idp ? idp.issuer : `${addresses.baseUrl}${embeddedMount}`,
      idp?.audience ?? idp?.clientId ?? addresses.baseUrl,
      idp ? idp.clientId : embeddedClientId,
    ))

  return {
    session: async (token) => {
      const session = await verifySessionToken([trusted()], token)
      // The embedded provider's accounts stay the same people when the service moves to another address.
      return idp ? session : { ...session, issuer: embeddedIssuer }
    },
    clientId: idp ? idp.clientId : embeddedClientId,
    provider: () => signInProvider(trusted(), idp ? idp.audience : addresses.baseUrl),
  }
}

const trust = (issuer: string, audience: string, clientId: string | null): TrustedIssuer => ({
  issuer,
  audience,
  clientId,
  keys: providerKeys(issuer),
})

type Routes = {
  app: FastifyInstance
  tx: Tx
  clock: Clock
  addresses: Addresses
  identity: Identity
  /** Whether to serve the embedded provider: when no other is configured. */
  embedded: boolean
  demoPersons?: readonly DemoPerson[]
}

export function identityRoutes({
  app,
  tx,
  clock,
  addresses,
  identity,
  embedded,
  demoPersons = [],
}: Routes): void {
  signInRoutes(app, identity.provider)
  if (embedded) embeddedRoutes({ app, tx, clock, addresses, demoPersons })
}
