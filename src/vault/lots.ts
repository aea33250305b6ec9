/**
 * The lot of each respondent: where everybody of a cell answers, the answer with the lowest lot is left out (cells/participation.ts).
 *
 * It is the same for a person in every collection of a season. Drawn anew each time, figures of a cell would vary only where everybody had
 * answered, and so tell that they had.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { type CollectionRef } from '../collection-ref.ts'
import { many, one, sql, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { recipients, seatLedgers } from '../db/tables.ts'
import { type Keys, linkOf } from './seal.ts'

const keyRow = shapeOf(seatLedgers, ['lot_key'])
const memberRow = shapeOf(recipients, ['member_id'])

/** By member, or by the link of an answer that names nobody. */
export type LotOf = (who: { member_id: string | null; link: string | null }) => string

/** @param keys  where answers are sealed; undefined: every answer names its member */
export async function lotsOf(tx: Tx, ref: CollectionRef, keys: Keys | undefined): Promise<LotOf> {
  const { organisationId, collectionId } = ref
  const ledger = await one(
    tx,
    keyRow,
    sql`
      select l.lot_key
      from collections c
      join seat_ledgers l on l.organisation_id = c.organisation_id and l.id = c.ledger_id
      where c.organisation_id = ${organisationId}
        and c.id = ${collectionId}`,
  )
  const key = ledger?.lot_key ?? randomBytes(16)
  const lotOfMember = (member: string): string => createHmac('sha256', key).update(member).digest('base64')
  const byLink = keys ? await membersByLink(tx, ref, keys) : new Map<string, string>()
  return ({ member_id: member, link }) => {
    const id = member ?? (link === null ? undefined : byLink.get(link))
    return id === undefined ? '' : lotOfMember(id)
  }
}

async function membersByLink(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  { linkKey }: Keys,
): Promise<Map<string, string>> {
  const rows = await many(
    tx,
    memberRow,
    sql`
      select member_id
      from recipients
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}`,
  )
  return new Map(rows.map((row) => [linkOf(linkKey, row.member_id), row.member_id]))
}
