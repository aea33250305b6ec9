/**
 * `node bench/due.ts`: the cost of one look for due work, by how much is waiting.
 *
 * One organisation, twice: 100 check-ins with an instance ahead each, then 100,000; beside them a tenth as many that are
 * paused with an instance long overdue, a tenth as many open collections that close themselves (200 at least, as many as one
 * look counts), and a planned reminder for each instance. Looked for, with nothing due and with one thing due: what opens,
 * what closes by the clock or with its last answer, who is reminded. Prints the medians, their ratio and what the plans walk;
 * ends with 1 where a look costs more than twice as much, or a plan reads a table from end to end.
 *
 *   --json   one JSON object on standard output and nothing else
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Kysely, PostgresDialect } from 'kysely'
import { answeredTask } from '../src/checkins/checkins.ts'
import { claimDueToClose, claimDueToOpen } from '../src/checkins/due-store.ts'
import { remindTask } from '../src/collection/collection.ts'
import { connect, type Db, sql, type Tx } from '../src/db/db.ts'
import { startEmbeddedPostgres } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { median } from './figures.ts'
import { type Seeded, seedOrganisation } from './seed.ts'
import { judge, size } from './size.ts'

const { values: flags } = parseArgs({
  options: { json: { type: 'boolean', default: false }, smoke: { type: 'boolean', default: false } },
})

const sizes = [100, size(100_000, 500)]
const looks = size(300, 5)
const ratioMax = 2

const now = new Date('2026-12-01T00:00:00Z')

/** SQL of the two instants; `due` is `opens` by default. */
type InstanceTimes = { opens: string; due?: string }

/** Waiting check-ins due from tomorrow on, over a year; a tenth as many paused ones, and a tenth as many open collections. */
async function fill({ pool }: Db, { organisationId, userId }: Seeded, count: number): Promise<void> {
  const checkIns = (kind: string, state: string, rows: number) => `
    insert into check_ins
      (organisation_id, id, author_user_id, title, visibility, questions, recipients, confidentiality, channels, time_zone,
       recurrence, "window", roster_mode, overlap, state, created_at, updated_at)
    select '${organisationId}', 'chk_${kind}' || n, '${userId}', 'Weekly', 'public', '[]', '{}', '{}', '{link}', 'UTC', '{}',
           'P2D', 'dynamic', 'skip', '${state}', now(), now()
    from generate_series(1, ${rows}) n;`
  const instances = (kind: string, state: string, rows: number, { opens, due = opens }: InstanceTimes) => `
    insert into check_in_instances
      (organisation_id, id, check_in_id, local_date, title, state, opens_at, closes_at, due_at, collection_id, created_at,
       updated_at)
    select '${organisationId}', 'cki_${kind}' || n, 'chk_${kind}' || n, '2026-12-02', 'Weekly', '${state}', ${opens},
           ${opens} + interval '2 days', ${due}, 'col_${kind}' || n, now(), now()
    from generate_series(1, ${rows}) n;`
  const collections = (kind: string, rows: number) => `
    insert into collections
      (organisation_id, id, owner_kind, owner_id, series_id, title, questions, questions_version, roster, channels, mode,
       k_score, k_comment, k_rate, state, opened_at, closes_at, auto_close, recipients, author_user_id, promised_author_user_id, visibility)
    select '${organisationId}', 'col_${kind}' || n, 'check_in_instance', 'cki_${kind}' || n, 'chk_${kind}' || n, 'Weekly', '[]',
           1, '{}', '{link}', 'confidential', 5, 10, 5, 'open', now(), timestamptz '2026-12-02' + n * interval '1 minute', true, 10, '${userId}', '${userId}', 'public'
    from generate_series(1, ${rows}) n;`
  const ahead = `timestamptz '2026-12-02' + n * interval '5 minutes'`
  const few = Math.max(200, count / 10)
  await pool.query(`truncate responses, reminders, collections, check_in_instances, check_ins cascade;
    ${checkIns('wait', 'active', count)} ${instances('wait', 'scheduled', count, { opens: ahead })}
    ${checkIns('rest', 'paused', few)} ${instances('rest', 'scheduled', few, { opens: `timestamptz '2026-01-01'`, due: 'null' })}
    ${checkIns('open', 'active', few)} ${instances('open', 'open', few, { opens: `timestamptz '2026-11-30'` })}
    ${collections('open', few)}
    insert into responses (organisation_id, collection_id, id, state)
    select '${organisationId}', 'col_open' || (1 + n % ${few}), 'rsp_' || n, 'submitted'
    from generate_series(1, ${3 * few}) n;
    insert into reminders (organisation_id, collection_id, round, due_at)
    select '${organisationId}', 'col_open' || (1 + n % ${few}), n, ${ahead}
    from generate_series(1, ${count}) n;`)
}

