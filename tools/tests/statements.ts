/**
 * Statements that tests send through the product's own code, kept for a look at them by another server: tools/check-statements.ts. Of each
 * text one is kept for each choice of values that are null, with the values of its first use: what is null may decide what a server makes of it.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

export type Recorded = {
  readonly text: string
  readonly values: readonly unknown[]
  /** The product's files on the way to it, the nearest first: “src/vault/answers.ts”. */
  readonly files: readonly string[]
}

const isOurs = /^\s*(?:select|insert|update|delete|with|merge|create temporary table)\b/i
const file = /\/(src\/[\w/.-]+\.ts):\d+/g
const framesMax = 60

/** Files of the product alone: a test's own statements are no promise of ours. */
function filesOfCaller(): string[] {
  const before = Error.stackTraceLimit
  Error.stackTraceLimit = framesMax
  const { stack = '' } = new Error('for its frames')
  Error.stackTraceLimit = before
  const files = [...stack.matchAll(file)].map(([, path]) => path)
  return [...new Set(files)].filter((path) => !path.endsWith('.test.ts') && !path.startsWith('src/db/'))
}

/** Bytes and times, which JSON has no values for, are told apart by a key that no value of ours has. */
const asJson = (value: unknown): unknown => {
  if (Buffer.isBuffer(value)) return { $bytes: value.toString('hex') }
  return value instanceof Date ? { $time: value.toISOString() } : value
}

/** What asJson made, as it was. */
export function valueOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('$bytes' in value) return Buffer.from(String(value.$bytes), 'hex')
  return '$time' in value ? new Date(String(value.$time)) : value
}

/** Statements with the same key are one. */
export const keyOf = (text: string, values: readonly unknown[]): string =>
  `${values.map((value) => (value === null || value === undefined ? 0 : 1)).join('')} ${text}`

/** From now on, until the process ends. @param folder  gets a file of JSON Lines for each process */
export function recordStatements(folder: string): void {
  const seen = new Map<string, Recorded>()
  const record = (text: unknown, given: unknown): void => {
    const values: unknown[] = Array.isArray(given) ? given : []
    if (typeof text !== 'string' || seen.has(keyOf(text, values))) return
    const files = isOurs.test(text) ? filesOfCaller() : []
    // One text may come from a test first, and from the product later.
    if (files.length > 0) seen.set(keyOf(text, values), { text, files, values: values.map(asJson) })
  }
  for (const kind of [pg.Client, pg.Pool]) {
    const prototype = kind.prototype as { query(...all: unknown[]): unknown }
    const send = prototype.query
    prototype.query = function (this: unknown, ...all: unknown[]) {
      const [first, values] = all
      const config = typeof first === 'object' && first !== null ? (first as Partial<pg.QueryConfig>) : null
      record(config ? config.text : first, config?.values ?? values)
      return send.apply(this, all)
    }
  }
  process.on('exit', () => {
    mkdirSync(folder, { recursive: true })
    const lines = [...seen.values()].map((one) => `${JSON.stringify(one)}\n`)
    writeFileSync(join(folder, `${process.pid}.jsonl`), lines.join(''))
  })
}
