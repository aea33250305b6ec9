/** SQL of collections whose people are added while they are open. */
import type { CollectionRef } from '../collection-ref.ts'
import { many, run, sql, textArray, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { recipients } from '../db/tables.ts'
import { newMessageName, type Recipient } from './roster-store.ts'

/** Reminders that go out later, to people who were just invited: whether they answer in the meantime decides nothing here. */
export const makeLaterReminders = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  { round, memberIds, at }: { round: number; memberIds: readonly string[]; at: Date },
): Promise<number> =>
  run(
    tx,
    sql`
      insert into deliveries
        (organisation_id, collection_id, member_id, channel, round, message, address, state, next_attempt_at)
      select organisation_id, collection_id, member_id, channel, ${round}::integer,
             ${newMessageName},
             address, 'pending', ${at}
      from deliveries
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and member_id = any (${textArray(memberIds)})
        and round = 0
        and state = 'pending'
      on conflict do nothing`,
  )

/** Where recipients count, once that is settled. */
export const storeCells = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  people: readonly Recipient[],
): Promise<number> =>
  run(
    tx,
    sql`
      update recipients r
      set seat_cell = seated.cell
      from unnest(${people.map(({ memberId }) => memberId)}::text[], ${people.map(({ cell }) => cell)}::integer[])
        as seated (member_id, cell)
      where r.organisation_id = ${organisationId}
        and r.collection_id = ${collectionId}
        and r.member_id = seated.member_id`,
  )

/** Those of these people who were asked in one of the collections. */
export async function askedOf(
  tx: Tx,
  organisationId: string,
  collectionIds: readonly string[],
  memberIds: readonly string[],
): Promise<Set<string>> {
  const rows = await many(
    tx,
    shapeOf(recipients, ['member_id']),
    sql`
      select distinct member_id
      from recipients
      where organisation_id = ${organisationId}
        and collection_id = any (${textArray(collectionIds)})
        and member_id = any (${textArray(memberIds)})`,
  )
  return new Set(rows.map(({ member_id: id }) => id))
}

/** Everybody is in no figure. */
export async function countNobody(tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<void> {
  await run(
    tx,
    sql`
      update recipients
      set is_counted = false,
          uncounted_because = 'newcomer',
          seat_cell = null
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}`,
  )
}
