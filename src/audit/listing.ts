/** The audit log for signed-in admins: newest first, including entries that are private to the reader. */
import type * as contract from '../../contract/audit.ts'
import type { AuditEvent } from '../../contract/audit.ts'
import type { Page } from '../../contract/fields.ts'
import type { Call } from '../call.ts'
import { paged, pageOf } from '../db/paging.ts'
import { actedBy, type Read, type Reading, recordReading } from './recording.ts'
import * as store from './store.ts'

/** The reading itself is recorded first, so the reply includes it. @throws invalid_cursor */
export async function listAuditEvents({
  tx,
  actor: admin,
  query: { format: _format, ...query },
  now,
}: Call<typeof contract.listAuditEvents>): Promise<Page<'audit_events', AuditEvent>> {
  const { organisationId } = admin
  const paging = paged(`audit of ${organisationId}`, query)
  const reading: Reading = {
    organisationId,
    actor: actedBy(admin),
    action: 'audit.read',
    operation: 'listAuditEvents',
    at: now,
  }
  const read: Read = { detail: {}, privateTo: null }
  await recordReading(tx, reading, [organisationId], async () => new Map([[organisationId, read]]))
  return pageOf('audit_events', await store.listAudit(tx, admin, query, paging), paging, store.positionOf)
}
