/**
 * Tables that are divided over several servers: one coordinator and two workers of Citus, where a folder has a program `up DIR WORKERS PORT`,
 * which starts them and prints the address of the coordinator, and called as `down DIR` stops them:
 *
 *   SONDE_TEST_CITUS=FOLDER npm test -- test/flows/citus.test.ts
 *
 * Other tests run there by `DATABASE_URL=ADDRESS npm test -- FILES`; .ci/run does both.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Db } from '../../src/db/db.ts'
import { addWorker, createDivided, query } from '../support/cluster.ts'
import { answered, cluster, openedIn, programs, serviceOn, withoutCitus } from '../support/divided.ts'
import { atEndOf } from '../support/endings.ts'
import { addressOf, operate } from '../support/operate.ts'
import { emptyDatabase, freshDatabase, type Running } from '../support/start.ts'
import { eventually, newWorld } from '../support/world.ts'

const skip = withoutCitus('Citus')

test('a server without Citus divides nothing, and says so', async () => {
  const ended = await operate(['migrate', '--distributed'], {
    DATABASE_URL: addressOf(await emptyDatabase()),
  })
  assert.equal(ended.code, 1)
  assert.match(ended.out, /up to date/)
  assert.match(ended.err, /has no extension citus/)
})

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

const sonde = resolve(import.meta.dirname, '../../bin/sonde-server')

/** What the story of the demo prints, told on a database. */
async function demoOn(address: string): Promise<unknown> {
  const cwd = mkdtempSync(join(tmpdir(), 'sonde-citus-demo-'))
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(SONDE_|NODE_)/.test(name)),
  )
  const child = spawn(process.execPath, [sonde, 'demo', '--once', '--json'], {
    cwd,
    env: { ...env, DATABASE_URL: address },
  })
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (chunk) => (out += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk) => (err += chunk))
  const code = await new Promise((ended) => child.on('close', ended))
  rmSync(cwd, { recursive: true, force: true })
  assert.equal(code, 0, err)
  return JSON.parse(out)
}

/** Without what differs at each run: ids, and times of this day. */
function withoutIdsAndTimes(value: unknown): unknown {
  if (typeof value === 'string')
    return value
      .replaceAll(/\b[a-z]{2,4}_[0-9a-z]{26}\b/g, 'ID')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
  if (Array.isArray(value)) return value.map(withoutIdsAndTimes)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'seconds' && !name.endsWith('_at'))
      .map(([name, one]) => [name, withoutIdsAndTimes(one)]),
  )
}

test('three weeks of surveys come to the same results on a cluster as on one server', { skip }, async () => {
  const divided = await createDivided(await cluster(), 'sonde_story')
  const onCluster = await demoOn(divided)
  const onOne = await demoOn(addressOf(await freshDatabase()))
  assert.deepEqual(withoutIdsAndTimes(onCluster), withoutIdsAndTimes(onOne))
})

let running: Promise<Running> | undefined
/** The service on a divided database. */
const service = (): Promise<Running> => (running ??= serviceOn('sonde_service'))

test(
  'on divided tables people are imported, asked, and their answers closed, read and deleted',
  { skip },
  async () => {
    const world = await newWorld({ running: await service() })
    const user = await world.user({ role: 'admin' })
    const { path, all } = await openedIn(world, user, 12)
    assert.equal(all.length, 12)
    for (const { url } of all.slice(0, 10)) {
      const reply = await world.anyone.post(new URL(url).pathname, answered)
      assert.equal(reply.status, 201, JSON.stringify(reply.body))
    }
    assert.equal((await user.post(`${path}/close`)).body.state, 'closed')
    const { body } = await eventually(
      () => user.get(`${path}/results`),
      (reply) => reply.body.results_status === 'available',
      60_000,
    )
    assert.equal(body.response_summary.responded, 10)
    assert.equal(body.questions[0].n, 10)

    const deleted = await user.delete(path)
    assert.equal(deleted.status, 204, JSON.stringify(deleted.body))
    assert.ok((await user.get(path)).body.deleted_at)
    const api = await world.organisation()
    const { members } = (await api.get('/api/members?external_id=e5')).body
    const again = await api.post('/api/members', { name: 'Again', email: members[0].email })
    assert.deepEqual([again.status, again.body.errors?.[0].code], [409, 'taken'])
    const erased = await api.post(`/api/members/${members[0].id}/erase`)
    assert.equal(erased.status, 200, JSON.stringify(erased.body))
    assert.deepEqual([erased.body.member.status, erased.body.member.email], ['erased', null])
    assert.equal(erased.body.erased.memberships, 1)
  },
)

test(
  'a worker that joins takes over organisations under load, and every acknowledged answer is there once',
  { skip },
  async () => {
    const { db } = await service()
    const address = db.connection.connectionString!
    const worlds = await Promise.all(
      Array.from({ length: 4 }, async () => newWorld({ running: await service() })),
    )
    const surveys: Awaited<ReturnType<typeof openedIn>>[] = []
    for (const world of worlds) surveys.push(await openedIn(world, await world.user({ role: 'admin' }), 60))
    const ids = worlds.map(({ organisationId }) => `'${organisationId}'`).join(', ')
    const stored = `from responses where organisation_id in (${ids}) and state = 'submitted'`
    const worker = await addWorker(programs, address)
    assert.equal(
      await countOf(
        db,
        `select count(*) as count from pg_dist_shard_placement where nodeport = ${worker} and shardid in (select shardid from pg_dist_shard where logicalrelid = 'responses'::regclass)`,
      ),
      0,
    )

    await query(address, `select citus_rebalance_start()`)
    const isMoving = async (): Promise<boolean> =>
      (await countOf(
        db,
        `select count(*) as count from pg_dist_background_job where state in ('scheduled', 'running', 'cancelling', 'failing')`,
      )) > 0
    let acknowledged = 0
    let hasMoved = false
    const answers = surveys.map(async ({ all }) => {
      for (const [at, { url }] of all.entries()) {
        // The last ones come when everything has moved.
        while (at > 40 && !hasMoved) await sleep(100)
        const reply = await worlds[0].anyone.post(new URL(url).pathname, answered)
        assert.equal(reply.status, 201, JSON.stringify(reply.body))
        acknowledged++
        await sleep(100)
      }
    })
    const moved = (async () => {
      while (await isMoving()) await sleep(500)
      hasMoved = true
    })()
    await Promise.all([...answers, moved])
    assert.equal(acknowledged, 240)
    assert.deepEqual(
      [
        await countOf(db, `select count(*)::int as count ${stored}`),
        await countOf(db, `select count(distinct id)::int as count ${stored}`),
      ],
      [acknowledged, acknowledged],
    )
    const jobs = await query<{ state: string }>(
      address,
      'select distinct state::text from pg_dist_background_job',
    )
    assert.deepEqual(jobs, [{ state: 'finished' }])
    assert.ok(
      (await countOf(
        db,
        `select count(*)::int as count from pg_dist_shard_placement where nodeport = ${worker} and shardid in (select shardid from pg_dist_shard where logicalrelid = 'responses'::regclass)`,
      )) > 0,
    )
  },
)
