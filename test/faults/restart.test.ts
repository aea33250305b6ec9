/** PostgreSQL is restarted abruptly while a pulse opens for thousands of recipients, and while its messages are sent. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Db, only, run, sql } from '../../src/db/db.ts'
import { int8, shape } from '../../src/db/shape.ts'
import { startEmbeddedPostgres } from '../../src/db/embedded.ts'
import { migrate } from '../../src/db/migrate.ts'
import { newId } from '../../src/ids.ts'
import { hangMs } from '../support/cpu.ts'
import { startApp } from '../support/start.ts'
import { ownDatabase } from './killable.ts'
import { eventually, newWorld, pulseDraft, type Reply } from '../support/world.ts'

const people = 800
/** The restart begins this long after the call; the opening takes longer than the first of them. */
const afterMs = [15, 60, 150]

async function seedTeam(db: Db, organisationId: string): Promise<string> {
  const team = newId('team')
  const ids = Array.from({ length: people }, () => newId('member'))
  const now = new Date()
  await run(
    db.tx,
    sql`
      insert into teams (organisation_id, id, name, created_at, updated_at)
      values (${organisationId}, ${team}, 'Everyone', ${now}, ${now})`,
  )
  await run(
    db.tx,
    sql`
      with made as (
        insert into members (organisation_id, id, name, email, created_at, updated_at)
        select ${organisationId}, id, 'Person', id || '@restart.example', ${now}, ${now}
        from unnest(${ids}::text[]) as made (id)
        returning id
      )
      insert into memberships (organisation_id, team_id, member_id, joined_at)
      select ${organisationId}, ${team}, id, ${now}
      from made`,
  )
  return team
}

let refused = 0

/** Repeats a request until its reply is not one of the restart. */
async function insist(ask: () => Promise<Reply>): Promise<Reply> {
  const until = performance.now() + hangMs
  for (;;) {
    const reply = await ask()
    if (reply.status === 503) refused++
    if (reply.status !== 503 && reply.body?.code !== 'idempotency_in_progress') return reply
    assert.ok(performance.now() < until, JSON.stringify(reply.body))
    await sleep(50)
  }
}

test(
  'a database that is restarted while a pulse opens costs 503s: everyone is asked, once',
  ownDatabase,
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sonde-restart-'))
    const settings = { fsync: 'off' }
    let server = await startEmbeddedPostgres({ dataDir, settings })
    const db = connect(server.connection, { onError: () => {} })
    await migrate(db)
    const running = await startApp({ database: server.connection })
    try {
      const world = await newWorld({ running })
      const user = await world.user()
      const team = await seedTeam(db, world.organisationId)
      const paths: string[] = []
      for (const [round, delayMs] of afterMs.entries()) {
        const { body } = await insist(() =>
          user.post('/api/pulses', pulseDraft([team], { channels: ['email'] })),
        )
        const path = `/api/pulses/${body.id}`
        const restarted = sleep(delayMs).then(async () => {
          await server.stop()
          server = await startEmbeddedPostgres({ dataDir, settings })
        })
        const opened = await insist(() =>
          user.post(`${path}/open`, undefined, { 'idempotency-key': `open-${round}` }),
        )
        assert.deepEqual([opened.status, opened.body.response_summary?.recipients], [200, people])
        await restarted
        paths.push(path)
      }
      for (const path of paths) {
        const { body } = await eventually(
          () => insist(() => user.get(`${path}/deliveries`)),
          (reply) => reply.body.deliveries.every((one: any) => one.state === 'sent'),
          90_000,
        )
        assert.deepEqual(
          body.deliveries.map((one: any) => one.count),
          [people],
        )
      }
      const messages = (await readdir(running.outbox)).filter((file) => file.endsWith('.json'))
      assert.equal(messages.length, afterMs.length * people, 'one message each and no other')
      const opened = await only(
        db.tx,
        shape({ count: int8 }),
        sql`select count(*) as count from events where type = 'pulse.opened'`,
      )
      assert.equal(opened.count, afterMs.length)
      assert.ok(refused > 0, 'no restart came in time to matter')
    } finally {
      await running.stop()
      await db.close()
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
)
