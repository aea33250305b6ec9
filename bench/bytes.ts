/**
 * `node bench/bytes.ts` (`npm run bench -- bytes`): how many bytes of database each answer takes in the long run: tables, indexes and what lies beside
 * rows that are too long, all in.
 *
 * An organisation of 3,000 people in teams of eight answers one survey after another, five of six people each: anonymous, confidential, anonymous,
 * attributed. Each is opened, answered, closed and analysed by the product; the clock goes on by 35 days, everything that the clock asks for
 * is done, and every table is vacuumed as autovacuum does it: nothing is analysed or rewritten. Deliveries are kept for the days of the organisation
 * (here 30, the fewest); `--deliveries-days 90` shows the default, and `--team-size 40` what is less where teams are larger.
 *
 * Counted is what eight surveys add after four others, whose answers had space while they were open that later ones use again. At most
 * 1,000 bytes for each answer that is stored. Space that is free inside of tables and indexes is part of it, and printed apart: what a copy of the
 * database that was rewritten would not have.
 *
 *   --json   one JSON object on standard output and nothing else
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { scopeNames } from '../contract/scopes.ts'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { connect, type Db, run, sql } from '../src/db/db.ts'
import { startEmbeddedPostgres } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { mulberry32 } from '../src/text/text.ts'
import { keepAnswer, keysOf, linkOf } from '../src/vault/vault.ts'
import { answersBy } from './comments.ts'
import { recipientsOf, seedHouse } from './fixture.ts'
import { questions, seedOrganisation, shareKeys, userToken } from './seed.ts'
import { isSmoke, judge, size } from './size.ts'

const { values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    'deliveries-days': { type: 'string', default: '30' },
    'team-size': { type: 'string', default: '8' },
    json: { type: 'boolean', default: false },
    smoke: { type: 'boolean', default: false },
  },
})

const people = size(3_000, 60)
/** All modes once before it is measured: later surveys use the space again that answers had while theirs were open. */
const [surveysBefore, surveys] = [size(4, 1), size(8, 2)]
const bytesMax = 1_000
const teamSize = Number(flags['team-size'])
const modes = ['anonymous', 'confidential', 'anonymous', 'attributed'] as const
const dayMs = 86_400_000

/** What a table grows with. What is not named here grows with an organisation or with time, and not with its answers. */
const grownBy = {
  'with answers and recipients': [
    'responses',
    'answer_groups',
    'recipients',
    'packed_recipients',
    'receipts',
    'receipt_proofs',
    'proof_groups',
    'deliveries',
  ],
  'with teams of a survey': [
    'insights',
    'insight_contents',
    'cells',
    'packed_cells',
    'released_groups',
    'packed_groups',
    'released_breakdowns',
    'collection_teams',
    'actions',
  ],
  'with people of a season': ['seats', 'packed_seats', 'seat_cells'],
} as const

/** Bytes of one table: its rows, its indexes, and what lies beside long rows. */
type Bytes = { heap: number; index: number; toast: number }
type Sizes = Map<string, Bytes>

const folder = await mkdtemp(join(tmpdir(), 'sonde-bench-'))
const embedded = await startEmbeddedPostgres({
  dataDir: folder,
  settings: { autovacuum: 'off', fsync: 'off', full_page_writes: 'off' },
})
const connectTo = (database: string): Db => connect({ ...embedded.connection, database, ssl: false })
let now = Date.now()

