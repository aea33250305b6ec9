/** The organisation over HTTP. */
import * as contract from '../../contract/organisation.ts'
import { type Api, route } from '../http/route.ts'
import * as organisation from './organisation.ts'

/** @param languageModelHost  of the operator's language model */
export function organisationRoutes(api: Api, languageModelHost: string | null): void {
  route(api, contract.getOrganisation, ({ tx, actor: admin }) => organisation.getOrganisation(tx, admin))
  route(api, contract.updateOrganisation, ({ tx, actor: admin, body, ifMatch, now }) =>
    organisation.updateOrganisation(tx, admin, body, languageModelHost, ifMatch, now),
  )
}
