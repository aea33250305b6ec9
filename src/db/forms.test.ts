/** Rows are brought into a new form only when nobody reads by the release before any more. */
import assert from 'node:assert/strict'
import pg from 'pg'
import { test } from 'node:test'
import { startApp } from '../../test/support/start.ts'
import { only, sql } from './db.ts'
import { isReadByAll, namedByForms } from './forms.ts'
import { shape, timestamptz } from './shape.ts'

const { db } = await startApp()

const weekMs = 7 * 86_400_000
const { applied } = await only(
  db.tx,
  shape({ applied: timestamptz }),
  sql`select applied_at as applied from migrations where name like '0086%'`,
)
const after = (ms: number): Date => new Date(Date.parse(applied) + weekMs + ms)

/** A process of a release, as the database sees it. */
async function whileConnected<T>(name: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...db.connection, application_name: name })
  await client.connect()
  try {
    return await work()
  } finally {
    await client.end()
  }
}

const isRead = (now: Date): Promise<boolean> => isReadByAll(db.tx, 86, now)

test('a form waits for a week after its migration', async () => {
  assert.equal(await isRead(after(-1_000)), false)
  assert.equal(await isRead(after(1_000)), true)
})

test('a form waits while a process of an older release is connected', async () => {
  for (const name of ['sonde credential changes', 'sonde events', 'sonde jobs', 'sonde jobs, reads 85'])
    assert.equal(await whileConnected(name, () => isRead(after(1_000))), false, name)
  for (const name of [namedByForms('sonde jobs'), 'sonde events, reads 90', 'psql', ''])
    assert.equal(await whileConnected(name, () => isRead(after(1_000))), true, name)
})

test('a form of which the database knows no migration is read by nobody', async () => {
  assert.equal(await isReadByAll(db.tx, 9_998, after(1_000)), false)
})
