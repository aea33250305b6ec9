/**
 * Claims of rows over all organisations: first the organisations that have some are found, without a lock, then a row of one of them is
 * claimed. A lock over all organisations would be one over all servers of a divided table, which there is not.
 */
import { many, type Query, sql, type Tx } from './db.ts'
import { shape, text } from './shape.ts'

const organisationRow = shape({ organisation_id: text })

/** More than there are workers, so that what they hold hides nothing behind it. */
const rowsMax = 64

/**
 * @param due  organisations with such rows, as organisation_id, in the order of the rows
 * @param claim  claims a row of this organisation; undefined where others hold all
 */
export async function claimWithin<T>(
  tx: Tx,
  due: Query,
  claim: (organisationId: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  const rows = await many(tx, organisationRow, sql`${due} limit ${rowsMax}`)
  for (const organisationId of new Set(rows.map((row) => row.organisation_id))) {
    const claimed = await claim(organisationId)
    if (claimed !== undefined) return claimed
  }
  return undefined
}
