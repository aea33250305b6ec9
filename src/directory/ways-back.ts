/** Invitations to members who leave end with them: nobody who is out has a way back in. */
import { run, sql, textArray, type Tx } from '../db/db.ts'

/** Before they are deactivated or erased, while their addresses are there. For those who are out already, nothing changes. */
export const endInvitationsOfMembers = (
  tx: Tx,
  organisationId: string,
  memberIds: readonly string[],
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update invitations i
      set state = 'revoked',
          mail_due_at = null,
          version = i.version + 1,
          updated_at = ${now}
      from members m
      where m.organisation_id = ${organisationId}
        and m.id = any (${textArray(memberIds)})
        and m.status not in ('deactivated', 'erased')
        and i.organisation_id = ${organisationId}
        and i.state = 'pending'
        and lower(i.email) = lower(m.email)`,
  )
