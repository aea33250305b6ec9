/** OAuth over HTTP. Whatever changes an application or a grant is announced in this process before its reply leaves. */
import * as contract from '../../contract/oauth.ts'
import * as grantContract from '../../contract/grants.ts'
import { limits } from '../../contract/limits.ts'
import { type Config } from '../config.ts'
import { type Api, route } from '../http/route.ts'
import { type Identity } from '../identity/identity.ts'
import { impossible } from '../problem.ts'
import * as applications from './applications/applications.ts'
import { authorizePage } from './authorize-page.ts'
import { codeEndpoint } from './code-endpoint.ts'
import { leakEndpoint } from './applications/leaks.ts'
import { listGrants, withdrawGrant } from './grants.ts'
import { metadataRoutes } from './metadata.ts'
import { type OAuth } from './create-oauth.ts'
import { revokeSecret, rotateSecret } from './applications/secrets.ts'
import { tokenEndpoint } from './token-endpoint.ts'
import { tokenStateEndpoints } from './token-state.ts'

type Setup = {
  oauth: OAuth
  identity: Identity
  publicApplications?: Config['publicApplications']
}

export function oauthRoutes(api: Api, { oauth, identity, publicApplications = 'unlisted' }: Setup): void {
  const { clients, changes, failures } = oauth
  const { app, db, clock, limiter, addresses } = api
  const endpoint = { app, db, clock, limiter, addresses, clients, changes, failures }
  tokenEndpoint(endpoint)
  tokenStateEndpoints(endpoint)
  leakEndpoint(endpoint)
  codeEndpoint(api, identity)
  authorizePage({ app, addresses, clients })
  metadataRoutes({ app, addresses, publicListed: publicApplications === 'on' })
  applicationRoutes(api, publicApplications !== 'off')

  route(api, grantContract.listGrants, ({ tx, actor: person, query }) => listGrants(tx, person, query))
  route(api, grantContract.withdrawGrant, async ({ tx, actor: person, params, now }) => {
    await withdrawGrant(tx, person, params.id, now)
    return null
  })
}

function applicationRoutes(api: Api, publicAllowed: boolean): void {
  const checkKind = (kind: string | undefined): void => {
    if (kind === 'public' && !publicAllowed)
      throw impossible('/kind', 'Public applications are switched off on this service')
  }
  route(api, contract.listApplications, ({ tx, actor: admin, query }) =>
    applications.listApplications(tx, admin, query),
  )
  route(api, contract.createApplication, async ({ tx, actor: admin, body, now }) => {
    checkKind(body.kind)
    return applications.createApplication(tx, admin, body, now)
  })
  route(api, contract.getApplication, ({ tx, actor: admin, params }) =>
    applications.getApplication(tx, admin, params.id),
  )
  route(api, contract.updateApplication, async ({ tx, actor: admin, params, body, ifMatch, now }) => {
    checkKind(body.kind)
    return await applications.updateApplication(tx, admin, params.id, body, ifMatch, now)
  })
  route(api, contract.rotateSecret, async ({ tx, actor: admin, params, body, now }) => {
    const overlap = body?.overlap_seconds ?? limits.secretOverlapSeconds
    return await rotateSecret(tx, admin, params.id, overlap, now)
  })
  route(api, contract.revokeSecret, async ({ tx, actor: admin, params, now }) =>
    revokeSecret(tx, admin, params.id, params.secret_id, now),
  )
  route(api, contract.revokeApplication, async ({ tx, actor: admin, params, now }) =>
    applications.revokeApplication(tx, admin, params.id, now),
  )
  route(api, contract.deleteApplication, async ({ tx, actor: admin, params, now }) => {
    await applications.revokeApplication(tx, admin, params.id, now)
    return null
  })
}
