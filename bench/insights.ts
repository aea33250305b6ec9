/**
 * `node bench/insights.ts [--quick]`: what insights cost, through the engine and a real PostgreSQL.
 *
 * analysis  100,000 answers in words (50,000 people, two questions, and a scale beside them) from a closed collection to its
 *           insights: redaction, sentiment, drivers, themes, cells and report. At most 20 s of one core, and 300 MB over idle.
 * beside    p99 of `GET /api/pulses`, 25 of 10,000, in the same process while that runs, beside the same when it is idle. At most twice.
 * live      an attributed collection with 10,000 answers: the first look, at most 2 s; one more answer, until the signals include it, at
 *           most 50 ms.
 * closing   of the large collection, for comparison; `bench/gate.ts` checks it against a bound.
 *
 *   --quick   a tenth of the answers: an impression, not a result
 *   --json    one JSON object on standard output and nothing else
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pino from 'pino'
import type { Mode } from '../contract/confidentiality.ts'
import { createApp } from '../src/app.ts'
import { byClock } from '../src/audit/audit.ts'
import { closeWithoutAnalysis, findCollection } from '../src/collection/collection.ts'
import { readConfig } from '../src/config.ts'
import type { CollectionRef } from '../src/collection-ref.ts'
import { keepAnswer, keysOf, linkOf } from '../src/vault/vault.ts'
import { connect, type Db, json, run, sql } from '../src/db/db.ts'
import { startEmbeddedPostgres } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { newResponseId } from '../src/ids.ts'
import { generate } from '../src/insights/insights.ts'
import { signalsOf } from '../src/insights/reading/signals.ts'
import { mulberry32 } from '../src/text/text.ts'
import { answersBy, questions } from './comments.ts'
import { median } from './figures.ts'
import { openedFor, type Recipient, recipientsOf, seedHouse } from './fixture.ts'
import { endAll, loader } from './processes.ts'
import { type Seeded, seedOrganisation, seedPulses } from './seed.ts'
import { isSmoke, size } from './size.ts'

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    smoke: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})

const people = size(flags.quick ? 5_000 : 50_000, 300)
const livePeople = size(flags.quick ? 1_000 : 10_000, 100)
const liveRounds = size(15, 2)
const teamsCount = size(50, 10)
const limit = { seconds: 20, megabytes: 300, p99Ratio: 2, liveMs: 50, liveSeconds: 2 }

/** @returns the team above all the others */
const seedTeams = async (db: Db, { organisationId }: Seeded, people: number): Promise<string> =>
  (await seedHouse(db, organisationId, { people, teams: teamsCount, above: () => 0 }))[0]

const opened = (
  db: Db,
  { organisationId, userId }: Seeded,
  team: string,
  mode: Mode,
): Promise<CollectionRef> => openedFor(db, organisationId, { team, mode, questions, audience: [userId] })

/** Stored as the vault stores them, a thousand at a time, since answering is not measured here. */
async function answeredBy(
  db: Db,
  ref: CollectionRef,
  recipients: readonly Recipient[],
  seed: number,
): Promise<void> {
  const random = mulberry32(seed)
  const now = new Date()
  for (let at = 0; at < recipients.length; at += 1_000) {
    const rows = recipients
      .slice(at, at + 1_000)
      .map((one) => ({ ...one, id: newResponseId(), answers: answersBy(random) }))
    await run(
      db.tx,
      sql`
        insert into responses
          (organisation_id, collection_id, id, respondent_key, member_id, team_id, answers, state, submitted_at, unfolded)
        select ${ref.organisationId}, ${ref.collectionId}, id, sha256(id::bytea), member_id, team_id, answers, 'submitted', ${now}, true
        from jsonb_to_recordset(${json(rows)}) as made (id text, member_id text, team_id text, answers jsonb)`,
    )
  }
}

const megabytes = (): number => process.memoryUsage().rss / 1_048_576

/**
 * The time of a piece of work, and how far the process grows meanwhile. cpu: of this process and its threads, which is what one core would
 * take, and which a busy machine does not change; without the database's.
 */
async function measured<T>(
  work: () => Promise<T>,
): Promise<{ seconds: number; cpu: number; grown: number; result: T }> {
  globalThis.gc?.()
  const idle = megabytes()
  let most = idle
  const watch = setInterval(() => (most = Math.max(most, megabytes())), 20)
  const began = performance.now()
  const usage = process.cpuUsage()
  const result = await work()
  const seconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(usage)
  const cpu = (user + system) / 1e6
  clearInterval(watch)
  return { seconds, cpu, grown: Math.max(most, megabytes()) - idle, result }
}

async function tokenOf(url: string, { clientId, clientSecret }: Seeded): Promise<string> {
  const reply = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: 'pulses:read',
    }),
  })
  return ((await reply.json()) as { access_token: string }).access_token
}

