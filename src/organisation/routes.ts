/** The organisation over HTTP. */
import * as contract from '../../contract/organisation.ts'
import { type Api, route } from '../http/route.ts'
import { getOrganisation, updateOrganisation } from './organisation.ts'

/** @param languageModelHost  of the operator's language model, null without one */
export function organisationRoutes(api: Api, languageModelHost: string | null): void {
  route(api, contract.getOrganisation, getOrganisation)
  route(api, contract.updateOrganisation, (call) => updateOrganisation(call, languageModelHost))
}
