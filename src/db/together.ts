/** Rows of several organisations that are written by one statement, where one of their servers may be away. */
import { type Db, isUnavailable } from './db.ts'
import { reachOf } from './reach.ts'

export type Part<R> = { readonly rows: readonly R[]; readonly error?: unknown }

/**
 * The organisation of all rows, or null where they are of several. A statement that names it asks its server alone, so that it is done while another is
 * away; by the rows that it is given, Citus does not know whose they are.
 */
export function soleOf(organisationIds: readonly string[]): string | null {
  const [first, ...others] = new Set(organisationIds)
  return first === undefined || others.length > 0 ? null : first
}

/**
 * Writes rows together. Where that fails because a server of divided tables is away, the rows of each organisation are written by themselves: those of
 * the others are not lost with it.
 * @returns what was written, and with an error what was not
 */
export async function writeTogether<R>(
  db: Db,
  rows: readonly R[],
  organisationOf: (row: R) => string,
  write: (rows: readonly R[]) => Promise<unknown>,
): Promise<Part<R>[]> {
  const attempt = (part: readonly R[]): Promise<Part<R>> =>
    write(part).then(
      () => ({ rows: part }),
      (error: unknown) => ({ rows: part, error }),
    )
  const whole = await attempt(rows)
  if (!isUnavailable(whole.error)) return [whole]
  const parts = [...Map.groupBy(rows, organisationOf).values()]
  if (parts.length === 1 || (await reachOf(db).look()) === null) return [whole]
  return Promise.all(parts.map(attempt))
}
