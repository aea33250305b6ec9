/**
 * Collections that are newer than the planner's statistics, as every running one is: autovacuum analyses a table once a tenth of it has
 * changed. Nothing is analysed here once a collection was opened, and four times the people may cost about four times the work. Work is
 * counted in rows, statement by statement, which is the same on every machine.
 */
import { before, test } from 'node:test'
import assert from 'node:assert/strict'
import type { Mode } from '../../contract/confidentiality.ts'
import type { Answer, Question } from '../../contract/questions.ts'
import { openedFor, recipientsOf, seedHouse } from '../../bench/fixture.ts'
import { analyse } from '../../src/analysis.ts'
import { byClock } from '../../src/audit/audit.ts'
import { closeWithoutAnalysis, remindCollection } from '../../src/collection/collection.ts'
import type { CollectionRef } from '../../src/collection-ref.ts'
import { foldLive } from '../../src/confidentiality/confidentiality.ts'
import { dbOf, run, sql } from '../../src/db/db.ts'
import { bootstrap } from '../../src/identity/identity.ts'
import { keyStoreOf } from '../../src/key-store/key-store.ts'
import {
  installationOf,
  keepAnswer,
  keepKeysIn,
  keysOf,
  linkOf,
  prepareKeyStore,
} from '../../src/vault/vault.ts'
import { atEndOf } from '../support/endings.ts'
import { type CountingDb, countingDb } from '../support/handled-rows.ts'
import { freshDatabase, keysFolderOf } from '../support/start.ts'

const questions: Question[] = [
  { id: 'calm', type: 'scale', text: 'I could work calmly', min: 1, max: 5, driver: 'workload' },
  { id: 'recommend', type: 'enps', text: 'Would you recommend us?' },
  { id: 'why', type: 'text', text: 'What got in the way?' },
]

const answersOf = (at: number): Answer[] => [
  { question_id: 'calm', value: 1 + (at % 5) },
  { question_id: 'recommend', value: at % 11 },
  { question_id: 'why', text: `The tools are slow on ${at % 7} days, says ${at}` },
]

/** Four times as many still have 80,000 pairs, which a statement of quadratic work would handle. */
const people = 72
const teamSize = 24
const times = 4
/** n log n grows a little faster than n; the square grows by 16. */
const growthMax = 5.5
/** A statement that handles fewer rows is far from the square of the people, and grows by whatever else is in its tables. */
const rowsMin = 10 * times * people

let admins = 0

/** An organisation of so many people, who have addresses and sites; some addresses are refused. */
async function newHouse(db: CountingDb, count: number) {
  const email = `admin-${++admins}@test.example`
  const made = await db.transaction((tx) =>
    bootstrap(tx, { organisation: `House ${admins}`, admin: email }, new Date()),
  )
  const organisationId = made.organisation.id
  const teams = count / teamSize
  const above = (at: number): number => Math.floor((at - 1) / 6)
  const [team] = await seedHouse(db, organisationId, { people: count, teams, above })
  await run(
    db.tx,
    sql`
      update members m
      set email = m.id || '@test.example',
          attributes = jsonb_build_object('site', case when numbered.at % 2 = 0 then 'north' else 'south' end)
      from (
        select member_id, row_number() over (partition by team_id order by member_id) as at
        from memberships
        where organisation_id = ${organisationId}
      ) as numbered
      where m.organisation_id = ${organisationId}
        and m.id = numbered.member_id`,
  )
  await run(
    db.tx,
    sql`
      insert into suppressions (organisation_id, id, channel, address, source, reason, since)
      select organisation_id, 'of ' || id, 'email', lower(email), 'dsn', 'refused', now()
      from members
      where organisation_id = ${organisationId}
      order by id
      limit ${Math.round(count / 10)}`,
  )
  return { organisationId, team, adminId: made.admin.id }
}

type House = Awaited<ReturnType<typeof newHouse>>

/** Asks, reminds, closes and analyses. @returns the rows that it handled, by statement */
async function askedAndClosed(
  db: CountingDb,
  { organisationId, team, adminId }: House,
  mode: Mode,
): Promise<Map<string, number>> {
  const now = new Date()
  db.takeCounts()
  const audience = mode === 'attributed' ? [adminId] : []
  const attribute = mode === 'confidential' ? { attribute: 'site' } : {}
  const ref = await openedFor(db, organisationId, {
    team,
    mode,
    questions,
    audience,
    channels: ['email'],
    ...attribute,
  })
  await run(
    db.tx,
    sql`
      update deliveries
      set state = 'sent',
          sent_at = ${now}
      where organisation_id = ${organisationId}
        and collection_id = ${ref.collectionId}
        and state = 'pending'`,
  )
  await answered(db, ref, mode, { from: 0, step: 2 })
  if (mode === 'attributed') await folded(db, ref)
  await db.transaction((tx) => remindCollection(tx, ref, now))
  await answered(db, ref, mode, { from: 1, step: 4 })
  if (mode === 'attributed') await folded(db, ref)
  await db.transaction((tx) => closeWithoutAnalysis(tx, ref, { by: byClock, now }))
  await db.transaction((tx) => analyse(tx, ref, now))
  return db.takeCounts()
}

async function answered(
  db: CountingDb,
  ref: CollectionRef,
  mode: Mode,
  { from, step }: { from: number; step: number },
): Promise<void> {
  const keys = await keysOf(db.tx, { ...ref, mode })
  assert.ok(keys)
  const recipients = await recipientsOf(db, ref)
  for (let at = from; at < recipients.length; at += step) {
    const { member_id: memberId, team_id: teamId } = recipients[at]
    const link = linkOf(keys.linkKey, memberId)
    const holder = { ...ref, memberId, teamId, attributeValue: null, mode, answerKey: keys.answerKey, link }
    await keepAnswer(db, holder, { answers: answersOf(at), attempt: 'a' }, new Date())
  }
}

const folded = (db: CountingDb, ref: CollectionRef): Promise<number> =>
  db.transaction((tx) => foldLive(tx, ref, { questions, measures: [] }))

/** The statements that grew too fast. */
async function grown(db: CountingDb, mode: Mode): Promise<string[]> {
  const few = await askedAndClosed(db, await newHouse(db, people), mode)
  const many = await askedAndClosed(db, await newHouse(db, times * people), mode)
  return [...many].flatMap(([text, rows]) => {
    const growth = rows / (few.get(text) ?? rowsMin / times)
    return rows > rowsMin && growth > growthMax ? [`${growth.toFixed(1)} times, ${rows} rows: ${text}`] : []
  })
}

const modes: Mode[] = ['anonymous', 'confidential', 'attributed']

for (const analysed of ['never', 'before this organisation was there'] as const) {
  let db: CountingDb
  before(async () => {
    const connection = await freshDatabase()
    db = await countingDb(connection)
    const inner = dbOf(db.tx)
    const keys = { kind: 'directory', folder: keysFolderOf(connection) } as const
    keepKeysIn(keyStoreOf(keys, await installationOf(db.tx)), [inner])
    await prepareKeyStore(inner)
    atEndOf('file', () => db.close())
    if (analysed === 'never') return
    // Many collections of others: the rows of one more are estimated as few.
    for (let others = 0; others < 12; others++)
      await askedAndClosed(db, await newHouse(db, 2 * teamSize), modes[others % modes.length])
    await db.pool.query('analyze')
  })
  for (const mode of modes)
    test(`asking four times the people in ${mode} mode is four times the work, analysed ${analysed}`, async () => {
      assert.deepEqual(await grown(db, mode), [])
    })
}