/** Rounds of a second or so, for as long as something goes on, or so many. @returns p99 of the median round, in ms */
async function p99Of(port: number, token: string, goesOn: (round: number) => boolean): Promise<number> {
  const { run: load } = generator
  const request = `GET /api/pulses?limit=25 HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`
  const rounds: number[] = []
  for (let round = 0; goesOn(round); round++) {
    const { p99 } = await load({
      port,
      connections: 4,
      count: size(400, 40),
      requests: [request],
      status: 200,
    })
    rounds.push(p99)
  }
  return rounds.length === 0 ? Number.NaN : median(rounds)
}

const generator = loader()

async function analysing(db: Db, house: Seeded, url: string) {
  const team = await seedTeams(db, house, people)
  const ref = await opened(db, house, team, 'confidential')
  await answeredBy(db, ref, await recipientsOf(db, ref), 7)
  const closing = await measured(() =>
    db.transaction((tx) => closeWithoutAnalysis(tx, ref, { by: byClock, now: new Date() })),
  )
  const analysis = (): Promise<unknown> =>
    db.transaction(async (tx) => generate(tx, (await findCollection(tx, ref))!, { now: new Date() }))
  const alone = await measured(analysis)
  const again = (): Promise<unknown> =>
    db.pool.query(`update collections set text_version = null where id = $1`, [ref.collectionId])
  await seedPulses(db, house)
  const token = await tokenOf(url, house)
  const port = Number(new URL(url).port)
  await p99Of(port, token, (round) => round < 3)
  const idleP99 = await p99Of(port, token, (round) => round < 5)
  await again()
  let done = false
  const beside = analysis().finally(() => (done = true))
  const busyP99 = await p99Of(port, token, () => !done)
  await beside
  return {
    closing: closing.seconds,
    seconds: alone.seconds,
    cpu: alone.cpu,
    grown: alone.grown,
    idleP99,
    busyP99,
  }
}

async function folding(db: Db, house: Seeded) {
  const team = await seedTeams(db, house, livePeople + liveRounds)
  const ref = await opened(db, house, team, 'attributed')
  const recipients = await recipientsOf(db, ref)
  const late = recipients.splice(0, liveRounds)
  await answeredBy(db, ref, recipients, 11)
  const collection = (await findCollection(db.tx, ref))!
  const first = await measured(() => signalsOf(db.tx, collection))
  const { linkKey, answerKey } = (await keysOf(db.tx, { ...ref, mode: 'attributed' }))!
  const random = mulberry32(13)
  const times: number[] = []
  for (const { member_id, team_id } of late) {
    await keepAnswer(
      db,
      {
        ...ref,
        memberId: member_id,
        teamId: team_id,
        attributeValue: null,
        mode: 'attributed',
        answerKey,
        link: linkOf(linkKey, member_id),
      },
      { answers: answersBy(random), attempt: 'a' },
      new Date(),
    )
    const began = performance.now()
    await signalsOf(db.tx, collection)
    times.push(performance.now() - began)
  }
  return { all: first.seconds, one: median(times) }
}

const folder = await mkdtemp(join(tmpdir(), 'sonde-bench-'))
const embedded = await startEmbeddedPostgres({ dataDir: folder })
const db = connect({ ...embedded.connection, ssl: false }, { connections: 8 })
try {
  await migrate(db)
  const config = {
    ...readConfig({ SONDE_PORT: '0', SONDE_RATE_LIMITS: 'off' }),
    dataDir: join(folder, 'data'),
  }
  const app = await createApp({ config, db, log: pino({ level: 'silent' }), worker: 'by hand' })
  const url = await app.listen()
  try {
    const figures = await analysing(db, await seedOrganisation(db), url)
    const live = await folding(db, await seedOrganisation(db))
    const ratio = figures.busyP99 / figures.idleP99
    const missed =
      !flags.quick &&
      !isSmoke &&
      (figures.cpu > limit.seconds ||
        figures.grown > limit.megabytes ||
        ratio > limit.p99Ratio ||
        live.one > limit.liveMs ||
        live.all > limit.liveSeconds)
    if (flags.json) console.log(JSON.stringify({ people, ...figures, ratio, live, missed }))
    else {
      console.log(`closing ${people * 2} answers in words: ${figures.closing.toFixed(1)} s`)
      console.log(
        `from there to insights: ${figures.seconds.toFixed(1)} s, ${figures.cpu.toFixed(1)} s of one core, ${figures.grown.toFixed(0)} MB over idle`,
      )
      console.log(
        `p99 meanwhile ${figures.busyP99.toFixed(1)} ms, idle ${figures.idleP99.toFixed(1)} ms, ratio ${ratio.toFixed(2)}`,
      )
      console.log(
        `signals of ${livePeople} answers: ${live.one.toFixed(1)} ms for one more, ${live.all.toFixed(1)} s for all at once`,
      )
      if (missed) console.log('MISSED')
    }
    if (missed) process.exitCode = 1
  } finally {
    await app.close()
  }
} finally {
  await endAll()
  await db.close()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}
