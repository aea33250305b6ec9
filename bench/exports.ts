/**
 * `node bench/exports.ts`: an audit log of 1,000,000 entries becomes a Parquet file as callers get it: asked for over HTTP, written by the job,
 * downloaded. It takes at most 60 seconds until the file is ready, of this process and its connections to the database, where /proc tells it: what
 * else the machine does is no part of it. The process has at most 200 MB more than before it was asked. The ratio is
 * to the same rows read from the database alone, in pages of the same size.
 *
 * Then DuckDB, a reader of another maker, reads the file: rows, people, actions, times and hashes have to be those of the table. It is not
 * installed with the service: `npm install --no-save @duckdb/node-api@1.5.6-r.1`; without it the output says NOT READ BACK.
 *
 *   --entries 60000   another size
 */
import assert from 'node:assert/strict'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import type { Export } from '../contract/exports.ts'
import { limits } from '../contract/limits.ts'
import { createApp } from '../src/app.ts'
import { auditTasks } from '../src/audit/audit.ts'
import { readConfig } from '../src/config.ts'
import { connect, many, only, run, sql } from '../src/db/db.ts'
import { startEmbeddedPostgres } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { int8, shape, text } from '../src/db/shape.ts'
import { duckDb, withoutDuckDb } from '../test/support/duck-db.ts'
import { connectionSeconds, isProcessorTimeKnown } from './processor-time.ts'
import { seedOrganisation } from './seed.ts'
import { judge, size } from './size.ts'

const { values: flags } = parseArgs({ options: { entries: { type: 'string' }, smoke: { type: 'boolean' } } })
const entries = Number(flags.entries ?? size(1_000_000, 5_000))
const limit = { seconds: 60, megabytes: 200 }

const folder = await mkdtemp(join(tmpdir(), 'sonde-bench-'))
const postgres = await startEmbeddedPostgres({
  dataDir: folder,
  settings: { autovacuum_naptime: '1s', fsync: 'off' },
})
const db = connect({ ...postgres.connection, ssl: false }, { connections: 4 })
await migrate(db)
const config = readConfig({ SONDE_PORT: '0', SONDE_RATE_LIMITS: 'off', SONDE_DATA_DIR: folder })
const app = await createApp({ config, db, log: pino({ level: 'silent' }), worker: 'by hand' })
const url = await app.listen()
const processor = isProcessorTimeKnown ? connectionSeconds(folder) : () => performance.now() / 1000
const { organisationId, clientId, clientSecret } = await seedOrganisation(db)

const lookingMs = 50

/** Entries that one statement inserts. */
const filledAtOnce = 20_000

/** As a year has them, with the statistics that a log of that age has: many people, a few actions, details of different lengths. */
async function fill(): Promise<void> {
  for (let from = 0; from < entries; from += filledAtOnce)
    await run(
      db.tx,
      sql`
        insert into audit_events (organisation_id, id, actor_kind, user_id, action, target, detail, occurred_at)
        select ${organisationId}, 'aud_' || lpad(n::text, 22, '0'), 'person', 'usr_' || md5((n % 500)::text),
               'member.' || (array['created', 'updated', 'deleted', 'invited'])[1 + n % 4], 'mem_' || md5(n::text),
               jsonb_build_object('fields', repeat('name ', n % 7), 'place', n),
               now() - interval '1 year' + n * interval '31 seconds' + (n % 1000) * interval '1 microsecond'
        from generate_series(${from}::integer + 1, ${Math.min(entries, from + filledAtOnce)}::integer) n`,
    )
  const [chain] = auditTasks()
  while ((await db.transaction((tx) => chain.run(tx, new Date(), []))) > 0);
  const described = shape({ rows: int8 })
  const known = sql`
    select count(*) as rows
    from pg_stat_user_tables
    where relname = 'audit_events' and last_autoanalyze is not null and n_mod_since_analyze <= 0.1 * n_live_tup`
  while ((await only(db.tx, described, known)).rows === 0) await sleep(lookingMs)
}

/** The same rows by the same connection, with nothing made of them. @returns seconds */
async function readAlone(): Promise<number> {
  const row = shape({ place: int8, id: text, action: text, detail: text, at: text })
  const before = processor()
  for (let after: number | null = 0; after !== null;) {
    const rows: { place: number }[] = await many(
      db.tx,
      row,
      sql`
        select position as place, id, action, detail::text as detail, occurred_at::text as at
        from audit_events
        where organisation_id = ${organisationId} and position > ${after}
        order by position
        limit ${limits.pageSizeMax}`,
    )
    after = rows.at(-1)?.place ?? null
  }
  return processor() - before
}

