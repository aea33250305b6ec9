/**
 * `node bench/closing.ts`: asking, reminding and closing where the planner has no statistics of what is closed, as in any collection that
 * runs: autovacuum analyses a table once a tenth of it has changed. Nothing is analysed here, and autovacuum is off.
 *
 * In each mode an organisation of 10,000 people and then one of 50,000 answers three questions. Closing 50,000 answers costs at most
 * 6 times as much as closing 10,000, and takes at most 15 s; 10,000 answers to 20 questions take at most 5 s. The ratio is one of processor
 * time, of this process and of the database together, where /proc tells it: what else the machine does is no part of it. Opening and
 * reminding are printed. test/flows/closing-many.test.ts checks the ratio in two modes as well.
 *
 *   --json   one JSON object on standard output and nothing else
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Mode } from '../contract/confidentiality.ts'
import type { Question } from '../contract/questions.ts'
import { remindCollection } from '../src/collection/collection.ts'
import { connect, type Db, run, sql } from '../src/db/db.ts'
import { startEmbeddedPostgres } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { prepareKeyStore } from '../src/vault/vault.ts'
import { median } from './figures.ts'
import { openedFor, seedHouse } from './fixture.ts'
import { processorSeconds } from './processor-time.ts'
import { seedOrganisation, shareKeys } from './seed.ts'
import { isSmoke, judge, size } from './size.ts'
import { answeredByAll, closed, twentyQuestions } from './survey.ts'

const { values: flags } = parseArgs({
  options: { json: { type: 'boolean', default: false }, smoke: { type: 'boolean', default: false } },
})

const sizes = size([10_000, 50_000], [200, 400])
/** The small size is measured this often: what else the machine does at the moment weighs more there. */
const roundsOfFew = 3
const limit = { ratio: 6, seconds: 15, secondsOfTwenty: 5 }
const modes: Mode[] = ['anonymous', 'confidential', 'attributed']

/** A scale, an eNPS and a text. */
const threeQuestions = [twentyQuestions[0], twentyQuestions[1], twentyQuestions[6]]

/** In seconds. */
type Costs = { people: number; mode: Mode; open: number; remind: number; close: number; closeCpu: number }

const secondsOf = async <T>(work: () => Promise<T>): Promise<{ seconds: number; result: T }> => {
  const began = performance.now()
  const result = await work()
  return { seconds: (performance.now() - began) / 1000, result }
}

/** Reminds after everybody has answered: the join that costs most. */
async function costsOf(db: Db, people: number, mode: Mode, questions: Question[]): Promise<Costs> {
  const { organisationId } = await seedOrganisation(db)
  const above = (at: number): number => Math.floor((at - 1) / 6)
  const [team] = await seedHouse(db, organisationId, { people, teams: Math.ceil(people / 8), above })
  await run(
    db.tx,
    sql`update members set email = id || '@bench.example' where organisation_id = ${organisationId}`,
  )
  const opened = await secondsOf(() =>
    openedFor(db, organisationId, { team, mode, questions, audience: [], channels: ['email'] }),
  )
  const ref = opened.result
  await run(
    db.tx,
    sql`
      update deliveries
      set state = 'sent'
      where organisation_id = ${organisationId}
        and collection_id = ${ref.collectionId}`,
  )
  await answeredByAll(db, ref, mode, questions)
  const reminded = await secondsOf(() => db.transaction((tx) => remindCollection(tx, ref, new Date())))
  const before = processorSeconds(folder)
  const close = await closed(db, ref)
  const closeCpu = processorSeconds(folder) - before
  return { people, mode, open: opened.seconds, remind: reminded.seconds, close, closeCpu }
}

const folder = await mkdtemp(join(tmpdir(), 'sonde-bench-'))
const embedded = await startEmbeddedPostgres({ dataDir: folder, settings: { autovacuum: 'off' } })
const db = connect({ ...embedded.connection, ssl: false }, { connections: 4 })
try {
  await migrate(db)
  await shareKeys(db, folder)
  await prepareKeyStore(db)
  const twenty = await costsOf(db, sizes[0], 'anonymous', twentyQuestions)
  const costs: Costs[] = []
  for (const mode of modes)
    for (const people of [...new Array<number>(roundsOfFew).fill(sizes[0]), sizes[1]])
      costs.push(await costsOf(db, people, mode, threeQuestions))
  const ratios = modes.map((mode) => {
    const closesOf = (people: number, cost: 'close' | 'closeCpu'): number =>
      median(costs.filter((one) => one.mode === mode && one.people === people).map((one) => one[cost]))
    const ratioOf = (cost: 'close' | 'closeCpu'): number =>
      closesOf(sizes[1], cost) / closesOf(sizes[0], cost)
    const byCpu = ratioOf('closeCpu')
    return {
      mode,
      seconds: closesOf(sizes[1], 'close'),
      ratio: Number.isNaN(byCpu) ? ratioOf('close') : byCpu,
    }
  })
  const missed =
    twenty.close > limit.secondsOfTwenty ||
    ratios.some(({ ratio, seconds }) => ratio > limit.ratio || seconds > limit.seconds)
  if (flags.json) console.log(JSON.stringify({ twenty, costs, ratios, missed }))
  else {
    console.log(
      `closing ${twenty.people} answers to 20 questions: ${twenty.close.toFixed(2)} s, ${twenty.closeCpu.toFixed(2)} s of processors`,
    )
    for (const { people, mode, open, remind, close, closeCpu } of costs)
      console.log(
        `${mode}, ${people} people: open ${open.toFixed(2)} s, remind ${remind.toFixed(2)} s, close ${close.toFixed(2)} s, ${closeCpu.toFixed(2)} s of processors`,
      )
    for (const { mode, ratio } of ratios)
      console.log(`${mode}, closing ${sizes[1]} answers against ${sizes[0]}: ratio ${ratio.toFixed(2)}`)
    if (missed && !isSmoke) console.log('MISSED')
  }
  judge(missed)
} finally {
  await db.close()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}
