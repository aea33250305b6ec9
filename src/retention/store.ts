/** SQL of what an organisation keeps for how long. */
import { type RetentionSettings } from '../../contract/retention.ts'
import { only, sql, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { organisations } from '../db/tables.ts'

const settingsRow = shapeOf(organisations, ['answers_days', 'deliveries_days', 'events_days', 'audit_days'])

export const settingsOf = (tx: Tx, organisationId: string): Promise<RetentionSettings> =>
  only(tx, settingsRow, sql`select ${settingsRow.columns} from organisations where id = ${organisationId}`)
