/** People, invitations and identity providers over HTTP. */
import * as providerContract from '../../contract/identity-providers.ts'
import * as invitationContract from '../../contract/invitations.ts'
import * as contract from '../../contract/people.ts'
import * as factorContract from '../../contract/second-factor.ts'
import { type Api, route } from '../http/route.ts'
import { type Identity, ownFactors } from '../identity/identity.ts'
import { Problem } from '../problem.ts'
import * as providers from './identity-providers.ts'
import { invitationPage } from './invitation-page.ts'
import * as invitations from './invitations.ts'
import * as me from './me.ts'
import * as own from './own-identities.ts'
import { testProvider } from './provider-test.ts'
import { resendOwnInvitations } from './own-invitations.ts'
import { resetSecondFactor } from './second-factor-reset.ts'
import * as users from './users.ts'

export function userRoutes(api: Api, identity: Identity): void {
  route(api, contract.listPeople, users.listPeople)
  route(api, contract.listSuccessors, users.listSuccessors)
  route(api, contract.updatePerson, users.updatePerson)
  meRoutes(api, identity)
  secondFactorRoutes(api)
  invitationRoutes(api)
  providerRoutes(api, identity)
}

function meRoutes(api: Api, identity: Identity): void {
  const service = (): me.Service => ({
    operator: identity.operator().recordedAs,
    developerUrl: api.addresses.developerUrl,
  })
  // The first call may make somebody a user, so this read has a transaction.
  route(api, contract.getMe, (call) => api.db.transaction((tx) => me.getMe({ ...call, tx }, service())))
  route(api, contract.updateMe, me.updateMe)
  route(api, contract.listOwnOrganisations, me.listOwnOrganisations)
  route(api, contract.getOwnOpenSurveys, me.getOwnOpenSurveys)
  route(api, contract.resendOwnInvitations, resendOwnInvitations)
  // The second token is verified before a transaction begins: its provider may have to be asked.
  route(
    api,
    contract.addIdentity,
    async (call) => {
      // A fault of the second token is one of the body, not of the token that authenticates the request.
      const second = await identity.session(call.body.session_token).catch(async (error: unknown) => {
        if (!(error instanceof Problem) || error.code !== 'invalid_token') throw error
        throw await api.db.transaction((tx) => own.refusalOfSecond({ ...call, tx }, identity))
      })
      return api.db.transaction((tx) => own.addIdentity({ ...call, tx }, second, service()))
    },
    { single: true },
  )
  route(api, contract.removeIdentity, (call) => own.removeIdentity(call, service()))
}

function secondFactorRoutes(api: Api): void {
  const { addresses, db } = api
  // Like the first call of getMe, it may make somebody a user.
  route(api, factorContract.getSecondFactor, (call) =>
    db.transaction((tx) => ownFactors.getSecondFactor({ ...call, tx }, addresses)),
  )
  route(api, factorContract.beginAuthenticator, ownFactors.beginAuthenticator)
  route(api, factorContract.confirmAuthenticator, (call) => ownFactors.confirmAuthenticator(call, addresses))
  route(api, factorContract.removeAuthenticator, ownFactors.removeAuthenticator)
  route(api, factorContract.beginPasskey, (call) => ownFactors.beginPasskey(call, addresses))
  route(api, factorContract.addPasskey, (call) => ownFactors.addPasskey(call, addresses))
  route(api, factorContract.removePasskey, ownFactors.removePasskey)
  route(api, factorContract.replaceRecoveryCodes, (call) => ownFactors.replaceRecoveryCodes(call, addresses))
  route(api, factorContract.resetSecondFactor, resetSecondFactor)
}

function invitationRoutes(api: Api): void {
  invitationPage(api.app)
  route(api, invitationContract.listInvitations, invitations.listInvitations)
  route(api, invitationContract.createInvitation, invitations.createInvitation)
  route(api, invitationContract.resendInvitation, invitations.resendInvitation)
  route(api, invitationContract.revokeInvitation, invitations.revokeInvitation)
  route(api, invitationContract.acceptInvitation, invitations.acceptInvitation)
}

function providerRoutes(api: Api, identity: Identity): void {
  const { operator, guard } = identity
  const service = (): providers.Service => ({ operator, guard, developerUrl: api.addresses.developerUrl })
  route(api, providerContract.listIdentityProviders, (call) => providers.listProviders(call, service()))
  route(api, providerContract.createIdentityProvider, (call) => providers.createProvider(call, service()))
  route(api, providerContract.getIdentityProvider, (call) => providers.getProvider(call, service()))
  route(api, providerContract.updateIdentityProvider, (call) => providers.updateProvider(call, service()))
  route(api, providerContract.deleteIdentityProvider, (call) => providers.deleteProvider(call, service()))
  route(api, providerContract.reloadIdentityProvider, (call) => providers.reloadProvider(call, service()))
  // Asks a stranger: no connection to the database is held meanwhile.
  route(
    api,
    providerContract.testIdentityProvider,
    async (call) => testProvider(await providers.getProvider(call, service()), guard),
    { single: true },
  )
}
