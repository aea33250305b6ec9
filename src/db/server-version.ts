/** Which PostgreSQL it is. */
import { only, sql, type Tx } from './db.ts'
import { int4, shape, text } from './shape.ts'

/** @returns version: as the server writes it, such as `18.1 (Debian 18.1-1)` */
export async function serverVersion(tx: Tx): Promise<{ version: string; major: number }> {
  const { version, number } = await only(
    tx,
    shape({ version: text, number: int4 }),
    sql`select current_setting('server_version') as version, current_setting('server_version_num')::integer as number`,
  )
  return { version, major: Math.trunc(number / 10_000) }
}
