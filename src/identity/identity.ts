/**
 * Identity: who somebody is in person. The door of this folder.
 *
 * The provider of the whole service is the configured one, or else the embedded one under {base_url}/idp: it may sign in
 * people of every organisation. Beside it each organisation may name issuers that it trusts about its own people.
 */
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import { type Config, ConfigError } from '../config.ts'
import type { Session } from '../actor.ts'
import type { Db, Tx } from '../db/db.ts'
import type { Addresses } from '../http/server.ts'
import type { Guard } from '../outbound/outbound.ts'
import { embeddedIssuer } from './accounts.ts'
import { embeddedClientId, embeddedMount } from './embedded-provider.ts'
import { embeddedRoutes } from './embedded-routes.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import type { TokenFault } from './profiles.ts'
import { createSessions, type FetchedBy, type Operator } from './sessions.ts'
import type { DemoPerson } from './sign-in-page.ts'
import { type SignIns, signIns } from './sign-in-provider.ts'
import { signInRoutes } from './sign-in-routes.ts'

export { createAccount, embeddedIssuer } from './accounts.ts'
export { isActiveAdmin, isActiveUser } from './active-users.ts'
export { keepingAnAdmin, withoutAdmin } from './admins.ts'
export { appointAdmin, bootstrap } from './bootstrap.ts'
export { changeUsers } from './changing-users.ts'
export { getPublic, isTrustworthy } from './fetch-json.ts'
export {
  addIdentity,
  canSignInWithout,
  countIdentities,
  findIdentity,
  identitiesOf,
  type IdentityRow,
  lockUser,
  removeIdentity,
} from './identities.ts'
export { organisationNamed, releaseName, takeName } from './names.ts'
export { nameOperator } from './operator.ts'
export { card, failurePage, languageOfBrowser } from './page.ts'
export { profiles } from './profiles.ts'
export { recordForAccount } from './second-factor/account-audit.ts'
export { sealClientSecret, sealedClientSecrets } from './client-secrets.ts'
export { secondFactorOf } from './second-factor/factors.ts'
export * as ownFactors from './second-factor/own-factors.ts'
export { sealedFactors, sealFactors } from './second-factor/sealed-secrets.ts'
export { resetFactorsByEmail, resetFactorsOf } from './second-factor/reset.ts'
export { reloadKeys } from './provider-entries.ts'
export { metadataKeys, providerKeys, type PublishedKeys, Unreachable } from './provider-keys.ts'
export { type DemoPerson } from './sign-in-page.ts'
export {
  disableUserOf,
  disableUsersOf,
  enableUserOf,
  enableUsersOf,
  eraseUserOf,
  type Membership,
  membershipsOf,
  moveAddressOfUser,
  newUser,
  personOf,
  updateReading,
} from './users.ts'

export type Identity = {
  /** @throws invalid_token | unavailable */
  session(token: string): Promise<Session>
  /** Why an organisation's settings refuse a token that its own provider has signed; null: for no reason that they name. */
  refusal(token: string, organisationId: string): Promise<TokenFault | null>
  readonly signIns: SignIns
  /** The client that the developer site is at the provider of the service; null: not configured, so not checked. */
  readonly clientId: string | null
  /** The name under which identities of the service's own provider are recorded, and its issuer in tokens. */
  operator(): { recordedAs: string; issuer: string }
  /** Which addresses organisations' providers may have. */
  readonly guard: Guard
}

type Setup = {
  config: Pick<Config, 'idp' | 'production' | 'allowLocalReceivers'>
  addresses: Addresses
  tx: Tx
  clock: Clock
  allowEmbedded?: boolean
  fetched?: FetchedBy
}

/** @throws ConfigError  the embedded provider in production, unless it was allowed */
export function createIdentity({
  config,
  addresses,
  tx,
  clock,
  allowEmbedded = false,
  fetched = () => {},
}: Setup): Identity {
  const { idp } = config
  if (!idp && config.production && !allowEmbedded) {
    throw new ConfigError([
      'NODE_ENV=production needs SONDE_IDP_ISSUER (or SONDE_ALLOW_EMBEDDED_IDP=yes, for trying things out)',
    ])
  }
  const clientId = idp ? idp.clientId : embeddedClientId
  // The served address is known when it listens, so nothing of it is read before the first call.
  const operator = (): Operator => {
    const issuer = idp ? idp.issuer : `${addresses.baseUrl}${embeddedMount}`
    return {
      issuer,
      // The embedded provider's accounts stay the same people when the service moves to another address.
      recordedAs: idp ? issuer : embeddedIssuer,
      clientId,
      trust: {
        profile: idp?.profile ?? 'oidc',
        audiences: [idp?.audience ?? idp?.clientId ?? addresses.baseUrl],
        parties: partiesOf(idp, clientId),
        client: clientId,
      },
    }
  }
  const guard = { production: config.production, allowLocal: config.allowLocalReceivers }
  const sessions = createSessions({ tx, clock, operator, guard, fetched })
  return {
    session: sessions.session,
    refusal: sessions.refusal,
    clientId,
    operator,
    guard,
    signIns: signIns({
      tx,
      guard,
      addresses,
      operator,
      keysOf: sessions.keysOf,
      resource: () => (idp ? idp.audience : addresses.baseUrl),
    }),
  }
}

/** By default our own client; Clerk's parties are origins, so they are always configured. Without a client any party will do. */
const partiesOf = (idp: Config['idp'], clientId: string | null): readonly string[] =>
  idp && (idp.parties.length > 0 || idp.profile === 'clerk')
    ? idp.parties
    : clientId === null
      ? []
      : [clientId]

type Routes = {
  app: FastifyInstance
  db: Pick<Db, 'tx' | 'named'>
  clock: Clock
  addresses: Addresses
  identity: Identity
  limiter: RateLimiter
  /** Whether to serve the embedded provider: when no other is configured. */
  embedded: boolean
  demoPersons?: readonly DemoPerson[]
}

export function identityRoutes({
  app,
  db,
  clock,
  addresses,
  identity,
  limiter,
  embedded,
  demoPersons = [],
}: Routes): void {
  signInRoutes(app, identity.signIns, limiter)
  if (embedded) embeddedRoutes({ app, db, clock, addresses, demoPersons })
}
