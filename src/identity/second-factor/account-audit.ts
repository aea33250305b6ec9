/** What happens to an account of the embedded provider, in the audit log of every organisation that it signs in to. */
import type { AuditAction } from '../../../contract/audit-actions.ts'
import { type AuditedActor, byPerson, recordAudit } from '../../audit/audit.ts'
import { many, sql, type Tx } from '../../db/db.ts'
import { shapeOf } from '../../db/shape.ts'
import { identities } from '../../db/tables.ts'
import { embeddedIssuer } from '../accounts.ts'

/** `actor`: the person whose account it is, unless said. */
type Entry = { action: AuditAction; actor?: AuditedActor; detail?: Record<string, unknown>; at: Date }

export async function recordForAccount(tx: Tx, accountId: string, entry: Entry): Promise<void> {
  const users = await many(
    tx,
    shapeOf(identities, ['organisation_id', 'user_id']),
    sql`
      select organisation_id, user_id
      from identities
      where issuer = ${embeddedIssuer}
        and subject = ${accountId}`,
  )
  for (const { organisation_id: organisationId, user_id: userId } of users)
    await recordAudit(tx, { organisationId, actor: byPerson(userId), target: userId, ...entry })
}
