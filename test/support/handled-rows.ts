/**
 * How much PostgreSQL works: rows that the nodes of a statement's plan have read, joined or thrown away. PostgreSQL counts them itself
 * (auto_explain) and sends each plan with the reply. The same on every machine, unlike time, and unlike buffers it counts a nested loop
 * over rows that are kept in memory.
 * Source: PostgreSQL 18, F.3 auto_explain; 20.8 client_min_messages
 */
import { connect, type Db } from '../../src/db/db.ts'
import type pg from 'pg'

/** The counters of a plan's node, of which `Actual Rows` is a mean of its loops. */
type Node = {
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

const rowsOf = (node: Node): number =>
  (node['Actual Loops'] ?? 0) *
    ((node['Actual Rows'] ?? 0) +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Join Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0)) +
  (node.Plans ?? []).reduce((sum, below) => sum + rowsOf(below), 0)

const settings = `
  load 'auto_explain';
  set auto_explain.log_min_duration = 0;
  set auto_explain.log_analyze = on;
  set auto_explain.log_timing = off;
  set auto_explain.log_format = json;
  set auto_explain.log_nested_statements = on;
  set client_min_messages = log`

export type CountingDb = Db & {
  /** Rows handled since the last call, by statement. */
  takeCounts(): Map<string, number>
}

/** A connection to the database whose statements are counted. */
export function countingDb(connection: pg.ClientConfig): CountingDb {
  const db = connect(connection)
  let counts = new Map<string, number>()
  db.pool.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => {
      const plan = /^duration: [^{]*plan:\s*(\{.*\})\s*$/s.exec(message)?.[1]
      if (plan === undefined) return
      const parsed = JSON.parse(plan) as { 'Query Text': string; Plan: Node }
      const text = parsed['Query Text'].replaceAll(/\s+/g, ' ').trim()
      counts.set(text, (counts.get(text) ?? 0) + rowsOf(parsed.Plan))
    })
    void client.query(settings)
  })
  const takeCounts = (): Map<string, number> => {
    const taken = counts
    counts = new Map()
    return taken
  }
  return { ...db, takeCounts }
}
