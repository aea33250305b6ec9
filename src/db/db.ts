/**
 * The database: two pools, one dialect. SQL is written as SQL through `sql` templates; a Tx is either a running
 * transaction or, for single reads, the pool itself.
 *
 * Values: timestamptz arrives as RFC 3339 text with microseconds (so that keyset paging loses nothing), date as
 * YYYY-MM-DD, bigint (counts) as number, jsonb parsed.
 */
import { Kysely, type KyselyPlugin, PostgresDialect, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { type EffectBus, effectBus, type Effects } from './effects.ts'
import { checkRows, type Columns, type Result, type Row, type Shape } from './shape.ts'
import { statementLog, timed } from './spans.ts'
import { types } from './values.ts'

export { sql }
export { type Effects } from './effects.ts'
export { isForeignKeyViolation, isUnavailable, isUniqueViolation } from './faults.ts'

export type Tx = Kysely<Record<string, never>>

export type Db = {
  readonly pool: pg.Pool
  /** The pool for statements with a name: their cached plans use indexes. */
  readonly named: pg.Pool
  readonly tx: Tx
  /** How to reach the same server with a connection of one's own (LISTEN, jobs). */
  readonly connection: pg.ClientConfig
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Listens to what rules announce by `afterCommit`. */
  readonly onCommit: EffectBus['on']
  close(): Promise<void>
}

/** Where statements with a name go. */
export type Statements = {
  query<R extends unknown[]>(config: pg.QueryArrayConfig): Promise<pg.QueryArrayResult<R>>
  query<R extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<R>>
}

type Scope = {
  readonly db: Db
  /** On a replica, the connection of the read; elsewhere the pool of the database. */
  readonly named: Statements
  readonly isReplica?: true
  readonly isTrial?: true
  announce(effect: () => void): void
}
/** The database of each Tx, and where its effects go. */
const scopes = new WeakMap<Tx, Scope>()
const buses = new WeakMap<Db, EffectBus>()

function scopeOf(tx: Tx): Scope {
  const scope = scopes.get(tx)
  if (!scope) throw new Error('this Tx was not made by connect()')
  return scope
}

/**
 * Work in one transaction, or in the one that already runs. Effects follow its commit.
 * @param tx  the pool or a session
 */
export async function transaction<T>(tx: Tx, work: (inside: Tx) => Promise<T>): Promise<T> {
  if (tx.isTransaction) return work(tx)
  const scope = scopeOf(tx)
  const effects: (() => void)[] = []
  const result = await tx.transaction().execute((inside) => {
    scopes.set(inside, { ...scope, announce: (effect) => effects.push(effect) })
    return work(inside)
  })
  for (const effect of effects) effect()
  return result
}

/** The end of work that was only tried. */
class Tried extends Error {}

/** Does the work in a transaction that is undone at its end, with no effect. @throws what the work throws */
export async function trial(db: Db, work: (inside: Tx) => Promise<unknown>): Promise<void> {
  const tried = new Tried()
  await db.tx
    .transaction()
    .execute(async (inside) => {
      scopes.set(inside, { db, named: db.named, isTrial: true, announce: () => {} })
      await work(inside)
      throw tried
    })
    .catch((error: unknown) => {
      if (error !== tried) throw error
    })
}

/** Whether all will be undone: what lies outside the database, and what takes as long as there are answers, is left out then. */
export const isTrial = (tx: Tx): boolean => scopeOf(tx).isTrial === true

/** The same work, seen by a plugin: for tests that count statements. */
export function throughPlugin(tx: Tx, plugin: KyselyPlugin): Tx {
  const seen = tx.withPlugin(plugin)
  scopes.set(seen, scopeOf(tx))
  return seen
}

/** Work on one connection: for temporary tables, and several transactions over them. */
export const onConnection = <T>(tx: Tx, work: (session: Tx) => Promise<T>): Promise<T> =>
  tx.connection().execute((session) => {
    scopes.set(session, scopeOf(tx))
    return work(session)
  })

/** A transaction that is idle for two minutes is ended by the server (connect). */
const heartbeatMs = 30_000

/** Keeps a transaction alive during work that sends no statement. */
export function keepAlive<T>(tx: Tx, work: Promise<T>): Promise<T> {
  const heartbeat = setInterval(() => void run(tx, sql`select 1`).catch(() => {}), heartbeatMs)
  return work.finally(() => clearInterval(heartbeat))
}

/** The database that a Tx works on. */
export const dbOf = (tx: Tx): Db => scopeOf(tx).db

/** For what a read writes, such as that it was read: the Tx itself, or the primary's pool where the Tx reads from a replica. */
export const writableOf = (tx: Tx): Tx => {
  const { db, isReplica } = scopeOf(tx)
  return isReplica ? db.tx : tx
}

/** Where a read sends its statements with a name: to the server that the Tx reads from. */
export const namedOf = (tx: Tx): { readonly named: Statements } => scopeOf(tx)

/**
 * Announces an effect, once the write is committed (effects.ts). On the pool, where each statement commits by itself, it follows at
 * once.
 */
export function afterCommit<N extends keyof Effects>(tx: Tx, name: N, effect: Effects[N]): void {
  const { db, announce } = scopeOf(tx)
  announce(() => buses.get(db)?.emit(name, effect))
}

/**
 * random_page_cost: a page out of order costs hardly more than the next one, on solid-state disks and in memory. With PostgreSQL's own 4.0 it
 * read tables of a few pages whole for each row that refers to them, and kept to that plan while they grew.
 *
 * jit: a server with LLVM compiles a statement whose estimated cost is high, and avoiding sequential scans (below) makes it look so: one look
 * at what is due took seconds instead of a millisecond.
 */
const session: Readonly<Record<string, string>> = {
  timezone: 'UTC',
  datestyle: 'ISO',
  statement_timeout: '60000',
  idle_in_transaction_session_timeout: '120000',
  random_page_cost: '1.1',
  jit: 'off',
}

/**
 * A cached plan outlives the table it was made for: planned while a table was empty, one read every row of a table of 50,000 for each of
 * them (2 messages a second instead of hundreds). So cached plans use indexes.
 */
const byIndex = {
  ...session,
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
}

/** A plan over all servers of a divided table cannot be made without its values: there, the server chooses when it plans. */
const genericPlans = `
  select set_config('plan_cache_mode',
    case when exists (select from pg_extension where extname = 'citus') then 'auto' else 'force_generic_plan' end, false)`

/** By a statement of its own when a connection is made: a pooler refuses the option by which they could be sent with the first message. */
const setAll = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `set ${name} = '${value}'`)
    .join('; ')

