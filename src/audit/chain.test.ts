/** The chain of hashes: concurrent writers, workers that die, and people with access to the database. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { startClockwork, type Clockwork } from '../../test/support/clockwork.ts'
import { eventually, type World } from '../../test/support/world.ts'
import { type Db, json, run, sql } from '../db/db.ts'
import { transaction } from '../db/db.ts'
import { byApplication, type ChainReport, expireAudit, recordAudit, verifyChains } from './audit.ts'

const start = '2026-03-02T09:00:00Z'
const hourMs = 3_600_000

let clockwork: Clockwork
let db: Db
let turn = 0

before(async () => {
  clockwork = await startClockwork()
  db = clockwork.running.db
})

/** Writes entries with numbers that tell them apart, one an hour. */
async function write(organisationId: string, count: number, at = start): Promise<void> {
  for (let i = 0; i < count; i++)
    await recordAudit(db.tx, {
      organisationId,
      actor: byApplication('app_1'),
      action: 'directory.imported',
      detail: { i, ü: ['é', null, 1.5] },
      at: new Date(Date.parse(at) + i * hourMs),
    })
}

/** An organisation with 8 chained entries; those of its making are before them. */
async function chained(): Promise<{ world: World; id: string; first: number }> {
  const { world } = await clockwork.begin(start)
  await clockwork.settle()
  const { entries } = await verify(world.organisationId)
  await write(world.organisationId, 8)
  await clockwork.settle()
  return { world, id: world.organisationId, first: entries + 1 }
}

async function verify(organisationId: string, expected: readonly string[] = []): Promise<ChainReport> {
  for await (const report of verifyChains(db, organisationId, expected)) return report
  return assert.fail('no report')
}

const change = (statement: Parameters<typeof run>[1]): Promise<number> => run(db.tx, statement)

const deleteLog = (id: string): Promise<void> =>
  transaction(db.tx, async (tx) => {
    await run(tx, sql`delete from audit_events where organisation_id = ${id}`)
    await run(tx, sql`delete from audit_chains where organisation_id = ${id}`)
  })

const breakOf = async (id: string) => {
  const { break: found } = await verify(id)
  return found && [found.fault, found.position]
}

