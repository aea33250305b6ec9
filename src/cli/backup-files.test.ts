/** `sonde-server backup` and `restore` of the embedded database, without any program of PostgreSQL's beside the server. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { programOf, runCommand } from '../../test/support/command.ts'
import { contentOf } from '../../test/support/content.ts'
import { atEndOf } from '../../test/support/endings.ts'
import { keysFolderOf, postgres, type Running, startApp } from '../../test/support/start.ts'
import { client, type Client, links, newWorld, pulseDraft, type Reply } from '../../test/support/world.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { installationOf } from '../vault/vault.ts'

const at = '2026-10-12T08:00:00Z'
const folder = join(postgres().folder, `files-${process.pid}`)
const dataDir = join(folder, 'data')
const file = join(folder, 'sonde.backup')
const settings = { fsync: 'off' }

/** In a process of its own: one that leaves the database lets go of it for all of its process. */
const commandIn = (place: string, words: string[], more: Record<string, string> = {}) =>
  runCommand(words, { env: { SONDE_DATA_DIR: place, ...more }, program: programOf('sonde-server') })

/** Ends with this file, before its folder does. */
async function startIn(place: string): Promise<EmbeddedPostgres> {
  const embedded = await startEmbeddedPostgres({ dataDir: place, settings })
  atEndOf('file', embedded.stop)
  return embedded
}

const answer = (url: string, link: string, text = 'Alarms') =>
  client(url).post(link, {
    answers: [
      { question_id: 'calm', value: 4 },
      { question_id: 'why', text },
    ],
  })

let running: Running
let embedded: EmbeddedPostgres
let author: Client
let path: string
let answerLinks: string[]
let content: Record<string, string>

before(async () => {
  await mkdir(folder, { mode: 0o755 })
  embedded = await startIn(dataDir)
  await migrate(embedded)
  running = await startApp({ at, database: embedded.connection })
  const world = await newWorld({ running })
  author = await world.user()
  const team = await world.team('Everyone', 9, { email: false })
  path = `/api/pulses/${(await author.post('/api/pulses', pulseDraft([team.id]))).body.id}`
  assert.equal((await author.post(`${path}/open`)).status, 200)
  answerLinks = (await links(author, path)).map(({ url }) => new URL(url).pathname)
  for (const link of answerLinks.slice(0, 6)) assert.equal((await answer(running.url, link)).status, 201)
  content = await contentOf(embedded.connection)
  const { code, out, err } = await commandIn(dataDir, ['backup', file])
  assert.equal(code, 0, err)
  assert.match(
    out,
    /sonde\.backup: [\d.]+ [kM]B of PostgreSQL \d+.*, schema \d{4}_\w+\.sql, SHA-256 [0-9a-f]{64}/,
  )
})
after(() => rm(folder, { recursive: true, force: true }))

test('a backup of the running embedded database is for its owner alone, overwrites nothing and says what it is', async () => {
  for (const each of [file, `${file}.json`]) assert.equal((await stat(each)).mode & 0o777, 0o600, each)
  const { kind, platform } = JSON.parse(await readFile(`${file}.json`, 'utf8'))
  assert.deepEqual([kind, platform], ['files', `${process.platform}-${process.arch}`])
  const { code, err } = await commandIn(dataDir, ['backup', file])
  assert.deepEqual([code, err], [1, `${file} exists: a backup overwrites nothing\n`])
  assert.deepEqual((await readdir(folder)).toSorted(), ['data', 'sonde.backup', 'sonde.backup.json'])
})

test('it holds no key of an open anonymous survey, the text of no answer and no password of the database', async () => {
  const keys = join(keysFolderOf(embedded.connection), await installationOf(running.db.tx))
  const names = (await readdir(keys)).filter((name) => name.includes('.col_'))
  assert.equal(names.length, 1)
  const key = await readFile(join(keys, names[0]))
  const files = await promisify(zstdDecompress)(await readFile(file))
  assert.ok(files.includes('After the outage'), 'what is searched is what the tables hold')
  for (let from = 0; from + 16 <= key.length; from += 16) {
    const part = key.subarray(from, from + 16)
    for (const spelling of [part, part.toString('hex'), part.toString('base64')])
      assert.ok(!files.includes(spelling), `bytes ${from} and on`)
  }
  for (const secret of ['Alarms', embedded.connection.password]) assert.ok(!files.includes(secret))
})

