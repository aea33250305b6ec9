/**
 * Tables that are divided over several servers: one coordinator and two workers of Citus, where a folder has a program `up DIR WORKERS PORT`,
 * which starts them and prints the address of the coordinator, and called as `down DIR` stops them:
 *
 *   SONDE_TEST_CITUS=FOLDER npm test -- test/flows/citus.test.ts
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { connect, type Db } from '../../src/db/db.ts'
import { atEndOf } from '../support/endings.ts'
import { freePort } from '../support/free-port.ts'
import { addressOf, operate } from '../support/operate.ts'
import { emptyDatabase } from '../support/start.ts'

const folder = process.env.SONDE_TEST_CITUS ?? ''
const skip = existsSync(join(folder, 'up'))
  ? false
  : 'NOT TESTED: Citus, because SONDE_TEST_CITUS names no folder with it'

test('a server without Citus divides nothing, and says so', async () => {
  const ended = await operate(['migrate', '--distributed'], {
    DATABASE_URL: addressOf(await emptyDatabase()),
  })
  assert.equal(ended.code, 1)
  assert.match(ended.out, /up to date/)
  assert.match(ended.err, /has no extension citus/)
})

async function cluster(): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'sonde-citus-'))
  const program = (path: string, ...words: string[]) =>
    spawnSync('bash', [path, dir, ...words], { encoding: 'utf8' })
  // Called by this name, the same program stops the servers.
  const down = join(mkdtempSync(join(tmpdir(), 'sonde-citus-down-')), 'down')
  symlinkSync(join(folder, 'up'), down)
  atEndOf('file', async () => {
    program(down)
    rmSync(dir, { recursive: true, force: true })
    rmSync(dirname(down), { recursive: true, force: true })
  })
  const { stdout, stderr, status } = program(join(folder, 'up'), '2', String(await freePort()))
  assert.equal(status, 0, stderr)
  return stdout.trim().split('\n').at(-1) ?? ''
}

const countOf = async (db: Db, text: string): Promise<number> =>
  (await db.pool.query<{ count: number }>(text)).rows[0].count

test(
  'on Citus every table of organisations is divided by them, once, and all of them together',
  { skip },
  async () => {
    const address = await cluster()
    const env = { DATABASE_URL: address }
    const first = await operate(['migrate', '--distributed'], env)
    assert.equal(first.code, 0, first.err)
    assert.match(first.out, /Divided by organisation: \d+ tables\./)
    assert.match((await operate(['migrate', '--distributed'], env)).out, /Every table is divided already\./)

    const db = connect({ connectionString: address })
    atEndOf('file', () => db.close())
    const whole = await db.pool.query<{ name: string }>(
      `select c.relname as name
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'organisation_id' and not a.attisdropped
     where c.relkind in ('r', 'p')
       and c.relnamespace = 'public'::regnamespace
       and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid and p.partmethod = 'h')`,
    )
    assert.deepEqual(
      whole.rows.map(({ name }) => name),
      ['names'],
    )
    const groups = `select count(distinct colocationid) as count from pg_dist_partition where partmethod = 'h'`
    assert.equal(await countOf(db, groups), 1)
    const successor = `select count(*) as count from pg_constraint where conname = 'organisations_successor_fkey'`
    assert.equal(await countOf(db, successor), 1)
  },
)
