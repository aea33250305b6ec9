/** Answers that arrive together are stored together, and each has the outcome that it would have alone. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { QueryConfig } from 'pg'
import type { Mode } from '../../contract/confidentiality.ts'
import { atEndOf } from '../../test/support/endings.ts'
import { type Client, eventually, links, newWorld, pulseDraft, type World } from '../../test/support/world.ts'
import { connect, type Db, sql } from '../db/db.ts'
import type { Holder } from './answers.ts'
import { keepAnswer, keysOf, saveAnswer } from './vault.ts'

let world: World
let author: Client
let db: Db
let other: Db

before(async () => {
  world = await newWorld()
  author = await world.user({ role: 'admin' })
  db = world.running.db
  // As a second node has it.
  other = connect(db.connection)
  atEndOf('file', () => other.close())
})

type Ask = { mode: Mode; count: number; by?: { world: World; author: Client }; closesAt?: string }

async function ask({ mode, count, by = { world, author }, closesAt }: Ask) {
  const team = await by.world.team('People', count, { email: false })
  const more = { confidentiality: { mode }, ...(closesAt !== undefined && { closes_at: closesAt }) }
  const { body: pulse } = await by.author.post('/api/pulses', pulseDraft([team.id], more))
  const path = `/api/pulses/${pulse.id}`
  assert.equal((await by.author.post(`${path}/open`)).status, 200)
  const {
    rows: [ref],
  } = await db.pool.query<{ organisationId: string; collectionId: string }>(
    `select organisation_id as "organisationId", id as "collectionId" from collections where owner_id = $1`,
    [pulse.id],
  )
  const keys = await keysOf(db.tx, { ...ref, mode })
  assert.ok(keys)
  const holders = (await links(by.author, path)).map(({ member_id: memberId, url }): Holder => {
    const link = new URL(url).pathname.split('.')[1]
    return { ...ref, mode, memberId, teamId: team.id, attributeValue: null, answerKey: keys.answerKey, link }
  })
  const rows = async () =>
    (
      await db.pool.query<{ xmin: string; state: string; repeats: boolean; member_id: string | null }>(
        'select xmin::text, state, repeats, member_id from responses where organisation_id = $1 and collection_id = $2',
        [ref.organisationId, ref.collectionId],
      )
    ).rows
  return { path, ref, holders, rows }
}

const calm = (attempt = 'a', value = 3) => ({ answers: [{ question_id: 'calm', value }], attempt })
const isStored = (outcome: unknown): boolean => typeof outcome === 'object'

test('answers that arrive at the same time are stored by two transactions, and each gets its own receipt', async () => {
  for (const mode of ['anonymous', 'confidential', 'attributed'] as const) {
    const { holders, rows } = await ask({ mode, count: 20 })
    const kept = await Promise.all(holders.map((holder) => keepAnswer(db, holder, calm(), new Date())))
    assert.ok(kept.every(isStored))
    assert.equal(new Set(kept.map((one) => JSON.stringify(one))).size, 20)
    const stored = await rows()
    assert.equal(stored.length, 20)
    assert.equal(new Set(stored.map(({ xmin }) => xmin)).size, 2, mode)
  }
})

test('in one group some are stored, others are repeated, too late, of somebody who was erased, or to a used link', async () => {
  const { holders, rows } = await ask({
    mode: 'confidential',
    count: 8,
    closesAt: '2100-01-01T00:00:00Z',
  })
  const [first, second, third, erased, late] = holders
  await db.pool.query(`update members set status = 'erased' where organisation_id = $1 and id = $2`, [
    erased.organisationId,
    erased.memberId,
  ])
  const now = new Date()
  const outcomes = await Promise.all([
    keepAnswer(db, first, calm(), now),
    keepAnswer(db, second, calm('a'), now),
    keepAnswer(db, second, calm('a'), now),
    keepAnswer(db, second, calm('b'), now),
    keepAnswer(db, erased, calm(), now),
    keepAnswer(db, late, calm(), new Date('2100-01-02')),
    keepAnswer(db, first, calm('b'), now),
    keepAnswer(db, third, calm(), now),
  ])
  const [, a, again, b, ofErased, tooLate, ofUsed, ofThird] = outcomes
  assert.equal(ofErased, 'closed')
  assert.equal(tooLate, 'closed')
  assert.equal(ofUsed, 'answered')
  assert.ok(isStored(ofThird))
  // Which of two attempts comes first is left to chance; the same attempt gets the same receipt.
  assert.deepEqual(again, a)
  assert.notEqual(isStored(a), isStored(b))
  const stored = await rows()
  assert.deepEqual(
    stored.map(({ member_id: memberId }) => memberId).toSorted(),
    [first, second, third].map(({ memberId }) => memberId).toSorted(),
  )
})

test('in anonymous mode a further answer in the same group is stored, with a receipt, and does not count', async () => {
  const { holders, rows } = await ask({ mode: 'anonymous', count: 6 })
  const attempts = ['a', 'b', 'b', 'c']
  const kept = await Promise.all(
    holders.flatMap((holder) => attempts.map((attempt) => keepAnswer(db, holder, calm(attempt), new Date()))),
  )
  assert.ok(kept.every(isStored))
  assert.equal(new Set(kept.map((one) => JSON.stringify(one))).size, 6 * 3)
  const stored = await rows()
  assert.equal(stored.length, 6 * 3)
  assert.equal(stored.filter(({ repeats }) => !repeats).length, 6)
})

test('an answer that cannot be stored is refused, and those beside it are stored', async () => {
  const { holders, rows } = await ask({ mode: 'confidential', count: 6 })
  const [first, unstorable, ...others] = holders
  const text = { answers: [{ question_id: 'why', text: 'no\0text' }], attempt: 'a' }
  const outcomes = await Promise.allSettled([
    keepAnswer(db, first, calm(), new Date()),
    keepAnswer(db, unstorable, text, new Date()),
    ...others.map((holder) => keepAnswer(db, holder, calm(), new Date())),
  ])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled', 'fulfilled'],
  )
  assert.equal((await rows()).length, 5)
})

test('answers at the moment of close are either refused or counted', async () => {
  const { path, holders, rows } = await ask({ mode: 'confidential', count: 40 })
  const keepAll = (part: Holder[]) =>
    Promise.all(part.map((holder) => keepAnswer(db, holder, calm(), new Date())))
  const kept = await keepAll(holders.slice(0, 12))
  const closing = author.post(`${path}/close`)
  for (let at = 12; at < 39; at += 9) kept.push(...(await keepAll(holders.slice(at, Math.min(at + 9, 39)))))
  assert.equal((await closing).status, 200)
  const acknowledged = kept.filter(isStored).length
  assert.ok(kept.every((outcome) => isStored(outcome) || outcome === 'closed'))
  assert.equal((await rows()).length, acknowledged)
  await eventually(
    () => author.get(`${path}/results`),
    (reply) => reply.body.results_status !== 'analysing',
  )
})

test('while one collection is held, answers to others are stored, of the same organisation and of another', async () => {
  const elsewhere = await newWorld()
  const held = await ask({ mode: 'anonymous', count: 5 })
  const beside = await ask({ mode: 'anonymous', count: 5 })
  const last = await ask({ mode: 'anonymous', count: 5 })
  const by = { world: elsewhere, author: await elsewhere.user() }
  const ofOther = await ask({ mode: 'anonymous', count: 5, by })
  const keepAll = ({ holders }: { holders: Holder[] }) =>
    Promise.all(holders.map((holder) => keepAnswer(db, holder, calm(), new Date())))
  const { waiting } = await db.transaction(async (tx) => {
    await sql`
      select 1
      from collections
      where organisation_id = ${held.ref.organisationId}
        and id = ${held.ref.collectionId}
      for update`.execute(tx)
    const all = keepAll(held)
    assert.ok((await keepAll(beside)).every(isStored))
    assert.ok((await keepAll(ofOther)).every(isStored))
    // Their replies do not come, so people send again what waits by now.
    const again = keepAll(held)
    assert.ok((await keepAll(last)).every(isStored))
    assert.equal((await held.rows()).length, 0)
    return { waiting: Promise.all([all, again]) }
  })
  const [first, repeated] = await waiting
  assert.ok(first.every(isStored))
  assert.deepEqual(repeated, first)
})

test('two nodes that store answers to the same links at once do not wait for each other in a circle', async () => {
  const faults: unknown[] = []
  const watched = (node: Db): Db => ({
    ...node,
    named: {
      query: (config: QueryConfig) =>
        node.named.query(config).catch((error: unknown) => {
          faults.push(error)
          throw error
        }),
    } as unknown as Db['named'],
  })
  const nodes = [watched(db), watched(other)]
  for (let round = 0; round < 6; round++) {
    const { holders, rows } = await ask({ mode: 'confidential', count: 30 })
    const kept = await Promise.all(
      nodes.flatMap((node) => holders.map((holder) => keepAnswer(node, holder, calm(), new Date()))),
    )
    assert.ok(kept.every(isStored))
    assert.equal((await rows()).length, 30)
    assert.equal(new Set(kept.map((one) => JSON.stringify(one))).size, 30)
  }
  // Links that are used, with drafts under them: what is sent again to one node together comes to the other one by one.
  for (let round = 0; round < 6; round++) {
    const { holders } = await ask({ mode: 'anonymous', count: 10 })
    const sends = (node: Db, attempt: string, part = holders) =>
      Promise.all(part.map((holder) => keepAnswer(node, holder, calm(attempt), new Date())))
    await sends(db, 'used')
    await Promise.all(holders.map((holder) => saveAnswer(db, holder, calm('draft'), new Date())))
    const oneByOne = async () => {
      for (const holder of holders) await sends(nodes[1], 'b', [holder])
    }
    await Promise.all([sends(nodes[0], 'a'), sends(nodes[0], 'b'), oneByOne()])
  }
  assert.deepEqual(faults, [])
})
