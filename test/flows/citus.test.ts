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
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Db } from '../../src/db/db.ts'
import { addWorker, createDivided, query, startCluster, stopServer } from '../support/cluster.ts'
import { atEndOf } from '../support/endings.ts'
import { addressOf, operate } from '../support/operate.ts'
import { messagesIn } from '../support/outbox.ts'
import { emptyDatabase, freshDatabase, type Running, startApp } from '../support/start.ts'
import { client, type Client, eventually, links, newWorld, pulseDraft, type World } from '../support/world.ts'

const folder = process.env.SONDE_TEST_CITUS ?? ''
const skip = existsSync(join(folder, 'up'))
  ? false
  : 'NOT TESTED: Citus, because SONDE_TEST_CITUS names no folder with it'

let started: Promise<string> | undefined
/** The address of the coordinator. */
const cluster = (): Promise<string> => (started ??= startCluster(folder, 2))

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
const service = (): Promise<Running> =>
  (running ??= cluster()
    .then((address) => createDivided(address, 'sonde_service'))
    .then((connectionString) => startApp({ database: { connectionString } })))

const answered = { answers: [{ question_id: 'calm', value: 4 }] }

/** An open pulse of people who were imported from a file. @returns its path and its links */
async function openedIn(world: World, user: Client, people: number) {
  const admin = await world.user({ role: 'admin' })
  const rows = Array.from({ length: people }, (_, at) => ({
    name: `Person ${at}`,
    external_id: `e${at}`,
    email: `person${at}@test.example`,
    teams: at % 2 === 0 ? 'Crew' : 'Office',
    ...(at > 0 && { manager: 'e0' }),
  }))
  const imported = await admin.post('/api/imports', { rows })
  assert.equal(imported.status, 200, JSON.stringify(imported.body))
  assert.deepEqual([imported.body.created, imported.body.teams_created], [people, 2])
  const again = await admin.post('/api/imports', { rows })
  assert.deepEqual([again.body.created, again.body.updated, again.body.unchanged], [0, 0, people])
  const { teams } = (await admin.get('/api/teams')).body
  const created = await user.post('/api/pulses', pulseDraft(teams.map(({ id }: { id: string }) => id)))
  assert.equal(created.status, 201, JSON.stringify(created.body))
  const path = `/api/pulses/${created.body.id}`
  assert.equal((await user.post(`${path}/open`)).status, 200)
  return { path, all: await links(user, path) }
}

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
    const worker = await addWorker(folder, address)
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

/** On which worker the rows of an organisation are, by its port. */
const workerOf = async (address: string, organisationId: string): Promise<number> =>
  (
    await query<{ nodeport: number }>(
      address,
      `select nodeport
       from pg_dist_shard_placement
       where shardid = get_shard_id_for_distribution_column('organisations', '${organisationId}')`,
    )
  )[0].nodeport

/** The secret of a device. */
const attempt = 'a-secret-of-this-device'

type Asked = {
  world: World
  user: Client
  worker: number
  links: string[]
  receipt: string
  scheduled: string
}

/** An organisation with an open survey of twelve people, one of whom has answered and another has saved answers. */
async function askedIn(address: string): Promise<Asked> {
  const world = await newWorld({ running: await service() })
  const user = await world.user({ role: 'admin' })
  const { all } = await openedIn(world, user, 12)
  const paths = all.map(({ url }) => new URL(url).pathname)
  const sent = await world.anyone.post(paths[0], answered)
  assert.equal(sent.status, 201, JSON.stringify(sent.body))
  assert.equal((await world.anyone.patch(paths[1], { ...answered, attempt })).status, 200)
  const worker = await workerOf(address, world.organisationId)
  return { world, user, worker, links: paths, receipt: `/receipts/${sent.body.receipt}`, scheduled: '' }
}

/** A draft of a survey by e-mail that ends with its last answer. @returns its path */
async function draftedBy(user: Client): Promise<string> {
  const { teams } = (await user.get('/api/teams')).body
  const ids = teams.map(({ id }: { id: string }) => id)
  const draft = pulseDraft(ids, {
    channels: ['email', 'link'],
    confidentiality: { mode: 'attributed' },
    auto_close: true,
  })
  return `/api/pulses/${(await user.post('/api/pulses', draft)).body.id}`
}

