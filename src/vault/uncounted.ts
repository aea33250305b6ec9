/**
 * People who were asked and whose answers are in no figure: they have no seat in the season of the questions (src/seats). Read by
 * themselves, and handed to other statements as a list: a join with tables that were filled since statistics were made can cost the square
 * of the roster.
 */
import type { CollectionRef } from '../collection-ref.ts'
import { many, sql, textArray, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { receipts, recipients, responses } from '../db/tables.ts'
import { type Keys, unseal } from './seal.ts'

const memberRow = shapeOf(recipients, ['member_id'])

export async function uncountedMembers(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<string[]> {
  const rows = await many(
    tx,
    memberRow,
    sql`
      select ${memberRow.columns}
      from recipients
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and not is_counted`,
  )
  return rows.map((row) => row.member_id)
}

const placeRow = shapeOf(recipients, ['team_id'])

/**
 * The places of an anonymous collection that were withdrawn, because somebody of them was erased while it was open. Nobody else is asked
 * and not counted there, and an answer names no person.
 */
export async function uncountedPlaces(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<ReadonlySet<string | null>> {
  const rows = await many(
    tx,
    placeRow,
    sql`
      select distinct team_id
      from recipients
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and not is_counted`,
  )
  return new Set(rows.map((row) => row.team_id))
}

const responseRow = shapeOf(responses, ['id', 'member_id', 'sealed'])
const receiptRow = shapeOf(receipts, ['receipt_sha256'])

/**
 * The hashes of the receipts of answers that are in no figure because of where they would count. Nothing says why, so nothing of whoever
 * was erased there; and nothing is said of an answer that is left out at random, or as the only one: that would reveal who was silent. Sealed
 * answers whose keys are lost are in no figure either.
 */
export async function uncountedReceipts(
  tx: Tx,
  ref: CollectionRef,
  keys: Keys | undefined,
): Promise<Buffer[]> {
  const members = new Set(await uncountedMembers(tx, ref))
  if (members.size === 0 && keys) return []
  const places = await uncountedPlaces(tx, ref)
  const answers = await many(
    tx,
    responseRow,
    sql`
      select ${responseRow.columns}
      from responses
      where organisation_id = ${ref.organisationId}
        and collection_id = ${ref.collectionId}
        and (sealed is not null or member_id = any (${textArray([...members])}))`,
  )
  const uncounted = answers.filter(
    ({ sealed }) => sealed === null || !keys || places.has(unseal(keys.answerKey, sealed).team),
  )
  const rows = await many(
    tx,
    receiptRow,
    sql`
      select ${receiptRow.columns}
      from receipts
      where organisation_id = ${ref.organisationId}
        and collection_id = ${ref.collectionId}
        and response_id = any (${textArray(uncounted.map(({ id }) => id))})`,
  )
  return rows.map((row) => row.receipt_sha256)
}
