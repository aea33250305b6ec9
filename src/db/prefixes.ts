/** Values in the database counted by the bytes that they begin with, as sealed secrets are by their key. */
import { many, type Query, sql, type Tx } from './db.ts'
import { bytea, int8, shape } from './shape.ts'

export type CountedPrefix = { readonly key_id: Buffer; readonly count: number }

/** @param values  a query of one column, `value`; rows without one are left out @param bytes  of the prefix */
export const countByPrefix = (tx: Tx, values: Query, bytes: number): Promise<CountedPrefix[]> =>
  many(
    tx,
    shape({ key_id: bytea, count: int8 }),
    sql`
      select substring(value from 1 for ${bytes}::integer) as key_id, count(*) as count
      from (${values}) counted
      where value is not null
      group by 1`,
  )