test('it is restored whole into a new folder, and the survey goes on where it was, with the keys of the store', async () => {
  const place = join(folder, 'restored')
  const { code, out, err } = await commandIn(place, ['restore', file])
  assert.equal(code, 0, err)
  assert.match(out, /^Restored .*sonde\.backup of 20\d\d-.*, schema \d{4}_/)
  const { connection } = await startIn(place)
  assert.notEqual(connection.password, embedded.connection.password)
  assert.deepEqual(await contentOf(connection), content)

  const env = { SONDE_KEY_STORE: keysFolderOf(embedded.connection) }
  const restored = await startApp({ at, database: connection, env })
  const replies = answerLinks.slice(5, 8).map((link) => answer(restored.url, link))
  assert.deepEqual(
    (await Promise.all(replies)).map(({ status }) => status),
    [201, 201, 201],
  )
  const own = client(restored.url, author.token)
  assert.equal((await own.post(`${path}/close`)).status, 200)
  await restored.app.due.settle()
  assert.equal((await own.get(`${path}/results`)).body.response_summary.responded, 8)

  const again = await commandIn(place, ['restore', file])
  assert.equal(again.code, 1)
  assert.match(
    again.err,
    /^There is a database in .*restored: name a new folder by SONDE_DATA_DIR\. Nothing was changed/,
  )
})

test('what is written while it is made is in it whole or not at all, and the next backup has the rest', async () => {
  const target = join(folder, 'meanwhile.backup')
  let written = 0
  let isMade = false
  const writing = (async () => {
    for (; !isMade || written === 0; written++) {
      const { status } = await author.post('/api/pulses', pulseDraft([], { title: `Pulse ${written}` }))
      assert.equal(status, 201)
    }
  })()
  const { code, err } = await commandIn(dataDir, ['backup', target])
  isMade = true
  await writing
  assert.equal(code, 0, err)
  const place = join(folder, 'meanwhile')
  assert.equal((await commandIn(place, ['restore', target])).code, 0)
  const { connection } = await startIn(place)
  const app = await startApp({
    at,
    database: connection,
    env: { SONDE_KEY_STORE: join(folder, 'other-keys') },
  })
  const titles = (await numbersIn(client(app.url, author.token))).toSorted((a, b) => a - b)
  assert.deepEqual(
    titles,
    Array.from(titles, (_, n) => n),
  )
  assert.ok(titles.length <= written)
})

/** The numbers of the pulses that were written meanwhile. */
async function numbersIn(reader: Client): Promise<number[]> {
  const numbers: number[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body }: Reply = await reader.get(
      `/api/pulses?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    )
    for (const { title } of body.pulses) {
      const number = /^Pulse (\d+)$/.exec(title)?.[1]
      if (number !== undefined) numbers.push(Number(number))
    }
    cursor = body.next_cursor
  }
  return numbers
}

test('what cannot be restored is refused, and leaves the folder without a database', async () => {
  const place = join(folder, 'refused')
  const bytes = await readFile(file)
  const description = JSON.parse(await readFile(`${file}.json`, 'utf8'))
  const cut = bytes.subarray(0, bytes.length >> 1)
  const { createHash } = await import('node:crypto')
  const sha256 = createHash('sha256').update(cut).digest('hex')
  const bad: Record<string, { kept: Buffer; described: unknown; says: RegExp }> = {
    damaged: { kept: cut, described: description, says: /is damaged/ },
    machine: {
      kept: bytes,
      described: { ...description, platform: 'plan9-mips' },
      says: /of PostgreSQL \S+ on plan9-mips, and here is PostgreSQL 18 on/,
    },
    older: { kept: bytes, described: { ...description, server: '17.5' }, says: /of PostgreSQL 17\.5 on/ },
    // Described as it is, and no whole archive.
    unwhole: {
      kept: cut,
      described: { ...description, bytes: cut.length, sha256 },
      says: /cannot be restored: /,
    },
  }
  for (const [name, { kept, described, says }] of Object.entries(bad)) {
    await writeFile(join(folder, name), kept)
    await writeFile(join(folder, `${name}.json`), JSON.stringify(described))
    const { code, err } = await commandIn(place, ['restore', join(folder, name)])
    assert.equal(code, 1, name)
    assert.match(err, says, name)
    const left = existsSync(place) ? await readdir(place) : []
    assert.deepEqual(
      left.filter((one) => /^postgres(\.new|$)/.test(one)),
      [],
      name,
    )
  }
  const elsewhere = await commandIn(place, ['restore', file], { DATABASE_URL: 'postgres:///nowhere' })
  assert.equal(elsewhere.code, 1)
  assert.match(
    elsewhere.err,
    /^The backup is of the files of an embedded database, and DATABASE_URL names another/,
  )
  // And it can still be restored there.
  assert.equal((await commandIn(place, ['restore', file])).code, 0)
})