async function sizesOf(db: Db): Promise<Sizes> {
  const { rows } = await db.pool.query<{ name: string; heap: string; index: string; toast: string }>(`
    select coalesce(parent.relname, c.relname) as name,
           sum(pg_relation_size(c.oid) + pg_relation_size(c.oid, 'fsm') + pg_relation_size(c.oid, 'vm')) as heap,
           sum(pg_indexes_size(c.oid)) as index,
           sum(pg_total_relation_size(c.oid) - pg_indexes_size(c.oid) - pg_relation_size(c.oid)
             - pg_relation_size(c.oid, 'fsm') - pg_relation_size(c.oid, 'vm')) as toast
    from pg_class c
    left join pg_inherits i on i.inhrelid = c.oid
    left join pg_class parent on parent.oid = i.inhparent
    where c.relkind = 'r'
      and c.relnamespace = 'public'::regnamespace
    group by 1`)
  return new Map(
    rows.map(({ name, heap, index, toast }) => [
      name,
      { heap: Number(heap), index: Number(index), toast: Number(toast) },
    ]),
  )
}

const none: Bytes = { heap: 0, index: 0, toast: 0 }
const sum = ({ heap, index, toast }: Bytes): number => heap + index + toast

/** What each table grew by. */
const grown = (before: Sizes, after: Sizes): Sizes =>
  new Map(
    [...after].map(([name, bytes]) => {
      const was = before.get(name) ?? none
      return [
        name,
        { heap: bytes.heap - was.heap, index: bytes.index - was.index, toast: bytes.toast - was.toast },
      ]
    }),
  )

/** A copy of the database in which no table and no index has free space. */
async function sizesWithoutFree(database: string): Promise<Sizes> {
  const maintenance = connectTo('postgres')
  await maintenance.pool.query(`create database compact template ${database}`)
  const compact = connectTo('compact')
  await compact.pool.query('vacuum full')
  const sizes = await sizesOf(compact)
  await compact.close()
  await maintenance.close()
  return sizes
}

async function serve(db: Db) {
  const config = {
    ...readConfig({ SONDE_PORT: '0', SONDE_RATE_LIMITS: 'off' }),
    dataDir: folder,
    keyStore: { kind: 'directory' as const, folder: join(folder, 'keys') },
  }
  const clock = { now: () => new Date(now) }
  const app = await createApp({ config, db, log: pino({ level: 'silent' }), clock, worker: 'by hand' })
  return { app, url: await app.listen() }
}

