/** `sonde-server backup` and `restore`: by PostgreSQL's own programs, and what they refuse. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, suite, test } from 'node:test'
import type pg from 'pg'
import { programOf, startCommand } from '../../test/support/command.ts'
import { contentOf } from '../../test/support/content.ts'
import { addressOf, operate } from '../../test/support/operate.ts'
import { emptyDatabase, keysFolderOf, postgres, startApp } from '../../test/support/start.ts'
import { client, type Client, eventually, links, newWorld, pulseDraft } from '../../test/support/world.ts'
import { one, sql } from '../db/db.ts'
import { libpqEnvironment } from '../db/libpq.ts'
import { int4, shape } from '../db/shape.ts'
import { Problem } from '../problem.ts'
import { installationOf } from '../vault/vault.ts'
import { backUp } from './backup.ts'
import { findProgram } from './postgres-programs.ts'

const at = '2026-10-12T08:00:00Z'
const folder = join(postgres().folder, `backups-${process.pid}`)
await mkdir(folder)
const running = await startApp({ at })

/** What the programs of this machine cannot do on the server of this run, if there is something. */
async function whyNot(): Promise<string | false> {
  const server = await one(
    running.db.tx,
    shape({ major: int4 }),
    sql`select current_setting('server_version_num')::integer / 10000 as major`,
  )
  try {
    for (const name of ['pg_dump', 'pg_restore'] as const) await findProgram(name, server!.major, undefined)
    return false
  } catch (error) {
    return `NOT TESTED: ${(error as Problem).extra.detail}`
  }
}

const commandOn = (connection: pg.ClientConfig) => (words: string[]) =>
  operate(words, {
    DATABASE_URL: addressOf(connection),
    SONDE_KEY_STORE: keysFolderOf(running.db.connection),
  })

