/** SQL of pins, for lists and for what becomes of findings and people. */
import type { CollectionRef } from '../collection-ref.ts'
import { json, run, sql, type Tx } from '../db/db.ts'
import type { Reader } from '../visibility.ts'

/** An application by itself pins nothing. */
export const pinnedBy = ({ actor }: Reader) =>
  actor.kind === 'organisation'
    ? sql`and false`
    : sql`and i.id in (
          select insight_id
          from insight_pins
          where organisation_id = ${actor.organisationId}
            and user_id = ${actor.userId})`

/** From findings that were computed again to those that are about the same. @param gone  as `supersede` has it */
export const movePins = (
  tx: Tx,
  { organisationId }: Pick<CollectionRef, 'organisationId'>,
  gone: readonly { id: string; successor: string | null }[],
): Promise<number> =>
  run(
    tx,
    sql`
      insert into insight_pins (organisation_id, user_id, insight_id, created_at)
      select p.organisation_id, p.user_id, gone.successor, p.created_at
      from jsonb_to_recordset(${json(gone)}) as gone (id text, successor text)
      join insight_pins p on p.organisation_id = ${organisationId} and p.insight_id = gone.id
      where gone.successor is not null
      on conflict do nothing`,
  )

/** Of whoever is erased. */
export const forgetPinsOf = (tx: Tx, organisationId: string, memberId: string): Promise<number> =>
  run(
    tx,
    sql`
      delete from insight_pins
      where organisation_id = ${organisationId}
        and user_id in (
          select id
          from users
          where organisation_id = ${organisationId}
            and member_id = ${memberId})`,
  )
