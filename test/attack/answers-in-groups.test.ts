/**
 * Anonymous answers that arrive together are stored together. The attacker reads every row with PostgreSQL's own columns (xmin, ctid) while the
 * survey is open. A group must tell less than single answers did: not who of it came first, and not to which first answer a further one
 * belongs.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Running, startApp } from '../support/start.ts'
import { type Client, links, newWorld, pulseDraft, type World } from '../support/world.ts'

const people = 60

let running: Running
let world: World
let author: Client

before(async () => {
  // A database of its own, whose tables have no free space that rows would be put into.
  running = await startApp()
  world = await newWorld({ running })
  author = await world.user({ role: 'admin' })
})

type Row = { id: string; xmin: string; block: number; place: number; repeats: boolean; receipt_xmin: string }

const rowsOf = async (pulseId: string): Promise<Row[]> =>
  (
    await running.db.pool.query<Row>(
      `select a.id, a.xmin::text, (a.ctid::text::point)[0]::int as block, (a.ctid::text::point)[1]::int as place, a.repeats,
              t.xmin::text as receipt_xmin
       from responses a
       join collections c on c.organisation_id = a.organisation_id and c.id = a.collection_id
       join receipts t on t.organisation_id = a.organisation_id and t.response_id = a.id
       where c.owner_id = $1`,
      [pulseId],
    )
  ).rows

test('answers of a group share a transaction, and lie in the order of their random ids', async () => {
  const team = await world.team('Together', people, { email: false })
  const { body: pulse } = await author.post('/api/pulses', pulseDraft([team.id]))
  assert.equal((await author.post(`/api/pulses/${pulse.id}/open`)).status, 200)
  const paths = (await links(author, `/api/pulses/${pulse.id}`)).map(({ url }) => new URL(url).pathname)
  const answerAll = async (): Promise<void> => {
    const replies = await Promise.all(
      paths.map((path, at) =>
        world.anyone.post(path, { answers: [{ question_id: 'calm', value: 1 + (at % 5) }] }),
      ),
    )
    assert.ok(replies.every(({ status }) => status === 201))
  }
  await answerAll()
  // Everybody again: these are stored as well, and count no more.
  await answerAll()

  const rows = await rowsOf(pulse.id)
  assert.equal(rows.length, 2 * people)
  assert.equal(rows.filter(({ repeats }) => repeats).length, people)
  const groups = [...Map.groupBy(rows, ({ xmin }) => xmin).values()]
  assert.ok(groups.length < rows.length, `${groups.length} transactions for ${rows.length} answers`)
  for (const row of rows) assert.equal(row.receipt_xmin, row.xmin)
  // Ids are random, so this order says nothing of people, links or times.
  for (const group of groups) {
    for (const page of Map.groupBy(group, ({ block }) => block).values()) {
      const lying = page.toSorted((a, b) => a.place - b.place).map(({ id }) => id)
      assert.deepEqual(lying, lying.toSorted())
    }
  }
})
