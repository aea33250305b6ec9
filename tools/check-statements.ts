/**
 * Lets the server of DATABASE_URL judge every statement that the tests sent to another one: `npm test -- --statements FOLDER`, then
 * `node tools/check-statements.ts FOLDER`. It parses each, name for name and type for type, so what an older version lacks is found in
 * seconds; what it would compute differently is not.
 *
 * On Citus it also makes the plan of each, and lists those that ask all servers: what has no organisation, and what passes the result of one part
 * to all of them, which no plan tells. So what has parts is sent.
 *
 * Makes a database and drops it again; on Citus it divides the tables of the one that it is given. Exit code 1: a statement is refused.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { connect, type Db } from '../src/db/db.ts'
import { distribute, hasCitus } from '../src/db/distribute.ts'
import { migrate } from '../src/db/migrate.ts'
import { startJobs } from '../src/jobs/jobs.ts'
import { keyOf, type Recorded, valueOf } from './tests/statements.ts'

const [folder] = process.argv.slice(2)
const address = process.env.DATABASE_URL
if (!folder || !address) {
  console.error('DATABASE_URL=… node tools/check-statements.ts FOLDER')
  process.exit(2)
}

/** Of days of requests, whose tables an empty database does not have. */
const isOfPassingTable = ({ text }: Recorded): boolean => /_d\d{8}\b|_default\b/.test(text)
const isTemporary = ({ text }: Recorded): boolean => /^\s*create temporary table\b/i.test(text)

function recorded(): Recorded[] {
  const lines = globSync('*.jsonl', { cwd: folder }).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8').trimEnd().split('\n'),
  )
  const all = lines.map((line) => JSON.parse(line) as Recorded)
  return [...new Map(all.map((one) => [keyOf(one.text, one.values), one])).values()]
}

async function inDatabaseOfItsOwn<T>(own: Db, work: (db: Db) => Promise<T>): Promise<T> {
  const name = `sonde_statements_${process.pid}`
  await own.pool.query(`create database ${name}`)
  const url = new URL(address!)
  url.pathname = `/${name}`
  const db = connect({ connectionString: url.href })
  try {
    return await work(db)
  } finally {
    await db.close()
    await own.pool.query(`drop database ${name} with (force)`)
  }
}

const told = (text: string, { files }: Recorded): string =>
  `${files.join(' < ')}\n    ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 200)}`

/** Every table of ours is there, on each server: one that is missing was made by a test. */
const isOfTest = (error: unknown): boolean => (error as pg.DatabaseError).code === '42P01'

/** Work that leaves the transaction as it was. @returns what the server has against it */
async function faultOf(client: pg.PoolClient, work: () => Promise<unknown>): Promise<string | null> {
  await client.query('savepoint before_one')
  try {
    await work()
    return null
  } catch (error) {
    return isOfTest(error) ? null : (error as Error).message
  } finally {
    await client.query('rollback to savepoint before_one')
  }
}

async function check(db: Db): Promise<number> {
  const isDivided = await hasCitus(db.tx)
  await migrate(db)
  await (await startJobs(db, pino({ level: 'silent' }))).stop()
  if (isDivided) await distribute(db)
  const all = recorded()
  const statements = all.filter((one) => !isTemporary(one) && !isOfPassingTable(one))
  const client = await db.pool.connect()
  // In one transaction, with whose end temporary tables go.
  await client.query('begin')
  for (const { text } of all.filter(isTemporary)) await client.query(text)
  let refused = 0
  const asksAll: Recorded[] = []
  for (const one of statements) {
    const fault = await faultOf(client, async () => {
      if (!isDivided) return client.query(`prepare one as ${one.text}; deallocate one`)
      const plan = await planOf(client, one)
      if (serversOf(plan) > 1 || (hasParts(plan) && (await passesToAll(client, one)))) asksAll.push(one)
    }).then((refused) => (refused !== null && isDivided ? faultOf(client, () => send(client, one)) : refused))
    if (fault === null) continue
    refused++
    console.log(`${fault}\n    ${told(one.text, one)}`)
  }
  await client.query('rollback')
  client.release()
  for (const one of asksAll) console.log(`asks all servers: ${told(one.text, one)}`)
  const asked = isDivided ? `, ${asksAll.length} of them ask all servers` : ''
  console.log(
    `${statements.length} statements${asked}, ${refused} refused; ${all.length - statements.length} of passing tables left out`,
  )
  return refused
}

/** Citus runs some statements whose plan it does not tell. An empty database refuses some for what it does not have, which is not a fault of theirs. */
const send = (client: pg.PoolClient, { text, values }: Recorded): Promise<unknown> =>
  client.query(text, values.map(valueOf)).catch((error: Error) => {
    if (!/violates .* constraint/.test(error.message)) throw error
  })

const hasParts = (plan: string): boolean => plan.includes('Distributed Subplan')

/** What it would be refused for is judged by its plan. */
async function passesToAll(client: pg.PoolClient, one: Recorded): Promise<boolean> {
  const servers = new Set<string>()
  const hear = ({ message = '', detail = '' }: { message?: string; detail?: string }): void => {
    if (/^issuing COPY .* WITH \(format result\)/.test(message)) servers.add(detail.split(' connectionId')[0])
  }
  client.on('notice', hear)
  await client.query('set local citus.log_remote_commands = on')
  await faultOf(client, () => send(client, one))
  await client.query('set local citus.log_remote_commands = off')
  client.off('notice', hear)
  return servers.size > 1
}

async function planOf(client: pg.PoolClient, { text, values }: Recorded): Promise<string> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values.map(valueOf))
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

/** Parts of divided tables that a plan of Citus asks, at the most in one step; 0: the coordinator does it alone. */
const serversOf = (plan: string): number =>
  Math.max(0, ...[...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count)))

const given = connect({ connectionString: address })
const refused = (await hasCitus(given.tx)) ? await check(given) : await inDatabaseOfItsOwn(given, check)
await given.close()
process.exitCode = refused > 0 ? 1 : 0