/** How long anybody waits for a connection. */
export const patienceMs = 10_000

type PoolOptions = { max: number; connectMs?: number; queryMs?: number; onError: (error: Error) => void }

function makePool(
  connection: pg.ClientConfig,
  settings: Readonly<Record<string, string>>,
  { max, connectMs = patienceMs, queryMs, onError }: PoolOptions,
): pg.Pool {
  const statement = settings === byIndex ? `${setAll(settings)}; ${genericPlans}` : setAll(settings)
  // The pool waits for it, though its types do not say so.
  const prepareSession = ((client) => client.query(statement)) as (client: pg.ClientBase) => void
  const made = new pg.Pool({
    ...connection,
    types,
    max,
    // Asking the pool for a second connection inside a transaction fails here instead of hanging forever.
    connectionTimeoutMillis: connectMs,
    query_timeout: queryMs,
    onConnect: prepareSession,
  })
  // A restart of the database ends idle connections; without a listener that would end this process too.
  made.on('error', onError)
  // The pool listens to idle connections only. One that is lost between two statements of a transaction would end the process
  // as well; the transaction's next statement throws.
  made.on('connect', (client) => client.on('error', () => {}))
  return made
}

/** Connections with the settings of our sessions, whoever uses them. */
export const poolWith = (connection: pg.ClientConfig, options: PoolOptions): pg.Pool =>
  makePool(connection, session, options)

/**
 * A Tx whose statements all go over one connection of a replica, one after the other.
 * @param db  the primary: what the Tx stands for where a rule asks for its database
 */
export function onClient(db: Db, client: pg.PoolClient): Tx {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(send: () => Promise<T>): Promise<T> => {
    const result = last.then(send)
    last = result.catch(() => {})
    return result
  }
  const clients: Clients = {
    connect: async () => ({
      query: (text, values) => inTurn(() => client.query(text, values)),
      release: () => {},
    }),
    end: async () => {},
  }
  const tx: Tx = new Kysely({
    dialect: new PostgresDialect({ pool: (isChecking ? describing(clients) : clients) as pg.Pool }),
    log: statementLog(),
  })
  // Without their names: what a named statement is planned by is set for the connections of its own pool.
  const named = {
    query: (named: pg.QueryConfig) => {
      const statement = { ...named, name: undefined }
      return inTurn(() => client.query(statement))
    },
  } as Statements
  scopes.set(tx, { db, named, isReplica: true, announce: (effect) => effect() })
  return tx
}

