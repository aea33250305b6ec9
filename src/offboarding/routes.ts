/** Exports and the deletion of an organisation over HTTP, and the download behind a link. */
import * as contract from '../../contract/offboarding.ts'
import { type Api, route } from '../http/route.ts'
import * as exports from './export.ts'
import * as offboarding from './offboarding.ts'

export function offboardingRoutes(api: Api): void {
  route(api, contract.listOrganisationExports, exports.listOrganisationExports)
  route(api, contract.createOrganisationExport, exports.createOrganisationExport)
  route(api, contract.getOrganisationExport, exports.getOrganisationExport)
  route(api, contract.createExportLink, (call) => exports.createExportLink(call, api.addresses.developerUrl))
  route(api, contract.getOrganisationDeletion, offboarding.getOrganisationDeletion)
  route(api, contract.requestOrganisationDeletion, offboarding.requestOrganisationDeletion)
  route(api, contract.cancelOrganisationDeletion, offboarding.cancelOrganisationDeletion)
  exports.downloadRoute(api)
}
