/** What is cached of a credential is never older than the last change of it, however many change at once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuMsOf } from '../../test/support/cpu.ts'
import { startApp } from '../../test/support/start.ts'
import { afterCommit, only, run, sql } from '../db/db.ts'
import { type RowOf, shapeOf } from '../db/shape.ts'
import { users } from '../db/tables.ts'
import { bootstrap } from '../identity/identity.ts'
import { credentialCache } from './cache.ts'
import type { Change, Changes } from './changes.ts'

type Value = { application: string; user: string | null }

function setup() {
  let tell: Parameters<Changes['onChange']>[0] = () => {}
  let time = 0
  const cache = credentialCache<Value>({
    changes: { live: true, onChange: (listener) => void (tell = listener) },
    ownersOf: ({ application, user }) => [application, user],
    now: () => time,
  })
  return {
    cache,
    store: (key: string, value: Value | null) => cache.get(key, async () => value),
    change: (kind: Change['kind'], id: string) => tell({ kind, id }),
    deaf: () => tell(null),
    pass: (ms: number) => void (time += ms),
  }
}

const value: Value = { application: 'app_1', user: 'usr_1' }

test('a value is forgotten with its key, with each of its owners, and in time; the others stay', async () => {
  const { cache, store, change, deaf, pass } = setup()
  const all = {
    a: ['app_1', 'usr_1'],
    b: ['app_1', null],
    c: ['app_2', 'usr_1'],
    d: ['app_2', null],
  } as const
  const fill = async () => {
    for (const [key, [application, user]] of Object.entries(all)) await store(key, { application, user })
  }
  const left = () => Object.keys(all).filter((key) => cache.peek(key) !== undefined)
  const cases: [Change['kind'], string, string[]][] = [
    ['user', 'usr_1', ['b', 'd']],
    ['application', 'app_1', ['c', 'd']],
    ['token', 'a', ['b', 'c', 'd']],
    ['grant', 'grt_1', ['a', 'b', 'c', 'd']],
  ]
  for (const [kind, id, rest] of cases) {
    await fill()
    change(kind, id)
    assert.deepEqual(left(), rest, id)
  }
  await fill()
  deaf()
  assert.deepEqual(left(), [])
  await fill()
  pass(5_000)
  assert.deepEqual(left(), [])
})

test('a miss is forgotten by any change: what was missing may be there now', async () => {
  const { cache, store, change } = setup()
  await store('x', null)
  assert.equal(cache.peek('x'), null)
  change('user', 'usr_9')
  assert.equal(cache.peek('x'), undefined)
})

test('a read that began before a change is answered and never stored, however late it ends', async () => {
  const changes: [string, (of: ReturnType<typeof setup>) => void][] = [
    ['of its user', ({ change }) => change('user', 'usr_1')],
    ['of anything else', ({ change }) => change('grant', 'grt_9')],
    ['that nobody heard', ({ deaf }) => deaf()],
  ]
  for (const [what, change] of changes)
    for (const found of [value, null]) {
      const of = setup()
      const ended = Promise.withResolvers<Value | null>()
      const read = of.cache.get('a', () => ended.promise)
      change(of)
      of.pass(60_000)
      ended.resolve(found)
      assert.equal(await read, found)
      assert.equal(of.cache.peek('a'), undefined, what)
      await of.store('a', value)
      assert.equal(of.cache.peek('a'), value, 'a read after the change is stored at once')
    }
})

test('nobody who asks after a change shares a read that began before it', async () => {
  const { cache, store, change } = setup()
  const ended = Promise.withResolvers<Value | null>()
  const [first, second] = [cache.get('a', () => ended.promise), cache.get('a', () => ended.promise)]
  assert.equal(first, second)
  change('user', 'usr_1')
  assert.equal(await store('a', null), null)
  ended.resolve(value)
  assert.equal(await first, value)
  assert.equal(cache.peek('a'), null)
})

test('what a transaction changes is never cached from before its commit', async () => {
  const { db } = await startApp()
  const now = new Date()
  const { admin } = await db.transaction((tx) =>
    bootstrap(tx, { organisation: 'Acme', admin: 'ada@cache.test' }, now),
  )
  const statusRow = shapeOf(users, ['status'])
  const readStatus = () => only(db.tx, statusRow, sql`select status from users where id = ${admin.id}`)
  const cache = credentialCache<RowOf<typeof statusRow>>({
    changes: { live: true, onChange: (listener) => db.onCommit('access changed', listener) },
    ownersOf: () => [admin.id],
  })
  const setStatus = <R>(status: string, beforeCommit: () => Promise<R>) =>
    db.transaction(async (tx) => {
      await run(tx, sql`update users set status = ${status} where id = ${admin.id}`)
      afterCommit(tx, 'access changed', { kind: 'user', id: admin.id })
      return beforeCommit()
    })
  const cached = () => cache.peek('a')?.status

  // One read ends before the commit and is cached until then; another ends after it.
  const ended = Promise.withResolvers<void>()
  const { late } = await setStatus('disabled', async () => {
    await cache.get('a', readStatus)
    const seen = Promise.withResolvers<void>()
    const late = cache.get('b', async () => {
      const row = await readStatus()
      seen.resolve()
      await ended.promise
      return row
    })
    await seen.promise
    assert.equal(cached(), 'active')
    return { late }
  })
  assert.equal(cached(), undefined)
  ended.resolve()
  assert.deepEqual(await late, { status: 'active' })
  assert.equal(cache.peek('b'), undefined)

  await cache.get('a', readStatus)
  assert.equal(cached(), 'disabled', 'cached at once, with no time to wait')

  // What is rolled back has changed nothing.
  await assert.rejects(
    setStatus('active', () => Promise.reject(new Error('rolled back'))),
    /rolled back/,
  )
  assert.equal(cached(), 'disabled')
})

test('ten thousand people who leave at once cost a moment, also beside a full cache', async () => {
  const { cache, store, change } = setup()
  for (let i = 0; i < 20_000; i++) await store(`key ${i}`, { application: `app_${i}`, user: `usr_${i}` })
  const ms = cpuMsOf(() => {
    for (let i = 0; i < 10_000; i++) change('user', `usr_${i}`)
  })
  assert.deepEqual([cache.peek('key 9999'), cache.peek('key 10000')?.user], [undefined, 'usr_10000'])
  // Looking through the whole cache for each of them takes minutes.
  assert.ok(ms < 20_000, `${ms} ms of the processor`)
})
