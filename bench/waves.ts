/**
 * `node bench/waves.ts [--quick]`: what another wave of a check-in costs to analyse. It is compared with the waves before it, whose comments are not
 * read again: so wave 8 costs what wave 2 does, and a wave of half as many people about half.
 *
 * Processor time of the process and its threads from closed answers to insights, without the database's; ratios in one run.
 *
 *   --quick   fewer people: an impression, not a result
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { byClock } from '../src/audit/audit.ts'
import { closeWithoutAnalysis, findCollection } from '../src/collection/collection.ts'
import type { CollectionRef } from '../src/collection-ref.ts'
import { connect, type Db, json, run, sql } from '../src/db/db.ts'
import { startEmbeddedPostgres } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { newId, newResponseId } from '../src/ids.ts'
import { generate } from '../src/insights/insights.ts'
import { mulberry32 } from '../src/text/text.ts'
import { answersBy, questions } from './comments.ts'
import { median } from './figures.ts'
import { openedFor, recipientsOf, seedHouse } from './fixture.ts'
import { type Seeded, seedOrganisation, shareKeys } from './seed.ts'
import { size } from './size.ts'

const { values: flags } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, smoke: { type: 'boolean', default: false } },
})
const people = size(flags.quick ? 2_000 : 8_000, 300)
const waves = size(8, 3)
const bounds = { later: 1.25, half: 0.75 }
const weekMs = 7 * 86_400_000

type Series = { house: Seeded; team: string; checkInId: string; started: number }

async function newSeries(db: Db, count: number): Promise<Series> {
  const house = await seedOrganisation(db)
  const [team] = await seedHouse(db, house.organisationId, {
    people: count,
    teams: size(40, 10),
    above: () => 0,
  })
  const checkInId = newId('checkIn')
  const started = Date.now() - waves * weekMs
  await run(
    db.tx,
    sql`
      insert into check_ins
        (organisation_id, id, author_user_id, title, visibility, questions, recipients, confidentiality, channels, time_zone, recurrence,
         "window", roster_mode, overlap, state, created_at, updated_at)
      values
        (${house.organisationId}, ${checkInId}, ${house.userId}, 'Weekly', 'public', ${json(questions)}, '{}', '{}', '{link}', 'UTC',
         '{}', 'P2D', 'dynamic', 'skip', 'active', now(), now())`,
  )
  return { house, team, checkInId, started }
}

/** Opened, answered and closed; wave 0 is the oldest. */
async function closedWave(db: Db, series: Series, wave: number): Promise<CollectionRef> {
  const { house, team, checkInId, started } = series
  const at = new Date(started + wave * weekMs)
  const id = newId('instance')
  const ref = await openedFor(db, house.organisationId, {
    team,
    mode: 'confidential',
    questions,
    audience: [house.userId],
    instance: { id, checkInId },
  })
  await run(
    db.tx,
    sql`
      insert into check_in_instances
        (organisation_id, id, check_in_id, local_date, title, state, opens_at, closes_at, collection_id, created_at, updated_at)
      values
        (${house.organisationId}, ${id}, ${checkInId}, ${at}, 'Weekly', 'closed', ${at}, ${at}, ${ref.collectionId}, ${at}, ${at})`,
  )
  const random = mulberry32(100 + wave)
  const rows = (await recipientsOf(db, ref)).map((one) => ({
    ...one,
    id: newResponseId(),
    answers: answersBy(random),
  }))
  for (let from = 0; from < rows.length; from += 1_000)
    await run(
      db.tx,
      sql`
        insert into responses
          (organisation_id, collection_id, id, respondent_key, member_id, team_id, answers, state, submitted_at, unfolded)
        select ${ref.organisationId}, ${ref.collectionId}, id, sha256(id::bytea), member_id, team_id, answers, 'submitted', ${at}, true
        from jsonb_to_recordset(${json(rows.slice(from, from + 1_000))}) as made (id text, member_id text, team_id text, answers jsonb)`,
    )
  await db.transaction((tx) => closeWithoutAnalysis(tx, ref, { by: byClock, now: at }))
  return ref
}

/** Seconds of processor time. */
async function costOf(db: Db, ref: CollectionRef): Promise<number> {
  const began = process.cpuUsage()
  await db.transaction(async (tx) => generate(tx, (await findCollection(tx, ref))!, { now: new Date() }))
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1e6
}

async function costsOf(db: Db, count: number, of: number): Promise<number[]> {
  const series = await newSeries(db, count)
  const costs: number[] = []
  for (let wave = 0; wave < of; wave++) costs.push(await costOf(db, await closedWave(db, series, wave)))
  return costs
}

const folder = await mkdtemp(join(tmpdir(), 'sonde-bench-'))
const embedded = await startEmbeddedPostgres({ dataDir: folder })
const db = connect({ ...embedded.connection, ssl: false }, { connections: 4 })
try {
  await migrate(db)
  await shareKeys(db, join(folder, 'data'))
  await costsOf(db, size(1_000, 300), 1) // what a process does once
  const whole = await costsOf(db, people, waves)
  const half = await costsOf(db, people / 2, 3)
  // The first has none to be compared with.
  const second = whole[1]
  const later = median(whole.slice(-2)) / second
  const halved = median(half.slice(1)) / second
  console.log(
    `wave 2 of ${people} people ${second.toFixed(2)} s of one core; waves ${whole.map((one) => (one / second).toFixed(2)).join(' ')}`,
  )
  console.log(
    `wave ${waves} against wave 2 ratio ${later.toFixed(2)}, of half as many people ratio ${halved.toFixed(2)}`,
  )
  if (!flags.quick && !flags.smoke && (later > bounds.later || halved > bounds.half)) {
    console.log('MISSED')
    process.exitCode = 1
  }
} finally {
  await db.close()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}
