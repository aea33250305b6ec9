/**
 * Divides the tables over the servers of a Citus cluster, by organisation: all rows of an organisation are on one server, in shards that
 * move together. What belongs to no organisation stays whole: `names` on every server, since organisations are looked up by it, and the rest,
 * with the tables of the job queue, on the coordinator alone.
 *
 * Functions whose first parameter is `of_organisation` run on the server of that organisation.
 *
 * Called again, it divides what a later migration made. On PostgreSQL without Citus it refuses. Source: docs.citusdata.com, "Co-locating
 * tables" and "Foreign keys".
 */
import { type Db, exists, many, run, sql, type Tx } from './db.ts'
import { pgName, shape, text } from './shape.ts'

/** By its own id; all others by organisation_id. */
const root = 'organisations'

/** Whole on every server. */
const copied = new Set(['names'])

const tableRow = shape({ name: pgName })
const referenceRow = shape({ name: pgName, target: pgName })

export const hasCitus = (tx: Tx): Promise<boolean> =>
  exists(tx, sql`select 1 from pg_extension where extname = 'citus'`)

/**
 * The extensions that belong into a dump: without Citus, so that it can be restored on a server without it, too. Empty: all of them. PL/pgSQL is
 * always among them, so what pg_dump is given has at least one name, which it asks for.
 */
export async function extensionsToDump(tx: Tx): Promise<string[]> {
  if (!(await hasCitus(tx))) return []
  const rows = await many(
    tx,
    tableRow,
    sql`
      select extname as name
      from pg_extension
      where extname not in ('citus', 'citus_columnar')
      order by extname`,
  )
  return rows.map(({ name }) => name)
}

/** Tables with rows of organisations that are not divided yet, those first to which others refer. Partitions follow their table. */
async function tablesLeft(tx: Tx): Promise<string[]> {
  const tables = await many(
    tx,
    tableRow,
    sql`
      select c.relname as name
      from pg_class c
      where c.relkind in ('r', 'p')
        and not c.relispartition
        and c.relnamespace = 'public'::regnamespace
        and (c.relname = ${root} or exists (
          select from pg_attribute a
          where a.attrelid = c.oid
            and a.attname = 'organisation_id'
            and not a.attisdropped))
        and not exists (
          select from pg_dist_partition p
          where p.logicalrelid = c.oid
            and (p.partmethod = 'h' or p.repmodel = 't'))
      order by c.relname`,
  )
  const references = await many(
    tx,
    referenceRow,
    sql`
      select f.relname as name, t.relname as target
      from pg_constraint c
      join pg_class f on f.oid = c.conrelid
      join pg_class t on t.oid = c.confrelid
      where c.contype = 'f'
        and c.connamespace = 'public'::regnamespace
        and c.conparentid = 0
        and c.conrelid <> c.confrelid
        and f.relname <> ${root}`,
  )
  const left = new Set(tables.map(({ name }) => name))
  const ordered: string[] = left.delete(root) ? [root] : []
  while (left.size > 0) {
    const free = [...left].filter(
      (name) => !references.some((one) => one.name === name && left.has(one.target)),
    )
    if (free.length === 0) throw new Error(`Tables refer to one another in a circle: ${[...left].join(', ')}`)
    for (const name of free) {
      left.delete(name)
      ordered.push(name)
    }
  }
  return ordered
}

const constraintRow = shape({ leave: text, restore: text })

/** To what the organisations themselves refer: users refer to them, and one of both has to be first. */
const referencesOfRoot = (tx: Tx) =>
  many(
    tx,
    constraintRow,
    sql`
      select format('alter table %s drop constraint %I', conrelid::regclass, conname) as leave,
             format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
      from pg_constraint
      where contype = 'f'
        and conrelid = ${root}::regclass`,
  )

const functionRow = shape({ name: text })

/** Called outside of a transaction, as one statement, these leave the coordinator with one message. */
const functionsLeft = (tx: Tx) =>
  many(
    tx,
    functionRow,
    sql`
      select f.oid::regprocedure::text as name
      from pg_proc f
      where f.pronamespace = 'public'::regnamespace
        and f.proargnames[1] = 'of_organisation'
        and not exists (
          select from pg_dist_object o
          where o.classid = 'pg_proc'::regclass
            and o.objid = f.oid
            and o.distribution_argument_index is not null)
      order by name`,
  )

/**
 * Tables first: Citus passes functions to other servers in no transaction that has worked on these side by side. Called again, it goes on where
 * it was cut off.
 * @returns the tables that this call divided or copied, in their order
 */
export async function distribute({ transaction }: Pick<Db, 'transaction'>): Promise<string[]> {
  const tables = await transaction(distributeTables)
  await transaction(removeRowsLeft)
  await transaction(distributeFunctions)
  return tables
}

/**
 * Citus copies the rows of a table that it divides, and leaves them on the coordinator’s disk, where no statement sees or deletes them: what is
 * erased later would stay there. The copies on the workers have no statistics yet.
 */
async function removeRowsLeft(tx: Tx): Promise<void> {
  const left = await many(
    tx,
    tableRow,
    sql`
      select c.relname as name
      from pg_dist_partition p
      join pg_class c on c.oid = p.logicalrelid
      where (p.partmethod = 'h' or p.repmodel = 't')
        and pg_relation_size(p.logicalrelid) > 0`,
  )
  if (left.length === 0) return
  await run(tx, sql`set local statement_timeout = 0`)
  for (const { name } of left)
    await run(tx, sql`select truncate_local_data_after_distributing_table(${name})`)
  await run(tx, sql`analyze`)
}

async function distributeFunctions(tx: Tx): Promise<void> {
  for (const { name } of await functionsLeft(tx))
    await run(
      tx,
      sql`select create_distributed_function(${name}, 'of_organisation', colocate_with => ${root})`,
    )
}

async function distributeTables(tx: Tx): Promise<string[]> {
  const names = await tablesLeft(tx)
  const references = names.includes(root) ? await referencesOfRoot(tx) : []
  for (const { leave } of references) await run(tx, sql.raw(leave))
  for (const name of names) {
    if (copied.has(name)) await run(tx, sql`select create_reference_table(${name})`)
    else
      await run(
        tx,
        sql`select create_distributed_table(${name}, ${name === root ? 'id' : 'organisation_id'}, colocate_with => ${name === root ? 'default' : root})`,
      )
  }
  for (const { restore } of references) await run(tx, sql.raw(restore))
  return names
}
