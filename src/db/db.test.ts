import { after, test } from 'node:test'
import assert from 'node:assert/strict'
import { freshDatabase } from '../../test/support/start.ts'
import { connect, only, sql } from './db.ts'
import { shape, textList } from './shape.ts'

const db = connect(await freshDatabase())
after(() => db.close())

const read = async (value: string): Promise<unknown> =>
  (await db.pool.query(`select ${value} as value`)).rows[0].value

for (const [stored, shown] of [
  ['2026-12-01T17:00:00Z', '2026-12-01T17:00:00Z'],
  ['2026-12-01T17:00:00.123456Z', '2026-12-01T17:00:00.123456Z'],
  ['2026-12-01T18:00:00.5+01:00', '2026-12-01T17:00:00.5Z'],
  ['12026-12-01T17:00:00Z', '12026-12-01T17:00:00Z'],
  ['0044-03-15 12:00:00+00 BC', '0044-03-15T12:00:00+00 BC'],
  ['infinity', 'infinity'],
])
  test(`an instant ${stored} arrives as ${shown}`, async () => {
    assert.equal(await read(`'${stored}'::timestamptz`), shown)
  })

for (const list of [
  [],
  ['one'],
  ['one', 'two words'],
  ['a,b', 'c'],
  ['null', 'NULL'],
  ['"', '\\', '{}'],
  ['', ' '],
  ['ü', '✓'],
])
  test(`a list of texts arrives as it was stored: ${JSON.stringify(list)}`, async () => {
    const row = await only(db.tx, shape({ list: textList }), sql`select ${list}::text[] as list`)
    assert.deepEqual(row.list, list)
  })

test('a null in a list stays null', async () => {
  assert.deepEqual(await read(`array['a', null]`), ['a', null])
})
