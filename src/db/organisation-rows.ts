/**
 * The rows of an organisation that is being deleted, in every table that has a column `organisation_id`: the tables are read from the
 * database's own catalogue, so that one which is added later is not forgotten. Partitions are tables of their own here.
 *
 * Rows that are referred to go after those that refer to them, a batch at a time: whatever the size of the organisation, a transaction stays
 * short. Somebody may still write meanwhile; the next look finds it.
 */
import { many, run, sql, type Tx } from './db.ts'
import { nullable, pgName, shape } from './shape.ts'

const tableRow = shape({ name: pgName })
const referenceRow = shape({ name: pgName, target: pgName, own_column: nullable(pgName) })

/** Foreign keys; `own_column`: of one within a table, the column beside organisation_id. */
const referencesOf = (tx: Tx) =>
  many(
    tx,
    referenceRow,
    sql`
      select f.relname as name, t.relname as target,
             case when c.conrelid = c.confrelid then (
               select a.attname
               from pg_attribute a
               where a.attrelid = c.conrelid
                 and a.attnum = any (c.conkey)
                 and a.attname <> 'organisation_id'
               limit 1
             ) end as own_column
      from pg_constraint c
      join pg_class f on f.oid = c.conrelid
      join pg_class t on t.oid = c.confrelid
      where c.contype = 'f'
        and c.connamespace = 'public'::regnamespace`,
  )

/** The tables that hold rows of organisations, those first that nothing refers to. @param except  left to the caller */
async function tablesInOrder(tx: Tx, except: ReadonlySet<string>) {
  const tables = await many(
    tx,
    tableRow,
    sql`
      select c.relname as name
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'organisation_id' and not a.attisdropped
      where c.relkind = 'r'
        and c.relnamespace = 'public'::regnamespace
      order by c.relname`,
  )
  const references = await referencesOf(tx)
  const left = new Set(tables.map(({ name }) => name))
  const ordered: { name: string; ownColumn: string | null }[] = []
  while (left.size > 0) {
    const free = [...left].filter(
      (name) => !references.some((one) => one.target === name && one.name !== name && left.has(one.name)),
    )
    if (free.length === 0) throw new Error(`Tables refer to one another in a circle: ${[...left].join(', ')}`)
    for (const name of free) {
      left.delete(name)
      const own = references.find((one) => one.name === name && one.target === name)
      ordered.push({ name, ownColumn: own?.own_column ?? null })
    }
  }
  return ordered.filter(({ name }) => !except.has(name))
}

/** Deletes a batch of one table, the first that has rows. @returns how many; 0 when nothing is left */
export async function deleteRowsOf(
  tx: Tx,
  organisationId: string,
  batch: number,
  except: ReadonlySet<string>,
): Promise<number> {
  for (const { name, ownColumn } of await tablesInOrder(tx, except)) {
    if (ownColumn !== null) {
      const released = await releaseRows(tx, organisationId, { name, ownColumn, batch })
      if (released > 0) return released
    }
    const deleted = await run(
      tx,
      sql`
        delete from ${sql.table(name)}
        where organisation_id = ${organisationId}
          and ctid = any (array(
          select ctid
          from ${sql.table(name)}
          where organisation_id = ${organisationId}
          limit ${batch}))`,
    )
    if (deleted > 0) return deleted
  }
  return 0
}

type OwnReference = { readonly name: string; readonly ownColumn: string; readonly batch: number }

/** Rows that refer to others of their table let go of them first. */
const releaseRows = (
  tx: Tx,
  organisationId: string,
  { name, ownColumn, batch }: OwnReference,
): Promise<number> =>
  run(
    tx,
    sql`
      update ${sql.table(name)}
      set ${sql.ref(ownColumn)} = null
      where organisation_id = ${organisationId}
        and ctid = any (array(
        select ctid
        from ${sql.table(name)}
        where organisation_id = ${organisationId}
          and ${sql.ref(ownColumn)} is not null
        limit ${batch}))`,
  )
