/** Templates over HTTP. */
import * as contract from '../../contract/templates.ts'
import { type Api, route } from '../http/route.ts'
import * as templates from './templates.ts'

export function templateRoutes(api: Api): void {
  route(api, contract.listTemplates, templates.listTemplates)
  route(api, contract.getTemplate, templates.getTemplate)
}
