/**
 * Whether somebody whom a provider brought in still belongs to the organisation, and as what: looked at whenever a session
 * token of that provider is shown. Who no longer belongs is out there and then, with all that he allowed; who belongs again
 * is back. Those who came by invitation, or were there before, are not the provider's to send away, and nobody is made or
 * unmade an admin by it.
 */
import { type Admission, type Session } from '../actor.ts'
import { byClock, recordAudit } from '../audit/audit.ts'
import { many, sql, type Tx } from '../db/db.ts'

type Brought = {
  organisation_id: string
  id: string
  role: 'member' | 'analyst' | 'admin'
  status: 'active' | 'disabled' | 'left'
  joined_by: string
}

/** @returns the same session */
export async function memberships(tx: Tx, session: Session, now: Date): Promise<Session> {
  const proved = (session.admissions ?? []).filter(({ proved }) => proved)
  if (proved.length === 0) return session
  for (const user of await broughtBy(tx, session)) {
    const admission = proved.find(({ providerId }) => providerId === user.joined_by)
    if (admission) await settle(tx, user, admission, now)
  }
  return session
}

const broughtBy = (tx: Tx, { issuer, subject }: Session): Promise<Brought[]> =>
  many(
    tx,
    sql<Brought>`
      select u.organisation_id, u.id, u.role, u.status, u.joined_by
      from identities i
      join users u on u.organisation_id = i.organisation_id and u.id = i.user_id
      where i.issuer = ${issuer}
        and i.subject = ${subject}
        and u.joined_by is not null
        and u.status <> 'disabled'`,
  )

async function settle(tx: Tx, user: Brought, { belongs, role }: Admission, now: Date): Promise<void> {
  const status = belongs ? 'active' : 'left'
  const next = belongs && role !== null && user.role !== 'admin' ? role : user.role
  if (status === user.status && next === user.role) return
  const { organisation_id: organisationId, id } = user
  const changed = await many(
    tx,
    sql`
      update users
      set status = ${status},
          role = ${next},
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisationId}
        and id = ${id}
        and status = ${user.status}
        and role = ${user.role}
      returning id`,
  )
  if (changed.length === 0) return
  await recordAudit(tx, {
    organisationId,
    actor: byClock,
    action: status === 'left' ? 'person.left' : 'person.updated',
    target: id,
    detail: { provider_id: user.joined_by, state: status, role: next },
    at: now,
  })
}
