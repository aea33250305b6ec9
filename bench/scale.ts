/**
 * `node bench/scale.ts --answers N` (`npm run bench -- scale`): whether reads, answers, opening and closing cost the same when the database has N answers instead of 10,000.
 *
 * An organisation of 1,000 people answers eight surveys and has four imported ones, 10,000 answers together, all through the product; 9,000 of them stay
 * after closing, since in each cell one is not counted. Its database is
 * copied, and the copy is filled with copies of the organisation until it holds N answers. One service runs on each of the two databases; what is measured
 * is asked of both in turns, and nothing is analysed, ever: no table has statistics but those that PostgreSQL keeps as it writes.
 *
 * The ratio is one of processor time, of this process and of the database together, where /proc tells it: what else the machine does is no part of it. The
 * ratio of the median times is printed beside it, and the processor time of a request, its sender's included. No ratio of processor time may be above 2. The size of the directory is measured apart: lists of an
 * organisation of 20,000 people against those of 1,000, in the same database.
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
import { connect, type Db, only, run, sql } from '../src/db/db.ts'
import { startEmbeddedPostgres } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { int8, shape } from '../src/db/shape.ts'
import { named } from '../src/ids.ts'
import { keysOf, linkOf } from '../src/vault/vault.ts'
import { copyOrganisation } from './copies.ts'
import { median } from './figures.ts'
import { recipientsOf, seedHouse } from './fixture.ts'
import { processorSeconds } from './processor-time.ts'
import { answers, questions, type Seeded, seedOrganisation, shareKeys, userToken } from './seed.ts'
import { isSmoke, judge, size } from './size.ts'

const { values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    answers: { type: 'string', default: size('1000000', '450') },
    json: { type: 'boolean', default: false },
    smoke: { type: 'boolean', default: false },
  },
})

const people = size(1_000, 50)
const peopleOfLarge = size(20_000, 200)
const [surveys, pastSurveys, pastPeople] = [size(8, 2), size(4, 2), size(500, 25)]
const answersOfOne = surveys * people + pastSurveys * pastPeople
const wanted = Number(flags.answers)
const copies = Math.round(wanted / answersOfOne) - 1
if (!(copies >= 1)) throw new Error(`--answers must be a number of at least ${2 * answersOfOne}`)
const [rounds, readsOfRound, answersOfRound] = [size(5, 2), size(30, 3), size(100, 10)]
const ratioMax = 2

/** A service on a database of its own, and whom it is asked by. */
type Side = {
  db: Db
  url: string
  token: string
  team: string
  pulseId: string
  checkInId: string
  house: Seeded
}

/** `cost`: processor milliseconds of one request where there are many answers, the request's own sender included. */
type Ratio = { name: string; ratio: number; time: number; cost: number }

const log = pino({ level: 'silent' })

async function ask(side: Pick<Side, 'url' | 'token'>, path: string, body?: unknown): Promise<any> {
  const reply = await fetch(side.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${side.token}`,
      ...(body !== undefined && {
        'content-type': typeof body === 'string' ? 'application/x-ndjson' : 'application/json',
      }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text.slice(0, 500)}`)
  return JSON.parse(text)
}

const draft = (side: Pick<Side, 'url' | 'token' | 'team'>, mode: string): Promise<{ id: string }> =>
  ask(side, '/api/pulses', {
    title: 'How it is going',
    topic: 'scale',
    visibility: 'public',
    questions,
    recipients: { team_ids: [side.team], member_ids: [] },
    confidentiality: { mode },
    channels: ['email'],
  })

async function linksOf({ db, house: { organisationId } }: Pick<Side, 'db' | 'house'>, pulseId: string) {
  const { rows } = await db.pool.query<{ id: string; mode: 'anonymous' }>(
    `select id, mode from collections where organisation_id = $1 and owner_id = $2`,
    [organisationId, pulseId],
  )
  const ref = { organisationId, collectionId: rows[0].id }
  const keys = await keysOf(db.tx, { ...ref, mode: rows[0].mode })
  if (!keys) throw new Error('the survey has no keys: it is not open')
  return (await recipientsOf(db, ref)).map(({ member_id }) =>
    named(organisationId, linkOf(keys.linkKey, member_id)),
  )
}

/** By everybody, a few at a time. */
async function answerBy(side: Side, links: string[]): Promise<void> {
  const work = async (): Promise<void> => {
    for (let link = links.pop(); link; link = links.pop()) await ask(side, `/r/${link}`, { answers })
  }
  await Promise.all([work(), work(), work(), work()])
}