suite('a chain', () => {
  test('is whole when entries are as they were written, and ends with the same hash for whoever checks it', async () => {
    const { id, first } = await chained()
    const report = await verify(id)
    assert.deepEqual([report.break, report.entries, report.absent], [null, first + 7, []])
    assert.deepEqual((await verify(id)).hash, report.hash)
    await write(id, 1)
    await clockwork.settle()
    const later = await verify(id, [report.hash.toString('hex'), '0'.repeat(64)])
    assert.notDeepEqual(later.hash, report.hash)
    assert.deepEqual(later.absent, ['0'.repeat(64)])
  })

  const tampering: [string, (id: string, first: number) => Promise<unknown>, (first: number) => unknown][] = [
    [
      'the newest entry is deleted',
      (id, first) =>
        change(sql`delete from audit_events where organisation_id = ${id} and position = ${first + 7}`),
      (first) => ['missing', first + 7],
    ],
    [
      'the oldest entry is deleted',
      (id) => change(sql`delete from audit_events where organisation_id = ${id} and position = 1`),
      () => ['missing', 1],
    ],
    [
      'an entry in the middle is deleted',
      (id, first) =>
        change(sql`delete from audit_events where organisation_id = ${id} and position = ${first + 3}`),
      (first) => ['missing', first + 3],
    ],
    [
      'an entry is deleted and those behind it move up',
      (id, first) =>
        transaction(db.tx, async (tx) => {
          await run(
            tx,
            sql`delete from audit_events where organisation_id = ${id} and position = ${first + 3}`,
          )
          for (let at = first + 4; at < first + 8; at++)
            await run(
              tx,
              sql`update audit_events set position = position - 1 where organisation_id = ${id} and position = ${at}`,
            )
          await run(
            tx,
            sql`update audit_chains set head_position = head_position - 1 where organisation_id = ${id}`,
          )
        }),
      (first) => ['changed', first + 3],
    ],
    [
      'two entries are swapped',
      (id, first) =>
        transaction(db.tx, async (tx) => {
          const move = (from: number, to: number) =>
            run(
              tx,
              sql`update audit_events set position = ${to} where organisation_id = ${id} and position = ${from}`,
            )
          await move(first + 2, -1)
          await move(first + 5, first + 2)
          await move(-1, first + 5)
        }),
      (first) => ['changed', first + 2],
    ],
    ...(
      [
        ['detail', json({ i: 99 })],
        ['actor_kind', sql`'person'`],
        ['user_id', sql`'usr_1'`],
        ['application_id', sql`null`],
        ['action', sql`'person.left'`],
        ['target', sql`'x'`],
        ['private_to', sql`'usr_1'`],
        ['once', sql`'x'`],
        ['occurred_at', sql`occurred_at + interval '1 microsecond'`],
        ['id', sql`'aud_1'`],
        ['hash', sql`sha256('')`],
      ] as const
    ).map(([column, value]): (typeof tampering)[number] => [
      `${column} is edited`,
      (id, first) =>
        change(
          sql`update audit_events set ${sql.ref(column)} = ${value} where organisation_id = ${id} and position = ${first + 4}`,
        ),
      (first) => ['changed', first + 4],
    ]),
    [
      'an entry is added behind the head',
      (id, first) =>
        change(sql`
          insert into audit_events (organisation_id, id, actor_kind, action, detail, occurred_at, position, hash)
          values (${id}, 'aud_x', 'clock', 'person.left', '{}', now(), ${first + 8}, sha256(''))`),
      (first) => ['unknown', first + 8],
    ],
    [
      'the beginning is deleted and the anchor moved by hand',
      (id, first) =>
        transaction(db.tx, async (tx) => {
          await run(
            tx,
            sql`
              update audit_chains c
              set anchor_position = ${first},
                  anchor_hash = (select hash from audit_events e where e.organisation_id = ${id} and position = ${first})
              where c.organisation_id = ${id}`,
          )
          await run(tx, sql`delete from audit_events where organisation_id = ${id} and position <= ${first}`)
        }),
      (first) => ['anchor', first],
    ],
    [
      'the record of the chain is deleted',
      (id) => change(sql`delete from audit_chains where organisation_id = ${id}`),
      () => ['chain', 1],
    ],
    ['the whole log is deleted, and the record of its chain', deleteLog, () => ['chain', 0]],
    [
      'the whole log is deleted, and goes on',
      async (id) => {
        await deleteLog(id)
        await write(id, 2)
        await clockwork.settle()
      },
      () => ['anchor', 1],
    ],
  ]

  for (const [what, tamper, expected] of tampering) {
    test(`is broken when ${what}, also after more was written`, async () => {
      const { id, first } = await chained()
      await tamper(id, first)
      assert.deepEqual(await breakOf(id), expected(first))
      await write(id, 2)
      await clockwork.settle()
      const { break: later, entries } = await verify(id)
      assert.ok(later && entries < first + 10)
      const { rows } = await db.pool.query(
        'select count(*)::int as count from audit_events where organisation_id = $1 and position is null',
        [id],
      )
      assert.deepEqual(rows, [{ count: 0 }], 'a broken chain goes on all the same')
    })
  }

  test('that lost its newest entry and whose head was moved lacks the hash that was noted before', async () => {
    const { id, first } = await chained()
    const noted = (await verify(id)).hash.toString('hex')
    await change(sql`delete from audit_events where organisation_id = ${id} and position = ${first + 7}`)
    await change(sql`
      update audit_chains c
      set head_position = ${first + 6},
          head_hash = (select hash from audit_events e where e.organisation_id = ${id} and position = ${first + 6})
      where organisation_id = ${id}`)
    const report = await verify(id, [noted])
    assert.deepEqual([report.break, report.absent], [null, [noted]])
  })

  test('found broken is told once, in the log itself', async () => {
    const { id, first } = await chained()
    await change(
      sql`update audit_events set target = 'x' where organisation_id = ${id} and position = ${first}`,
    )
    for (let day = 0; day < 2; day++) {
      const at = Date.parse(start) + (++turn + 10) * 24 * hourMs
      await clockwork.turnTo(at)
    }
    const { rows } = await db.pool.query(
      "select actor_kind, detail from audit_events where organisation_id = $1 and action = 'audit.chain_broken'",
      [id],
    )
    assert.deepEqual(rows, [{ actor_kind: 'clock', detail: { fault: 'changed' } }])
  })

  test('loses its oldest entries for their age and stays whole, as the log says itself', async () => {
    const { id, first } = await chained()
    const now = new Date(Date.parse(start) + 48 * hourMs)
    const before = new Date(Date.parse(start) + 2.5 * hourMs)
    const expire = (to = before) => db.transaction((tx) => expireAudit(tx, id, to, now))
    const gone = await expire()
    assert.equal(gone, first + 2)
    assert.equal(await expire(), 0)
    const report = await verify(id)
    assert.deepEqual([report.break, report.entries], [null, 5])
    await clockwork.settle()
    assert.deepEqual([(await verify(id)).break, (await verify(id)).entries], [null, 6])

    await change(sql`delete from audit_events where organisation_id = ${id} and position = ${first + 3}`)
    assert.deepEqual(await breakOf(id), ['missing', first + 3])
    assert.ok((await expire(new Date(now.getTime() - hourMs))) > 0)
    assert.equal((await verify(id)).break, null)
  })
})

