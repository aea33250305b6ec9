/** Privacy requests over HTTP: for admins, for people themselves, and the page behind a personal link. */
import * as contract from '../../contract/privacy.ts'
import type { ErasureParts } from '../erasure/erasure.ts'
import { type Api, route } from '../http/route.ts'
import { copyLinkRoutes } from './copy-link.ts'
import * as own from './own.ts'
import * as privacy from './privacy.ts'

export function privacyRoutes(api: Api, parts: ErasureParts): void {
  route(api, contract.listPrivacyRequests, privacy.listPrivacyRequests)
  route(api, contract.createPrivacyRequest, privacy.createPrivacyRequest)
  route(api, contract.getPrivacyRequest, privacy.getPrivacyRequest)
  route(api, contract.startPrivacyRequest, privacy.startPrivacyRequest)
  route(api, contract.completePrivacyRequest, (call) => privacy.completePrivacyRequest(call, parts))
  route(api, contract.declinePrivacyRequest, privacy.declinePrivacyRequest)
  route(api, contract.extendPrivacyRequest, privacy.extendPrivacyRequest)
  route(api, contract.cancelPrivacyRequest, privacy.cancelPrivacyRequest)
  route(api, contract.liftPrivacyRequest, privacy.liftPrivacyRequest)
  route(api, contract.listOwnPrivacyRequests, own.listOwnPrivacyRequests)
  route(api, contract.createOwnPrivacyRequest, own.createOwnPrivacyRequest)
  route(api, contract.cancelOwnPrivacyRequest, own.cancelOwnPrivacyRequest)
  // The read is recorded, so it has a transaction.
  route(api, contract.getOwnExport, (call) => api.db.transaction((tx) => own.getOwnExport({ ...call, tx })))
  copyLinkRoutes(api)
}