async function measure(db: Db, url: string, settle: () => Promise<void>) {
  const house = await seedOrganisation(db)
  const { organisationId } = house
  const [team] = await seedHouse(db, organisationId, {
    people,
    teams: Math.ceil(people / teamSize),
    above: (at) => Math.floor((at - 1) / 6),
  })
  await run(db.tx, sql`update members set email = id || '@bench.example'`)
  await run(
    db.tx,
    sql`update organisations set deliveries_days = ${Number(flags['deliveries-days'])}::integer`,
  )
  const token = await userToken(db, house, [...scopeNames])
  await run(db.tx, sql`update access_tokens set expires_at = ${new Date(now + 3_650 * dayMs)}`)
  const random = mulberry32(3)

  const ask = async (path: string, body?: unknown): Promise<any> => {
    const reply = await fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text.slice(0, 500)}`)
    return JSON.parse(text)
  }

  /** Five of six answer, four at a time. */
  const answerAll = async (pulseId: string): Promise<void> => {
    const { rows } = await db.pool.query<{ id: string; mode: (typeof modes)[number] }>(
      `select id, mode from collections where organisation_id = $1 and owner_id = $2`,
      [organisationId, pulseId],
    )
    const [{ id: collectionId, mode }] = rows
    const ref = { organisationId, collectionId }
    const keys = await keysOf(db.tx, { ...ref, mode })
    if (!keys) throw new Error('the survey has no keys: it is not open')
    const asked = (await recipientsOf(db, ref)).filter((_, at) => at % 6 > 0)
    const work = async (): Promise<void> => {
      for (let next = asked.pop(); next; next = asked.pop()) {
        const who = { memberId: next.member_id, teamId: next.team_id, attributeValue: null }
        const link = linkOf(keys.linkKey, next.member_id)
        const [load, why] = answersBy(random)
        const answers = [
          { ...load, question_id: 'calm' },
          { ...why, question_id: 'why' },
        ]
        const holder = { ...ref, ...who, mode, answerKey: keys.answerKey, link }
        const kept = await keepAnswer(db, holder, { answers, attempt: 'a' }, new Date(now))
        if (typeof kept === 'string') throw new Error(`an answer was not kept: ${kept}`)
        given++
      }
    }
    await Promise.all([work(), work(), work(), work()])
  }

  let given = 0
  const oneSurvey = async (at: number): Promise<void> => {
    const { id } = await ask('/api/pulses', {
      title: 'How it is going',
      topic: 'bytes',
      visibility: 'public',
      questions,
      recipients: { team_ids: [team], member_ids: [] },
      confidentiality: { mode: modes[at % modes.length] },
      channels: ['email'],
    })
    await ask(`/api/pulses/${id}/open`, {})
    await run(
      db.tx,
      sql`update deliveries set state = 'sent', sent_at = ${new Date(now)}, next_attempt_at = null where state = 'pending'`,
    )
    await settle()
    await answerAll(id)
    await ask(`/api/pulses/${id}/close`, {})
    while ((await ask(`/api/pulses/${id}/results`)).results_status !== 'available')
      await new Promise((resolve) => setTimeout(resolve, 20))
    await settle()
    now += 35 * dayMs
    await settle()
    await db.pool.query('vacuum')
  }
  for (let at = 0; at < surveysBefore; at++) await oneSurvey(at)
  const before = await sizesOf(db)
  given = 0
  for (let at = 0; at < surveys; at++) await oneSurvey(at)
  return { given, before, after: await sizesOf(db) }
}

const printedOf = (name: string, bytes: Bytes, compact: Bytes, answers: number): string => {
  const each = (value: number): string => (value / answers).toFixed(0).padStart(7)
  return `${name.padEnd(24)}${each(sum(bytes))}${each(bytes.heap)}${each(bytes.index)}${each(bytes.toast)}${each(Math.max(0, sum(bytes) - sum(compact)))}`
}

try {
  const database = embedded.connection.database!
  const db = connectTo(database)
  await migrate(db)
  await shareKeys(db, folder)
  const { app, url } = await serve(db)
  const { given, before, after } = await measure(db, url, () => app.due.settle())
  await app.close()
  await db.close()
  const compact = await sizesWithoutFree(database)
  const tables = [...grown(before, after)].toSorted(([, one], [, other]) => sum(other) - sum(one))
  // As much of the first surveys is compact as of the others.
  const share = surveys / (surveysBefore + surveys)
  const compactOf = (name: string): Bytes => {
    const { heap, index, toast } = compact.get(name) ?? none
    return { heap: heap * share, index: index * share, toast: toast * share }
  }
  const total = tables.reduce(
    (all, [, { heap, index, toast }]) => ({
      heap: all.heap + heap,
      index: all.index + index,
      toast: all.toast + toast,
    }),
    none,
  )
  const bytes = sum(total) / given
  const ratio = bytes / bytesMax
  const missed = ratio > 1
  if (flags.json)
    console.log(
      JSON.stringify({ people, surveys, given, bytes, ratio, tables: Object.fromEntries(tables), missed }),
    )
  else {
    console.log(
      `${given} answers of ${surveys} surveys: ${bytes.toFixed(0)} bytes of database for each; ratio ${ratio.toFixed(2)} of ${bytesMax}`,
    )
    console.log(`${'bytes an answer'.padEnd(24)}    all   heap  index  toast   free`)
    for (const [name, one] of tables)
      if (sum(one) / given >= 1) console.log(printedOf(name, one, compactOf(name), given))
    for (const [name, some] of Object.entries(grownBy)) {
      const each = tables.filter(([table]) => (some as readonly string[]).includes(table))
      console.log(
        `${name}: ${(each.reduce((all, [, one]) => all + sum(one), 0) / given).toFixed(0)} bytes an answer`,
      )
    }
    if (missed && !isSmoke) console.log('MISSED')
  }
  judge(missed)
} finally {
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}