suite('chaining', () => {
  test('gives entries of two nodes and many transactions each one place, without gaps', async () => {
    const { world } = await clockwork.begin(start)
    const id = world.organisationId
    const [, second] = clockwork.nodes
    let isWriting = true
    const chaining = Promise.all(
      clockwork.nodes.map(async ({ app }) => {
        while (isWriting) await app.due.settle()
      }),
    )
    await Promise.all(
      Array.from({ length: 60 }, (_, i) => {
        const node = i % 2 === 0 ? db : second.db
        return node
          .transaction(async (tx) => {
            await recordAudit(tx, {
              organisationId: id,
              actor: byApplication('app_1'),
              action: 'directory.imported',
              detail: { i },
              at: new Date(start),
            })
            await run(tx, sql`select pg_sleep(${(i % 7) / 100})`)
            if (i % 5 === 0) throw new Error('rolled back')
          })
          .catch((error: Error) => assert.equal(error.message, 'rolled back'))
      }),
    )
    isWriting = false
    await chaining
    await clockwork.settle()
    const { rows } = await db.pool.query<{ position: number }>(
      'select position from audit_events where organisation_id = $1 order by position',
      [id],
    )
    assert.deepEqual(
      rows.map(({ position }) => position),
      rows.map((_, place) => place + 1),
    )
    const report = await verify(id)
    assert.deepEqual([report.break, report.entries], [null, rows.length])
    const { rows: imports } = await db.pool.query(
      "select count(*)::int as count from audit_events where organisation_id = $1 and action = 'directory.imported'",
      [id],
    )
    assert.deepEqual(imports, [{ count: 48 }])
  })

  test('by a worker that dies is done by another', async () => {
    const { id, first } = await chained()
    await write(id, 1)
    let victim: Promise<unknown> | undefined
    await db.transaction(async (tx) => {
      // The worker waits for this row, in the middle of its transaction.
      await run(
        tx,
        sql`select 1 from audit_events where organisation_id = ${id} and position is null for update`,
      )
      victim = clockwork.nodes[1].app.due.settle().catch((error: unknown) => error)
      const waiting = sql`
        select pid
        from pg_stat_activity
        where datname = current_database()
          and wait_event_type = 'Lock'
          and query like '%update audit_events e%'`
      const pids = async () => (await waiting.execute(db.tx)).rows as { pid: number }[]
      const [{ pid }] = await eventually(pids, (found) => found.length > 0)
      await run(db.tx, sql`select pg_terminate_backend(${pid})`)
      await eventually(pids, (found) => found.length === 0)
    })
    await victim
    await clockwork.settle()
    const report = await verify(id)
    assert.deepEqual([report.break, report.entries], [null, first + 8])
  })

  test('does not look at the clock: an entry of the past comes last', async () => {
    const { id, first } = await chained()
    await write(id, 1, '2020-01-01T00:00:00Z')
    await clockwork.settle()
    const { rows } = await db.pool.query(
      "select position from audit_events where organisation_id = $1 and occurred_at < '2021-01-01'",
      [id],
    )
    assert.deepEqual(rows, [{ position: first + 8 }])
    assert.equal((await verify(id)).break, null)
  })
})
