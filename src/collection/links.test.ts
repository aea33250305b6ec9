/** Links that are looked up at the same time go together, each finds its own, and each costs the database what one alone costs. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { atEndOf } from '../../test/support/endings.ts'
import { type CountingDb, countingDb } from '../../test/support/handled-rows.ts'
import { freshDatabase, startApp } from '../../test/support/start.ts'
import { links, newWorld, pulseDraft } from '../../test/support/world.ts'
import { resolveLink } from './collection.ts'

const people = 1_500

let db: CountingDb
let tokens: Map<string, string>

before(async () => {
  // Never analysed, as a roster is that was written a moment ago.
  const database = await freshDatabase()
  const world = await newWorld({ running: await startApp({ database }) })
  const author = await world.user()
  const team = await world.team('People', people, { email: false })
  const { body } = await author.post('/api/pulses', pulseDraft([team.id]))
  const path = `/api/pulses/${body.id}`
  assert.equal((await author.post(`${path}/open`)).status, 200)
  const urls = await links(author, path)
  tokens = new Map(urls.map(({ member_id: id, url }) => [id, new URL(url).pathname.slice('/r/'.length)]))
  // Nobody looks for keys of an ended survey, which this database's owner has.
  assert.equal((await author.post(`${path}/close`)).status, 200)
  db = await countingDb(database)
  atEndOf('file', () => db.close())
})

/** By the text of the statement, without those that the connections begin with. */
const lookUps = (): [text: string, rows: number][] =>
  [...db.takeCounts()].filter(([text]) => text.includes('from recipients r'))

test('each of those that are looked up together finds its own', async () => {
  const found = await Promise.all(
    [...tokens]
      .slice(0, 120)
      .map(async ([id, token]) => [id, (await resolveLink(db, token, new Date())).memberId]),
  )
  for (const [id, memberId] of found) assert.equal(memberId, id)
  assert.ok(
    lookUps().some(([text]) => text.includes('unnest')),
    'together',
  )
})

test('one that leads nowhere fails alone, and the same one twice is found twice', async () => {
  const [one, other] = tokens.values()
  const nowhere = one.slice(0, -4) + (one.endsWith('0000') ? '1111' : '0000')
  const outcomes = await Promise.allSettled(
    [other, one, one, nowhere, other].map((token) => resolveLink(db, token, new Date())),
  )
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  )
})

test('a group reads no roster', async () => {
  db.takeCounts()
  const [one, ...others] = [...tokens.values()].slice(0, 5)
  await resolveLink(db, one, new Date())
  const [[, alone]] = lookUps()
  await Promise.all(others.map((token) => resolveLink(db, token, new Date())))
  const together = lookUps().reduce((sum, [, rows]) => sum + rows, 0)
  // Beside the rows that are found it handles the hashes themselves.
  assert.ok(together <= 2 * alone * others.length, `${together} rows, and ${alone} for one alone`)
})
