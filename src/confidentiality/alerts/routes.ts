/** Alerts of harm over HTTP. */
import * as contract from '../../../contract/alerts.ts'
import { type Api, route } from '../../http/route.ts'
import * as alerts from './alerts.ts'

export function alertRoutes(api: Api): void {
  route(api, contract.listAlerts, ({ tx, actor: admin, query, now }) =>
    alerts.listAlerts(tx, admin, query, now),
  )
  route(api, contract.acknowledgeAlert, ({ tx, actor: admin, params, now }) =>
    alerts.acknowledgeAlert(tx, admin, params.id, now),
  )
}
