/** Usage and requests of an application, for the admins of its organisation. */
import * as contract from '../../contract/requests.ts'
import { type Api, route } from '../http/route.ts'
import { getRequest, getUsage, listRequests } from './usage.ts'

export function usageRoutes(api: Api): void {
  route(api, contract.getUsage, getUsage)
  route(api, contract.listRequests, listRequests)
  route(api, contract.getRequest, getRequest)
}