suite('a backup', { skip: await whyNot() }, () => {
  const file = join(folder, 'sonde.dump')
  let author: Client
  let path: string
  let answerLinks: string[]
  let content: Record<string, string>

  const answer = (url: string, link: string) =>
    client(url).post(link, {
      answers: [
        { question_id: 'calm', value: 4 },
        { question_id: 'why', text: 'Alarms' },
      ],
    })

  before(async () => {
    const world = await newWorld({ running })
    author = await world.user()
    const team = await world.team('Everyone', 9, { email: false })
    path = `/api/pulses/${(await author.post('/api/pulses', pulseDraft([team.id]))).body.id}`
    assert.equal((await author.post(`${path}/open`)).status, 200)
    answerLinks = (await links(author, path)).map(({ url }) => new URL(url).pathname)
    for (const link of answerLinks.slice(0, 6)) assert.equal((await answer(running.url, link)).status, 201)
    content = await contentOf(running.db.connection)
    assert.ok('jobs.job' in content)
    const { code, out, err } = await commandOn(running.db.connection)(['backup', file])
    assert.equal(code, 0, err)
    assert.match(out, /sonde\.dump: \d+ kB of PostgreSQL \d+.*, schema \d{4}_\w+\.sql, SHA-256 [0-9a-f]{64}/)
  })

  test('is for its owner alone, and overwrites nothing', async () => {
    for (const each of [file, `${file}.json`]) assert.equal((await stat(each)).mode & 0o777, 0o600, each)
    const { code, err } = await commandOn(running.db.connection)(['backup', file])
    assert.deepEqual([code, err], [1, `${file} exists: a backup overwrites nothing\n`])
    assert.deepEqual((await readdir(folder)).toSorted(), ['sonde.dump', 'sonde.dump.json'])
  })

  test('that cannot be described leaves no dump', async () => {
    const place = join(folder, 'described')
    await mkdir(place)
    // As if somebody had put it there a moment ago: a link to nothing is in the way, and is not seen before.
    await symlink(join(place, 'nothing'), join(place, 'sonde.dump.json'))
    const target = join(place, 'sonde.dump')
    await assert.rejects(backUp(running.db, target, {}, new Date(at)), (error) => error instanceof Problem)
    assert.deepEqual(await readdir(place), ['sonde.dump.json'])
  })

  test('that is interrupted leaves nothing behind', async () => {
    const database = addressOf(running.db.connection)
    const slow = join(folder, 'slow')
    await mkdir(slow)
    const { path: program, version } = await findProgram('pg_dump', 0, undefined)
    // It has begun to write, and would go on for an hour.
    const script = [
      '#!/bin/sh',
      `[ "$1" = --version ] && echo 'pg_dump (PostgreSQL) ${version}' && exit`,
      `'${program}' "$@"`,
      'exec sleep 3600',
    ]
    await writeFile(join(slow, 'pg_dump'), script.join('\n'), { mode: 0o755 })
    const target = join(slow, 'interrupted.dump')
    const command = startCommand(['backup', target, '--programs', slow], {
      env: { DATABASE_URL: database },
      program: programOf('sonde-server'),
    })
    const begun = async () => (await readdir(slow)).find((name) => name.endsWith('.unfinished'))
    const name = await eventually(begun, (found) => found !== undefined)
    assert.equal((await stat(join(slow, name!))).mode & 0o777, 0o600)
    command.stop()
    assert.equal((await command.end).code, 143)
    assert.deepEqual(await readdir(slow), ['pg_dump'])
  })

  test('holds no key of an open anonymous survey, and the text of no answer', async () => {
    const keys = join(keysFolderOf(running.db.connection), await installationOf(running.db.tx))
    const names = (await readdir(keys)).filter((name) => name.includes('.col_'))
    assert.equal(names.length, 1)
    const key = await readFile(join(keys, names[0]))
    const { path: program } = await findProgram('pg_restore', 0, undefined)
    const dumped = execFileSync(program, ['--file=-', file], { maxBuffer: 1e9 })
    assert.ok(dumped.includes('After the outage'), 'what is searched is the text of the dump')
    for (let from = 0; from + 16 <= key.length; from += 16) {
      const part = key.subarray(from, from + 16)
      for (const spelling of [part, part.toString('hex'), part.toString('base64')])
        assert.ok(!dumped.includes(spelling), `bytes ${from} and on`)
    }
    assert.ok(!dumped.includes('Alarms'))
  })

  test('is restored whole, and the survey goes on where it was, with the keys of the store', async () => {
    const database = await emptyDatabase()
    const { code, out, err } = await commandOn(database)(['restore', file])
    assert.equal(code, 0, err)
    assert.match(out, /^Restored .*sonde\.dump of 20\d\d-.*, schema \d{4}_/)
    assert.deepEqual(await contentOf(database), content)

    const restored = await startApp({
      at,
      database,
      env: { SONDE_KEY_STORE: keysFolderOf(running.db.connection) },
    })
    const own = client(restored.url, author.token)
    const replies = answerLinks.slice(5, 8).map((link) => answer(restored.url, link))
    assert.deepEqual(
      (await Promise.all(replies)).map(({ status }) => status),
      [201, 201, 201],
    )
    assert.equal((await own.post(`${path}/close`)).status, 200)
    await restored.app.due.settle()
    const { body } = await own.get(`${path}/results`)
    assert.equal(body.response_summary.responded, 8)
  })

  test('is refused by a database that is not empty, and by one that was never migrated', async () => {
    const { code, err } = await commandOn(running.db.connection)(['restore', file])
    assert.equal(code, 1)
    assert.match(err, /^The database is not empty: it holds \d+ tables and indexes\. .*nothing was changed/)
    const none = await commandOn(await emptyDatabase())(['backup', join(folder, 'none.dump')])
    assert.deepEqual([none.code, none.err], [1, 'The database holds no Sonde: there is nothing to back up\n'])
    await assert.rejects(stat(join(folder, 'none.dump')))
  })

  test('that was changed, cut, or made by a newer version is refused before anything is written', async () => {
    const database = await emptyDatabase()
    const bytes = await readFile(file)
    const description = JSON.parse(await readFile(`${file}.json`, 'utf8'))
    const changed = Buffer.from(bytes)
    changed[changed.length >> 1] ^= 1
    const bad: Record<string, { dump: Buffer; described: unknown; says: RegExp }> = {
      changed: { dump: changed, described: description, says: /is damaged/ },
      cut: { dump: bytes.subarray(0, -1), described: description, says: /is damaged/ },
      newer: {
        dump: bytes,
        described: { ...description, schema: '9999_later.sql' },
        says: /9999_later\.sql, which this version of Sonde does not know/,
      },
      other: {
        dump: bytes,
        described: { ...description, schema_sha256: '0'.repeat(64) },
        says: /does not know/,
      },
      server: {
        dump: bytes,
        described: { ...description, server: '99.1' },
        says: /is of PostgreSQL 99\.1, and this server is/,
      },
      program: {
        dump: bytes,
        described: { ...description, program: '99.1' },
        says: /^pg_restore of PostgreSQL 99 or newer is needed: /,
      },
      undescribed: { dump: bytes, described: null, says: /undescribed\.json does not describe a backup/ },
    }
    for (const [name, { dump, described, says }] of Object.entries(bad)) {
      await writeFile(join(folder, name), dump)
      await writeFile(join(folder, `${name}.json`), JSON.stringify(described))
      const { code, err } = await commandOn(database)(['restore', join(folder, name)])
      assert.equal(code, 1, name)
      assert.match(err, says, name)
    }
    await writeFile(join(folder, 'alone'), bytes)
    assert.match(
      (await commandOn(database)(['restore', join(folder, 'alone')])).err,
      /alone\.json is missing/,
    )
    assert.deepEqual(await contentOf(database).catch(() => ({})), {})
  })
})

