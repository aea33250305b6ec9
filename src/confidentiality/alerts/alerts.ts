/**
 * Alerts of harm, as admins read them: that at least one answer of a collection speaks of it (src/confidentiality/alerts/store.ts
 * says what is told, and what is not). Who read them and who looks after one is written down.
 */
import { type Alert } from '../../../contract/alerts.ts'
import { type Page } from '../../../contract/fields.ts'
import { type PersonActor } from '../../actor.ts'
import { actedBy, recordAudit, recordReading } from '../../audit/audit.ts'
import { acknowledgeAlert as acknowledge, type AlertRow, findAlert, findAlerts } from './store.ts'
import { type Tx } from '../../db/db.ts'
import { paged, pageOf } from '../../db/paging.ts'
import { problem } from '../../problem.ts'

const said = { harassment: 'harassment', self_harm: 'self-harm', safety: 'danger at work' } as const

function alertOf({ owner_kind, owner_id, private_to: _private, ...row }: AlertRow): Alert {
  const kinds = row.kinds.map((kind) => said[kind])
  return {
    ...row,
    statement: `At least one answer of this collection speaks of ${new Intl.ListFormat('en', { type: 'conjunction' }).format(kinds)}.`,
    scope: owner_kind === 'pulse' ? { pulse_id: owner_id } : { check_in_instance_id: owner_id },
  }
}

type Query = { limit?: number; cursor?: string; acknowledged?: 'true' | 'false' }

/** @throws invalid_cursor */
export async function listAlerts(
  tx: Tx,
  admin: PersonActor,
  query: Query,
  now: Date,
): Promise<Page<'alerts', Alert>> {
  const paging = paged(`alerts of ${admin.organisationId} to ${admin.userId}`, query)
  const acknowledged = query.acknowledged === undefined ? null : query.acknowledged === 'true'
  const rows = await findAlerts(tx, admin, acknowledged, paging)
  const page = pageOf('alerts', rows, paging, ({ id }) => id)
  await recordReading(
    tx,
    {
      organisationId: admin.organisationId,
      actor: actedBy(admin),
      action: 'alert.read',
      operation: 'listAlerts',
      at: now,
    },
    page.alerts.map(({ id }) => id),
    async (fresh) =>
      new Map(
        page.alerts
          .filter(({ id }) => fresh.includes(id))
          .map(({ id, private_to }) => [id, { detail: {}, privateTo: private_to }]),
      ),
  )
  return { ...page, alerts: page.alerts.map(alertOf) }
}

/** @throws not_found */
export async function acknowledgeAlert(tx: Tx, admin: PersonActor, id: string, now: Date): Promise<Alert> {
  const alert = await findAlert(tx, admin, id)
  if (!alert) throw problem('not_found')
  if (await acknowledge(tx, admin, id, now))
    await recordAudit(tx, {
      organisationId: admin.organisationId,
      actor: actedBy(admin),
      action: 'alert.acknowledged',
      target: id,
      privateTo: alert.private_to,
      at: now,
    })
  return alertOf((await findAlert(tx, admin, id))!)
}
