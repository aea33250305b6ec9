/** SQL of what an organisation keeps for how long. */
import type { RetentionSettings } from '../../contract/retention.ts'
import { one, only, sql, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { organisationDeletions, organisations } from '../db/tables.ts'

const settingsRow = shapeOf(organisations, ['answers_days', 'deliveries_days', 'events_days', 'audit_days'])

export const settingsOf = (tx: Tx, organisationId: string): Promise<RetentionSettings> =>
  only(tx, settingsRow, sql`select ${settingsRow.columns} from organisations where id = ${organisationId}`)

/** Whether the organisation is being deleted by now. Until this transaction ends no deletion begins, which a hold would come too late for. */
export async function isBeingDeleted(tx: Tx, organisationId: string): Promise<boolean> {
  const row = await one(
    tx,
    shapeOf(organisationDeletions, ['state']),
    sql`
      select state
      from organisation_deletions
      where organisation_id = ${organisationId}
      for share`,
  )
  return row?.state === 'deleting'
}
