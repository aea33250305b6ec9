/**
 * Alerts, as admins read them. store.ts says what an alert tells and what it does not. Who reads an alert, and who acknowledges it, is audited.
 */
import type * as contract from '../../../contract/alerts.ts'
import type { Alert } from '../../../contract/alerts.ts'
import type { Page } from '../../../contract/fields.ts'
import type { PersonActor } from '../../actor.ts'
import { actedBy, recordAudit, recordReading } from '../../audit/audit.ts'
import type { Call } from '../../call.ts'
import type { Tx } from '../../db/db.ts'
import { paged, pageOf } from '../../db/paging.ts'
import { problem } from '../../problem.ts'
import * as store from './store.ts'

const nameOf = { harassment: 'harassment', self_harm: 'self-harm', safety: 'danger at work' } as const

const statementOf = ({ subject, kinds }: Pick<store.AlertRow, 'subject' | 'kinds'>): string =>
  subject === 'harm'
    ? `At least one answer of this collection speaks of ${new Intl.ListFormat('en', { type: 'conjunction' }).format(kinds.map((kind) => nameOf[kind]))}.`
    : 'A group that is asked is mostly of people who were added in the 14 days before it opened. Check that they exist: the answers of the others could be computed.'

function alertOf({ owner_kind, owner_id, private_to: _private, ...row }: store.AlertRow): Alert {
  return {
    ...row,
    statement: statementOf(row),
    scope: owner_kind === 'pulse' ? { pulse_id: owner_id } : { check_in_instance_id: owner_id },
  }
}

/** @throws invalid_cursor */
export async function listAlerts({
  tx,
  actor: admin,
  query,
  now,
}: Call<typeof contract.listAlerts>): Promise<Page<'alerts', Alert>> {
  const { organisationId, userId } = admin
  const paging = paged(`alerts of ${organisationId} to ${userId}`, query)
  const acknowledged = query.acknowledged === undefined ? null : query.acknowledged === 'true'
  const page = pageOf(
    'alerts',
    await store.findAlerts(tx, admin, acknowledged, paging),
    paging,
    ({ id }) => id,
  )
  await recordReading(
    tx,
    { organisationId, actor: actedBy(admin), action: 'alert.read', operation: 'listAlerts', at: now },
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
async function getAlert(tx: Tx, admin: PersonActor, id: string): Promise<store.AlertRow> {
  const alert = await store.findAlert(tx, admin, id)
  if (!alert) throw problem('not_found')
  return alert
}

/** An alert that was acknowledged before stays as it is. @throws not_found */
export async function acknowledgeAlert({
  tx,
  actor: admin,
  params: { id },
  now,
}: Call<typeof contract.acknowledgeAlert>): Promise<Alert> {
  const { private_to } = await getAlert(tx, admin, id)
  if (await store.acknowledgeAlert(tx, admin, id, now))
    await recordAudit(tx, {
      organisationId: admin.organisationId,
      actor: actedBy(admin),
      action: 'alert.acknowledged',
      target: id,
      privateTo: private_to,
      at: now,
    })
  return alertOf(await getAlert(tx, admin, id))
}
