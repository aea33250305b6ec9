/** What findings say is stored compressed, and findings from before that are read as they are. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { many, run, sql } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { insights } from '../db/tables.ts'
import { bodyOf } from '../../test/support/clockwork.ts'
import {
  answered,
  begin,
  closed,
  day,
  idOf,
  rowsOf,
  running,
  startKeeping,
  turnTo,
} from '../../test/support/keeping.ts'
import { type Content, contentColumns, contentOf, packContent } from './content.ts'

const storedRow = shapeOf(insights, ['organisation_id', 'id', 'kind', ...contentColumns])

const storedOf = (pulseId: string) =>
  many(
    running.db.tx,
    storedRow,
    sql`select ${storedRow.columns} from insights where pulse_id = ${pulseId} order by id`,
  )

const none = { statement: null, message: null, coverage: null, value: null, method: null, evidence: null }

test('whatever a finding says is read as it was stored', () => {
  const content: Content = {
    statement: 'Équipe 東京: 5 % — “نعم” 🙂',
    message: null,
    coverage: null,
    value: { mean: -0.5, quotes: ['a\u2028b', ''], deep: [[null, true]] },
    method: { name: 'mean, t interval 95%', version: '7' },
    evidence: [{ n: 7, p: 0.5 }],
  }
  for (const one of [
    content,
    { ...content, value: null, evidence: [] },
    { ...content, statement: 'x'.repeat(70_000) },
  ])
    assert.deepEqual(contentOf({ ...none, content: packContent(one) }), one)
})

suite('findings', () => {
  before(startKeeping)

  test('are stored in a third of their bytes, and those from before are read and lose their quotes alike', async () => {
    const house = await begin()
    const paths = [
      await answered(house, { mode: 'confidential', retention_days: 60 }),
      await answered(house, { mode: 'confidential', retention_days: 60 }),
    ]
    for (const path of paths) await closed(house, path)
    const readOf = async (path: string) =>
      (await bodyOf(house.author.get(`/api/insights?pulse_id=${idOf(path)}&limit=100`))).insights
    const [path, old] = paths
    const rows = await storedOf(idOf(path))
    assert.ok(rows.length > 2)
    for (const { content, kind, value, statement, message, coverage, method, evidence } of rows) {
      assert.ok(content)
      assert.deepEqual([statement, message, coverage, method, evidence], [null, null, null, null, null])
      assert.equal(value === null, kind !== 'participation')
    }
    const bytes = rows.reduce((sum, { content }) => sum + content!.length, 0)
    const plain = rows.reduce((sum, row) => sum + JSON.stringify(Object.values(contentOf(row))).length, 0)
    assert.ok(bytes < plain / 3, `${bytes} bytes of ${plain}`)

    // As they were stored before there was a content.
    const asNow = await readOf(old)
    for (const row of await storedOf(idOf(old))) {
      const { statement, message, coverage, value, method, evidence } = contentOf(row)
      await run(
        running.db.tx,
        sql`
          update insights
          set statement = ${statement},
              message = ${JSON.stringify(message)}::jsonb,
              coverage = ${coverage && JSON.stringify(coverage)}::jsonb,
              value = ${JSON.stringify(value)}::jsonb,
              method = ${JSON.stringify(method)}::jsonb,
              evidence = ${JSON.stringify(evidence)}::jsonb,
              content = null
          where organisation_id = ${row.organisation_id}
            and id = ${row.id}`,
      )
    }
    assert.deepEqual(await readOf(old), asNow)

    for (const one of paths) assert.ok((await rowsOf(one)).quotes > 0)
    const before = await readOf(path)
    await turnTo(day(60))
    for (const one of paths) {
      assert.equal((await rowsOf(one)).quotes, 0)
      assert.ok(!JSON.stringify(await readOf(one)).includes('too many meetings'))
    }
    const statementsOf = (found: any[]) => found.map(({ statement }) => statement)
    assert.deepEqual(statementsOf(await readOf(path)), statementsOf(before))
  })
})
