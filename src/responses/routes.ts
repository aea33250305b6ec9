/** Responses of teams over HTTP. */
import * as contract from '../../contract/responses.ts'
import { type Api, route } from '../http/route.ts'
import { listTeamResponses } from './responses.ts'

export function responseRoutes(api: Api): void {
  route(api, contract.listTeamResponses, listTeamResponses)
}
