/** Whom people with the role of member may ask: teams that they belong to or manage, unless their organisation says otherwise. */
import type { RecipientsSet } from '../../contract/collections.ts'
import type { Breakdown } from '../../contract/confidentiality.ts'
import type { Actor } from '../actor.ts'
import { only, sql, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { organisations } from '../db/tables.ts'
import { areInOwnTeams, type Asked, seesAllOf } from '../directory/directory.ts'
import { type Problem, problem } from '../problem.ts'

const settingRow = shapeOf(organisations, ['members_ask'])

/** Why the caller may not ask these people, or null. Analysts, admins and programs ask anyone. */
async function reachError(tx: Tx, actor: Actor, asked: Asked): Promise<Problem | null> {
  if (actor.kind === 'organisation' || actor.role !== 'member') return null
  const { members_ask: allowed } = await only(
    tx,
    settingRow,
    sql`select ${settingRow.columns} from organisations where id = ${actor.organisationId}`,
  )
  if (allowed === 'anyone') return null
  if (allowed === 'nobody')
    return problem('recipients_out_of_reach', { detail: 'Members of this organisation may not send surveys' })
  return (await areInOwnTeams(tx, actor, asked)) ? null : problem('recipients_out_of_reach')
}

export const mayAsk = async (tx: Tx, actor: Actor, asked: Asked): Promise<boolean> =>
  (await reachError(tx, actor, asked)) === null

type Asking = { readonly recipients: RecipientsSet; readonly breakdown: Breakdown | null }

/**
 * When somebody opens a survey, plans it, goes on with it, or changes whom a running one asks. Figures are broken down by an attribute for those
 * alone who see everybody asked in the directory: whether such a survey can open, and which values it names, would tell them the attribute of one
 * person by asking two teams of which one has that person more.
 * @throws recipients_out_of_reach
 */
export async function assertMayAsk(tx: Tx, actor: Actor, { recipients, breakdown }: Asking): Promise<void> {
  const error = await reachError(tx, actor, recipients)
  if (error) throw error
  if (breakdown !== null && !(await seesAllOf(tx, actor, recipients)))
    throw problem('recipients_out_of_reach', {
      detail: 'With a breakdown by attribute, you ask people whom you see in the directory',
    })
}
