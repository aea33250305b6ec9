/** Retention and legal holds over HTTP. */
import * as contract from '../../contract/retention.ts'
import { type Api, route } from '../http/route.ts'
import * as retention from './retention.ts'

export function retentionRoutes(api: Api): void {
  route(api, contract.getRetention, retention.getRetention)
  route(api, contract.listHolds, retention.listHolds)
  route(api, contract.setHold, retention.setHold)
  route(api, contract.liftHold, retention.liftHold)
}
