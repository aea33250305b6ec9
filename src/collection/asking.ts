/** Whom people with the role of member may ask: teams that they belong to or manage, unless their organisation says otherwise. */
import type { RecipientsSet } from '../../contract/collections.ts'
import type { Breakdown } from '../../contract/confidentiality.ts'
import type { Actor } from '../actor.ts'
import { only, sql, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { organisations } from '../db/tables.ts'
import { areInOwnTeams, type Asked, seesAllOf, seesDirectory } from '../directory/directory.ts'
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

type Asking = {
  readonly recipients: RecipientsSet
  readonly breakdown: Breakdown | null
  readonly lifecycle?: unknown
}

/**
 * When somebody opens a survey, plans it, goes on with it, or changes whom a running one asks.
 * - Figures are broken down by an attribute for those alone who see everybody asked in the directory: whether such a survey can open, and which
 *   values it names, would tell them the attribute of one person by asking two teams of which one has that person more.
 * - Around joining or leaving people are asked on days that tell when they came or go: that is for those who see the whole directory.
 * - Members leave out teams of their own only: whether somebody is left to ask would reveal who is in another.
 * @throws recipients_out_of_reach
 */
export async function assertMayAsk(tx: Tx, actor: Actor, asking: Asking): Promise<void> {
  const { recipients, breakdown, lifecycle = null } = asking
  const error = await reachError(tx, actor, recipients)
  if (error) throw error
  if (breakdown !== null && !(await seesAllOf(tx, actor, recipients)))
    throw outOfReach('With a breakdown by attribute, you ask people whom you see in the directory')
  if (lifecycle !== null && !seesDirectory(actor))
    throw outOfReach('Around joining or leaving, people are asked by who sees the whole directory')
  const excluded = { team_ids: recipients.excluded_team_ids, member_ids: [] }
  const isMember = actor.kind !== 'organisation' && actor.role === 'member'
  if (isMember && excluded.team_ids.length > 0 && !(await areInOwnTeams(tx, actor, excluded)))
    throw outOfReach('You leave out teams that you belong to or manage')
}

const outOfReach = (detail: string): Problem => problem('recipients_out_of_reach', { detail })
