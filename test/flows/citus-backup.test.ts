/**
 * Backups of tables that are divided over several servers: what is in them, and where they are restored. Needs a cluster, as
 * test/flows/citus.test.ts does:
 *
 *   SONDE_TEST_CITUS=FOLDER npm test -- test/flows/citus-backup.test.ts
 */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { createDivided, createOnAll, isCluster, query, startCluster, stopServer } from '../support/cluster.ts'
import { contentOf } from '../support/content.ts'
import { atEndOf } from '../support/endings.ts'
import { operate } from '../support/operate.ts'
import { keysFolderOf, type Running, startApp } from '../support/start.ts'
import { client, type Client, eventually, links, newWorld, pulseDraft } from '../support/world.ts'

const programs = process.env.SONDE_TEST_CITUS ?? ''
const skip = existsSync(join(programs, 'up'))
  ? false
  : 'NOT TESTED: backups on Citus, because SONDE_TEST_CITUS names no folder with it'

const at = '2026-10-12T08:00:00Z'

type Survey = { user: Client; path: string; links: string[] }

/** An organisation with an open anonymous survey of nine people, of whom six have answered. */
async function openSurvey(running: Running): Promise<Survey> {
  const world = await newWorld({ running })
  const user = await world.user()
  const team = await world.team('Everyone', 9, { email: false })
  const path = `/api/pulses/${(await user.post('/api/pulses', pulseDraft([team.id]))).body.id}`
  assert.equal((await user.post(`${path}/open`)).status, 200)
  const all = (await links(user, path)).map(({ url }) => new URL(url).pathname)
  for (const link of all.slice(0, 6)) assert.equal(await answer(running.url, link), 201)
  return { user, path, links: all }
}

const answer = async (url: string, link: string): Promise<number> =>
  (await client(url).post(link, { answers: [{ question_id: 'calm', value: 4 }] })).status

type Shard = { id: string; port: number }

/** The parts of a table, and on which workers they are. */
const shardsOf = (address: string, table: string): Promise<Shard[]> =>
  query<Shard>(
    address,
    `select s.shardid as id, p.nodeport as port
     from pg_dist_shard s
     join pg_dist_shard_placement p using (shardid)
     where s.logicalrelid = '${table}'::regclass
     order by s.shardid`,
  )

/** Locks the last part of a table, where it is. @returns its waiters, and what unlocks it */
async function lockPartOf(address: string, table: string) {
  const { id, port } = (await shardsOf(address, table)).at(-1)!
  const worker = new URL(address)
  worker.port = String(port)
  const holder = new pg.Client(worker.href)
  await holder.connect()
  await holder.query('set citus.enable_manual_changes_to_shards = on')
  await holder.query('begin')
  await holder.query(`lock table ${table}_${id} in access exclusive mode`)
  const waiting = () =>
    query<{ query: string }>(
      worker.href,
      `select query from pg_stat_activity where wait_event_type = 'Lock' and query like '%${table}_${id}%'`,
    )
  return { waiting, unlock: () => holder.end() }
}

/** How many tables have rows on the coordinator that are on the workers as well. */
const copiesOn = async (address: string): Promise<number> =>
  (
    await query<{ count: number }>(
      address,
      `select count(*)::int as count from pg_dist_partition where pg_relation_size(logicalrelid) > 0`,
    )
  )[0].count

test('a divided database is backed up and restored: divided, or as one', { skip }, async (t) => {
  const address = await startCluster(programs, 2)
  const divided = await createDivided(address, 'sonde_before')
  const folder = mkdtempSync(join(tmpdir(), 'sonde-citus-backup-'))
  atEndOf('file', () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'sonde.dump')
  const running = await startApp({ at, database: { connectionString: divided } })
  const surveys: Survey[] = []
  for (let count = 0; count < 6; count++) surveys.push(await openSurvey(running))
  const content = await contentOf({ connectionString: divided })
  const commandOn = (database: string, words: string[]) =>
    operate(words, { DATABASE_URL: database, SONDE_KEY_STORE: keysFolderOf(running.db.connection) })

  await t.test('each organisation as of one moment, whatever is written meanwhile', async () => {
    // Nothing that is written below, and read before what is.
    const { waiting, unlock } = await lockPartOf(divided, 'authorization_codes')
    const ending = commandOn(divided, ['backup', file])
    try {
      await eventually(waiting, (found) => found.length > 0, 30_000)
      for (const { links: all } of surveys)
        for (const link of all.slice(6, 8)) assert.equal(await answer(running.url, link), 201)
    } finally {
      await unlock()
    }
    assert.notDeepEqual(await contentOf({ connectionString: divided }), content)
    const { code, err } = await ending
    assert.equal(code, 0, err)
  })

  await t.test('into a cluster, where it is divided anew and goes on', async () => {
    const restored = await createOnAll(address, 'sonde_after')
    const { code, out, err } = await commandOn(restored, ['restore', file])
    assert.equal(code, 0, err)
    assert.match(out, /sonde-server migrate --distributed/)
    assert.deepEqual(await contentOf({ connectionString: restored }), content)
    assert.equal((await commandOn(restored, ['migrate', '--distributed'])).code, 0)
    assert.deepEqual(await contentOf({ connectionString: restored }), content)
    assert.equal(await copiesOn(restored), 0)
    assert.ok(new Set((await shardsOf(restored, 'responses')).map(({ port }) => port)).size > 1)

    const later = await startApp({
      at,
      database: { connectionString: restored },
      env: { SONDE_KEY_STORE: keysFolderOf(running.db.connection) },
    })
    for (const { user, path, links: all } of surveys) {
      const own = client(later.url, user.token)
      assert.equal(await answer(later.url, all[0]), 201)
      for (const link of all.slice(6, 8)) assert.equal(await answer(later.url, link), 201)
      assert.equal((await own.post(`${path}/close`)).status, 200)
      await later.app.due.settle()
      assert.equal((await own.get(`${path}/results`)).body.response_summary.responded, 8)
    }
  })

  await t.test('into a server without Citus', async () => {
    await query(address, 'create database sonde_alone')
    const alone = new URL(address)
    alone.pathname = '/sonde_alone'
    const { code, out, err } = await commandOn(alone.href, ['restore', file])
    assert.equal(code, 0, err)
    assert.doesNotMatch(out, /--distributed/)
    assert.equal(await isCluster(alone.href), false)
    assert.deepEqual(await contentOf({ connectionString: alone.href }), content)
  })

  await t.test('not while a worker is away, and then nothing is left', async () => {
    const [{ port }] = await shardsOf(divided, 'responses')
    const startAgain = await stopServer(divided, port)
    const target = join(folder, 'away.dump')
    const { code, err } = await commandOn(divided, ['backup', target])
    await startAgain()
    assert.equal(code, 1)
    assert.match(err, /pg_dump failed:/)
    assert.deepEqual(readdirSync(folder).toSorted(), ['sonde.dump', 'sonde.dump.json'])
  })
})
