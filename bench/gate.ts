/**
 * `node bench/gate.ts`: what the release gate costs, through the engine and a real PostgreSQL.
 *
 * Closing: an anonymous collection of 20 questions of every type, which 10,000 people in 1,250 teams have all answered. The time runs
 * from the call to the commit, and so includes unsealing, shuffling, planning, redacting and banding. At most 5 s.
 *
 * Reading: a team's figures, compared with a plain query that counts the raw answers of the same people, for the largest team and
 * for the median of some small ones. At most half the time of the plain query. With ten times as many answers from the same teams
 * it may take at most a quarter longer. Comments are left out, because their number grows with the answers.
 *
 *   --json   one JSON object on standard output and nothing else
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Question } from '../contract/questions.ts'
import type { Mode } from '../contract/confidentiality.ts'
import { teamFiguresOf } from '../src/collection/collection.ts'
import { prepareKeyStore } from '../src/vault/vault.ts'
import { connect, type Db, sql, textArray } from '../src/db/db.ts'
import { startEmbeddedPostgres } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { isText } from '../src/questions/questions.ts'
import { median } from './figures.ts'
import { openedFor, seedHouse } from './fixture.ts'
import { seedOrganisation, shareKeys } from './seed.ts'
import { isSmoke, judge, size } from './size.ts'
import { answeredByAll, closed, twentyQuestions as questions } from './survey.ts'

const { values: flags } = parseArgs({
  options: { json: { type: 'boolean', default: false }, smoke: { type: 'boolean', default: false } },
})

const closing = size({ people: 10_000, teams: 1_250 }, { people: 300, teams: 40 })
const reading = size({ people: [1_000, 10_000], teams: 125 }, { people: [200, 400], teams: 25 })
const limit = { closeSeconds: 5, ratio: 0.5, growth: 1.25 }
const reads = size(60, 3)

type House = { organisationId: string; teams: string[] }

/** Every team has six below it. */
async function seeded(db: Db, people: number, teamCount: number): Promise<House> {
  const { organisationId } = await seedOrganisation(db)
  const above = (at: number): number => Math.floor((at - 1) / 6)
  const teams = await seedHouse(db, organisationId, { people, teams: teamCount, above })
  return { organisationId, teams }
}

/** Asked and answered by everybody. @returns the collection's id */
async function answered(
  db: Db,
  { organisationId, teams }: House,
  mode: Mode,
  questions: Question[],
): Promise<string> {
  const ref = await openedFor(db, organisationId, { team: teams[0], mode, questions, audience: [] })
  await answeredByAll(db, ref, mode, questions)
  return ref.collectionId
}

async function secondsToClose(db: Db, { organisationId }: House, collectionId: string): Promise<number> {
  const seconds = await closed(db, { organisationId, collectionId })
  return seconds
}

/** What a server without cells would do: count the answers of the people in a team and below it, a value at a time. */
const plainQuery = (organisationId: string, collectionId: string, teams: readonly string[]) => sql`
  select answer ->> 'question_id' as question_id, answer -> 'value' as value, count(*) as count
  from responses
  cross join jsonb_array_elements(answers) as answer
  where organisation_id = ${organisationId}
    and collection_id = ${collectionId}
    and state = 'submitted'
    and team_id = any (${textArray(teams)})
  group by 1, 2`

/** What is read of one house: its largest team, and one of the smallest at a time. */
type Reader = {
  people: number
  team: 'largest' | 'small'
  cells(): Promise<unknown>
  plain(): Promise<unknown>
}

async function readersOf(db: Db, people: number): Promise<Reader[]> {
  const house = await seeded(db, people, reading.teams)
  const { organisationId, teams } = house
  const counted = questions.filter((question) => !isText(question))
  const collectionId = await answered(db, house, 'confidential', counted)
  await secondsToClose(db, house, collectionId)
  const reader = (team: Reader['team'], next: () => string, below: (id: string) => string[]): Reader => ({
    people,
    team,
    cells: () => teamFiguresOf(db.tx, organisationId, next(), [collectionId]),
    plain: () => plainQuery(organisationId, collectionId, below(next())).execute(db.tx),
  })
  let turn = 0
  return [
    reader(
      'largest',
      () => teams[0],
      () => teams,
    ),
    reader(
      'small',
      () => teams.at(-1 - (turn++ % 20))!,
      (id) => [id],
    ),
  ]
}

type Read = { team: Reader['team']; people: number; cells: number; plain: number }

/** All in turns, so that whatever else the machine does is everybody's; ms of the median. */
async function timed(readers: readonly Reader[]): Promise<Read[]> {
  const times = readers.map(() => ({ cells: [] as number[], plain: [] as number[] }))
  for (let turn = 0; turn < reads; turn++) {
    for (const [at, reader] of readers.entries()) {
      for (const kind of ['cells', 'plain'] as const) {
        const began = performance.now()
        await reader[kind]()
        times[at][kind].push(performance.now() - began)
      }
    }
  }
  return readers.map(({ team, people }, at) => ({
    team,
    people,
    cells: median(times[at].cells),
    plain: median(times[at].plain),
  }))
}

const folder = await mkdtemp(join(tmpdir(), 'sonde-bench-'))
const embedded = await startEmbeddedPostgres({ dataDir: folder })
const db = connect({ ...embedded.connection, ssl: false }, { connections: 4 })
try {
  await migrate(db)
  await shareKeys(db, folder)
  await prepareKeyStore(db)
  const house = await seeded(db, closing.people, closing.teams)
  const closeSeconds = await secondsToClose(db, house, await answered(db, house, 'anonymous', questions))
  const readers: Reader[] = []
  for (const people of reading.people) readers.push(...(await readersOf(db, people)))
  const read = await timed(readers)
  const growth = (['largest', 'small'] as const).map((team) => {
    const [before, after] = read.filter((one) => one.team === team)
    return { team, ratio: after.cells / before.cells }
  })
  const missed =
    closeSeconds > limit.closeSeconds ||
    read.some((one) => one.people === reading.people[1] && one.cells > limit.ratio * one.plain) ||
    growth.some(({ ratio }) => ratio > limit.growth)
  if (flags.json) console.log(JSON.stringify({ closeSeconds, read, growth, missed }))
  else {
    console.log(
      `closing ${closing.people} answers to ${questions.length} questions: ${closeSeconds.toFixed(2)} s`,
    )
    for (const { team, people, cells, plain } of read)
      console.log(
        `${team} team of ${people}: ${cells.toFixed(2)} ms, plain query ${plain.toFixed(2)} ms, ratio ${(cells / plain).toFixed(2)}`,
      )
    for (const { team, ratio } of growth)
      console.log(`${team} team, ten times the answers: ${ratio.toFixed(2)}`)
    if (missed && !isSmoke) console.log('MISSED')
  }
  judge(missed)
} finally {
  await db.close()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}
