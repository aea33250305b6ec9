/** Tokens are stored by the day on which they expire and dropped with it; the rest is deleted by the hour. */
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { exists, many, only, run, sql } from '../db/db.ts'
import { int8, pgName, shape } from '../db/shape.ts'
import { makePartitions } from '../db/partitions.ts'
import { inTransaction } from '../jobs/jobs.ts'
import { eventually } from '../../test/support/world.ts'
import { rotateSecret } from './applications/secrets.ts'
import { newFlow } from '../../test/support/oauth-flow.ts'
import { sweep } from './sweep.ts'
import { oauthTasks } from './tasks.ts'

const flow = await newFlow({ at: '2026-11-23T09:00:00Z' })
const clock = flow.clock!
const { db, credentials } = flow
const hour = 3_600_000
const mint = async () =>
  (await flow.token({ grant_type: 'client_credentials', ...credentials })).body.access_token
const parts = async (): Promise<string[]> =>
  (
    await many(
      db.tx,
      shape({ name: pgName }),
      sql`
        select c.relname as name
        from pg_inherits i
        join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'access_tokens'::regclass
        order by 1`,
    )
  ).map(({ name }) => name)
const rowCount = async (table: string): Promise<number> =>
  (await only(db.tx, shape({ n: int8 }), sql`select count(*) as n from ${sql.table(table)}`)).n
const tasks = oauthTasks(() => '').map((task) => inTransaction(db, task))
/** What is due, in order. @returns how many rows, or partitions, it handled */
const work = async (): Promise<number> => {
  let count = 0
  for (const task of tasks) count += await task.run(clock.now(), [])
  return count
}

test('a token is stored in the partition of the day on which it expires, which exists before the first is issued', async () => {
  assert.deepEqual(await parts(), [
    'access_tokens_d20261123',
    'access_tokens_d20261124',
    'access_tokens_d20261125',
    'access_tokens_default',
  ])
  await mint()
  assert.equal(await rowCount('access_tokens_default'), 0)
  assert.equal(await rowCount('access_tokens_d20261123'), 1)
})

test('the hourly work makes partitions ahead, once, also when several processes do it at once', async () => {
  const made = await Promise.all([work(), work(), work()])
  assert.equal(
    made.reduce((all, one) => all + one),
    1,
  )
  assert.ok((await parts()).includes('access_tokens_d20261126'))
  assert.equal(await work(), 0)
})

test('a partition is dropped when every token in it is dead, and not before', async () => {
  clock.set('2026-11-23T23:59:59Z')
  const last = await mint()
  clock.set('2026-11-24T00:59:58Z')
  await work()
  assert.ok(await flow.works(last))
  assert.ok((await parts()).includes('access_tokens_d20261123'))
  clock.set('2026-11-24T01:00:00Z')
  await work()
  assert.equal((await parts()).includes('access_tokens_d20261123'), false)
  assert.equal(await flow.works(last), false)
  assert.ok(await flow.works(await mint()))
})

test('tokens of a day without a partition are stored all the same, and deleted when they are dead', async () => {
  clock.set('2027-03-01T12:00:00Z')
  const token = await mint()
  assert.ok(await flow.works(token))
  assert.equal(await rowCount('access_tokens_default'), 1)
  await work()
  assert.ok(await flow.works(token))
  clock.advance(14 * hour)
  await work()
  assert.equal(await rowCount('access_tokens'), 0)
  assert.ok(await flow.works(await mint()))
})

test('no token is lost that is issued while partitions are made and dropped', async () => {
  const before = await rowCount('access_tokens')
  const issued = Array.from({ length: 40 }, mint)
  for (let i = 0; i < 5; i++) {
    await work()
    const later = new Date(clock.now().getTime() + (i + 5) * 24 * hour)
    await db.transaction((tx) =>
      makePartitions(tx, { table: 'access_tokens', column: 'expires_at' }, later, 1),
    )
  }
  const tokens = await Promise.all(issued)
  assert.equal(await rowCount('access_tokens'), before + tokens.length)
  for (const token of tokens) assert.ok(await flow.works(token))
})

test('a request that reads tokens while days are made and dropped is never refused for it', async () => {
  clock.advance(30 * 24 * hour)
  const isLocked = () =>
    exists(
      db.tx,
      sql`select 1 from pg_locks where relation = 'access_tokens'::regclass and mode = 'AccessExclusiveLock' and not granted`,
    )
  let working = Promise.resolve(0)
  await db.transaction(async (reader) => {
    // As planning does: the table first, and its partitions after it.
    await run(reader, sql`lock table only access_tokens in access share mode`)
    working = work()
    await eventually(isLocked, (waits) => waits)
    await run(reader, sql`lock table access_tokens_default in access share mode`)
  })
  assert.ok((await working) > 0)
})

test('finding a token reads only the partitions in which it can be', async () => {
  const { rows } = await db.pool.query<{ 'QUERY PLAN': string }>(
    `explain (costs off) select 1 from access_tokens
     where token_sha256 = '\\x00' and expires_at > '2027-03-02T12:00:00Z'`,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  assert.doesNotMatch(plan, /Seq Scan/)
  assert.doesNotMatch(plan, /d20261124|d20270301/)
})

test('the sweep deletes dead codes and secrets, and nothing else', async () => {
  const app = await flow.register()
  const actor = { organisationId: flow.organisationId, userId: flow.adminId }
  const rotation = { actor, params: { id: app.id }, body: { overlap_seconds: 60 }, now: clock.now() }
  await db.transaction((tx) => rotateSecret({ ...rotation, tx }))
  await flow.code()
  const token = await mint()
  const counts = async () => [await rowCount('authorization_codes'), await rowCount('application_secrets')]
  const [codes, secrets] = await counts()
  await db.transaction((tx) => sweep(tx, clock.now()))
  assert.deepEqual(await counts(), [codes, secrets])
  assert.ok(await flow.works(token))
  await db.transaction((tx) => sweep(tx, new Date(clock.now().getTime() + 30 * hour)))
  assert.deepEqual(await counts(), [0, secrets - 1])
})
