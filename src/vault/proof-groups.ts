/**
 * What receipts prove of collections that closed long ago: hashes alone, many in one row, as receipts.ts issued them a row each. The first bits of a hash
 * say in which group of a collection it is, so that a look-up reads one small group of each collection of the organisation.
 *
 * The first 16 bytes of a hash stand for it: nobody finds another receipt with the same ones.
 */
import type { CollectionRef } from '../collection-ref.ts'
import { many, only, run, sql, type Tx } from '../db/db.ts'
import { int8, shape, shapeOf } from '../db/shape.ts'
import { proofGroups, receiptProofs } from '../db/tables.ts'
import type { PresentedSecret } from '../ids.ts'
import type { Batch } from './answer-groups.ts'

const hashBytes = 16

/** Proofs of one group at most, on average. */
const groupedMax = 64

/** No collection has more groups than 2 to this power: a look-up asks for every possible number of bits. */
const bitsMax = 12

/** Groups that one transaction makes. */
const groupsAtOnce = 8

const bitsFor = (proofs: number): number =>
  Math.min(bitsMax, Math.max(0, Math.ceil(Math.log2(proofs / groupedMax))))

/** The first bits of a hash, as a number. */
const firstBits = (hash: Buffer, bits: number): number => hash.readUInt16BE(0) >> (16 - bits)

const bucketOf = (prefix: number, bits: number): number => (1 << bits) | prefix

/** The lowest hash with these first bits. */
function lowest(prefix: number, bits: number): Buffer {
  const hash = Buffer.alloc(2)
  hash.writeUInt16BE(prefix << (16 - bits))
  return hash
}

const proofRow = shapeOf(receiptProofs, ['receipt_sha256', 'is_counted'])

const isOf = ({ organisationId, collectionId }: CollectionRef) => sql`
  organisation_id = ${organisationId}
  and collection_id = ${collectionId}`

/** How far it has come: the number of bits, and the next prefix. */
type Position = { bits: number; prefix: number }

async function begun(tx: Tx, ref: CollectionRef): Promise<Position | null> {
  const { proofs } = await only(
    tx,
    shape({ proofs: int8 }),
    sql`select count(*) as proofs from receipt_proofs where ${isOf(ref)}`,
  )
  return proofs === 0 ? null : { bits: bitsFor(proofs), prefix: 0 }
}

/** Makes the next groups. No proof is added to a collection that has closed. @param after  what the last part returned */
export async function groupProofs(tx: Tx, ref: CollectionRef, after: string | null): Promise<Batch> {
  const from = after === null ? await begun(tx, ref) : (JSON.parse(after) as Position)
  if (!from || from.prefix >= 2 ** from.bits) return { count: 0, last: null }
  const { bits } = from
  const to = Math.min(from.prefix + groupsAtOnce, 2 ** bits)
  const proofs = await many(
    tx,
    proofRow,
    sql`
      delete from receipt_proofs
      where ${isOf(ref)}
        and receipt_sha256 >= ${lowest(from.prefix, bits)}::bytea
        ${to < 2 ** bits ? sql`and receipt_sha256 < ${lowest(to, bits)}::bytea` : sql``}
      returning ${proofRow.columns}`,
  )
  const groups = Map.groupBy(proofs, ({ receipt_sha256: hash }) => bucketOf(firstBits(hash, bits), bits))
  const hashesOf = (bucket: number, isCounted: boolean): Buffer =>
    Buffer.concat(
      groups
        .get(bucket)!
        .filter((one) => one.is_counted === isCounted)
        .map(({ receipt_sha256: hash }) => hash.subarray(0, hashBytes))
        .toSorted(Buffer.compare),
    )
  const buckets = [...groups.keys()].toSorted((one, other) => one - other)
  await run(
    tx,
    sql`
      insert into proof_groups (organisation_id, collection_id, bucket, counted, uncounted)
      select ${ref.organisationId}, ${ref.collectionId}, made.*
      from unnest(
        ${buckets}::integer[],
        ${buckets.map((bucket) => hashesOf(bucket, true))}::bytea[],
        ${buckets.map((bucket) => hashesOf(bucket, false))}::bytea[]
      ) as made`,
  )
  return { count: 1, last: JSON.stringify({ bits, prefix: to }) }
}

const groupRow = shapeOf(proofGroups, ['collection_id', 'counted', 'uncounted'])

const holds = (hashes: Buffer, hash: Buffer): boolean => {
  for (let at = 0; at < hashes.length; at += hashBytes)
    if (hash.compare(hashes, at, at + hashBytes, 0, hashBytes) === 0) return true
  return false
}

/** The collection that a receipt belongs to, and whether its answer was counted, where that is in a group. */
export async function findInGroups(
  tx: Tx,
  { organisationId, hash }: PresentedSecret,
): Promise<{ collectionId: string; counted: boolean } | undefined> {
  const buckets = Array.from({ length: bitsMax + 1 }, (_, bits) => bucketOf(firstBits(hash, bits), bits))
  const groups = await many(
    tx,
    groupRow,
    sql`
      select ${groupRow.columns}
      from proof_groups
      where organisation_id = ${organisationId}
        and bucket = any (${buckets}::integer[])`,
  )
  for (const { collection_id: collectionId, counted, uncounted } of groups) {
    if (holds(counted, hash)) return { collectionId, counted: true }
    if (holds(uncounted, hash)) return { collectionId, counted: false }
  }
  return undefined
}
