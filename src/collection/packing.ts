/**
 * Packs what is left of a collection once it has been compacted (compaction.ts): rows that are read together lie together from then on, so that
 * their keys are written once. Nothing is forgotten, and everything reads as before.
 */
import type { CollectionRef } from '../collection-ref.ts'
import { packCells, packGroups } from '../confidentiality/confidentiality.ts'
import { claimWithin } from '../db/claiming.ts'
import { one, run, sql, textArray, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { collections } from '../db/tables.ts'
import { forRow } from '../jobs/jobs.ts'
import { packRecipients } from './roster-packing.ts'

/** Moves some rows. @returns how many; 0: none is left */
type PackSome = (tx: Tx, ref: CollectionRef) => Promise<number>

const parts: readonly PackSome[] = [packCells, packGroups, packRecipients]

const claimedRow = shapeOf(collections, ['organisation_id', 'id'])

/** The first conditions are those of the index. */
const toPack = sql`
  from collections
  where compacted_at is not null
    and packed_at is null
    and results_status <> 'analysing'
    and deletion is null
    and held_at is null`

/** A collection that is to be packed; claimed until the transaction ends. */
const claim = (tx: Tx, quarantined: readonly string[]) =>
  claimWithin(
    tx,
    sql`
      select organisation_id
      ${toPack}
        and id <> all (${textArray(quarantined)})
      order by compacted_at`,
    (organisationId) =>
      one(
        tx,
        claimedRow,
        sql`
          select ${claimedRow.columns}
          ${toPack}
            and organisation_id = ${organisationId}
            and id <> all (${textArray(quarantined)})
          order by compacted_at
          limit 1
          for update skip locked`,
      ),
  )

/** Packs one part of a collection. @returns how many collections it found: 1 or 0 */
export async function packSome(tx: Tx, now: Date, quarantined: readonly string[]): Promise<number> {
  const row = await claim(tx, quarantined)
  if (!row) return 0
  const ref: CollectionRef = { organisationId: row.organisation_id, collectionId: row.id }
  await forRow(row.id, async () => {
    if (!(await packPart(tx, ref))) await markPacked(tx, ref, now)
  })
  return 1
}

/** @returns whether anything was left */
async function packPart(tx: Tx, ref: CollectionRef): Promise<boolean> {
  for (const part of parts) if ((await part(tx, ref)) > 0) return true
  return false
}

const markPacked = (tx: Tx, { organisationId, collectionId }: CollectionRef, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      update collections
      set packed_at = ${now}
      where organisation_id = ${organisationId}
        and id = ${collectionId}`,
  )
