/** DuckDB, as a reader of exports that others have made. It is not installed with the service. */

/** Rows with texts. */
export type Query = (sql: string) => Promise<Record<string, string | null>[]>

export const withoutDuckDb = 'npm install --no-save @duckdb/node-api@1.5.6-r.1'

/** Types of a package that may be missing would be missing too. */
const packageName: string = '@duckdb/node-api'

/** @returns queries on a database in memory, whose rows have texts; null where it is not installed */
export async function duckDb(): Promise<Query | null> {
  const found = await import(packageName).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return null
    throw error
  })
  if (!found) return null
  const connection = await (await found.DuckDBInstance.create(':memory:')).connect()
  return async (sql) => {
    const reader = await connection.runAndReadAll(sql)
    return reader
      .getRowObjects()
      .map((row: Record<string, unknown>) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)]),
        ),
      )
  }
}
