/** Bounces and suppressions over HTTP. */
import * as contract from '../../contract/deliveries.ts'
import { type Api, route } from '../http/route.ts'
import { liftSuppression, listSuppressions, reportBounces } from './returned-mail.ts'

export function deliveryRoutes(api: Api): void {
  route(api, contract.reportBounces, reportBounces)
  route(api, contract.listSuppressions, listSuppressions)
  route(api, contract.liftSuppression, liftSuppression)
}
