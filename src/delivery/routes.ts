/** Bounces and suppressions over HTTP. */
import * as contract from '../../contract/deliveries.ts'
import { type Api, route } from '../http/route.ts'
import { liftSuppression, listSuppressions, reportBounces } from './returned-mail.ts'

export function deliveryRoutes(api: Api): void {
  route(api, contract.reportBounces, ({ tx, actor, body, now }) =>
    reportBounces(tx, actor, body.bounces, now),
  )
  route(api, contract.listSuppressions, ({ tx, actor, query }) => listSuppressions(tx, actor, query))
  route(api, contract.liftSuppression, ({ tx, actor, params }) => liftSuppression(tx, actor, params.id))
}