suite('the programs of PostgreSQL', () => {
  /** What a package installs, as far as it says its version. */
  async function installed(...versions: string[]): Promise<string[]> {
    const folders: string[] = []
    for (const version of versions) {
      const bin = join(folder, `pg-${version}`)
      await mkdir(bin, { recursive: true })
      await writeFile(join(bin, 'pg_dump'), `#!/bin/sh\necho "pg_dump (PostgreSQL) ${version} (Debian)"\n`)
      await chmod(join(bin, 'pg_dump'), 0o755)
      folders.push(bin)
    }
    return folders
  }

  test('are too old for a newer server, and the refusal says where to get others', async () => {
    const [old] = await installed('14.22')
    const target = join(folder, 'refused.dump')
    const { code, err } = await commandOn(running.db.connection)(['backup', target, '--programs', old])
    assert.equal(code, 1)
    assert.match(
      err,
      /^pg_dump of PostgreSQL \d+ or newer is needed: .*pg-14\.22\/pg_dump is 14\.22\. .*postgresql-client-\d+ of apt/,
    )
    const none = await commandOn(running.db.connection)(['backup', target, '--programs', folder])
    assert.match(
      none.err,
      /^pg_dump of PostgreSQL \d+ or newer is needed: there is no pg_dump in .*The embedded PostgreSQL brings none/,
    )
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith('refused')),
      [],
    )
  })

  test('are the oldest that are new enough', async () => {
    const before = process.env.PATH
    process.env.PATH = (await installed('98.1', '97.3', '99.0')).join(':')
    try {
      assert.equal((await findProgram('pg_dump', 97, undefined)).version, '97.3')
      assert.equal((await findProgram('pg_dump', 98, undefined)).major, 98)
      await assert.rejects(findProgram('pg_dump', 100, undefined), (error) => error instanceof Problem)
    } finally {
      process.env.PATH = before
    }
  })

  test('reach the database by their environment, with TLS no weaker than the service’s', () => {
    const env = (connectionString: string) =>
      libpqEnvironment({ connectionString }, { PATH: '/bin', SONDE_SMTP_URL: 'smtp://secret' })
    assert.deepEqual(env('postgres://me:s%C3%A9cret@db.example:5433/sonde'), {
      PATH: '/bin',
      LC_ALL: 'C',
      PGAPPNAME: 'sonde-server',
      PGHOST: 'db.example',
      PGPORT: '5433',
      PGUSER: 'me',
      PGDATABASE: 'sonde',
      PGPASSWORD: 'sécret',
    })
    const tls: [string, Record<string, string | undefined>][] = [
      ['sslmode=disable', { PGSSLMODE: 'disable' }],
      ['sslmode=no-verify', { PGSSLMODE: 'require' }],
      ['sslmode=require', { PGSSLMODE: 'verify-full', PGSSLROOTCERT: 'system' }],
      ['ssl=true', { PGSSLMODE: 'verify-full', PGSSLROOTCERT: 'system' }],
      [
        `sslmode=verify-ca&sslrootcert=${import.meta.filename}`,
        { PGSSLMODE: 'verify-full', PGSSLROOTCERT: import.meta.filename },
      ],
      ['sslmode=require&uselibpqcompat=true', { PGSSLMODE: 'require' }],
    ]
    const own = { PGSSLROOTCERT: '/etc/ssl/own.pem' }
    const roots = ['sslmode=verify-full', `sslmode=verify-full&sslrootcert=${import.meta.filename}`].map(
      (parameters) =>
        libpqEnvironment({ connectionString: `postgres://me@db.example/sonde?${parameters}` }, own)
          .PGSSLROOTCERT,
    )
    assert.deepEqual(roots, [own.PGSSLROOTCERT, import.meta.filename])
    for (const [parameters, wanted] of tls) {
      const { PGSSLMODE, PGSSLROOTCERT } = env(`postgres://me@db.example/sonde?${parameters}`)
      assert.deepEqual(
        { PGSSLMODE, PGSSLROOTCERT },
        { PGSSLMODE: undefined, PGSSLROOTCERT: undefined, ...wanted },
        parameters,
      )
    }
    assert.equal(env('postgres:///sonde?host=/run/postgresql&user=me').PGHOST, '/run/postgresql')
  })
})
