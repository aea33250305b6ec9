/**
 * `node bench/closing.ts`: asking, reminding and closing where the planner has no statistics of what is closed, as in any collection that
 * runs: autovacuum analyses a table once a tenth of it has changed. Nothing is analysed here, and autovacuum is off.
 *
 * In each mode an organisation of 10,000 people and then one of 50,000 answers three questions. Closing 50,000 answers takes at most
 * 6 times as long as closing 10,000, and 15 s; 10,000 answers to 20 questions take at most 5 s. Opening and reminding are printed.
 *
 *   --json   one JSON object on standard output and nothing else
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Mode } from '../contract/confidentiality.ts'
import { type Question } from '../contract/questions.ts'
import { remindCollection } from '../src/collection/collection.ts'
import { connect, type Db, run, sql } from '../src/db/db.ts'
import { startEmbeddedPostgres } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { prepareKeyStore } from '../src/vault/vault.ts'
import { openedFor, seedHouse } from './fixture.ts'
import { seedOrganisation, shareKeys } from './seed.ts'
import { isSmoke, judge, size } from './size.ts'
import { answeredByAll, closed, twentyQuestions } from './survey.ts'

const { values: flags } = parseArgs({
  options: { json: { type: 'boolean', default: false }, smoke: { type: 'boolean', default: false } },
})

const sizes = size([10_000, 50_000], [200, 400])
const limit = { ratio: 6, seconds: 15, secondsOfTwenty: 5 }
const modes: Mode[] = ['anonymous', 'confidential']

/** A scale, an eNPS and a text. */
const threeQuestions = [twentyQuestions[0], twentyQuestions[1], twentyQuestions[6]]

type Costs = { people: number; mode: Mode; open: number; remind: number; close: number }

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
  return { people, mode, open: opened.seconds, remind: reminded.seconds, close: await closed(db, ref) }
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
    for (const people of sizes) costs.push(await costsOf(db, people, mode, threeQuestions))
  const ratios = modes.map((mode) => {
    const [few, many] = costs.filter((one) => one.mode === mode)
    return { mode, seconds: many.close, ratio: many.close / few.close }
  })
  const missed =
    twenty.close > limit.secondsOfTwenty ||
    ratios.some(({ ratio, seconds }) => ratio > limit.ratio || seconds > limit.seconds)
  if (flags.json) console.log(JSON.stringify({ twenty, costs, ratios, missed }))
  else {
    console.log(`closing ${twenty.people} answers to 20 questions: ${twenty.close.toFixed(2)} s`)
    for (const { people, mode, open, remind, close } of costs)
      console.log(
        `${mode}, ${people} people: open ${open.toFixed(2)} s, remind ${remind.toFixed(2)} s, close ${close.toFixed(2)} s`,
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
