/** SQL of pins, for lists and for what becomes of findings and people. */
import type { CollectionRef } from '../collection-ref.ts'
import { json, many, run, sql, textArray, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { insightPins } from '../db/tables.ts'
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

const pinRow = shapeOf(insightPins, ['user_id', 'insight_id', 'created_at'])

/**
 * From findings that were computed again to those that are about the same. No list shows what was superseded, so nothing is left there that nobody
 * could take out. @param gone  as `supersede` has it
 */
export async function movePins(
  tx: Tx,
  { organisationId }: Pick<CollectionRef, 'organisationId'>,
  gone: readonly { id: string; successor: string | null }[],
): Promise<void> {
  const moved = await many(
    tx,
    pinRow,
    sql`
      delete from insight_pins
      where organisation_id = ${organisationId}
        and insight_id = any (${textArray(gone.map(({ id }) => id))})
      returning ${pinRow.columns}`,
  )
  const successorOf = new Map(gone.map(({ id, successor }) => [id, successor]))
  const pins = moved.flatMap(({ insight_id, ...pin }) => {
    const successor = successorOf.get(insight_id)
    return successor ? [{ ...pin, successor }] : []
  })
  if (pins.length === 0) return
  await run(
    tx,
    sql`
      insert into insight_pins (organisation_id, user_id, insight_id, created_at)
      select ${organisationId}, user_id, successor, created_at
      from jsonb_to_recordset(${json(pins)}) as pin (user_id text, successor text, created_at timestamptz)
      on conflict do nothing`,
  )
}

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
