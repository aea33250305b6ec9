/**
 * `node bench/retention.ts`: deleting 1,000,000 answers whose time is over, while people answer another survey of the organisation. A part is
 * one transaction, so its time bounds each of its statements and locks: at most 100 ms for the longest. An answer waits at most 100 ms longer than
 * without the deletion, at the 99th percentile.
 *
 * A reader that keeps old rows visible is there for half of the time: without a position, parts would walk over all rows that are just gone.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Mode } from '../contract/confidentiality.ts'
import { beginDeletionTask, deletionTask } from '../src/collection/collection.ts'
import type { CollectionRef } from '../src/collection-ref.ts'
import { connect, type Db, run, sql } from '../src/db/db.ts'
import { startEmbeddedPostgres } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { countAnswers, keepAnswer, keysOf, linkOf, prepareKeyStore } from '../src/vault/vault.ts'
import { quantile } from './figures.ts'
import { openedFor, recipientsOf, seedHouse } from './fixture.ts'
import { seedOrganisation, shareKeys } from './seed.ts'
import { judge, size } from './size.ts'
import { closed, twentyQuestions } from './survey.ts'

const answersCount = size(1_000_000, 10_000)
const people = size(4_000, 400)
const quietAnswers = size(500, 50)
const limitMs = 100
const mode: Mode = 'confidential'
const questions = [twentyQuestions[0], twentyQuestions[6]]

const folder = await mkdtemp(join(tmpdir(), 'sonde-bench-'))
const embedded = await startEmbeddedPostgres({ dataDir: folder })
const db = connect({ ...embedded.connection, ssl: false }, { connections: 6 })

/** Answers one after the other. @returns how long each took, in ms */
async function answering(ref: CollectionRef) {
  const keys = await keysOf(db.tx, { ...ref, mode })
  if (!keys) throw new Error('the collection has no keys: it is not open')
  const waiting = await recipientsOf(db, ref)
  const answers = [{ question_id: 'q0', value: 3 }]
  return async (isOver: () => boolean): Promise<number[]> => {
    const times: number[] = []
    for (let next = waiting.pop(); next && !isOver(); next = waiting.pop()) {
      const link = linkOf(keys.linkKey, next.member_id)
      const who = { memberId: next.member_id, teamId: next.team_id, attributeValue: null }
      const began = performance.now()
      await keepAnswer(
        db,
        { ...ref, ...who, mode, answerKey: keys.answerKey, link },
        { answers, attempt: 'a' },
        new Date(),
      )
      times.push(performance.now() - began)
    }
    return times
  }
}

/** Rows that one statement inserts. */
const filledAtOnce = 50_000

/**
 * Many more answers than people: as a table holds them. Answers whose time is over were written to disk long ago: the writing of what was
 * filled in within seconds belongs to no part.
 */
async function fill({ organisationId, collectionId }: CollectionRef): Promise<void> {
  for (let from = 0; from < answersCount; from += filledAtOnce)
    await run(
      db.tx,
      sql`
        insert into responses (organisation_id, collection_id, id, member_id, answers, state)
        select ${organisationId}, ${collectionId}, md5(n::text), 'mem_' || n,
               '[{"question_id": "q0", "value": 4}, {"question_id": "q6", "text": "we wait for reviews and nobody decides while the release is late"}]',
               'submitted'
        from generate_series(${from}::integer + 1, ${Math.min(answersCount, from + filledAtOnce)}::integer) n`,
    )
  await run(db.tx, sql`checkpoint`)
}

/** Deletes all parts. @returns how long each took, in ms */
async function deletion(holder: Db): Promise<number[]> {
  const made = { forgetQuotes: async () => 0, deleteFindings: async () => 0 }
  const now = new Date(Date.now() + 3650 * 86_400_000)
  const times: number[] = []
  const timed = async (task: ReturnType<typeof deletionTask>): Promise<number> => {
    const began = performance.now()
    const did = await db.transaction((tx) => task.run(tx, now, []))
    times.push(performance.now() - began)
    return did
  }
  await timed(beginDeletionTask(made))
  const worker = deletionTask(made)
  const parts = async (most: number): Promise<number> => {
    let did = 0
    while (did < most && (await timed(worker)) > 0) did++
    return did
  }
  const half = Math.ceil(answersCount / 1_000 / 2)
  await holder.transaction(async (tx) => {
    await run(tx, sql`set transaction isolation level repeatable read`)
    await run(tx, sql`select 1 from responses limit 1`)
    await parts(half)
  })
  await parts(Infinity)
  return times
}

try {
  await migrate(db)
  await shareKeys(db, folder)
  await prepareKeyStore(db)
  const { organisationId } = await seedOrganisation(db)
  const [team] = await seedHouse(db, organisationId, { people, teams: 20, above: () => 0 })
  const asked = { team, mode, questions, audience: [] }
  const old = await openedFor(db, organisationId, asked)
  await closed(db, old)
  await fill(old)
  const answer = await answering(await openedFor(db, organisationId, asked))
  const quiet: number[] = []
  let rest = quietAnswers
  quiet.push(...(await answer(() => rest-- <= 0)))
  let isDeleted = false
  const began = performance.now()
  const [parts, meanwhile] = await Promise.all([
    deletion(db).finally(() => (isDeleted = true)),
    answer(() => isDeleted),
  ])
  for (const times of [quiet, parts, meanwhile]) times.sort((one, other) => one - other)
  const seconds = (performance.now() - began) / 1000
  const leftOver = await countAnswers(db.tx, old)
  if (leftOver > 0) throw new Error(`${leftOver} answers were left`)
  const figures = {
    seconds,
    parts: parts.length,
    median: quantile(parts, 0.5),
    p99: quantile(parts, 0.99),
    longest: Math.max(...parts),
    late: parts.filter((ms) => ms > limitMs).length,
    answerQuiet: quantile(quiet, 0.99),
    answerMeanwhile: quantile(meanwhile, 0.99),
    answerLongest: Math.max(...meanwhile),
  }
  console.log(
    `deleted ${answersCount} answers in ${seconds.toFixed(1)} s, ${parts.length} parts: median ${figures.median.toFixed(1)} ms, p99 ${figures.p99.toFixed(1)} ms, longest ${figures.longest.toFixed(1)} ms, ${figures.late} over ${limitMs} ms`,
  )
  console.log(
    `an answer meanwhile (${meanwhile.length}): p99 ${figures.answerMeanwhile.toFixed(1)} ms, longest ${figures.answerLongest.toFixed(1)} ms; quiet p99 ${figures.answerQuiet.toFixed(1)} ms`,
  )
  judge(figures.longest > limitMs || figures.answerMeanwhile - figures.answerQuiet > limitMs)
} finally {
  await db.close()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}
