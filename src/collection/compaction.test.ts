/** What is left of a collection 30 days after it has closed, and that everything which works on a closed one still does. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { modes } from '../../contract/confidentiality.ts'
import { scopeNames } from '../../contract/scopes.ts'
import { eraseAnswersOf, groupSome, numbersOf, respondentsOf } from '../vault/vault.ts'
import pg from 'pg'
import type { CollectionRef } from '../collection-ref.ts'
import { many, only, run, sql } from '../db/db.ts'
import { shape, shapeOf, text } from '../db/shape.ts'
import { recipients } from '../db/tables.ts'
import { recipientRows } from '../roster-rows.ts'
import type { Question } from '../../contract/questions.ts'
import { bodyOf } from '../../test/support/clockwork.ts'
import {
  begin,
  closed,
  count,
  day,
  hourMs,
  idOf,
  running,
  startKeeping,
  turnTo,
} from '../../test/support/keeping.ts'
import { client, links, pulseDraft } from '../../test/support/world.ts'
import { compactionTask } from './collection.ts'

type House = Awaited<ReturnType<typeof begin>>

const said = 'There are far too many meetings, and the meetings are too long.'
const answersOf = (value: number) => [
  { question_id: 'calm', value },
  { question_id: 'why', text: said },
]

/** Answered by everybody but one, of whom one withdraws, and closed. */
async function closedPulse(house: House, mode: string, memberIds?: string[]) {
  const { author, teamId, world } = house
  const draft = pulseDraft([teamId], {
    confidentiality: { mode },
    channels: ['link', 'email'],
    closes_at: day(7),
    ...(memberIds && { recipients: { team_ids: [], member_ids: memberIds } }),
  })
  const { id } = await bodyOf(author.post('/api/pulses', draft), 201)
  const path = `/api/pulses/${id}`
  await bodyOf(author.post(`${path}/open`))
  const asked = await links(author, path)
  const receipts: { memberId: string; receipt: string }[] = []
  for (const [at, { member_id: memberId, url }] of asked.slice(1).entries()) {
    const { receipt } = await bodyOf(
      world.anyone.post(new URL(url).pathname, { answers: answersOf(1 + (at % 5)) }),
      201,
    )
    receipts.push({ memberId, receipt })
  }
  await bodyOf(world.anyone.delete(`/receipts/${receipts[0].receipt}`), 204)
  await closed(house, path)
  const { collection } = await only(
    running.db.tx,
    shape({ collection: text }),
    sql`select id as collection from collections where owner_id = ${id}`,
  )
  const ref = { organisationId: world.organisationId, collectionId: collection }
  return { id, path, asked, receipts, ref }
}

/** What is read of a closed collection, by whoever may. */
async function readsOf(
  { author, world, teamId }: House,
  { path, id, receipts }: Awaited<ReturnType<typeof closedPulse>>,
) {
  const named = await author.get(`${path}/responses`)
  const progress = await author.get(`${path}/progress`)
  const responsesOf = (body: any) => body.responses ?? body.code
  const { insights } = await bodyOf(author.get(`/api/insights?pulse_id=${id}&limit=100`))
  const exported = await bodyOf(author.get('/api/exports/insights/rows?limit=100'))
  const released = await bodyOf(author.get(`/api/teams/${teamId}/responses`))
  return {
    results: await bodyOf(author.get(`${path}/results`)),
    responses: released,
    named: responsesOf(named.body),
    progress: [progress.status, progress.body],
    insights: insights.map(({ statement, n, value }: any) => ({ statement, n, value })),
    exported: exported.rows?.length,
    deliveries: await bodyOf(author.get(`${path}/deliveries`)),
    proofs: await Promise.all(
      receipts.map(async ({ receipt }) => {
        const { status, body } = await world.anyone.get(`/receipts/${receipt}/proof`)
        return [status, body.counted ?? body.code]
      }),
    ),
  }
}

const hashes = async (path: string) => ({
  links: await count('recipients', path, sql`and t.token_sha256 is not null`),
  messages: await count('deliveries', path, sql`and t.message is not null`),
  answers: await count(
    'responses',
    path,
    sql`and (t.respondent_key is not null or t.attempt_key is not null)`,
  ),
})
const noHashes = { links: 0, messages: 0, answers: 0 }

/** Rows of figures by themselves, and those that hold many. */
const figureRows = async (path: string) => ({
  single: (await count('cells', path)) + (await count('released_groups', path)),
  packed: (await count('packed_cells', path)) + (await count('packed_groups', path)),
})

