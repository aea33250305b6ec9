/** Templates over HTTP. */
import * as contract from '../../contract/templates.ts'
import { type Api, route } from '../http/route.ts'
import { getTemplate, listTemplates } from './templates.ts'

export function templateRoutes(api: Api): void {
  route(api, contract.listTemplates, listTemplates)
  route(api, contract.getTemplate, getTemplate)
}