/** What was scheduled opens by the clock, reaches its people by e-mail, closes with the last answer and is analysed. */
async function assertLived({ world, user, scheduled }: Asked): Promise<void> {
  const patienceMs = 60_000
  const stateIs = (state: string) =>
    eventually(
      () => user.get(scheduled),
      ({ body }) => body.state === state,
      patienceMs,
    )
  await stateIs('open')
  const all = await links(user, scheduled)
  const paths = all.map(({ url }) => new URL(url).pathname)
  const mailed = async (): Promise<string> => JSON.stringify(await messagesIn(world.running.outbox))
  await eventually(mailed, (mails) => paths.every((path) => mails.includes(path)), patienceMs)
  for (const path of paths) assert.equal((await world.anyone.post(path, answered)).status, 201)
  await stateIs('closed')
  const { body } = await eventually(
    () => user.get(`${scheduled}/results`),
    (reply) => reply.body.results_status === 'available',
    patienceMs,
  )
  assert.equal(body.response_summary.responded, 12)
}

/** Organisations on both workers. */
async function askedOnBoth(address: string): Promise<Asked[]> {
  const asked: Asked[] = []
  while (new Set(asked.map(({ worker }) => worker)).size < 2 || asked.length < 4)
    asked.push(await askedIn(address))
  return asked
}

/** What people do in the round: they read, answer, answer again, change their answer and save answers. */
async function statusesOf({ world, user, links: paths, receipt }: Asked, round: number): Promise<number[]> {
  const { anyone } = world
  const replies = [
    await user.get('/api/pulses'),
    await user.post('/api/pulses', pulseDraft([])),
    await anyone.get(paths[2 + round]),
    await anyone.patch(paths[1], { ...answered, attempt }),
    await anyone.patch(paths[2 + round], { ...answered, attempt }),
    await anyone.post(paths[2 + round], { ...answered, attempt }),
    await anyone.post(paths[2 + round], { ...answered, attempt }),
    await anyone.get(receipt),
    await anyone.patch(receipt, { answers: [{ question_id: 'calm', value: 1 + (round % 5) }] }),
  ]
  return replies.map(({ status }) => status)
}

test(
  'a worker that is stopped stops its organisations alone, and their work goes on when it is back',
  { skip },
  async () => {
    const { db } = await service()
    const address = db.connection.connectionString!
    const asked = await askedOnBoth(address)
    const lost = asked[0].worker
    const [stopped, running] = [true, false].map((is) =>
      asked.filter(({ worker }) => (worker === lost) === is),
    )
    const began = Date.now()
    for (const one of asked) one.scheduled = await draftedBy(one.user)
    // Where all of this takes long, they open later, so that the worker is stopped before.
    const opensAt = new Date(Date.now() + Math.max(8_000, 3 * (Date.now() - began)))
    for (const { user, scheduled } of asked) {
      const { status, body } = await user.post(`${scheduled}/schedule`, { opens_at: opensAt.toISOString() })
      assert.equal(status, 200, JSON.stringify(body))
    }
    const startAgain = await stopServer(address, lost)

    const allWell = [200, 201, 200, 200, 200, 201, 201, 200, 200]
    for (let round = 0; round < 5; round++) {
      for (const one of running) assert.deepEqual(await statusesOf(one, round), allWell)
      for (const one of stopped)
        for (const status of await statusesOf(one, round))
          assert.ok(status >= 500, `${status} says more than is known`)
      // Longer than a token is remembered without asking.
      await sleep(1_500)
    }

    for (const one of running) await assertLived(one)
    const startedMeanwhile = await startApp({
      database: { connectionString: address },
      env: { SONDE_ROLE: 'api' },
    })
    for (const { url } of [startedMeanwhile, running[0].world]) {
      assert.equal((await client(url).get('/readyz')).status, 200)
      assert.equal((await client(url).get(running[0].links[0])).status, 200)
    }

    await startAgain()
    for (const one of stopped) await assertLived(one)
    for (const one of stopped) assert.deepEqual(await statusesOf(one, 5), allWell)
    for (const { world, links: paths } of asked) {
      const { body } = await world.anyone.get(paths[1], { 'sonde-attempt': attempt })
      assert.deepEqual(body.saved.answers, answered.answers)
    }
  },
)
