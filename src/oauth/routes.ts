/** OAuth over HTTP. */
import * as contract from '../../contract/oauth.ts'
import * as grantContract from '../../contract/grants.ts'
import type { Config } from '../config.ts'
import { type Api, route } from '../http/route.ts'
import type { Identity } from '../identity/identity.ts'
import { impossible } from '../problem.ts'
import * as applications from './applications/applications.ts'
import { authorizePage } from './authorize-page.ts'
import type { Guard } from '../outbound/outbound.ts'
import { documentsOf } from './documents/documents.ts'
import { codeEndpoint } from './code-endpoint.ts'
import { leakEndpoint, type LeakedSecrets } from './applications/leaks.ts'
import { listGrants, withdrawGrant } from './grants.ts'
import { metadataRoutes } from './metadata.ts'
import type { OAuth } from './create-oauth.ts'
import { revokeSecret, rotateSecret } from './applications/secrets.ts'
import { tokenEndpoint } from './token-endpoint.ts'
import { tokenStateEndpoints } from './token-state.ts'

type Setup = {
  oauth: OAuth
  identity: Identity
  /** Secrets of other rooms that can be reported, too. */
  leakedSecrets: readonly LeakedSecrets[]
  publicApplications?: Config['publicApplications']
  /** For the documents of agents. */
  guard: Guard
}

export function oauthRoutes(
  api: Api,
  { oauth, identity, leakedSecrets, publicApplications = 'on', guard }: Setup,
): void {
  const { clients, failures } = oauth
  const { app, db, clock, limiter, addresses } = api
  const endpoint = { app, db, clock, limiter, addresses, clients, failures }
  tokenEndpoint(endpoint)
  tokenStateEndpoints(endpoint)
  leakEndpoint(endpoint, leakedSecrets)
  const documents =
    publicApplications === 'off' ? null : documentsOf({ tx: db.tx, clock, limiter, guard, log: app.log })
  codeEndpoint(api, identity, documents)
  authorizePage({ app, addresses, clients, documents, limiter })
  metadataRoutes({ app, addresses, publicListed: publicApplications === 'on' })
  applicationRoutes(api, publicApplications !== 'off')
  route(api, grantContract.listGrants, listGrants)
  route(api, grantContract.withdrawGrant, withdrawGrant)
}

function applicationRoutes(api: Api, publicAllowed: boolean): void {
  const assertAllowed = (kind: string | undefined): void => {
    if (kind === 'public' && !publicAllowed)
      throw impossible('/kind', 'Public applications are switched off on this service')
  }
  route(api, contract.listApplications, applications.listApplications)
  route(api, contract.createApplication, async (call) => {
    assertAllowed(call.body.kind)
    return applications.createApplication(call)
  })
  route(api, contract.getApplication, applications.getApplication)
  route(api, contract.updateApplication, async (call) => {
    assertAllowed(call.body.kind)
    return applications.updateApplication(call)
  })
  route(api, contract.rotateSecret, rotateSecret)
  route(api, contract.revokeSecret, revokeSecret)
  route(api, contract.revokeApplication, applications.revokeApplication)
  route(api, contract.deleteApplication, async (call) => {
    await applications.revokeApplication(call)
    return null
  })
}
