/** Usage and requests of an application, for the admins of its organisation. */
import * as contract from '../../contract/requests.ts'
import { type Api, route } from '../http/route.ts'
import { getRequest, listRequests, readUsage } from './usage.ts'

export function usageRoutes(api: Api): void {
  route(api, contract.getUsage, ({ tx, actor: admin, params, query, now }) =>
    readUsage(tx, admin, params.id, query, now),
  )
  route(api, contract.listRequests, ({ tx, actor: admin, params, query }) =>
    listRequests(tx, admin, params.id, query),
  )
  route(api, contract.getRequest, ({ tx, actor: admin, params }) =>
    getRequest(tx, admin, params.id, params.request_id),
  )
}
