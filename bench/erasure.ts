/**
 * `node bench/erasure.ts`: a person is erased from an organisation of 10,000 people whom 200 surveys have asked, all of them by name and by
 * e-mail, the last of which is open. It takes at most 2 s, with statistics of the tables and without, as in a database that was filled just
 * now; a page of what leads to the person is read as well, for their copy.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operator } from '../src/audit/audit.ts'
import { type CollectionRef } from '../src/collection-ref.ts'
import { connect, type Db, many, run, sql } from '../src/db/db.ts'
import { startEmbeddedPostgres } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { shapeOf } from '../src/db/shape.ts'
import { members } from '../src/db/tables.ts'
import { erasePerson } from '../src/erasure/erasure.ts'
import { newId } from '../src/ids.ts'
import { copyOf } from '../src/privacy/copy.ts'
import { prepareKeyStore } from '../src/vault/vault.ts'
import { median } from './figures.ts'
import { openedFor, seedHouse } from './fixture.ts'
import { seedOrganisation, shareKeys } from './seed.ts'
import { judge, size } from './size.ts'
import { twentyQuestions } from './survey.ts'

const people = size(10_000, 200)
const surveys = size(200, 5)
const erasures = size(5, 1)
const secondsMax = 2

/** A survey that has ended, which everybody answered by name: the rows of one that was opened, once more. */
async function repeat(db: Db, { organisationId, collectionId }: CollectionRef): Promise<void> {
  const copy = newId('collection')
  await db.transaction(async (tx) => {
    await run(
      tx,
      sql`
        insert into collections
          (organisation_id, id, owner_kind, owner_id, series_id, title, questions, questions_version, roster, channels, mode,
           k_score, k_comment, k_rate, promise_hash, state, results_status, opened_at, closed_at, keys_destroyed_at,
           author_user_id, visibility)
        select organisation_id, ${copy}, owner_kind, ${copy}, series_id, title, questions, questions_version, roster, channels,
               mode, k_score, k_comment, k_rate, promise_hash, 'closed', 'available', opened_at, now(), now(),
               author_user_id, visibility
        from collections
        where organisation_id = ${organisationId}
          and id = ${collectionId}`,
    )
    await run(
      tx,
      sql`
        insert into recipients (organisation_id, collection_id, member_id, team_id)
        select organisation_id, ${copy}, member_id, team_id
        from recipients
        where organisation_id = ${organisationId}
          and collection_id = ${collectionId}`,
    )
    await run(
      tx,
      sql`
        insert into deliveries
          (organisation_id, collection_id, member_id, channel, round, message, address, state, attempts, sent_at)
        select organisation_id, ${copy}, member_id, channel, round, gen_random_uuid()::text, address, 'sent', 1, now()
        from deliveries
        where organisation_id = ${organisationId}
          and collection_id = ${collectionId}`,
    )
    await run(
      tx,
      sql`
        insert into responses (organisation_id, collection_id, id, member_id, team_id, answers, state, submitted_at)
        select organisation_id, ${copy}, gen_random_uuid()::text, member_id, team_id,
               '[{"question_id": "q0", "value": 4}]', 'submitted', now()
        from recipients
        where organisation_id = ${organisationId}
          and collection_id = ${collectionId}`,
    )
  })
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

const nothing = async (): Promise<void> => {}
const parts = { forgetInvitations: nothing, forgetRequests: nothing, analyse: nothing }

async function measure(db: Db, organisationId: string, ids: readonly string[]) {
  const copies: number[] = []
  const erased: number[] = []
  for (const id of ids) {
    const person = { organisationId, memberId: id, userId: null }
    const options = { organisation: 'Bench', name: 'Somebody', language: 'en', isSignedIn: true }
    copies.push(await secondsOf(() => copyOf(db.tx, person, options, new Date())))
    const erasure = { organisationId, id, by: operator }
    erased.push(await secondsOf(() => db.transaction((tx) => erasePerson(tx, erasure, parts, new Date()))))
  }
  return { copy: median(copies), erased: Math.max(...erased) }
}

const folder = await mkdtemp(join(tmpdir(), 'sonde-bench-'))
const embedded = await startEmbeddedPostgres({ dataDir: folder, settings: { autovacuum: 'off' } })
const db = connect({ ...embedded.connection, ssl: false }, { connections: 4 })
try {
  await migrate(db)
  await shareKeys(db, folder)
  await prepareKeyStore(db)
  const { organisationId } = await seedOrganisation(db)
  const above = (at: number): number => Math.floor((at - 1) / 6)
  const [team] = await seedHouse(db, organisationId, { people, teams: Math.ceil(people / 8), above })
  await run(
    db.tx,
    sql`update members set email = id || '@bench.example' where organisation_id = ${organisationId}`,
  )
  const asking = { team, mode: 'attributed' as const, questions: [twentyQuestions[0]], audience: [] }
  const ref = await openedFor(db, organisationId, { ...asking, channels: ['email'] })
  for (let made = 1; made < surveys; made++) await repeat(db, ref)
  const rows = await many(
    db.tx,
    shapeOf(members, ['id']),
    sql`select id from members where organisation_id = ${organisationId} order by id limit ${erasures * 2}`,
  )
  const ids = rows.map(({ id }) => id)
  const before = await measure(db, organisationId, ids.slice(0, erasures))
  await run(db.tx, sql`analyze`)
  const after = await measure(db, organisationId, ids.slice(erasures))
  console.log(`${people} people, ${surveys} surveys; without statistics and with them`)
  for (const { copy, erased } of [before, after])
    console.log(`copied in ${copy.toFixed(2)} s, erased in ${erased.toFixed(2)} s`)
  judge(Math.max(before.erased, after.erased) > secondsMax)
} finally {
  await db.close()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}
