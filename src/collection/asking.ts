/** Whom people with the role of member may ask: teams that they belong to or manage, unless their organisation says otherwise. */
import { type Actor } from '../actor.ts'
import { only, sql, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { organisations } from '../db/tables.ts'
import { areInOwnTeams, type Asked } from '../directory/directory.ts'
import { problem } from '../problem.ts'

const settingRow = shapeOf(organisations, ['members_ask'])

/**
 * When somebody opens a survey, plans it, or changes whom a running one asks. Analysts, admins and programs ask anyone.
 * @throws recipients_out_of_reach
 */
export async function assertMayAsk(tx: Tx, actor: Actor, asked: Asked): Promise<void> {
  if (actor.kind === 'organisation' || actor.role !== 'member') return
  const { members_ask: allowed } = await only(
    tx,
    settingRow,
    sql`select ${settingRow.columns} from organisations where id = ${actor.organisationId}`,
  )
  if (allowed === 'anyone') return
  if (allowed === 'nobody')
    throw problem('recipients_out_of_reach', { detail: 'Members of this organisation may not send surveys' })
  if (!(await areInOwnTeams(tx, actor, asked))) throw problem('recipients_out_of_reach')
}
