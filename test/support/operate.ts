/**
 * A command of the operator in this process: what it prints, and the exit code that it asks for. A process of its own loads the application
 * for one to two seconds, so it is for what only a process shows (command.ts). One runs at a time: they share the console and the environment.
 */
import { format } from 'node:util'
import type pg from 'pg'
import { run } from '../../src/cli/cli.ts'
import type { CommandEnd } from './command.ts'

let last: Promise<unknown> = Promise.resolve()

/** @param env  beside what this process has */
export function operate(words: readonly string[], env: Record<string, string>): Promise<CommandEnd> {
  const ended = last.then(() => runHere(words, env))
  last = ended.catch(() => {})
  return ended
}

/** What a command has set, which the compiler cannot see. */
const exitCodeNow = (): number => Number(process.exitCode ?? 0)

async function runHere(words: readonly string[], env: Record<string, string>): Promise<CommandEnd> {
  const { log, error } = console
  const { exitCode } = process
  const before = Object.keys(env).map((name) => [name, process.env[name]] as const)
  const printed = { out: '', err: '' }
  console.log = (...values: unknown[]) => void (printed.out += `${format(...values)}\n`)
  console.error = (...values: unknown[]) => void (printed.err += `${format(...values)}\n`)
  process.exitCode = 0
  Object.assign(process.env, env)
  try {
    await run(words)
    return { code: exitCodeNow(), ...printed }
  } finally {
    Object.assign(console, { log, error })
    process.exitCode = exitCode
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
  }
}

/** The address of a database of these tests, for a command. */
export function addressOf({
  host,
  port,
  user,
  password,
  database,
  connectionString,
}: pg.ClientConfig): string {
  if (connectionString !== undefined) return connectionString
  const parameters = new URLSearchParams({ host: String(host), port: String(port), user: String(user) })
  if (typeof password === 'string') parameters.set('password', password)
  return `postgres:///${database}?${parameters}`
}
