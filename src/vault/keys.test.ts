/**
 * The keys of collections through their life: made when one opens, in the key store alone where it is anonymous, and destroyed when it
 * has ended, also where the service ended in between.
 */
import assert from 'node:assert/strict'
import { readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { suite, test } from 'node:test'
import { type Mode, modes } from '../../contract/confidentiality.ts'
import { startKvServer } from '../../test/support/kv-server.ts'
import { keysFolderOf, metricsPathOf, type Running, startApp } from '../../test/support/start.ts'
import { newWorld, pulseDraft, type World } from '../../test/support/world.ts'
import { keysDestroyed } from '../collection/collection.ts'
import { exists, one, run, sql } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { collections } from '../db/tables.ts'
import type { KeyedCollection } from './keys.ts'
import { named } from '../ids.ts'
import { countLostKeys, installationOf, keysOf, linkOf } from './vault.ts'

const at = '2026-11-02T09:00:00Z'
const answers = [{ question_id: 'calm', value: 4 }]

async function house(env: Record<string, string> = {}) {
  const running = await startApp({ at, env })
  const world = await newWorld({ running })
  const author = await world.user()
  // One of them never answers: where all do, one answer is left out.
  const team = await world.team('Everyone', 9)
  const open = async (mode: Mode): Promise<{ path: string; ref: KeyedCollection; links: string[] }> => {
    const draft = pulseDraft([team.id], { channels: ['email'], confidentiality: { mode } })
    const { body } = await author.post('/api/pulses', draft)
    assert.equal((await author.post(`/api/pulses/${body.id}/open`)).status, 200)
    await running.app.due.settle()
    const ref = { ...(await refOf(running, body.id)), mode }
    const { linkKey } = (await keysOf(running.db.tx, ref))!
    return {
      path: `/api/pulses/${body.id}`,
      ref,
      links: team.members
        .slice(1)
        .map((member) => `/r/${named(ref.organisationId, linkOf(linkKey, member))}`),
    }
  }
  return { running, world, author, open }
}

async function refOf({ db }: Running, ownerId: string) {
  const row = await one(
    db.tx,
    shapeOf(collections, ['organisation_id', 'id']),
    sql`select organisation_id, id from collections where owner_id = ${ownerId}`,
  )
  assert.ok(row)
  return { organisationId: row.organisation_id, collectionId: row.id }
}

const answer = (world: World, link: string) => world.anyone.post(link, { answers })

const inTable = ({ db }: Running, { collectionId }: KeyedCollection): Promise<boolean> =>
  exists(db.tx, sql`select 1 from collection_keys where collection_id = ${collectionId}`)

/** In the directory or in the table, whatever this process remembers. */
const hasKeys = async (running: Running, ref: KeyedCollection): Promise<boolean> =>
  (await inTable(running, ref)) ||
  (await readdir(await keysFolder(running))).some((file) => file.includes(ref.collectionId))

const keysFolder = async ({ db }: Running): Promise<string> =>
  join(keysFolderOf(db.connection), await installationOf(db.tx))

suite('keys', () => {
  for (const mode of modes)
    test(`of a collection, ${mode}: ${mode === 'anonymous' ? 'in the key store alone' : 'in the database'}, until it has ended`, async () => {
      const { running, world, author, open } = await house()
      for (const end of ['close', 'cancel']) {
        const { path, ref, links } = await open(mode)
        assert.equal(await inTable(running, ref), mode !== 'anonymous')
        const file = `${ref.organisationId}.${ref.collectionId}.key`
        const folder = await keysFolder(running)
        assert.equal((await readdir(folder)).includes(file), mode === 'anonymous')
        assert.equal((await answer(world, links[0])).status, 201)
        assert.notDeepEqual(await readdir(running.outbox), [])

        assert.equal((await author.post(`${path}/${end}`)).status, 200)
        // As after a crash: the commit is there, the due work was not done.
        assert.equal(await hasKeys(running, ref), true)
        running.clock!.advance(1_000)
        await running.app.due.settle()
        assert.equal(await hasKeys(running, ref), false)
        assert.deepEqual(
          (await readdir(folder)).filter((name) => name.startsWith(file)),
          [],
        )
        assert.deepEqual(await readdir(running.outbox), [], 'messages with links are gone')
        const row = await one(
          running.db.tx,
          shapeOf(collections, ['keys_destroyed_at']),
          sql`select keys_destroyed_at from collections where id = ${ref.collectionId}`,
        )
        assert.equal(new Date(row!.keys_destroyed_at!).getTime(), running.clock!.now().getTime())
      }
    })

  test('of an opening that is refused are never stored', async () => {
    const { running, author, world } = await house()
    const folder = await keysFolder(running)
    const before = await readdir(folder)
    const empty = await world.team('Nobody', 0)
    const { body } = await author.post('/api/pulses', pulseDraft([empty.id], { channels: ['email'] }))
    assert.equal((await author.post(`/api/pulses/${body.id}/open`)).body.code, 'no_recipients')
    assert.deepEqual(await readdir(folder), before)
  })

  test('are never destroyed before the close, whatever the clock of the task said', async () => {
    const { running, author, open } = await house()
    const { path, ref } = await open('anonymous')
    assert.equal((await author.post(`${path}/close`)).status, 200)
    const { closed_at } = (await author.get(path)).body
    await keysDestroyed(running.db.tx, ref, new Date(Date.parse(closed_at) - 1))
    const row = await one(
      running.db.tx,
      shapeOf(collections, ['keys_destroyed_at']),
      sql`select keys_destroyed_at from collections where id = ${ref.collectionId}`,
    )
    assert.equal(Date.parse(row!.keys_destroyed_at!), Date.parse(closed_at))
  })

  test('that an opening left behind when it failed are swept after an hour', async () => {
    const { running, open } = await house()
    const { ref } = await open('anonymous')
    const folder = await keysFolder(running)
    const key = await readFile(join(folder, `${ref.organisationId}.${ref.collectionId}.key`))
    const lost = join(folder, `${ref.organisationId}.col_failed.key`)
    await writeFile(lost, key)
    const now = running.clock!.now()
    await utimes(lost, now, now)
    running.clock!.advance(3_599_000)
    await running.app.due.settle()
    assert.equal((await readdir(folder)).length, 3, 'it may be of an opening under way')
    running.clock!.advance(3_600_000)
    await running.app.due.settle()
    assert.deepEqual(
      (await readdir(folder)).toSorted(),
      ['installation.key', `${ref.organisationId}.${ref.collectionId}.key`].toSorted(),
    )
  })

  test('are needed from a store that is not there: nothing is taken for lost, and the service says so', async () => {
    const { running, world, author, open } = await house()
    const { path, ref, links } = await open('anonymous')
    for (const link of links.slice(0, 6)) assert.equal((await answer(world, link)).status, 201)
    const folder = await keysFolder(running)
    const away = join(dirname(folder), 'unmounted')
    await rename(folder, away)

    // Another node, which remembers no key.
    const second = await startApp({ at, database: running.db.connection })
    const elsewhere = await newWorld({ running: second })
    assert.equal((await elsewhere.anyone.get('/readyz')).status, 503)
    const refused = await elsewhere.anyone.post(links[6], { answers })
    assert.deepEqual([refused.status, refused.body.code], [503, 'unavailable'])
    const { status } = await fetch(`${second.url}${path}/close`, {
      method: 'POST',
      headers: { authorization: `Bearer ${author.token}` },
    })
    assert.equal(status, 503, 'closing without the keys would lose every answer')

    await rename(away, folder)
    assert.equal((await elsewhere.anyone.post(links[6], { answers })).status, 201)
    assert.equal((await author.post(`${path}/close`)).status, 200)
    await running.app.due.settle()
    assert.equal((await author.get(`${path}/results`)).body.questions[0].n, 7)
    assert.equal(await hasKeys(running, ref), false)
  })

  test('that are lost cost their collection and nothing else', async () => {
    const { running, author, open } = await house()
    const [lost, other, named] = [
      await open('anonymous'),
      await open('anonymous'),
      await open('confidential'),
    ]
    await rm(join(await keysFolder(running), `${lost.ref.organisationId}.${lost.ref.collectionId}.key`))
    const second = await startApp({ at, database: running.db.connection })
    const elsewhere = await newWorld({ running: second })
    for (const { links } of [other, named])
      for (const link of links) assert.equal((await answer(elsewhere, link)).status, 201)
    assert.equal(await countLostKeys(second.db.tx), 1)
    assert.match((await elsewhere.anyone.get(metricsPathOf(second))).body, /^sonde_keys_lost 1$/m)
    const refused = await answer(elsewhere, lost.links[0])
    assert.deepEqual([refused.status, refused.body.code], [409, 'collection_closed'])
    for (const { path } of [lost, other, named])
      assert.equal((await author.post(`${path}/close`)).status, 200)
    await running.app.due.settle()
    assert.equal((await author.get(`${other.path}/results`)).body.questions[0].n, 8)
    assert.equal((await author.get(`${named.path}/results`)).body.questions[0].n, 8)
    assert.equal(await countLostKeys(second.db.tx), 0)
  })

  test('that an earlier version stored in the database are moved when the service starts', async () => {
    const { running, world, author, open } = await house()
    const { path, ref, links } = await open('anonymous')
    for (const link of links.slice(0, 4)) assert.equal((await answer(world, link)).status, 201)
    const { linkKey, answerKey } = (await keysOf(running.db.tx, ref))!
    await run(
      running.db.tx,
      sql`
        insert into collection_keys (organisation_id, collection_id, link_key, answer_key)
        values (${ref.organisationId}, ${ref.collectionId}, ${linkKey}, ${answerKey})`,
    )
    await rm(await keysFolder(running), { recursive: true })

    const second = await startApp({ at, database: running.db.connection })
    const elsewhere = await newWorld({ running: second })
    assert.equal(await inTable(second, ref), false)
    assert.deepEqual(await keysOf(second.db.tx, ref), { linkKey, answerKey })
    for (const link of links.slice(4)) assert.equal((await answer(elsewhere, link)).status, 201)
    assert.equal((await author.post(`${path}/close`)).status, 200)
    await second.app.due.settle()
    assert.equal((await author.get(`${path}/results`)).body.questions[0].n, 8)
  })

  test('of several nodes are on a server that speaks KV v2', async (t) => {
    const server = await startKvServer()
    t.after(server.close)
    const env = { SONDE_KEY_STORE: server.url, SONDE_KEY_STORE_TOKEN: server.token }
    const { running, world, author, open } = await house(env)
    const { path, ref, links } = await open('anonymous')
    const second = await startApp({ at, env, database: running.db.connection })
    const elsewhere = await newWorld({ running: second })
    for (const [index, link] of links.entries())
      assert.equal((await answer(index % 2 === 0 ? world : elsewhere, link)).status, 201)
    const { answerKey } = (await keysOf(second.db.tx, ref))!
    const stored = Buffer.from(/"key":"([^"]{80,})"/.exec(server.contents())![1], 'base64')
    assert.ok(stored.includes(answerKey))

    server.fail(503)
    const third = await startApp({ at, env, database: running.db.connection })
    assert.equal((await fetch(`${third.url}/readyz`)).status, 503)
    server.fail(null)
    assert.equal((await author.post(`${path}/close`)).status, 200)
    server.fail(503)
    await assert.rejects(running.app.due.settle())
    assert.equal((await author.get(path)).body.state, 'closed')
    server.fail(null)
    await running.app.due.settle()
    assert.ok(!server.contents().includes(ref.collectionId))
    assert.equal((await author.get(`${path}/results`)).body.questions[0].n, 8)
  })
})
