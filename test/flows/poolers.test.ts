/** A pooler between the service and its database: one that keeps sessions serves as the database itself would, and another is refused. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { suite, test } from 'node:test'
import pg from 'pg'
import { pino } from 'pino'
import { connect } from '../../src/db/db.ts'
import { serverAccount } from '../../src/db/embedded-account.ts'
import { type Listening, listenTo } from '../../src/db/listening.ts'
import { keepsSessions } from '../../src/db/pooler.ts'
import { atEndOf } from '../support/endings.ts'
import { freePort } from '../support/free-port.ts'
import { freshDatabase, startApp } from '../support/start.ts'
import { eventually, newWorld } from '../support/world.ts'

const program = '/usr/sbin/pgbouncer'
const skip = existsSync(program) ? false : `NOT TESTED: ${program} is not installed`

/** pgbouncer does not run as root, and its user has to reach the socket of the embedded server. */
const nobody = { uid: 65_534, gid: 65_534 }
const account = process.getuid?.() === 0 ? (serverAccount(tmpdir()) ?? nobody) : null

type Address = { host: string; port: number; user: string; password: string; database: string; ssl: false }

/** @returns the address of a new database through a pooler of its own */
async function pooled(mode: 'session' | 'transaction', more = ''): Promise<Address> {
  const behind = new pg.Client(await freshDatabase())
  const { host, port: serverPort, user = '', password = '', database = '' } = behind
  const folder = mkdtempSync(join(tmpdir(), 'sonde-pooler-'))
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const secret = password ? ` password='${password}'` : ''
  writeFileSync(
    file,
    `[databases]
${database} = host=${host} port=${serverPort} dbname=${database} user=${user}${secret}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 40
${more}
`,
    { mode: 0o600 },
  )
  if (account)
    for (const path of [folder, file]) {
      chownSync(path, account.uid, account.gid)
      chmodSync(path, 0o700)
    }
  const child = spawn(program, [file], { stdio: ['ignore', 'ignore', 'pipe'], ...account })
  let said = ''
  child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()))
  atEndOf('file', async () => {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    rmSync(folder, { recursive: true, force: true })
  })
  const address: Address = { host: '127.0.0.1', port, user, password: 'any', database, ssl: false }
  const answers = async (): Promise<boolean> => {
    assert.equal(child.exitCode, null, said)
    const client = new pg.Client(address)
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  }
  await eventually(answers, (isThere) => isThere)
  return address
}

const log = pino({ level: 'silent' })

/** Whether somebody who listens there hears what is said there. */
async function hears(address: pg.ClientConfig): Promise<boolean> {
  const db = connect(address)
  let listening: Listening | undefined
  try {
    const heard = new Promise<string>((resolveHeard) => {
      listening = listenTo(db, log, {
        channel: 'test_said',
        name: 'test',
        failure: 'hears nothing',
        heard: resolveHeard,
        lost: () => {},
      })
    })
    await listening!.ready()
    if (!listening!.live) return false
    await db.pool.query("select pg_notify('test_said', 'hello')")
    return (await heard) === 'hello'
  } finally {
    await listening?.close()
    await db.close()
  }
}

suite('a pooler', { skip }, () => {
  test('that keeps sessions is told apart from one that does not, and from none', async () => {
    const direct = await freshDatabase()
    const [kept, shared] = [await pooled('session'), await pooled('transaction')]
    const inTurn = await pooled('transaction', 'server_round_robin = 1')
    assert.deepEqual(await Promise.all([direct, kept, shared, inTurn].map(keepsSessions)), [
      true,
      true,
      false,
      false,
    ])
    assert.deepEqual([await hears(direct), await hears(kept), await hears(shared)], [true, true, false])
  })

  test('that keeps sessions serves two nodes, and a token that one revokes is unknown to the other', async () => {
    const database = await pooled('session')
    const one = await startApp({ database })
    const other = await startApp({ database })
    const { rows } = await one.db.pool.query('show timezone')
    assert.deepEqual(rows, [{ TimeZone: 'UTC' }])
    const world = await newWorld({ running: one })
    const program = await world.organisation(['teams:read'])
    const ask = async (): Promise<number> =>
      (await fetch(`${other.url}/api/teams`, { headers: { authorization: `Bearer ${program.token}` } }))
        .status
    assert.deepEqual([await ask(), await ask()], [200, 200])
    const { status } = await world.anyone.post('/oauth/revoke', {
      token: program.token,
      client_id: world.application.client_id,
      client_secret: world.application.client_secret,
    })
    assert.equal(status, 200)
    assert.equal(await eventually(ask, (answer) => answer !== 200), 401)
  })

  test('that gives each transaction another session is refused at the start, in a sentence', async () => {
    const { host, port, user, database } = await pooled('transaction')
    const { status, stderr } = spawnSync(process.execPath, [resolve('bin/sonde-server'), 'migrate'], {
      encoding: 'utf8',
      env: {
        ...process.env,
        DATABASE_URL: `postgres://${user}@${host}:${port}/${database}`,
        SONDE_PORT: '0',
        SONDE_LOG_LEVEL: 'error',
      },
    })
    assert.deepEqual([status, /pool_mode = session/.test(stderr)], [78, true], stderr)
  })
})