/** Who was asked, as every room reads it: all at once, and each by their id. */
const roster = async ({ organisationId, collectionId }: CollectionRef) => {
  const read = (member: string | null) =>
    many(
      running.db.tx,
      askedRow,
      sql`
        select ${askedRow.columns}
        from (${recipientRows(organisationId, { collection: sql`${collectionId}`, member: member === null ? null : sql`${member}` })}) as r
        order by member_id`,
    )
  const all = await read(null)
  const single = await Promise.all(all.map(({ member_id: id }) => read(id)))
  assert.deepEqual(single.flat(), all)
  return all
}
const askedRow = shapeOf(recipients, ['member_id', 'team_id', 'seat_cell', 'is_counted', 'uncounted_because'])

const questions = [{ id: 'calm', type: 'scale', text: 'Calm' }] as unknown as Question[]

suite('compaction', () => {
  before(startKeeping)

  for (const mode of modes)
    test(`30 days after a survey of ${mode} mode has closed no hash of a link is left, and it reads as before`, async () => {
      const house = await begin()
      const pulse = await closedPulse(house, mode)
      const { path, ref } = pulse
      const link = new URL(pulse.asked[0].url).pathname
      await turnTo(day(30, -hourMs))
      const early = await hashes(path)
      assert.ok(early.links > 0 && early.messages > 0)
      assert.equal((await house.world.anyone.get(link)).body.state, 'closed')
      const reads = await readsOf(house, pulse)
      const answersBefore = await respondentsOf(running.db.tx, ref)
      const numbersBefore = await numbersOf(running.db.tx, ref, questions)
      assert.ok(answersBefore.length > 5 && numbersBefore.length === answersBefore.length)
      assert.deepEqual(await count('answer_groups', path), 0)
      assert.equal((await figureRows(path)).packed, 0)
      const asked = await roster(ref)
      assert.equal(asked.length, 12)
      assert.equal(await count('packed_recipients', path), 0)

      await turnTo(day(31))
      assert.deepEqual(await hashes(path), noHashes)
      assert.deepEqual(await readsOf(house, pulse), reads)
      assert.deepEqual(await respondentsOf(running.db.tx, ref), answersBefore)
      const byId = <T extends { id: string }>(rows: T[]): T[] =>
        rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
      assert.deepEqual(byId(await numbersOf(running.db.tx, ref, questions)), byId(numbersBefore))
      assert.equal(await count('answer_groups', path), mode === 'attributed' ? 0 : 1)
      assert.equal(
        await count('responses', path, sql`and t.state = 'submitted'`),
        mode === 'attributed' ? answersBefore.length : 0,
      )
      assert.equal(await count('receipt_proofs', path), 0)
      const { single, packed } = await figureRows(path)
      assert.equal(single, 0)
      assert.ok(packed > 1)
      assert.equal(await count('recipients', path), 0)
      assert.equal(await count('packed_recipients', path), 1)
      assert.deepEqual(await roster(ref), asked)
      assert.equal((await house.world.anyone.get('/receipts/x/proof')).status, 404)
      for (const address of [link, `${link}/unsubscribe`])
        assert.equal((await house.world.anyone.get(address)).status, 404)
      // What is computed again comes from the same answers.
      await bodyOf(house.author.post('/api/insights/recompute', { pulse_id: idOf(path) }))
      assert.deepEqual((await readsOf(house, pulse)).insights, reads.insights)
      await turnTo(day(32))
      assert.deepEqual(await readsOf(house, pulse), { ...reads, exported: reads.exported })
    })

  test('who is erased later is taken out of the answers that lie together, and nobody else', async () => {
    const house = await begin()
    const pulse = await closedPulse(house, 'confidential')
    const { ref } = pulse
    await turnTo(day(31))
    const answersBefore = await respondentsOf(running.db.tx, ref)
    const [{ member_id: memberId }] = (await numbersOf(running.db.tx, ref, questions)).slice(3)
    const token = await house.world.token({ scopes: scopeNames, expiresAt: new Date('2200-01-01') })
    await bodyOf(client(running.url, token).post(`/api/members/${memberId}/erase`))
    const left = await numbersOf(running.db.tx, ref, questions)
    assert.equal(left.length, answersBefore.length - 1)
    assert.ok(left.every(({ member_id: id }) => id !== memberId))
    for (const { memberId: other } of pulse.receipts)
      await running.db.transaction((tx) => eraseAnswersOf(tx, ref.organisationId, other))
    assert.equal(await count('answer_groups', pulse.path), 0)
  })

  test('an answer that becomes part of a group while its person is erased is not left in the group', async () => {
    const house = await begin()
    const { ref } = await closedPulse(house, 'confidential')
    const [{ member_id: memberId }] = await numbersOf(running.db.tx, ref, questions)
    let erased: Promise<number> | undefined
    await running.db.transaction(async (tx) => {
      await groupSome(tx, ref, null)
      erased = running.db.transaction((other) => eraseAnswersOf(other, ref.organisationId, memberId!))
      await new Promise((resolve) => setTimeout(resolve, 100))
    })
    await erased
    const left = await numbersOf(running.db.tx, ref, questions)
    assert.ok(left.length > 5)
    assert.ok(left.every(({ member_id: id }) => id !== memberId))
  })

  test('a part that failed is done again, and those before it are not', async () => {
    const house = await begin()
    const pulse = await closedPulse(house, 'confidential')
    const { path, ref } = pulse
    await turnTo(day(29))
    const answersBefore = await respondentsOf(running.db.tx, ref)
    const at = new Date(day(30))
    const part = (fault?: Error) =>
      running.db.transaction(async (tx) => {
        const did = await compactionTask.run(tx, at, [])
        if (fault) throw fault
        return did
      })
    const crash = new Error('killed')
    for (let step = 0; step < 20; step++) {
      await assert.rejects(part(crash), crash)
      assert.deepEqual(await respondentsOf(running.db.tx, ref), answersBefore)
      if ((await part()) === 0) break
    }
    assert.deepEqual(await hashes(path), noHashes)
    assert.equal(await count('receipt_proofs', path), 0)
    assert.equal(await count('answer_groups', path), 1)
    assert.deepEqual(await respondentsOf(running.db.tx, ref), answersBefore)
  })

  test('a held survey stays as it is, and groups go with the answers and with the survey', async () => {
    const house = await begin()
    const pulse = await closedPulse(house, 'anonymous')
    const { path } = pulse
    await bodyOf((await house.admin()).put(`/api/retention/holds/${pulse.id}`, { reason: 'A case' }))
    await turnTo(day(31))
    assert.ok((await hashes(path)).links > 0)
    await house.lift(pulse.id)
    await turnTo(day(32))
    assert.equal((await hashes(path)).links, 0)
    assert.equal(await count('answer_groups', path), 1)
    await turnTo(day(800))
    assert.equal(await count('answer_groups', path), 0)
    assert.ok((await count('proof_groups', path)) > 0, 'proofs stay as long as the survey')
    await run(running.db.tx, sql`update pulses set state = 'archived' where id = ${pulse.id}`)
    await bodyOf(house.author.delete(path), 204)
    await turnTo(day(840))
    const { rows } = await running.db.pool.query('select 1 from proof_groups where collection_id = $1', [
      pulse.ref.collectionId,
    ])
    assert.deepEqual(rows, [])
    assert.equal(await count('packed_recipients', path), 0)
  })

  test('nothing is put together while a process of an older release is connected', async () => {
    const house = await begin()
    const { path } = await closedPulse(house, 'confidential')
    const client = new pg.Client({ ...running.db.connection, application_name: 'sonde jobs' })
    await client.connect()
    try {
      await turnTo(day(31))
      assert.equal(await count('answer_groups', path), 0)
      assert.equal((await figureRows(path)).packed, 0)
      assert.equal(await count('packed_recipients', path), 0)
    } finally {
      await client.end()
    }
    await turnTo(day(32))
    assert.equal(await count('answer_groups', path), 1)
    assert.equal((await figureRows(path)).single, 0)
    assert.equal(await count('recipients', path), 0)
  })

  test('whose message waits keeps a row', async () => {
    const house = await begin()
    const { path, ref } = await closedPulse(house, 'confidential')
    await run(
      running.db.tx,
      sql`
        update deliveries
        set state = 'pending',
            next_attempt_at = ${new Date('2200-01-01')}
        where organisation_id = ${ref.organisationId}
          and collection_id = ${ref.collectionId}
          and member_id = (select min(member_id) from recipients where organisation_id = ${ref.organisationId} and collection_id = ${ref.collectionId})`,
    )
    const asked = await roster(ref)
    await turnTo(day(31))
    assert.equal(await count('recipients', path), 1)
    assert.deepEqual(await roster(ref), asked)
  })
})