const setDue = (due: boolean): string =>
  due
    ? `update check_in_instances set due_at = '2026-11-30' where id = 'cki_wait7';
       update collections set closes_at = '2026-11-30' where id = 'col_open7'`
    : `update check_in_instances set due_at = '2026-12-02' where id = 'cki_wait7';
       update collections set closes_at = '2026-12-02' where id = 'col_open7'`

type Statement = { sql: string; parameters: readonly unknown[] }

/** Looks `looks` times, each in a transaction that is rolled back. @returns ms of the median, and the plan's scans */
async function measure(db: Db, look: (tx: Tx) => Promise<unknown>): Promise<{ ms: number; scans: string[] }> {
  const sent: Statement[] = []
  const noting: Tx = new Kysely({
    dialect: new PostgresDialect({ pool: db.pool }),
    log: ({ query }) => void sent.push({ sql: query.sql, parameters: query.parameters }),
  })
  await look(noting)
  const statement = sent.find((one) => /skip locked/.test(one.sql)) ?? sent[0]
  const { rows } = await db.pool.query(`explain ${statement.sql}`, [...statement.parameters])
  const plan = rows.map((row: Record<string, string>) => row['QUERY PLAN'])
  const scans = plan.flatMap(
    (line) => /(Seq Scan on \w+|Index.* Scan using \w+|Bitmap .* on \w+)/.exec(line)?.[1] ?? [],
  )
  const times: number[] = []
  for (let turn = 0; turn < looks; turn++) {
    await db.transaction(async (tx) => {
      const started = performance.now()
      await look(tx)
      times.push(performance.now() - started)
      await sql`rollback and chain`.execute(tx)
    })
  }
  return { ms: median(times), scans }
}

const watch = answeredTask()

const looked: Record<string, (tx: Tx) => Promise<unknown>> = {
  opens: (tx) => claimDueToOpen(tx, now, []),
  closes: (tx) => claimDueToClose(tx, now, []),
  reminds: (tx) => remindTask.run(tx, now, []),
  answered: (tx) => watch.run(tx, now, []),
}

type Row = { name: string; ms: number[]; ratio: number; scans: string[] }

async function compare(db: Db): Promise<Row[]> {
  const seeded = await seedOrganisation(db)
  const rows = new Map<string, Row>()
  for (const size of sizes) {
    await fill(db, seeded, size)
    for (const due of [false, true]) {
      await db.pool.query(setDue(due))
      for (const [name, look] of Object.entries(looked)) {
        if (due && (name === 'reminds' || name === 'answered')) continue
        const full = `${name}, ${due ? 'one' : 'nothing'} due`
        const { ms, scans } = await measure(db, look)
        const before = rows.get(full)?.ms ?? []
        rows.set(full, { name: full, ms: [...before, ms], ratio: ms / (before[0] ?? ms), scans })
      }
    }
  }
  return [...rows.values()]
}

const folder = await mkdtemp(join(tmpdir(), 'sonde-bench-'))
const embedded = await startEmbeddedPostgres({ dataDir: folder })
const db = connect({ ...embedded.connection, ssl: false }, { connections: 2 })
try {
  await migrate(db)
  const rows = await compare(db)
  const isBad = ({ ratio, scans }: Row): boolean =>
    ratio > ratioMax || scans.some((one) => one.startsWith('Seq'))
  if (flags.json) console.log(JSON.stringify({ sizes, rows }))
  else
    for (const row of rows)
      console.log(
        `${row.name.padEnd(20)} ${row.ms.map((ms) => `${ms.toFixed(2)} ms`).join(' → ')}  ratio ${row.ratio.toFixed(2)}` +
          `${isBad(row) ? '  MISSED' : ''}\n    ${row.scans.join('\n    ')}`,
      )
  judge(rows.some(isBad))
} finally {
  await db.close()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}
