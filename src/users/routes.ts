/** People over HTTP. */
import * as providerContract from '../../contract/identity-providers.ts'
import * as invitationContract from '../../contract/invitations.ts'
import * as contract from '../../contract/people.ts'
import { type Session } from '../actor.ts'
import { type Api, route } from '../http/route.ts'
import { type Identity, personOf } from '../identity/identity.ts'
import { problem } from '../problem.ts'
import * as providers from './identity-providers.ts'
import { invitationPage } from './invitation-page.ts'
import * as invitations from './invitations.ts'
import * as me from './me.ts'
import * as own from './own-identities.ts'
import * as users from './users.ts'
import { testProvider } from './provider-test.ts'

type Named = { readonly 'sonde-organisation'?: string }

const namedIn = (headers: Named): string | null => headers['sonde-organisation'] ?? null

export function userRoutes(api: Api, identity: Identity): void {
  route(api, contract.listPeople, ({ tx, actor: admin, query }) => users.listPeople(tx, admin, query))
  route(api, contract.updatePerson, ({ tx, actor: admin, params, body, ifMatch, now }) =>
    users.updatePerson(tx, admin, params.id, body, ifMatch, now),
  )
  meRoutes(api, identity)
  invitationRoutes(api)
  providerRoutes(api, identity)
}

function meRoutes(api: Api, identity: Identity): void {
  const operator = (): string => identity.operator().recordedAs
  // A first look may make somebody a user.
  route(api, contract.getMe, ({ actor, headers, now }) =>
    api.db.transaction((tx) =>
      actor.kind === 'session'
        ? me.ofSession(tx, actor, namedIn(headers), operator(), api.addresses.developerUrl, now)
        : me.ofApplication(tx, actor),
    ),
  )
  // The second token is verified before a transaction begins: its provider may have to be asked.
  route(
    api,
    contract.addIdentity,
    async ({ actor: session, headers, body, now }) => {
      const second = await secondSession(identity, body.session_token)
      return api.db.transaction(async (tx) => {
        const person = await personOf(tx, session, namedIn(headers), now)
        return own.addIdentity(tx, person, session, second, operator(), now)
      })
    },
    { single: true },
  )
  route(api, contract.removeIdentity, async ({ tx, actor: person, params, now }) => {
    await own.removeIdentity(tx, person, params.id, operator(), now)
    return null
  })
}

/** What is wrong with the second token is no fault of the first. */
const secondSession = (identity: Identity, token: string): Promise<Session> =>
  identity.session(token).catch((error: { code?: string }) => {
    if (error.code !== 'invalid_token') throw error
    const detail = 'This token is not taken here: it is invalid, expired or of an unknown provider'
    throw problem('unprocessable', {
      detail,
      errors: [{ pointer: '/session_token', code: 'invalid_token', detail }],
    })
  })

function invitationRoutes(api: Api): void {
  invitationPage(api.app)
  route(api, invitationContract.listInvitations, ({ tx, actor: admin, query, now }) =>
    invitations.listInvitations(tx, admin, query, now),
  )
  route(api, invitationContract.createInvitation, ({ tx, actor: admin, body, now }) =>
    invitations.createInvitation(tx, admin, body, now),
  )
  route(api, invitationContract.resendInvitation, ({ tx, actor: admin, params, now }) =>
    invitations.resendInvitation(tx, admin, params.id, now),
  )
  route(api, invitationContract.revokeInvitation, ({ tx, actor: admin, params, now }) =>
    invitations.revokeInvitation(tx, admin, params.id, now),
  )
  route(api, invitationContract.acceptInvitation, ({ tx, actor: session, body, now }) =>
    invitations.acceptInvitation(tx, session, body.token, now),
  )
}

function providerRoutes(api: Api, identity: Identity): void {
  const service = (): providers.Service => ({
    operator: identity.operator,
    guard: identity.guard,
    developerUrl: api.addresses.developerUrl,
  })
  route(api, providerContract.listIdentityProviders, ({ tx, actor: admin, query }) =>
    providers.listProviders(tx, admin, query, service()),
  )
  route(api, providerContract.createIdentityProvider, ({ tx, actor: admin, body, now }) =>
    providers.createProvider(tx, admin, body, service(), now),
  )
  route(api, providerContract.getIdentityProvider, ({ tx, actor: admin, params }) =>
    providers.getProvider(tx, admin, params.id, service()),
  )
  route(api, providerContract.updateIdentityProvider, ({ tx, actor: admin, params, body, ifMatch, now }) =>
    providers.updateProvider(tx, admin, params.id, body, ifMatch, service(), now),
  )
  route(api, providerContract.deleteIdentityProvider, async ({ tx, actor: admin, params, now }) => {
    await providers.deleteProvider(tx, admin, params.id, service(), now)
    return null
  })
  route(api, providerContract.reloadIdentityProvider, ({ tx, actor: admin, params, now }) =>
    providers.reloadProvider(tx, admin, params.id, service(), now),
  )
  // Asks a stranger: no connection to the database is held meanwhile.
  route(
    api,
    providerContract.testIdentityProvider,
    async ({ tx, actor: admin, params }) =>
      testProvider(await providers.getProvider(tx, admin, params.id, service()), identity.guard),
    { single: true },
  )
}