async function closeWithResults(side: Side, id: string): Promise<void> {
  await ask(side, `/api/pulses/${id}/close`, {})
  while ((await ask(side, `/api/pulses/${id}/results`)).results_status !== 'available')
    await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Rows of surveys that ran elsewhere, one a month. */
const pastRows = (): string =>
  Array.from({ length: pastSurveys }, (_, at) =>
    Array.from({ length: pastPeople }, (_person, person) => {
      const row = { period: `2025-0${at + 1}`, respondent: `r${at}-${person}`, team: null }
      return [
        { ...row, question: 'load', rating: 1 + ((person + at) % 5), scale: 5 },
        { ...row, question: 'why', text: answers[1].text },
      ].map((one) => JSON.stringify(one))
    }),
  )
    .flat(2)
    .join('\n')

/** Eight surveys with everybody's answers, and four imported ones. */
async function fillOne(side: Side): Promise<void> {
  for (let at = 0; at < surveys; at++) {
    const { id } = await draft(side, at % 2 === 0 ? 'anonymous' : 'confidential')
    await ask(side, `/api/pulses/${id}/open`, {})
    await answerBy(side, await linksOf(side, id))
    await closeWithResults(side, id)
    side.pulseId = id
  }
  await run(side.db.tx, sql`update deliveries set state = 'sent' where state = 'pending'`)
  const past = await ask(side, '/api/imports/responses?title=Engagement&missing_teams=create', pastRows())
  side.checkInId = past.check_in_id
}

const folder = await mkdtemp(join(tmpdir(), 'sonde-bench-'))
const embedded = await startEmbeddedPostgres({
  dataDir: folder,
  settings: { autovacuum: 'off', fsync: 'off', full_page_writes: 'off', max_wal_size: '4GB' },
})
const connectTo = (database: string): Db => connect({ ...embedded.connection, database, ssl: false })
const closing: (() => Promise<void>)[] = []

async function serve(database: string) {
  const db = connectTo(database)
  await migrate(db)
  await shareKeys(db, folder)
  const config = {
    ...readConfig({ SONDE_PORT: '0', SONDE_RATE_LIMITS: 'off' }),
    dataDir: join(folder, database),
    keyStore: { kind: 'directory' as const, folder: join(folder, 'keys') },
  }
  const app = await createApp({ config, db, log, worker: 'by hand' })
  const url = await app.listen()
  const close = async (): Promise<void> => {
    await app.close()
    await db.close()
  }
  closing.push(close)
  return { db, url, close }
}

/** @param work  @returns how many requests it was */
async function measure(
  name: string,
  sides: readonly Side[],
  work: (side: Side) => Promise<number>,
): Promise<Ratio> {
  let requests = 0
  const [cpu, times]: [number[], number[][]] = [
    [0, 0],
    [[], []],
  ]
  for (let round = 0; round <= rounds; round++)
    for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const [before, began] = [processorSeconds(folder), performance.now()]
      const sent = await work(sides[at])
      // The first round warms up.
      if (round === 0) continue
      cpu[at] += processorSeconds(folder) - before
      times[at].push(performance.now() - began)
      if (at === 1) requests += sent
    }
  const time = median(times[1]) / median(times[0])
  const ratio = cpu[1] / cpu[0]
  return {
    name,
    ratio: Number.isFinite(ratio) && cpu[0] > 0 ? ratio : time,
    time,
    cost: (cpu[1] * 1_000) / requests,
  }
}

const reading =
  (pathOf: (side: Side) => string) =>
  async (side: Side): Promise<number> => {
    for (let at = 0; at < readsOfRound; at++) await ask(side, pathOf(side))
    return readsOfRound
  }

/** The surveys of one side that are to be opened, answered or closed, a round each. */
async function* prepared(side: Side, how: 'drafted' | 'open' | 'answered') {
  for (let round = 0; round <= rounds; round++) {
    const { id } = await draft(side, 'anonymous')
    if (how !== 'drafted') await ask(side, `/api/pulses/${id}/open`, {})
    if (how === 'answered') await answerBy(side, await linksOf(side, id))
    yield id
  }
}

async function surveysOf(sides: readonly Side[], how: 'drafted' | 'open' | 'answered') {
  const ready = new Map<Side, string[]>()
  for (const side of sides) ready.set(side, await Array.fromAsync(prepared(side, how)))
  return (side: Side): string => ready.get(side)!.pop()!
}

/** Answers that are stored, and bytes of the whole database. */
const sizeOf = ({ db }: Side) =>
  only(
    db.tx,
    shape({ stored: int8, bytes: int8 }),
    sql`
      select count(*) as stored, pg_database_size(current_database()) as bytes
      from responses`,
  )

