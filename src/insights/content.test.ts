/** What findings say is stored compressed together, and findings of releases before are read as they are. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import pg from 'pg'
import { many, only, run, sql } from '../db/db.ts'
import { int8, shape, shapeOf } from '../db/shape.ts'
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
import {
  type Content,
  contentColumns,
  contentOf,
  packContent,
  packContents,
  unpackContents,
} from './content.ts'
import { withContents } from './contents.ts'
import { deleteInsights } from './store.ts'

const storedRow = shapeOf(insights, [
  'organisation_id',
  'collection_id',
  'id',
  'kind',
  'pulse_id',
  ...contentColumns,
])

const storedOf = (pulseId: string) =>
  many(
    running.db.tx,
    storedRow,
    sql`
      select ${storedRow.of('i')}
      from insights i
      join collections c on c.organisation_id = i.organisation_id and c.id = i.collection_id
      where c.owner_id = ${pulseId}
      order by i.id`,
  )

/** Bytes of what the findings of a pulse say together. */
const bytesTogether = async (pulseId: string): Promise<number> => {
  const { bytes } = await only(
    running.db.tx,
    shape({ bytes: int8 }),
    sql`
      select coalesce(sum(length(k.contents)), 0)::int8 as bytes
      from insight_contents k
      join collections c on c.organisation_id = k.organisation_id and c.id = k.collection_id
      where c.owner_id = ${pulseId}`,
  )
  return bytes
}

const lengthOf = (contents: readonly Content[]): number =>
  contents.reduce((sum, content) => sum + JSON.stringify(Object.values(content)).length, 0)

const none = {
  statement: null,
  message: null,
  coverage: null,
  value: null,
  method: null,
  evidence: null,
  low: null,
  high: null,
  place: null,
}

test('whatever a finding says is read as it was stored', () => {
  const content: Content = {
    statement: 'Équipe 東京: 5 % — “نعم” 🙂',
    message: null,
    coverage: null,
    value: { mean: -0.5, quotes: ['a\u2028b', ''], deep: [[null, true]] },
    method: { name: 'mean, t interval 95%', version: '7' },
    evidence: [{ n: 7, p: 0.5 }],
    low: -0.75,
    high: null,
  }
  const all = [
    content,
    { ...content, value: null, evidence: [] },
    { ...content, statement: 'x'.repeat(70_000) },
  ]
  for (const one of all) assert.deepEqual(contentOf({ ...none, low: -0.75, content: packContent(one) }), one)
  assert.deepEqual(unpackContents(packContents(all)), all)
})

type House = Awaited<ReturnType<typeof begin>>

const readOf = async (house: House, path: string) =>
  (await bodyOf(house.author.get(`/api/insights?pulse_id=${idOf(path)}&limit=100`))).insights

const asRead = (found: any[]) =>
  found.map(({ id: _id, survey: _survey, scope: _scope, created_at: _at, ...said }) => said)

/** Closes a survey while a process of an older release is connected. */
async function closedBeside(house: House, path: string): Promise<void> {
  const older = new pg.Client({ ...running.db.connection, application_name: 'sonde jobs' })
  await older.connect()
  try {
    await closed(house, path)
  } finally {
    await older.end()
  }
}

suite('findings', () => {
  before(startKeeping)

  test('say together what takes less than a quarter of its bytes, and each a third where an older release may be alive', async () => {
    const house = await begin()
    const [path, beside] = [
      await answered(house, { mode: 'confidential', retention_days: 60 }),
      await answered(house, { mode: 'confidential', retention_days: 60 }),
    ]
    await closed(house, path)
    await closedBeside(house, beside)
    const together = await storedOf(idOf(path))
    assert.ok(together.length > 2)
    for (const { content, place, pulse_id, ...row } of together) {
      assert.deepEqual([content, pulse_id], [null, null])
      assert.notEqual(place, null)
      for (const name of Object.keys(none)) if (name !== 'place') assert.equal((row as any)[name], null)
    }
    const said = await withContents(running.db.tx, together[0].organisation_id, together)
    const plain = lengthOf(said.map(({ content }) => content))
    const bytes = await bytesTogether(idOf(path))
    assert.ok(bytes > 0 && bytes < plain / 4, `${bytes} bytes of ${plain}`)

    const each = await storedOf(idOf(beside))
    assert.equal(await bytesTogether(idOf(beside)), 0)
    for (const {
      content,
      place,
      kind,
      value,
      statement,
      message,
      coverage,
      method,
      evidence,
      pulse_id,
    } of each) {
      assert.ok(content)
      assert.deepEqual([place, pulse_id], [null, idOf(beside)])
      assert.deepEqual([statement, message, coverage, method, evidence], [null, null, null, null, null])
      assert.equal(value === null, kind !== 'participation')
    }
    const alone = each.reduce((sum, { content }) => sum + content!.length, 0)
    assert.ok(alone < lengthOf(each.map((row) => contentOf(row))) / 3)
    assert.deepEqual(asRead(await readOf(house, beside)), asRead(await readOf(house, path)))
    for (const [name, own] of [
      ['theme', path],
      ['participation', beside],
    ]) {
      const one = (await readOf(house, own)).find(({ kind }: any) => kind === name)
      assert.deepEqual(await bodyOf(house.author.get(`/api/insights/${one.id}`)), one)
    }
  })

  test('lose their quotes however they are stored, also as they were before there was a content', async () => {
    const house = await begin()
    const paths: string[] = []
    for (const close of [closed, closedBeside, closedBeside]) {
      const path = await answered(house, { mode: 'confidential', retention_days: 60 })
      await close(house, path)
      paths.push(path)
    }
    const old = paths[2]
    const asNow = await readOf(house, old)
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
    assert.deepEqual(await readOf(house, old), asNow)

    for (const one of paths) assert.ok((await rowsOf(one)).quotes > 0)
    const before = await Promise.all(paths.map((path) => readOf(house, path)))
    await turnTo(day(60))
    const statementsOf = (found: any[]) => found.map(({ statement }) => statement)
    for (const [at, path] of paths.entries()) {
      assert.equal((await rowsOf(path)).quotes, 0)
      const after = await readOf(house, path)
      assert.ok(!JSON.stringify(after).includes('too many meetings'))
      assert.deepEqual(statementsOf(after), statementsOf(before[at]))
    }
  })

  test('are superseded and deleted together with what they say', async () => {
    const house = await begin()
    const path = await answered(house, { mode: 'confidential' })
    await closed(house, path)
    const first = await readOf(house, path)
    const [{ organisation_id: organisationId, collection_id: collectionId }] = await storedOf(idOf(path))
    await run(
      running.db.tx,
      sql`update insights set statement = 'As before' where organisation_id = ${organisationId} and collection_id = ${collectionId}`,
    )
    const again = await bodyOf(house.author.post('/api/insights/recompute', { pulse_id: idOf(path) }))
    assert.equal(again.superseded, first.length)
    assert.deepEqual(
      asRead(await readOf(house, path)).map(({ statement }) => statement),
      asRead(first).map(({ statement }) => statement),
    )
    const places = (await storedOf(idOf(path))).map(({ place }) => place)
    assert.equal(new Set(places).size, 2 * first.length)
    const old = await bodyOf(house.author.get(`/api/insights/${first[0].id}`))
    assert.deepEqual([old.state, old.value], ['superseded', first[0].value])
    await running.db.transaction((tx) => deleteInsights(tx, { organisationId, collectionId }))
    assert.deepEqual(await storedOf(idOf(path)), [])
    assert.equal(await bytesTogether(idOf(path)), 0)
  })
})
