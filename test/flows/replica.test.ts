/** Reads from a streaming replica: a real one, of which nobody notices anything, whatever becomes of it. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import pg from 'pg'
import { operations } from '../../contract/operations.ts'
import { scopeNames, scopes } from '../../contract/scopes.ts'
import { replicaReads } from '../../src/http/replica-reads.ts'
import { call } from '../access/call.ts'
import { type Prepared, prepare } from '../access/prepared.ts'
import { requests } from '../access/requests.ts'
import { type Replicated, skipWithoutPrograms, startReplicated } from '../support/replicated.ts'
import { freshDatabase, metricsPathOf, type Running, startApp } from '../support/start.ts'
import { client, type Client, eventually, pulseDraft } from '../support/world.ts'

type Reads = { replica: number; behind: number; away: number; failed: number; unused: number }

async function readsOf(node: Running): Promise<Reads> {
  const { body } = await client(node.url).get(metricsPathOf(node))
  const value = (name: string): number => {
    const line = String(body)
      .split('\n')
      .find((one) => one.startsWith(`${name} `))
    assert.ok(line, name)
    return Number(line.slice(name.length))
  }
  const of = (outcome: string): number => value(`sonde_replica_reads_total{outcome="${outcome}"}`)
  return {
    replica: of('replica'),
    behind: of('behind'),
    away: of('away'),
    failed: of('failed'),
    unused: value('sonde_replica_unused_seconds'),
  }
}

const isUsed = (node: Running): Promise<Reads> =>
  eventually(
    () => readsOf(node),
    ({ unused }) => unused === 0,
  )

suite('a read replica', { skip: skipWithoutPrograms }, () => {
  let servers: Replicated
  let it: Prepared
  /** Two nodes of one database. */
  let nodes: readonly Running[]
  /** The same user at each of them. */
  let users: readonly Client[]

  const database = () => ({ connectionString: servers.primary })

  before(async () => {
    servers = await startReplicated()
    const env = { DATABASE_URL: servers.primary, DATABASE_REPLICA_URL: servers.replica }
    it = await prepare({ database: database(), env })
    const other = await startApp({ database: database(), env })
    nodes = [it.world.running, other]
    users = nodes.map(({ url }) => client(url, it.author.token))
  })

  const titlesAt = async (user: Client): Promise<string[]> => {
    const { status, body } = await user.get('/api/pulses?limit=100')
    assert.equal(status, 200, JSON.stringify(body))
    return body.pulses.map(({ title }: { title: string }) => title)
  }

  const create = async (user: Client, title: string): Promise<string> => {
    const { status, body } = await user.post('/api/pulses', pulseDraft([it.team.id], { title }))
    assert.equal(status, 201, JSON.stringify(body))
    return body.id
  }

  test('answers every operation that is listed, as the primary would, and nothing that writes is listed', async () => {
    const [node] = nodes
    const token = await it.world.token({ scopes: scopeNames, userId: it.author.userId })
    const program = await it.world.token({ scopes: scopeNames.filter((scope) => scopes[scope].organisation) })
    const plain = await startApp({ database: database() })
    const listed = operations.filter(({ id }) => Object.hasOwn(replicaReads, id))
    assert.equal(listed.length, Object.keys(replicaReads).length, 'every listed operation exists')
    await isUsed(node)
    for (const operation of listed) {
      const { id, method, caller, file, stream, secret } = operation
      assert.deepEqual([method, file ?? stream ?? secret], ['GET', undefined], id)
      assert.match(caller, /^(application|user|session)$/, id)
      const request = await requests[id](it)
      const bearer = { session: it.world.admin.token, user: token, application: program }[caller as 'user']
      const answerOf = async ({ url }: Running): Promise<unknown> => {
        const { status, body } = await call(client(url, bearer), operation, request)
        assert.equal(status, 200, `${id} ${JSON.stringify(body)}`)
        return body
      }
      // On a busy machine the replica may be late for a read.
      const { replica: earlier } = await readsOf(node)
      const answered = await eventually(
        async () => ({ body: await answerOf(node), reads: await readsOf(node) }),
        ({ reads }) => reads.replica > earlier,
      )
      assert.equal(answered.reads.failed, 0, id)
      if (caller !== 'session') assert.deepEqual(answered.body, await answerOf(plain), id)
    }
    assert.deepEqual((await readsOf(plain)).replica, 0)
  })

  test('shows each write at once, on every node, to everybody', async () => {
    await Promise.all(nodes.map(isUsed))
    for (let round = 0; round < 12; round++) {
      const title = `Round ${round}`
      const id = await create(users[round % 2], title)
      for (const user of users) assert.ok((await titlesAt(user)).includes(title), title)
      if (round % 3 === 0) {
        assert.equal((await users[round % 2].delete(`/api/pulses/${id}`)).status, 204)
        for (const user of users) assert.ok(!(await titlesAt(user)).includes(title), title)
      }
    }
    for (const node of nodes) assert.ok((await readsOf(node)).replica > 0)
  })

  test('that is behind is not used: what is new is there, what is gone is gone, and nobody loses the right', async () => {
    await Promise.all(nodes.map(isUsed))
    const gone = await create(users[0], 'To be deleted')
    const revoked = await it.world.token({ scopes: ['pulses:read'] })
    assert.equal((await client(nodes[1].url, revoked).get('/api/pulses')).status, 200)
    await servers.ask('select pg_wal_replay_pause()')
    try {
      await create(users[0], 'Made meanwhile')
      assert.equal((await users[0].delete(`/api/pulses/${gone}`)).status, 204)
      for (const user of users) {
        const titles = await titlesAt(user)
        assert.deepEqual([titles.includes('Made meanwhile'), titles.includes('To be deleted')], [true, false])
      }
      const { client_id, client_secret } = it.world.application
      await it.world.anyone.post('/oauth/revoke', { token: revoked, client_id, client_secret })
      const late = () => client(nodes[1].url, revoked).get('/api/pulses')
      assert.equal((await eventually(late, ({ status }) => status !== 200)).status, 401)
      for (const node of nodes) {
        const { behind, unused } = await readsOf(node)
        assert.ok(behind > 0 && unused > 0, JSON.stringify({ behind, unused }))
        assert.equal((await client(node.url).get('/readyz')).status, 200)
      }
    } finally {
      await servers.ask('select pg_wal_replay_resume()')
    }
    await Promise.all(nodes.map(isUsed))
  })

  test('that is killed under load costs nobody an error, and is used again when it is back', async () => {
    const [node] = nodes
    await isUsed(node)
    const statuses = new Map<number, number>()
    let isOver = false
    const read = async (user: Client): Promise<void> => {
      while (!isOver) {
        const { status } = await user.get('/api/pulses?limit=5')
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    const load = Promise.all(Array.from({ length: 8 }, () => read(users[0])))
    const reads = async (): Promise<number> => statuses.get(200) ?? 0
    await eventually(reads, (count) => count >= 50)
    await servers.killReplica()
    const before = await reads()
    await eventually(reads, (count) => count >= before + 50)
    const { away, failed } = await readsOf(node)
    isOver = true
    await load
    assert.deepEqual([...statuses.keys()], [200])
    assert.ok(away + failed > 0)
    assert.equal((await client(node.url).get('/readyz')).status, 200)
    await servers.startReplica()
    await isUsed(node)
    const { replica } = await readsOf(node)
    await eventually(
      () => titlesAt(users[0]).then(() => readsOf(node)),
      (seen) => seen.replica > replica,
    )
  })

  test('that falls silent in the middle of a read is given up, and the primary answers', async () => {
    const [node] = nodes
    await isUsed(node)
    const goOn = await servers.freezeReplica()
    try {
      await Promise.all(Array.from({ length: 4 }, () => titlesAt(users[0])))
      const { away, failed, unused } = await readsOf(node)
      assert.ok(away + failed > 0 && unused > 0)
    } finally {
      goOn()
    }
    await isUsed(node)
  })

  test('that is none is never used: the primary itself, or another system', async () => {
    const {
      user = '',
      password = '',
      database: name = '',
      host = '',
      port = '',
    } = new pg.Client(await freshDatabase())
    const foreign = new URL(`postgres://localhost/${name}`)
    foreign.username = user
    foreign.password = password ?? ''
    foreign.search = String(new URLSearchParams({ host, port: String(port) }))
    for (const url of [servers.primary, foreign.href]) {
      const node = await startApp({
        database: database(),
        env: { DATABASE_URL: servers.primary, DATABASE_REPLICA_URL: url },
      })
      await titlesAt(client(node.url, it.author.token))
      const { replica, away } = await readsOf(node)
      assert.deepEqual([replica, away], [0, 1])
    }
  })
})
