/**
 * The restriction of a member (GDPR Art. 18): they are on no new roster, and nothing is sent to them. A mark of its own beside the status,
 * because a program that maintains the directory goes on changing that.
 */
import { run, sql, type Tx } from '../db/db.ts'
import type { Ref } from './ref.ts'
import { lockDirectory } from './teams-store.ts'

/** @param at  null lifts the restriction */
export async function restrictMember(tx: Tx, { organisationId, id }: Ref, at: Date | null): Promise<void> {
  await lockDirectory(tx, organisationId)
  await run(
    tx,
    sql`
      update members
      set restricted_at = ${at}
      where organisation_id = ${organisationId}
        and id = ${id}`,
  )
}