try {
  const first = await serve(embedded.connection.database!)
  const house = await seedOrganisation(first.db)
  const tokenOf = (db: Db): Promise<string> => userToken(db, house, [...scopeNames])
  const [team] = await seedHouse(first.db, house.organisationId, {
    people,
    teams: Math.ceil(people / 8),
    above: (at) => Math.floor((at - 1) / 6),
  })
  await run(first.db.tx, sql`update members set email = id || '@bench.example'`)
  const made: Side = { ...first, token: await tokenOf(first.db), team, pulseId: '', checkInId: '', house }
  await fillOne(made)
  await first.close()
  closing.length = 0
  const maintenance = connectTo('postgres')
  await maintenance.pool.query(`create database many template ${embedded.connection.database}`)
  const filled = connectTo('many')
  const began = performance.now()
  await copyOrganisation(filled, house.organisationId, copies)
  const fillSeconds = (performance.now() - began) / 1_000
  await filled.close()
  await maintenance.pool.query('checkpoint')
  await maintenance.close()

  const few: Side = { ...made, ...(await serve(embedded.connection.database!)) }
  const many: Side = { ...made, ...(await serve('many')) }
  const sides = [few, many]
  const [fewSize, manySize] = [await sizeOf(few), await sizeOf(many)]
  const bytes = (manySize.bytes - fewSize.bytes) / (manySize.stored - fewSize.stored)
  const results: Ratio[] = []
  const reads: Record<string, (side: Side) => string> = {
    'list of pulses': () => '/api/pulses?limit=25',
    'list of surveys': () => '/api/surveys?limit=25',
    'list of instances': () => '/api/check-in-instances?limit=25',
    results: (side) => `/api/pulses/${side.pulseId}/results`,
    insights: () => '/api/insights?limit=25',
    'insights of one survey': (side) => `/api/insights?pulse_id=${side.pulseId}`,
    trends: (side) => `/api/insights/trends?check_in_id=${side.checkInId}`,
  }
  for (const [name, pathOf] of Object.entries(reads))
    results.push(await measure(name, sides, reading(pathOf)))
  const links = new Map<Side, string[]>()
  for (const side of sides) {
    const { id } = await draft(side, 'anonymous')
    await ask(side, `/api/pulses/${id}/open`, {})
    links.set(side, await linksOf(side, id))
  }
  const answersSent = Math.min(answersOfRound, Math.floor(people / (rounds + 1)))
  results.push(
    await measure('POST /r/…', sides, async (side) => {
      await answerBy(side, links.get(side)!.splice(0, answersSent))
      return answersSent
    }),
  )
  const drafts = await surveysOf(sides, 'drafted')
  results.push(
    await measure('open', sides, async (side) => {
      await ask(side, `/api/pulses/${drafts(side)}/open`, {})
      return 1
    }),
  )
  const answered = await surveysOf(sides, 'answered')
  results.push(
    await measure('close', sides, async (side) => {
      await ask(side, `/api/pulses/${answered(side)}/close`, {})
      return 1
    }),
  )

  // Both in the database of many, each asked as its own organisation.
  const largeHouse = await seedOrganisation(many.db)
  await seedHouse(many.db, largeHouse.organisationId, {
    people: peopleOfLarge,
    teams: Math.ceil(peopleOfLarge / 8),
    above: (at) => Math.floor((at - 1) / 6),
  })
  const large: Side = {
    ...many,
    house: largeHouse,
    token: await userToken(many.db, largeHouse, [...scopeNames]),
  }
  const directory: Ratio[] = []
  for (const path of ['/api/members?limit=25', '/api/members?limit=25&q=Family29', '/api/teams?limit=25'])
    directory.push(
      await measure(
        path,
        [many, large],
        reading(() => path),
      ),
    )

  const missed = [...results, ...directory].some(({ ratio }) => ratio > ratioMax)
  if (flags.json)
    console.log(JSON.stringify({ fewSize, manySize, copies, fillSeconds, bytes, results, directory, missed }))
  else {
    console.log(
      `${manySize.stored} answers of ${copies + 1} organisations against ${fewSize.stored} of one; ${bytes.toFixed(0)} bytes of database for each`,
    )
    const printed = (ratios: readonly Ratio[]): void => {
      for (const { name, ratio, time, cost } of ratios)
        console.log(
          `${name.padEnd(34)} ratio ${ratio.toFixed(2)}, of median times ${time.toFixed(2)}; ${cost.toFixed(2)} ms of processors a request`,
        )
    }
    printed(results)
    console.log(`a directory of ${peopleOfLarge} people against ${people}`)
    printed(directory)
    if (missed && !isSmoke) console.log('MISSED')
  }
  judge(missed)
} finally {
  for (const close of closing) await close()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}