async function tokenFor(scope: string): Promise<string> {
  const reply = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope,
    }),
  })
  return ((await reply.json()) as { access_token: string }).access_token
}

type Send = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Response>

const senderWith =
  (token: string): Send =>
  async (method, path, body) => {
    const reply = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    return reply
  }

const jsonOf = async (reply: Response): Promise<Export> => (await reply.json()) as Export

/** @returns seconds until it is ready, by the clock and of the processor */
async function exported(send: Send, path: string): Promise<{ made: Export; wall: number; seconds: number }> {
  const began = performance.now()
  const before = processor()
  const { id } = await jsonOf(
    await send('POST', '/api/exports', {
      dataset: 'audit',
      format: 'parquet',
    }),
  )
  await app.due.settle()
  let made = await jsonOf(await send('GET', `/api/exports/${id}`))
  for (; made.state === 'queued' || made.state === 'running'; await sleep(lookingMs))
    made = await jsonOf(await send('GET', `/api/exports/${id}`))
  const wall = (performance.now() - began) / 1000
  const seconds = processor() - before
  assert.equal(made.state, 'ready', JSON.stringify(made))
  const { body } = await send('GET', `/api/exports/${id}/file`)
  assert.ok(body)
  await pipeline(Readable.fromWeb(body as WebStream), createWriteStream(path))
  assert.equal((await stat(path)).size, made.bytes)
  return { made, wall, seconds }
}

const figures = shape({
  rows: int8,
  ids: int8,
  people: int8,
  updated: int8,
  places: int8,
  micros: int8,
  hashes: text,
})

/** Of the entries that the export could see: asking for it is an entry itself, which no chain held yet. */
const figuresOfTable = (rows: number) =>
  only(
    db.tx,
    figures,
    sql`
      select count(*) as rows, count(distinct id) as ids, count(distinct user_id) as people,
             count(*) filter (where action = 'member.updated') as updated, sum((detail ->> 'place')::bigint) as places,
             sum((extract(epoch from occurred_at) * 1000000)::bigint % 1000003) as micros, md5(string_agg(encode(hash, 'hex'), '' order by position)) as hashes
      from (select * from audit_events where organisation_id = ${organisationId} order by position limit ${rows}) seen`,
  )

const figuresOfFile = (path: string): string => `
  select count(*) as rows, count(distinct event_id) as ids, count(distinct user_id) as people,
         count(*) filter (where action = 'member.updated') as updated,
         sum(try_cast(regexp_extract(detail, '"place":([0-9]+)', 1) as bigint)) as places, sum(epoch_us(released_at) % 1000003) as micros,
         md5(string_agg(hash, '' order by file_row_number)) as hashes
  from read_parquet('${path}', file_row_number = true)`

try {
  const query = await duckDb()
  await fill()
  // The daily check of the chain, for one, reads the whole log: what is due by now is no part of an export.
  await app.due.settle()
  const send = senderWith(await tokenFor('exports:write audit:read'))
  const path = join(folder, 'audit.parquet')
  const alone = await readAlone()
  globalThis.gc?.()
  const idle = process.memoryUsage.rss()
  let most = idle
  const looking = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20)
  const { made, wall, seconds } = await exported(send, path)
  clearInterval(looking)
  const grown = (most - idle) / 1_000_000
  assert.ok(made.rows >= entries)
  console.log(
    `exported ${made.rows} rows, ${(made.bytes / 1_000_000).toFixed(1)} MB of Parquet, in ${seconds.toFixed(1)} s of the processor, ${wall.toFixed(1)} s by the clock; against reading them alone ratio ${(seconds / alone).toFixed(1)}`,
  )
  console.log(`memory over idle: ${grown.toFixed(0)} MB`)
  judge(seconds > limit.seconds || grown > limit.megabytes)
  if (query) {
    const [read] = await query(figuresOfFile(path))
    const stored = await figuresOfTable(made.rows)
    const asText = Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, String(value)]))
    assert.deepEqual(read, asText)
    console.log(`read back by DuckDB: ${read.rows} rows, all figures equal`)
  } else console.log(`NOT READ BACK by an independent reader: ${withoutDuckDb}`)
} finally {
  await app.close()
  await db.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
