/**
 * The embedded database with real servers and real processes: what was acknowledged stays, one server per folder, none
 * left behind. As root the servers run under another account, and the temporary folders (mode 700) are ones that this
 * account cannot pass.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { atEndOf } from '../../test/support/endings.ts'
import { serverAccount } from './embedded-account.ts'
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded.ts'

const isRoot = process.geteuid?.() === 0
const ordinary = 65_534

/** A folder whose servers and processes, if any are left, are ended with the test. */
function temporaryFolder(t: TestContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sonde-test-')))
  t.after(async () => {
    for (const stop of endings.splice(0)) await stop()
    for (const pid of serversUnder(folder)) process.kill(pid, 'SIGQUIT')
    await until(() => serversUnder(folder).length === 0)
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

let made: Promise<string> | undefined

/** A data folder with a database that was made before and is stopped. Making one takes most of a test. */
async function madeFolder(t: TestContext): Promise<string> {
  const original = await (made ??= makeFolder())
  const dataDir = join(temporaryFolder(t), 'made')
  // With owners and modes, which the copy of node:fs drops.
  const [status] = await once(spawn('cp', ['-a', original, dataDir], { stdio: 'inherit' }), 'exit')
  assert.equal(status, 0)
  return dataDir
}

async function makeFolder(): Promise<string> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sonde-test-')))
  atEndOf('file', () => rmSync(folder, { recursive: true, force: true }))
  await (await startEmbeddedPostgres({ dataDir: folder })).stop()
  return folder
}

/** What the test that runs has to end, before its folder is removed. */
const endings: (() => unknown)[] = []

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres(options)
  endings.push(postgres.stop)
  return postgres
}

/** Process ids of the servers whose cluster lies under the folder. */
function serversUnder(folder: string): number[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return []
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
      return words.some((word) => word.startsWith(`sonde.cluster=${folder}/`)) ? [Number(pid)] : []
    } catch {
      return []
    }
  })
}

async function until(holds: () => boolean, patienceMs = 10_000): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`not within ${patienceMs} ms: ${holds}`)
    await sleep(20)
  }
}

type Other = {
  readonly started: EmbeddedPostgres
  stop(): Promise<void>
  kill(): Promise<void>
  /** Ends without having stopped. */
  exit(): Promise<void>
}

const program = `
  import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)}
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: process.argv[1] })
    console.log(JSON.stringify(postgres))
    for await (const word of process.stdin) {
      if (String(word).startsWith('stop')) await postgres.stop()
      process.exit(0)
    }
  } catch (error) {
    console.log(JSON.stringify({ refused: error.message }))
  }
`

function spawnOther(dataDir: string, user?: number): ChildProcess {
  return spawn(process.execPath, ['--input-type=module', '--eval', program, dataDir], {
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
    uid: user,
    gid: user,
  })
}

/** The same database in its own process. */
async function startOther(dataDir: string, user?: number): Promise<Other> {
  const child = spawnOther(dataDir, user)
  const ended = once(child, 'exit')
  endings.push(() => child.kill('SIGKILL'))
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string]
  const started = JSON.parse(line)
  if (started.refused) throw new Error(started.refused)
  const say = (word: string) => async () => {
    child.stdin!.write(`${word}\n`)
    await ended
  }
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { started, stop: say('stop'), exit: say('exit'), kill }
}

