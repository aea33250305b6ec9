import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { freshDatabase } from '../../test/support/start.ts'
import { afterCommit, connect, type Effects, onConnection, run, sql, transaction } from './db.ts'

const db = connect(await freshDatabase())
after(() => db.close())
const heard: Effects['access changed'][] = []
db.onCommit('access changed', (what) => void heard.push(what))
const change = (id: string): Effects['access changed'] => ({ kind: 'user', id })

test('an effect waits for the commit of its transaction', async () => {
  await db.transaction(async (tx) => {
    afterCommit(tx, 'access changed', change('one'))
    await run(tx, sql`select 1`)
    assert.deepEqual(heard, [])
  })
  assert.deepEqual(heard.splice(0), [change('one')])
})

test('an effect of a transaction that rolls back never happens', async () => {
  const failing = db.transaction(async (tx) => {
    afterCommit(tx, 'access changed', change('two'))
    throw new Error('rolled back')
  })
  await assert.rejects(failing, /rolled back/)
  assert.deepEqual(heard, [])
})

test('outside a transaction an effect follows at once', () => {
  afterCommit(db.tx, 'access changed', change('three'))
  assert.deepEqual(heard.splice(0), [change('three')])
})

test('a transaction inside a transaction leaves its effects to the outer one', async () => {
  await onConnection(db.tx, (session) =>
    transaction(session, async (outer) => {
      await transaction(outer, async (inner) => afterCommit(inner, 'access changed', change('four')))
      assert.deepEqual(heard, [])
    }),
  )
  assert.deepEqual(heard.splice(0), [change('four')])
})
