/** OAuth over HTTP. Whatever changes an application is announced in this process before its reply leaves. */
import * as contract from '../../contract/oauth.ts'
import { limits } from '../../contract/limits.ts'
import { type Api, route } from '../http/route.ts'
import { type Identity } from '../identity/identity.ts'
import * as applications from './applications.ts'
import { authorizePage } from './authorize-page.ts'
import { codeEndpoint } from './code-endpoint.ts'
import { metadataRoutes } from './metadata.ts'
import { type OAuth } from './create-oauth.ts'
import { tokenEndpoint } from './token-endpoint.ts'

export function oauthRoutes(api: Api, { oauth, identity }: { oauth: OAuth; identity: Identity }): void {
  const { clients, changes, failures } = oauth
  const { app, db, clock, limiter, addresses } = api
  tokenEndpoint({ app, db, clock, limiter, addresses, clients, changes, failures })
  codeEndpoint(api, identity)
  authorizePage({ app, addresses, clients })
  metadataRoutes(app, addresses)

  const announced = <T>(id: string, result: T): T => {
    changes.announce('application', id)
    return result
  }
  route(api, contract.listApplications, (tx, admin, { query }) =>
    applications.listApplications(tx, admin, query),
  )
  route(api, contract.createApplication, (tx, admin, { body }, now) =>
    applications.createApplication(tx, admin, body, now),
  )
  route(api, contract.getApplication, (tx, admin, { params }) =>
    applications.getApplication(tx, admin, params.id),
  )
  route(api, contract.updateApplication, async (tx, admin, { params, body, ifMatch }, now) =>
    announced(params.id, await applications.updateApplication(tx, admin, params.id, body, ifMatch, now)),
  )
  route(api, contract.rotateSecret, async (tx, admin, { params, body }, now) => {
    const overlap = body?.overlap_seconds ?? limits.secretOverlapSeconds
    return announced(params.id, await applications.rotateSecret(tx, admin, params.id, overlap, now))
  })
  route(api, contract.revokeApplication, async (tx, admin, { params }, now) =>
    announced(params.id, await applications.revokeApplication(tx, admin, params.id, now)),
  )
  route(api, contract.deleteApplication, async (tx, admin, { params }, now) => {
    await applications.revokeApplication(tx, admin, params.id, now)
    return announced(params.id, null)
  })
}