export function connect(
  connection: pg.ClientConfig,
  options: { connections?: number; onError?: (error: Error) => void; prepared?: boolean } = {},
): Db {
  let closing = false
  const poolOf = (settings: Readonly<Record<string, string>>): pg.Pool =>
    makePool(connection, settings, {
      max: options.connections ?? 10,
      onError: (error) => {
        if (!closing) options.onError?.(error)
      },
    })
  // Connections are made when they are needed: who sends no statement with a name has none of the second kind.
  const named = poolOf(byIndex)
  const pool = options.prepared ? named : poolOf(session)
  const clients = options.prepared ? preparing(pool) : pool
  const tx: Tx = new Kysely({
    dialect: new PostgresDialect({ pool: (isChecking ? describing(clients) : clients) as pg.Pool }),
    log: statementLog(),
  })
  const bus = effectBus()
  const db: Db = {
    pool,
    named,
    tx,
    connection,
    onCommit: bus.on,
    transaction: (work) => transaction(tx, work),
    close: async () => {
      closing = true
      await Promise.all([tx.destroy(), options.prepared ? null : named.end()])
    },
  }
  buses.set(db, bus)
  scopes.set(tx, { db, named, announce: (effect) => effect() })
  return db
}

type Client = {
  query(text: string, values: unknown[]): Promise<pg.QueryResult>
  release(destroy?: boolean): void
}
/** The part of a pool that Kysely uses. */
type Clients = { connect(): Promise<Client>; end(): Promise<void> }

/**
 * Parses and plans statements of the same text once for each connection: for few statements that run often, and never for texts that
 * vary.
 */
function preparing(pool: pg.Pool): Clients {
  const names = new Map<string, string>()
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `p${names.size + 1}`
    names.set(text, name)
    return name
  }
  return {
    connect: async () => {
      const client = await pool.connect()
      return {
        query: (text, values) => client.query({ name: nameOf(text), text, values }),
        release: (destroy) => client.release(destroy),
      }
    },
    end: () => pool.end(),
  }
}

let isChecking = false

/**
 * From now on, new connections check every result against the shape of its rows. For tests: statements and schema are the same in
 * production, where it would find nothing and cost time.
 */
export const startChecking = (): void => void (isChecking = true)

/** Results by their rows, since Kysely returns only the rows. */
const results = new WeakMap<readonly unknown[], Result>()

const describing = (clients: Clients): Clients => ({
  connect: async () => {
    const client = await clients.connect()
    return {
      query: async (text, values) => {
        const result = await client.query(text, values)
        // Several statements in one text have several results.
        for (const { rows, fields } of [result].flat()) results.set(rows, { rows, fields, text })
        return result
      },
      release: (destroy) => client.release(destroy),
    }
  },
  end: () => clients.end(),
})

export type Query = RawBuilder<unknown>

export async function many<C extends Columns>(tx: Tx, shape: Shape<C>, query: Query): Promise<Row<C>[]> {
  const { rows } = await query.execute(tx)
  const result = results.get(rows)
  if (result) checkRows(shape, result)
  return rows as Row<C>[]
}

export const one = async <C extends Columns>(
  tx: Tx,
  shape: Shape<C>,
  query: Query,
): Promise<Row<C> | undefined> => (await many(tx, shape, query)).at(0)

/** For statements that must return exactly one row. @throws for any other number */
export async function only<C extends Columns>(tx: Tx, shape: Shape<C>, query: Query): Promise<Row<C>> {
  const rows = await many(tx, shape, query)
  if (rows.length !== 1) throw new Error(`Expected one row, got ${rows.length}`)
  return rows[0]
}

/** Whether the statement returns a row. */
export const exists = async (tx: Tx, query: Query): Promise<boolean> =>
  (await query.execute(tx)).rows.length > 0

/** A statement with a name, parsed and planned once for each connection: for what runs at every request. */
export type Statement<C extends Columns> = {
  readonly name: string
  readonly shape: Shape<C>
  readonly text: string
}

export async function manyPrepared<C extends Columns>(
  { named }: { readonly named: Statements },
  { name, shape, text }: Statement<C>,
  values: unknown[],
): Promise<Row<C>[]> {
  const result = await timed(text, () => named.query<Row<C>>({ name, text, values }))
  if (isChecking) checkRows(shape, { ...result, text })
  return result.rows
}

/** @returns how many rows the statement changed */
export const run = async (tx: Tx, query: RawBuilder<unknown>): Promise<number> =>
  Number((await query.execute(tx)).numAffectedRows ?? 0n)

/** A value for a jsonb column, arrays included, which the driver would otherwise send as PostgreSQL arrays. */
export const json = (value: unknown): RawBuilder<unknown> => sql`${JSON.stringify(value)}::jsonb`

export const jsonOrNull = (value: unknown): RawBuilder<unknown> => (value === null ? sql`null` : json(value))

export const textArray = (values: readonly string[]): RawBuilder<unknown> => sql`${[...values]}::text[]`

export const textArrayOrNull = (values: readonly string[] | null): RawBuilder<unknown> =>
  values === null ? sql`null::text[]` : textArray(values)

/** A pattern for `ilike` that finds a text anywhere, with nothing in it read as a wildcard. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
