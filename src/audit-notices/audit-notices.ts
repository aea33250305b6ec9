/**
 * Audit notices: e-mails to admins about actions that they chose. What is private to an author is never told. The admin who acted is told as
 * well, so that somebody whose session was stolen notices; a change of this very choice is told to every admin.
 */
import { isDeepStrictEqual } from 'node:util'
import type { AuditNotices } from '../../contract/audit-notices.ts'
import type * as contract from '../../contract/audit-notices.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import type { Call } from '../call.ts'
import type { Tx } from '../db/db.ts'
import { type FieldError, problem } from '../problem.ts'
import { choiceOf, presentChoice as present, withMandatoryActions } from './choice.ts'
import * as store from './store.ts'

export { digestNotices } from './notice-text.ts'
export { auditNoticeTasks } from './notice-work.ts'

export const getAuditNotices = ({
  tx,
  actor: { organisationId },
}: Call<typeof contract.getAuditNotices>): Promise<AuditNotices> => choiceOf(tx, organisationId)

/**
 * A patch that changes nothing makes no new version and no audit event.
 * @throws precondition_failed
 * @throws unprocessable  a recipient is not an active admin
 */
export async function updateAuditNotices({
  tx,
  actor: admin,
  body: patch,
  ifMatch,
  now,
}: Call<typeof contract.updateAuditNotices>): Promise<AuditNotices> {
  const { organisationId } = admin
  const before = present(await store.findChoice(tx, organisationId, { lock: true }))
  if (ifMatch !== undefined && ifMatch !== before.version) throw problem('precondition_failed')
  const actions = patch.actions === undefined ? before.actions : withMandatoryActions(patch.actions)
  const recipients = patch.recipients === undefined ? before.recipients : patch.recipients
  if (isDeepStrictEqual({ actions, recipients }, { actions: before.actions, recipients: before.recipients }))
    return before
  if (patch.recipients) await assertAdmins(tx, organisationId, patch.recipients)
  const row = await store.saveChoice(tx, organisationId, { actions, recipients }, now)
  await recordAudit(tx, {
    organisationId,
    actor: actedBy(admin),
    action: 'audit.notices_updated',
    target: organisationId,
    detail: {
      added: actions.filter((action) => !before.actions.includes(action)),
      removed: before.actions.filter((action) => !actions.includes(action)),
      recipients: { from: before.recipients ?? 'admins', to: recipients ?? 'admins' },
    },
    at: now,
  })
  return present(row)
}

/** @throws unprocessable, for each recipient that is not an active admin */
async function assertAdmins(tx: Tx, organisationId: string, recipients: readonly string[]): Promise<void> {
  const admins = new Set(await store.listAdmins(tx, organisationId))
  const errors = recipients.flatMap((id, place): FieldError[] =>
    admins.has(id)
      ? []
      : [{ pointer: `/recipients/${place}`, code: 'not_an_admin', detail: `${id} is not an active admin` }],
  )
  if (errors.length > 0) throw problem('unprocessable', { detail: errors[0].detail, errors })
}
