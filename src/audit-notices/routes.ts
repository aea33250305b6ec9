/** Audit notices over HTTP. */
import * as contract from '../../contract/audit-notices.ts'
import { type Api, route } from '../http/route.ts'
import { getAuditNotices, updateAuditNotices } from './audit-notices.ts'

export function auditNoticeRoutes(api: Api): void {
  route(api, contract.getAuditNotices, getAuditNotices)
  route(api, contract.updateAuditNotices, updateAuditNotices)
}
