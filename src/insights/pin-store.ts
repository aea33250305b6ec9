/** SQL of pins, for lists and for what becomes of findings and people. */
import type { CollectionRef } from '../collection-ref.ts'
import { json, run, sql, type Tx } from '../db/db.ts'
import { isShared, type Reader, visibleTo } from '../visibility.ts'

/** An application by itself pins nothing. */
export const pinnedBy = ({ actor }: Reader) =>
  actor.kind === 'organisation'
    ? sql`and false`
    : sql`and i.id in (
          select insight_id
          from insight_pins
          where organisation_id = ${actor.organisationId}
            and user_id = ${actor.userId})`

/** How many of a person's pins their list shows: one that they may no longer see takes no place, since they could not take it out. */
export const countShown = (reader: Reader) => sql`
  select count(*)
  from insights i
  join collections c on c.organisation_id = i.organisation_id and c.id = i.collection_id
  where i.organisation_id = ${reader.actor.organisationId}
    and i.state <> 'superseded'
    and ${visibleTo(reader.actor, 'c')}
    and ${isShared(reader, 'c', sql`i.team_id`)}
    ${pinnedBy(reader)}`

/**
 * From findings that were computed again to those that are about the same. No list shows what was superseded, so nothing is left there that nobody
 * could take out. @param gone  as `supersede` has it
 */
export const movePins = (
  tx: Tx,
  { organisationId }: Pick<CollectionRef, 'organisationId'>,
  gone: readonly { id: string; successor: string | null }[],
): Promise<number> =>
  run(
    tx,
    sql`
      with moved as (
        delete from insight_pins p
        using jsonb_to_recordset(${json(gone)}) as gone (id text, successor text)
        where p.organisation_id = ${organisationId}
          and p.insight_id = gone.id
        returning p.organisation_id, p.user_id, gone.successor, p.created_at
      )
      insert into insight_pins (organisation_id, user_id, insight_id, created_at)
      select organisation_id, user_id, successor, created_at
      from moved
      where successor is not null
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
