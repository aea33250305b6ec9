/**
 * Claims of rows over all organisations: first the organisations that have some are found, without a lock, then a row of one of them is
 * claimed. A lock over all organisations would be one over all servers of a divided table, which there is not.
 *
 * While a server is away (reach.ts), such looks are among the organisations of the others alone, and ask no server but these.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { many, type Query, sql, textArray, type Tx } from './db.ts'
import { shape, text } from './shape.ts'

const reached = new AsyncLocalStorage<readonly string[]>()

/** Work whose looks over all organisations are among these alone. */
export const lookingAmong = <T>(organisationIds: readonly string[], work: () => T): T =>
  reached.run(organisationIds, work)

/**
 * A condition of looks over all organisations, for each of their tables: a server of a divided table is asked unless every table says whose
 * rows are meant. `claimWithin` says it by itself where there is one table.
 * @param column  of the organisation, as the statement names it
 */
export function isReached(column: string) {
  const ids = reached.getStore()
  return ids ? sql`${sql.ref(column)} = any (${textArray(ids)})` : sql`true`
}

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
  const among = reached.getStore()
  const found = among
    ? sql`select organisation_id from (${due}) as due where organisation_id = any (${textArray(among)})`
    : due
  const rows = await many(tx, organisationRow, sql`${found} limit ${rowsMax}`)
  for (const organisationId of new Set(rows.map((row) => row.organisation_id))) {
    const claimed = await claim(organisationId)
    if (claimed !== undefined) return claimed
  }
  return undefined
}
