/**
 * How much PostgreSQL works: rows that the nodes of a statement's plan have read, joined or thrown away. PostgreSQL counts them itself
 * (auto_explain) and sends each plan with the reply. The same on every machine, unlike time, and unlike blocks it counts a nested loop
 * over rows that are kept in memory. Blocks are counted beside it.
 * Source: PostgreSQL 18, F.3 auto_explain; 20.8 client_min_messages
 */
import pg from 'pg'
import { connect, type Db } from '../../src/db/db.ts'

/** The counters of a plan's node, of which `Actual Rows` is a mean of its loops. */
type Node = {
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: Node[]
}

const rowsOf = (node: Node): number =>
  (node['Actual Loops'] ?? 0) *
    ((node['Actual Rows'] ?? 0) +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Join Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0)) +
  (node.Plans ?? []).reduce((sum, below) => sum + rowsOf(below), 0)

/** A node counts those below it as well. An index that is read from end to end for one row shows here alone. */
const blocksOf = (node: Node): number => (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0)

/** For every session of the database: set there, because a client that sets them itself is busy when its first statement comes. */
const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_nested_statements': 'on',
  client_min_messages: 'log',
}

/** Makes every later session of this database send its plans. */
export async function explainIn(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>('select current_database() as name')
    const name = client.escapeIdentifier(rows[0].name)
    for (const [setting, value] of Object.entries(settings))
      await client.query(`alter database ${name} set ${setting} = '${value}'`)
  } finally {
    await client.end()
  }
}

/** The statement and its plan, if the message is of auto_explain. */
function explainedIn(message: string): { text: string; plan: Node } | undefined {
  const json = /^duration: [^{]*plan:\s*(\{.*\})\s*$/s.exec(message)?.[1]
  if (json === undefined) return undefined
  const parsed = JSON.parse(json) as { 'Query Text': string; Plan: Node }
  return { text: parsed['Query Text'].replaceAll(/\s+/g, ' ').trim(), plan: parsed.Plan }
}

/** Listens to a service on a database that explains (`explainIn`). @returns takes the statements since the last call, in their order */
export function statementsOf({ pool, named }: Db): () => string[] {
  let statements: string[] = []
  const heard = new WeakSet<pg.PoolClient>()
  for (const each of [pool, named])
    each.on('acquire', (client) => {
      if (heard.has(client)) return
      heard.add(client)
      client.on('notice', ({ message = '' }) => {
        const explained = explainedIn(message)
        if (explained) statements.push(explained.text)
      })
    })
  return () => {
    const taken = statements
    statements = []
    return taken
  }
}

export type CountingDb = Db & {
  /** Rows handled since the last call, by statement. */
  takeCounts(): Map<string, number>
  /** Blocks of tables and indexes that were looked at since the last call, one again each time. */
  takeBlocks(): number
}

/** Connections to a database of one's own, whose statements are counted. The role has to be a superuser. */
export async function countingDb(connection: pg.ClientConfig): Promise<CountingDb> {
  await explainIn(connection)
  const db = connect(connection)
  let counts = new Map<string, number>()
  let blocks = 0
  for (const pool of [db.pool, db.named])
    pool.on('connect', (client) => {
      client.on('notice', ({ message = '' }) => {
        const explained = explainedIn(message)
        if (!explained) return
        counts.set(explained.text, (counts.get(explained.text) ?? 0) + rowsOf(explained.plan))
        blocks += blocksOf(explained.plan)
      })
    })
  const takeCounts = (): Map<string, number> => {
    const taken = counts
    counts = new Map()
    return taken
  }
  const takeBlocks = (): number => {
    const taken = blocks
    blocks = 0
    return taken
  }
  return { ...db, takeCounts, takeBlocks }
}
