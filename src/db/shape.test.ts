/** Rows are checked against their shapes. */
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { freshDatabase } from '../../test/support/start.ts'
import { connect, exists, many, manyPrepared, one, only, sql } from './db.ts'
import { checkRows, int4, int8, nullable, type RowOf, shape, shapeOf, text, timestamptz } from './shape.ts'
import { checkIns, members } from './tables.ts'

const numbered = shape({ number: int4, name: text })

const db = connect(await freshDatabase())
after(() => db.close())

suite('a row', () => {
  test('arrives with the type that its shape names', async () => {
    const row: RowOf<typeof numbered> = await only(db.tx, numbered, sql`select 1 as number, 'one' as name`)
    assert.deepEqual(row, { number: 1, name: 'one' })
  })

  test('is refused when a column has another type, is missing, or is not in the shape', async () => {
    await assert.rejects(
      many(db.tx, numbered, sql`select 1::bigint as number, 'one' as name`),
      /number has the type 20/,
    )
    await assert.rejects(
      many(db.tx, numbered, sql`select 1 as number`),
      /name is not returned\nselect 1 as number/,
    )
    await assert.rejects(
      many(db.tx, numbered, sql`select 1 as number, 'one' as name, 2 as other`),
      /other is returned and not in the shape/,
    )
  })

  test('is refused without rows too: types are known without them', async () => {
    await assert.rejects(
      one(db.tx, numbered, sql`select 1::bigint as number, '' as name where false`),
      /number has/,
    )
  })

  test('may hold a null only where the shape allows one', async () => {
    const query = sql`select null::integer as number, 'none' as name`
    await assert.rejects(one(db.tx, numbered, query), /number is null/)
    const row = await one(db.tx, shape({ number: nullable(int4), name: text }), query)
    assert.equal(row?.number, null)
  })

  test('is checked against its shape inside a transaction and on prepared connections too', async () => {
    const wrong = sql`select now() as number, 'one' as name`
    await assert.rejects(
      db.transaction((tx) => one(tx, numbered, wrong)),
      /number has the type/,
    )
    const prepared = connect(db.connection, { prepared: true })
    await assert.rejects(one(prepared.tx, numbered, wrong), /number has the type/)
    await prepared.close()
  })

  test('of a named statement is checked against its shape', async () => {
    const text = 'select 1 as number, $1::text as name'
    assert.deepEqual(await manyPrepared(db, { name: 'right', shape: numbered, text }, ['one']), [
      { number: 1, name: 'one' },
    ])
    const wrong = { name: 'wrong', shape: shape({ number: timestamptz, name: int8 }), text }
    await assert.rejects(manyPrepared(db, wrong, ['one']), /number has the type 23 instead of 1184, name has/)
  })

  test('that must be the only one is refused when there are two, or none', async () => {
    await assert.rejects(only(db.tx, numbered, sql`select 1 as number, '' as name where false`), /got 0/)
    await assert.rejects(only(db.tx, numbered, sql`values (1, 'a'), (2, 'b')`), /number is not returned/)
    await assert.rejects(
      only(db.tx, numbered, sql`select * from (values (1, 'a'), (2, 'b')) as rows (number, name)`),
      /got 2/,
    )
  })

  test('exists or does not', async () => {
    assert.equal(await exists(db.tx, sql`select 1`), true)
    assert.equal(await exists(db.tx, sql`select 1 where false`), false)
  })
})

test('rows that arrive as lists are checked against their shape by position', () => {
  const fields = [
    { name: 'name', dataTypeID: text.oid },
    { name: 'number', dataTypeID: int4.oid },
  ]
  checkRows(numbered, { fields, rows: [['one', 1]], text: '' })
  assert.throws(() => checkRows(numbered, { fields, rows: [[null, 1]], text: '' }), /name is null/)
})

test('a shape lists the columns of its table, behind an alias where the statement has one', async () => {
  const windowRow = shapeOf(checkIns, ['id', 'window'])
  assert.deepEqual(await many(db.tx, windowRow, sql`select ${windowRow.columns} from check_ins`), [])
  assert.deepEqual(await many(db.tx, windowRow, sql`select ${windowRow.of('c')} from check_ins c`), [])
})

test('a shape takes the type of a column from the statement where that is narrower', () => {
  const named = shapeOf(members, ['id', 'email'], { email: text, answered: int8 })
  const row: RowOf<typeof named> = { id: 'mem_1', email: 'a@example.org', answered: 3 }
  assert.equal(named.fields.email.nullable, false)
  // @ts-expect-error  an e-mail address that is always there is no null
  const wrong: RowOf<typeof named> = { ...row, email: null }
  assert.equal(wrong.email, null)
})