async function query(postgres: EmbeddedPostgres, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(postgres.connection)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const keepNote = (postgres: EmbeddedPostgres, text: string) =>
  query(postgres, `create table if not exists notes (text text); insert into notes values ('${text}')`)

const notes = async (postgres: EmbeddedPostgres) =>
  (await query(postgres, 'select text from notes order by text')).map((row) => row.text)

test('a row outlives the restart, and stopping leaves no process behind', async (t) => {
  const dataDir = join(temporaryFolder(t), 'data')
  const first = await start({ dataDir })
  assert.equal(first.adopted, false)
  await keepNote(first, 'kept')
  await first.stop()
  await first.stop()
  assert.deepEqual(serversUnder(dataDir), [])

  const second = await start({ dataDir })
  assert.equal(second.adopted, false)
  assert.deepEqual(await notes(second), ['kept'])
  assert.equal(second.connection.password, first.connection.password)
})

test('the server is PostgreSQL 18, sorts the same everywhere, is durable, and listens on a private socket only', async (t) => {
  const folder = temporaryFolder(t)
  chmodSync(folder, 0o755)
  const dataDir = join(folder, 'data')
  const postgres = await start({ dataDir, settings: { work_mem: '7MB' } })
  const [server] = await query(
    postgres,
    `select current_setting('server_version_num')::int / 10000 as major, current_setting('listen_addresses') as addresses,
            current_setting('fsync') as fsync, current_setting('data_checksums') as checksums, current_setting('work_mem') as work_mem,
            upper('ä') as upper, rolpassword ~ '^SCRAM-SHA-256' as scram
     from pg_authid where rolname = current_user`,
  )
  assert.deepEqual(server, {
    major: 18,
    addresses: '',
    fsync: 'on',
    checksums: 'on',
    work_mem: '7MB',
    upper: 'Ä',
    scram: true,
  })
  assert.equal(Buffer.from(postgres.connection.password, 'base64url').length, 32)
  assert.equal(statSync(join(dataDir, 'postgres.json')).mode & 0o777, 0o600)
  assert.equal(statSync(postgres.connection.host).mode & 0o777, 0o700)
  const wrong = { ...postgres, connection: { ...postgres.connection, password: 'wrong' } }
  await assert.rejects(query(wrong, 'select 1'), { code: '28P01' })
})

test('after kill -9 of the process that started it, the next start adopts the server and then stops it', async (t) => {
  const dataDir = await madeFolder(t)
  const other = await startOther(dataDir)
  await keepNote(other.started, 'kept')
  await other.kill()
  const servers = serversUnder(dataDir)
  assert.equal(servers.length > 0, true)

  const adopter = await start({ dataDir })
  assert.equal(adopter.adopted, true)
  assert.deepEqual(await notes(adopter), ['kept'])
  await adopter.stop()
  assert.deepEqual(serversUnder(dataDir), [])
})

test('after kill -9 of the server itself, the next start recovers every acknowledged write', async (t) => {
  const dataDir = await madeFolder(t)
  const other = await startOther(dataDir)
  await keepNote(other.started, 'kept')
  process.kill(postmasterOf(dataDir), 'SIGKILL')
  await other.kill()

  const postgres = await start({ dataDir })
  assert.equal(postgres.adopted, false)
  assert.deepEqual(await notes(postgres), ['kept'])
})

const postmasterOf = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

test('a process that comes and goes, or exits without stopping, does not stop the server of another', async (t) => {
  const dataDir = await madeFolder(t)
  const service = await start({ dataDir })
  const visitor = await startOther(dataDir)
  assert.equal(visitor.started.adopted, true)
  await keepNote(visitor.started, 'from the visitor')
  await visitor.stop()
  assert.deepEqual(await notes(service), ['from the visitor'])
  await (await startOther(dataDir)).exit()
  await (await startOther(dataDir)).kill()
  assert.deepEqual(await notes(service), ['from the visitor'])
})

test('the last process to leave stops the server, after its owner stopped or was killed', async (t) => {
  const dataDir = await madeFolder(t)
  for (const leave of ['stop', 'kill'] as const) {
    const owner = await startOther(dataDir)
    const adopter = await start({ dataDir })
    assert.deepEqual([owner.started.adopted, adopter.adopted], [false, true])
    await owner[leave]()
    assert.deepEqual(await query(adopter, 'select 1 as one'), [{ one: 1 }])
    await adopter.stop()
    assert.deepEqual(serversUnder(dataDir), [])
  }
})

test('a process that exits without stopping ends its server', async (t) => {
  const dataDir = await madeFolder(t)
  await (await startOther(dataDir)).exit()
  await until(() => serversUnder(dataDir).length === 0)
})

test('processes that start at once in an empty folder share one server', async (t) => {
  const dataDir = join(temporaryFolder(t), 'not', 'there', 'yet')
  const others = await Promise.all([1, 2, 3].map(() => startOther(dataDir)))
  assert.deepEqual(others.map((other) => other.started.adopted).sort(), [false, true, true])
  await keepNote(others[0].started, 'shared')
  assert.deepEqual(await notes(others[2].started), ['shared'])
  await Promise.all(others.map((other) => other.stop()))
  assert.deepEqual(serversUnder(dataDir), [])
})

test('an unfinished database is made again, after a crash or a kill in initdb', async (t) => {
  const dataDir = temporaryFolder(t)
  mkdirSync(join(dataDir, 'postgres.new-crash', 'cluster', 'base'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres.new-crash', 'cluster', 'PG_VERSION'), '18\n')
  const child = spawnOther(dataDir)
  const ended = once(child, 'exit')
  const halfMade = () =>
    readdirSync(dataDir).some((name) => existsSync(join(dataDir, name, 'cluster', 'global')))
  await until(halfMade)
  child.kill('SIGKILL')
  await ended
  assert.equal(existsSync(join(dataDir, 'postgres')), false)

  const postgres = await start({ dataDir })
  await keepNote(postgres, 'kept')
  assert.equal(existsSync(join(dataDir, 'postgres.new-crash')), false)
})

test('a stale postmaster.pid is ignored: of a dead process, of another living process, or unreadable', async (t) => {
  const dataDir = await madeFolder(t)
  const account = serverAccount(join(dataDir, 'postgres'))
  const stranger = spawn('sleep', ['60'], { uid: account?.uid, gid: account?.gid, cwd: '/' })
  endings.push(() => stranger.kill('SIGKILL'))
  for (const pid of ['999999999', String(stranger.pid), 'rubbish']) {
    writeFileSync(
      join(dataDir, 'postgres', 'postmaster.pid'),
      `${pid}\n/elsewhere\n1\n5432\n.\n\n1 1\nready   \n`,
    )
    const postgres = await start({ dataDir })
    assert.equal(postgres.adopted, false)
    await postgres.stop()
  }
  assert.equal(stranger.exitCode, null)
})

test('a data folder with a path too long for a socket works, and can be shared', async (t) => {
  const dataDir = join(temporaryFolder(t), 'a'.repeat(90), 'b'.repeat(90))
  const postgres = await start({ dataDir })
  endings.push(() => rmSync(postgres.connection.host, { recursive: true, force: true }))
  assert.equal(statSync(postgres.connection.host).mode & 0o777, 0o700)
  await keepNote(postgres, 'kept')
  const other = await startOther(dataDir)
  assert.deepEqual(await notes(other.started), ['kept'])
  await other.stop()
})

test('a server that cannot start is reported with its own message, and starts once the fault is gone', async (t) => {
  const dataDir = await madeFolder(t)
  await assert.rejects(start({ dataDir, settings: { shared_buffers: 'many' } }), (error: Error) => {
    assert.match(
      error.message,
      /did not start: it ended with code 1; .*invalid value for parameter "shared_buffers": "many"/,
    )
    return true
  })
  const postgres = await start({ dataDir })
  await query(postgres, 'select 1')
})

test('an unusable folder is refused in one sentence that names SONDE_DATA_DIR', async (t) => {
  const folder = temporaryFolder(t)
  const aFile = join(folder, 'file')
  writeFileSync(aFile, '')
  const oneSentence = (reason: RegExp) => (error: Error) => {
    assert.match(error.message, reason)
    assert.match(error.message, /SONDE_DATA_DIR/)
    assert.equal(error.message.includes('\n'), false)
    return true
  }
  await assert.rejects(start({ dataDir: aFile }), oneSentence(/ENOTDIR|EEXIST/))
  await assert.rejects(start({ dataDir: join(aFile, 'data') }), oneSentence(/ENOTDIR/))

  const otherVersion = join(folder, 'older')
  mkdirSync(join(otherVersion, 'postgres'), { recursive: true })
  writeFileSync(join(otherVersion, 'postgres', 'PG_VERSION'), '17\n')
  await assert.rejects(start({ dataDir: otherVersion }), oneSentence(/PostgreSQL 17/))

  const lostPassword = join(folder, 'lost')
  await (await start({ dataDir: lostPassword })).stop()
  rmSync(join(lostPassword, 'postgres.json'))
  await assert.rejects(start({ dataDir: lostPassword }), oneSentence(/postgres\.json.*ENOENT/))

  if (!isRoot) return
  chmodSync(folder, 0o755)
  const closed = join(folder, 'closed')
  mkdirSync(closed, { mode: 0o755 })
  await assert.rejects(startOther(closed, ordinary), oneSentence(/by user 65534 \(EACCES\)/))
  await assert.rejects(startOther(lostPassword, ordinary), oneSentence(/by user 65534 \(EACCES\)/))
})

test(
  'an ordinary user runs the server under their own account, and root can use it too',
  { skip: !isRoot },
  async (t) => {
    const folder = temporaryFolder(t)
    chmodSync(folder, 0o755)
    const dataDir = join(folder, 'data')
    mkdirSync(dataDir)
    chownSync(dataDir, ordinary, ordinary)
    const user = await startOther(dataDir, ordinary)
    await keepNote(user.started, 'of the user')
    assert.equal(statSync(join(dataDir, 'postgres')).uid, ordinary)
    const root = await start({ dataDir })
    assert.equal(root.adopted, true)
    await user.stop()
    assert.deepEqual(await notes(root), ['of the user'])
    await root.stop()

    const alone = await start({ dataDir })
    assert.deepEqual(await notes(alone), ['of the user'])
    await alone.stop()
    await (await startOther(dataDir, ordinary)).stop()
    assert.deepEqual(serversUnder(dataDir), [])
  },
)

test('stop ends the server also after the data folder was removed', async (t) => {
  const folder = temporaryFolder(t)
  const postgres = await start({ dataDir: join(folder, 'data') })
  rmSync(join(folder, 'data'), { recursive: true })
  await postgres.stop()
  await until(() => serversUnder(folder).length === 0)
})
