/**
 * `node bench/erasure.ts`: a person is erased from an organisation of 10,000 people whom 200 surveys have asked, all of them by name and by
 * e-mail, the last of which is open; everybody was invited once and has made a privacy request. It takes at most 2 s, with statistics of the
 * tables and without, as in a database that was filled just now; a page of what leads to the person is read as well, for their copy.
 *
 * A survey that has closed and is not analysed yet is analysed first, with the person's answers. That takes as long as its analysis does, which
 * `bench/insights.ts` bounds, and is shown by itself.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { analyse } from '../src/analysis.ts'
import { operator } from '../src/audit/audit.ts'
import type { CollectionRef } from '../src/collection-ref.ts'
import { connect, type Db, many, run, sql } from '../src/db/db.ts'
import { startEmbeddedPostgres } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { shapeOf } from '../src/db/shape.ts'
import { members } from '../src/db/tables.ts'
import { erasePerson } from '../src/erasure/erasure.ts'
import { embeddedIssuer, nameOperator } from '../src/identity/identity.ts'
import { newId } from '../src/ids.ts'
import { copyOf } from '../src/privacy/copy.ts'
import { forgetRequestsOf } from '../src/privacy/privacy.ts'
import { forgetPinsOf } from '../src/insights/insights.ts'
import { endExports } from '../src/exports/exports.ts'
import { endOrganisationExports } from '../src/offboarding/offboarding.ts'
import { forgetSynced } from '../src/scim/scim.ts'
import { forgetInvitationsOf } from '../src/users/users.ts'
import { prepareKeyStore } from '../src/vault/vault.ts'
import { median } from './figures.ts'
import { openedFor, seedHouse } from './fixture.ts'
import { seedOrganisation, shareKeys } from './seed.ts'
import { judge, size } from './size.ts'
import { answeredByAll, closed, twentyQuestions } from './survey.ts'

const people = size(10_000, 200)
const surveys = size(200, 5)
const erasures = size(5, 1)
const secondsMax = 2

/** A survey that has ended, which everybody answered by name: the rows of one that was opened, again. */
async function repeat(db: Db, { organisationId, collectionId }: CollectionRef): Promise<void> {
  const copy = newId('collection')
  await db.transaction(async (tx) => {
    await run(
      tx,
      sql`
        insert into collections
          (organisation_id, id, owner_kind, owner_id, series_id, title, questions, questions_version, roster, channels, mode,
           k_score, k_comment, k_rate, promise_hash, state, results_status, opened_at, closed_at, keys_destroyed_at,
           author_user_id, promised_author_user_id, visibility)
        select organisation_id, ${copy}, owner_kind, ${copy}, series_id, title, questions, questions_version, roster, channels,
               mode, k_score, k_comment, k_rate, promise_hash, 'closed', 'available', opened_at, now(), now(),
               author_user_id, promised_author_user_id, visibility
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

/** As app.ts hands them in. */
const parts = {
  forgetInvitations: forgetInvitationsOf,
  forgetRequests: forgetRequestsOf,
  forgetSynced,
  forgetPins: forgetPinsOf,
  endExports: [endOrganisationExports, endExports],
  analyse,
}

const now = sql`now()`

/** An invitation that was accepted, and a privacy request, of everybody. */
async function seedTraces(db: Db, organisationId: string): Promise<void> {
  await run(
    db.tx,
    sql`
      insert into invitations
        (organisation_id, id, email, role, state, invited_by, mail_state, expires_at, created_at, updated_at)
      select m.organisation_id, 'inv_' || m.id, m.email, 'member', 'accepted', u.id, 'sent', ${now}, ${now}, ${now}
      from members m
      cross join (select id from users where organisation_id = ${organisationId} limit 1) u
      where m.organisation_id = ${organisationId}`,
  )
  await run(
    db.tx,
    sql`
      insert into privacy_requests
        (organisation_id, id, member_id, kind, state, asked_by, in_person, note, deadline_at, created_at, updated_at)
      select organisation_id, 'prq_' || id, id, 'erasure', 'received', id, true, 'Please', ${now}, ${now}, ${now}
      from members
      where organisation_id = ${organisationId}`,
  )
}

/** A survey that everybody has answered by name, in numbers and words, and that nobody has analysed. */
async function closedUnanalysed(db: Db, organisationId: string, team: string): Promise<void> {
  const questions = [twentyQuestions[0], twentyQuestions[6]]
  const ref = await openedFor(db, organisationId, { team, mode: 'attributed', questions, audience: [] })
  await answeredByAll(db, ref, 'attributed', questions)
  await closed(db, ref)
}

const eraseOf = (db: Db, organisationId: string, id: string): Promise<number> =>
  secondsOf(() =>
    db.transaction((tx) => erasePerson(tx, { organisationId, id, by: operator }, parts, new Date())),
  )

async function measure(db: Db, organisationId: string, ids: readonly string[]) {
  const copies: number[] = []
  const erased: number[] = []
  for (const id of ids) {
    const person = { organisationId, memberId: id, userId: null }
    const options = { organisation: 'Bench', name: 'Somebody', language: 'en', isSignedIn: true }
    copies.push(await secondsOf(() => copyOf(db.tx, person, options, new Date())))
    erased.push(await eraseOf(db, organisationId, id))
  }
  return { copy: median(copies), erased: Math.max(...erased) }
}

const folder = await mkdtemp(join(tmpdir(), 'sonde-bench-'))
const embedded = await startEmbeddedPostgres({ dataDir: folder, settings: { autovacuum: 'off' } })
const db = connect({ ...embedded.connection, ssl: false }, { connections: 4 })
try {
  await migrate(db)
  nameOperator(embeddedIssuer, [db])
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
  await seedTraces(db, organisationId)
  const rows = await many(
    db.tx,
    shapeOf(members, ['id']),
    sql`select id from members where organisation_id = ${organisationId} order by id limit ${erasures * 2 + 1}`,
  )
  const ids = rows.map(({ id }) => id)
  const before = await measure(db, organisationId, ids.slice(0, erasures))
  await run(db.tx, sql`analyze`)
  const after = await measure(db, organisationId, ids.slice(erasures, erasures * 2))
  await closedUnanalysed(db, organisationId, team)
  const analysed = await eraseOf(db, organisationId, ids[erasures * 2])
  console.log(`${people} people, ${surveys} surveys; without statistics and with them`)
  for (const { copy, erased } of [before, after])
    console.log(`copied in ${copy.toFixed(2)} s, erased in ${erased.toFixed(2)} s`)
  console.log(`erased in ${analysed.toFixed(2)} s with a survey of ${people} answers to be analysed first`)
  judge(Math.max(before.erased, after.erased) > secondsMax)
} finally {
  await db.close()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}
