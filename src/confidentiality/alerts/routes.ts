/** Alerts of harm over HTTP. */
import * as contract from '../../../contract/alerts.ts'
import { type Api, route } from '../../http/route.ts'
import * as alerts from './alerts.ts'

export function alertRoutes(api: Api): void {
  route(api, contract.listAlerts, alerts.listAlerts)
  route(api, contract.acknowledgeAlert, alerts.acknowledgeAlert)
}
