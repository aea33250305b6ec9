/**
 * Whether somebody whom a provider brought in still belongs to the organisation, and in which role: looked at whenever a
 * session token of that provider is used. Somebody who no longer belongs is out at once, with all that they authorised;
 * somebody who belongs again is back. Those who came by invitation, or were there before, are not the provider's to send
 * away, and it makes or unmakes no admin.
 *
 * That somebody has left is a fact, which no rule of ours refuses: also the last admin is out, whose tokens would otherwise outlive their job.
 * Their role is kept for their return, and the operator can make another admin (`sonde-server admin`).
 */
import type { Admission, Session } from '../actor.ts'
import { byClock, recordAudit } from '../audit/audit.ts'
import { many, sql, type Tx } from '../db/db.ts'
import { type RowOf, shapeOf, text } from '../db/shape.ts'
import { users } from '../db/tables.ts'
import { changeUsers } from './changing-users.ts'

const joinedRow = shapeOf(users, ['organisation_id', 'id', 'role', 'status'], { joined_by: text })
type JoinedUser = RowOf<typeof joinedRow>

/** Brings the users of this identity into line with what their providers say now. */
export async function updateMemberships(tx: Tx, session: Session, now: Date): Promise<void> {
  const proved = (session.admissions ?? []).filter(({ proved }) => proved)
  if (proved.length === 0) return
  for (const user of await usersJoinedBy(tx, session)) {
    const admission = proved.find(({ providerId }) => providerId === user.joined_by)
    if (admission) await updateMembership(tx, user, admission, now)
  }
}

/** The users of this identity whom a provider brought in. */
const usersJoinedBy = (tx: Tx, { issuer, subject }: Session): Promise<JoinedUser[]> =>
  many(
    tx,
    joinedRow,
    sql`
      select ${joinedRow.of('u')}, u.joined_by
      from identities i
      join users u on u.organisation_id = i.organisation_id and u.id = i.user_id
      where i.issuer = ${issuer}
        and i.subject = ${subject}
        and u.joined_by is not null
        and u.status <> 'disabled'`,
  )

async function updateMembership(
  tx: Tx,
  user: JoinedUser,
  { belongs, role }: Admission,
  now: Date,
): Promise<void> {
  const status = belongs ? 'active' : 'left'
  const next = belongs && role !== null && user.role !== 'admin' ? role : user.role
  if (status === user.status && next === user.role) return
  const { organisation_id: organisationId, id } = user
  const which = sql`id = ${id} and status = ${user.status} and role = ${user.role}`
  const set = sql`status = ${status}, role = ${next}`
  if ((await changeUsers(tx, { organisationId, which, set }, now)).length === 0) return
  await recordAudit(tx, {
    organisationId,
    actor: byClock,
    action: status === 'left' ? 'person.left' : 'person.updated',
    target: id,
    detail: { provider_id: user.joined_by, state: status, role: next },
    at: now,
  })
}
