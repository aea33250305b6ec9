/**
 * Tables that are partitioned by UTC day: partitions are made ahead of time, and dropped as a whole when all their rows have expired, so
 * that nothing is deleted row by row and nothing has to be vacuumed. Each table has a partition `…_default` for days without one; a row in
 * there only keeps its day from getting a partition. A day's partition must not be made while rows for it may be under way: a row bound
 * for the default partition is refused once its day has its own.
 *
 * Making takes a lock on the default partition, dropping one on the table and then on the default partition, each for a moment. Never
 * both in one transaction: a reader of the table that waits for the default partition, which was locked for making, would be waited for by
 * the dropping. A process that does not get its lock within two seconds tries again later. Several processes may do this at once. Works from PostgreSQL 12 on.
 */
import { exists, many, run, sql, type Tx } from './db.ts'
import { pgName, shape } from './shape.ts'

type Day = { name: string; from: Date; to: Date }

const dayMs = 86_400_000

function dayOf(table: string, at: Date): Day {
  const from = new Date(Math.floor(at.getTime() / dayMs) * dayMs)
  const digits = from.toISOString().slice(0, 10).replaceAll('-', '')
  return { name: `${table}_d${digits}`, from, to: new Date(from.getTime() + dayMs) }
}

export type PartitionedTable = { table: 'access_tokens' | 'api_requests'; column: string }

const lockOut = async (tx: Tx, table: string): Promise<void> => {
  await run(tx, sql`set local lock_timeout = '2s'`)
  await run(tx, sql`select pg_advisory_xact_lock(hashtext(${`partitions of ${table}`}))`)
}

const partitionRow = shape({ name: pgName })

const namesOf = async (tx: Tx, table: string): Promise<string[]> =>
  (
    await many(
      tx,
      partitionRow,
      sql`
        select c.relname as name
        from pg_inherits i
        join pg_class c on c.oid = i.inhrelid
        where i.inhparent = ${table}::regclass`,
    )
  ).map(({ name }) => name)

/** Makes the missing partitions of `days` days from `from` on, none of which is written to yet. @returns how many */
export async function makePartitions(
  tx: Tx,
  { table, column }: PartitionedTable,
  from: Date,
  days: number,
): Promise<number> {
  const wanted = Array.from({ length: days }, (_, i) => dayOf(table, new Date(from.getTime() + i * dayMs)))
  const missing = async (): Promise<Day[]> => {
    const there = await namesOf(tx, table)
    return wanted.filter(({ name }) => !there.includes(name))
  }
  if ((await missing()).length === 0) return 0
  await lockOut(tx, table)
  await run(tx, sql`lock table ${sql.table(`${table}_default`)} in access exclusive mode`)
  let count = 0
  for (const { name, from: starts, to } of await missing()) {
    const taken = await exists(
      tx,
      sql`
        select 1
        from ${sql.table(`${table}_default`)}
        where ${sql.ref(column)} >= ${starts}
          and ${sql.ref(column)} < ${to}
        limit 1`,
    )
    if (taken) continue
    await run(
      tx,
      sql`create table ${sql.table(name)} (like ${sql.table(table)} including defaults including constraints)`,
    )
    await run(
      tx,
      sql`
        alter table ${sql.table(table)} attach partition ${sql.table(name)}
        for values from (${sql.lit(starts.toISOString())}) to (${sql.lit(to.toISOString())})`,
    )
    count++
  }
  return count
}

/** Drops the days that ended by `before`, and empties the default partition if it holds nothing later. @returns how many days */
export async function dropPartitions(
  tx: Tx,
  { table, column }: PartitionedTable,
  before: Date,
): Promise<number> {
  // Before any read: a reader of the default partition and a process that waits to lock it would wait for each other forever.
  await lockOut(tx, table)
  const current = dayOf(table, before).name
  const dead = (await namesOf(tx, table)).filter((name) => /_d\d{8}$/.test(name) && name < current)
  const stale = await exists(tx, leftIn({ table, column }, sql`<`, before))
  if (dead.length === 0 && !stale) return 0
  for (const name of dead) await run(tx, sql`drop table if exists ${sql.table(name)}`)
  if (stale) {
    await run(tx, sql`lock table ${sql.table(`${table}_default`)} in access exclusive mode`)
    if (!(await exists(tx, leftIn({ table, column }, sql`>=`, before))))
      await run(tx, sql`truncate ${sql.table(`${table}_default`)}`)
  }
  return dead.length
}

const leftIn = ({ table, column }: PartitionedTable, than: ReturnType<typeof sql>, at: Date) =>
  sql`select 1 from ${sql.table(`${table}_default`)} where ${sql.ref(column)} ${than} ${at} limit 1`
