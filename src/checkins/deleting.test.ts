/** Deleting an answered check-in: its author sees it for thirty days and may restore it; then nothing of it is left. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { limits } from '../../contract/limits.ts'
import { many, only, sql } from '../db/db.ts'
import { int8, pgName, shape } from '../db/shape.ts'
import { answerAt, bodyOf, type Clockwork, startClockwork } from '../../test/support/clockwork.ts'
import { alike, inRows } from '../../test/support/grouped-rows.ts'
import { activated, instancesOf, weekly } from '../../test/support/recurring.ts'
import { type Client, links, type World } from '../../test/support/world.ts'

let clockwork: Clockwork

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const after = (instant: string, ms: number): string =>
  new Date(new Date(instant).getTime() + ms).toISOString()

/** Two instances that everybody has answered; the check-in has ended. */
async function answered(world: World, author: Client, startsOn: string) {
  const team = await world.team(`Team ${Math.random()}`, 8)
  const { id, path } = await activated(author, {
    ...weekly([team.id], { channels: ['link'] }),
    recurrence: { rrule: 'FREQ=WEEKLY', starts_on: startsOn, time: '09:00' },
  })
  for (let round = 0; round < 2; round++) {
    const waiting = (await instancesOf(author, path)).find(({ state }: any) => state === 'scheduled')
    const place = `/api/check-in-instances/${waiting.id}`
    await bodyOf(author.post(`${place}/open`))
    for (const { url } of await links(author, place)) await bodyOf(answerAt(world, url), 201)
    await bodyOf(author.post(`${place}/close`))
    for (;;) {
      const { results_status: status } = await bodyOf(author.get(`${place}/results`))
      if (status !== 'analysing') break
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  await bodyOf(author.post(`${path}/end`))
  // The keys go as due work.
  await clockwork.settle()
  return { id, path }
}

/** Rows of each table that belong to a check-in, events and the audit log aside. */
async function rowsOf(world: World, id: string, collections: readonly string[]) {
  const { tx } = clockwork.running.db
  const columns = await many(
    tx,
    shape({ table: pgName, column: pgName }),
    sql`
      select table_name as table, column_name as column
      from information_schema.columns
      where table_schema = 'public'
        and (column_name in ('collection_id', 'series_id', 'check_in_id')
          or (table_name, column_name) in (('collections', 'id'), ('check_ins', 'id')))`,
  )
  const counts: Record<string, number> = {}
  for (const { table, column } of columns) {
    const { count } = await only(
      tx,
      shape({ count: int8 }),
      sql`
        select ${inRows(table)} as count
        from ${sql.table(table)}
        where organisation_id = ${world.organisationId}
          and ${sql.ref(column)} = any (${[id, ...collections]}::text[])`,
    )
    counts[table] = Math.max(counts[table] ?? 0, count)
  }
  return counts
}

const collectionsOf = async (id: string): Promise<string[]> =>
  (
    await many(
      clockwork.running.db.tx,
      shape({ id: pgName }),
      sql`select id::name as id from collections where series_id = ${id}`,
    )
  ).map((row) => row.id)

suite('deleting a check-in', () => {
  before(async () => {
    clockwork = await startClockwork({ alone: true })
  })

  test('its author alone sees it, outside of every list, until they restore it', async () => {
    const now = '2026-01-05T08:00:00Z'
    const { world, author } = await clockwork.begin(now)
    const { id, path } = await answered(world, author, '2026-01-12')
    const colleague = await world.user({ role: 'admin' })
    assert.equal((await colleague.delete(path)).body.code, 'reason_required')
    const [instance] = await instancesOf(author, path)
    await bodyOf(author.delete(path), 204)
    await bodyOf(author.delete(path), 204)
    const deleted = await bodyOf(author.get(path))
    assert.equal(deleted.state, 'archived')
    assert.ok(deleted.deleted_at !== null)
    const results = `/api/check-in-instances/${instance.id}/results`
    for (const place of [path, results, `${path}/instances`])
      assert.equal((await colleague.get(place)).status, 404, place)
    assert.equal((await author.get(results)).status, 200)
    const listed = async (as: Client, query = '') =>
      (await bodyOf(as.get(`/api/check-ins${query}`))).check_ins.map((one: any) => one.id)
    assert.deepEqual([await listed(author), await listed(author, '?deleted=true')], [[], [id]])
    assert.deepEqual(await listed(colleague, '?deleted=true'), [])
    const all = await bodyOf(author.get('/api/check-in-instances'))
    assert.deepEqual(all.check_in_instances, [])
    assert.equal((await colleague.post(`${path}/restore`)).status, 404)
    const restored = await bodyOf(author.post(`${path}/restore`))
    assert.deepEqual([restored.deleted_at, restored.state], [null, 'archived'])
    assert.equal((await colleague.get(results)).status, 200)
    assert.deepEqual(await listed(colleague), [id])
  })

  test('after thirty days it is purged with everything, and others stay', async () => {
    const now = '2026-03-02T08:00:00Z'
    const { world, author } = await clockwork.begin(now)
    const gone = await answered(world, author, '2026-03-09')
    const stays = await answered(world, author, '2026-03-09')
    const [of, ofOther] = [await collectionsOf(gone.id), await collectionsOf(stays.id)]
    const left = await rowsOf(world, gone.id, of)
    const others = await rowsOf(world, stays.id, ofOther)
    for (const table of ['check_in_instances', 'collections', 'recipients', 'responses', 'cells', 'insights'])
      assert.ok((left[table] ?? 0) > 0, `${table} had something`)
    await bodyOf(author.delete(gone.path), 204)
    await clockwork.turnTo(after(now, limits.deletedKeptDays * dayMs - hourMs))
    assert.deepEqual(await rowsOf(world, gone.id, of), left)
    assert.deepEqual(await rowsOf(world, stays.id, ofOther), others)
    await clockwork.turnTo(after(now, limits.deletedKeptDays * dayMs))
    assert.deepEqual(
      Object.entries(await rowsOf(world, gone.id, of)).filter(([, count]) => count > 0),
      [],
    )
    assert.equal((await author.get(gone.path)).status, 404)
    assert.equal((await author.post(`${gone.path}/restore`)).status, 404)
    assert.deepEqual(alike(await rowsOf(world, stays.id, ofOther)), alike(others))
  })

  test('restored and purged at the same moment, it is whole or gone', async () => {
    const now = '2026-05-04T08:00:00Z'
    const { world, author } = await clockwork.begin(now)
    const { id, path } = await answered(world, author, '2026-05-11')
    const collections = await collectionsOf(id)
    const whole = await rowsOf(world, id, collections)
    await bodyOf(author.delete(path), 204)
    clockwork.setClocks(after(now, limits.deletedKeptDays * dayMs))
    const [restored] = await Promise.all([author.post(`${path}/restore`), clockwork.settle()])
    await clockwork.settle()
    const rows = await rowsOf(world, id, collections)
    if (restored.status === 200) assert.deepEqual(alike(rows), alike(whole))
    else {
      assert.equal(restored.status, 404)
      assert.deepEqual(
        Object.entries(rows).filter(([, count]) => count > 0),
        [],
      )
    }
  })

  test('one that runs, or has an open instance, cannot be deleted', async () => {
    const { world, author } = await clockwork.begin('2026-07-06T08:00:00Z')
    const team = await world.team('Platform', 8)
    const { path } = await activated(author, {
      ...weekly([team.id]),
      recurrence: { rrule: 'FREQ=WEEKLY', starts_on: '2026-07-13', time: '09:00' },
    })
    const refused = await author.delete(path)
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.state],
      [409, 'check_in_not_ended', 'active'],
    )
    const [waiting] = await instancesOf(author, path)
    await bodyOf(author.post(`/api/check-in-instances/${waiting.id}/open`))
    await bodyOf(author.post(`${path}/end`))
    const open = await author.delete(path)
    assert.deepEqual([open.status, open.body.code, open.body.state], [409, 'check_in_not_ended', 'ended'])
    await bodyOf(author.post(`/api/check-in-instances/${waiting.id}/close`))
    await bodyOf(author.delete(path), 204)
  })
})
