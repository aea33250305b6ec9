/** What authors, readers and respondents are told of a season: when it began, when it ends, and why somebody is not counted in it. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { suite, test } from 'node:test'
import { type Db, many, only, run, sql } from '../../src/db/db.ts'
import { shapeOf, text } from '../../src/db/shape.ts'
import { recipients, seatQuestions } from '../../src/db/tables.ts'
import { keyEarlierWordings } from '../../src/seats/seats.ts'
import { bodyOf } from '../support/clockwork.ts'
import { type Client, links, newWorld, pulseDraft, type World } from '../support/world.ts'

const began = '2026-03-01T10:00:00Z'
const questions = [{ id: 'calm', type: 'scale', text: 'I could work calmly', min: 1, max: 5 }]

/** @returns path of an open survey of these teams */
async function ask(author: Client, teamIds: string[], more: Record<string, unknown> = {}): Promise<string> {
  const draft = pulseDraft(teamIds, { questions, confidentiality: { mode: 'confidential' }, ...more })
  const { id } = await bodyOf(author.post('/api/pulses', draft), 201)
  await bodyOf(author.post(`/api/pulses/${id}/open`))
  return `/api/pulses/${id}`
}

async function surveyFor(world: World, author: Client, path: string, member: string): Promise<any> {
  const link = (await links(author, path)).find(({ member_id }) => member_id === member)
  return bodyOf(world.anyone.get(new URL(link!.url).pathname, { accept: 'application/json' }))
}

async function begin() {
  const world = await newWorld({ at: began })
  const author = await world.user({ role: 'admin' })
  const team = await world.team('Platform', 7)
  const far = await world.team('Far', 8)
  const turnTo = (at: string): void => world.running.clock?.set(at)
  return { world, author, team, far, turnTo }
}

/** What the migration does with the keys of questions that were asked before it. */
async function makeKeysAnew(db: Db): Promise<void> {
  const folder = new URL('../../migrations/', import.meta.url)
  const name = (await readdir(folder)).find((file) => file.endsWith('_season_dates.sql')) ?? ''
  const text = await readFile(new URL(name, folder), 'utf8')
  const statements = text.slice(text.indexOf('create temporary table wordings')).split(';\n')
  await db.transaction(async (tx) => {
    for (const statement of statements) if (statement.trim() !== '') await run(tx, sql`${sql.raw(statement)}`)
  })
}

suite('a season', () => {
  test('is dated in the results and in the promise of all its surveys', async () => {
    const { world, author, team, far, turnTo } = await begin()
    const first = await ask(author, [team.id, far.id])
    await bodyOf(author.post(`${first}/close`))
    turnTo('2026-03-20T10:00:00Z')
    const fresh = await world.user({ role: 'admin' })
    const second = await ask(fresh, [team.id, far.id])
    const survey = await surveyFor(world, fresh, second, team.members[0])
    const season = { began_at: '2026-03-01T10:00:00Z', ends_at: '2026-04-30T10:00:00Z' }
    assert.deepEqual(survey.confidentiality.season, season)
    assert.ok(
      survey.confidentiality.details.some((line: string) => /as of 1 March 2026.*30 April 2026/.test(line)),
      JSON.stringify(survey.confidentiality.details),
    )
    await bodyOf(fresh.post(`${second}/close`))
    for (const path of [first, second])
      assert.deepEqual((await bodyOf(fresh.get(`${path}/results`))).season, season)
  })

  test('has no date where fewer people than the smallest group are the first to be asked', async () => {
    const { author, world } = await begin()
    const { id } = await world.team('Small', 3)
    const path = await ask(author, [id], { confidentiality: { mode: 'attributed' } })
    assert.equal((await bodyOf(author.get(`${path}/results`))).season, null)
  })

  test('tells newcomers and people of a group that lacks somebody apart, each with a date', async () => {
    const { world, author, team, far, turnTo } = await begin()
    const first = await ask(author, [team.id, far.id])
    await bodyOf(author.post(`${first}/close`))
    turnTo('2026-03-20T10:00:00Z')
    const fresh = await world.user({ role: 'admin' })
    const { id: newcomer } = await bodyOf(
      fresh.post('/api/members', { name: 'Nova', team_ids: [team.id] }),
      201,
    )
    const [absent] = far.members
    const path = await ask(fresh, [], {
      recipients: { team_ids: [team.id, far.id], excluded_member_ids: [absent] },
    })
    const of = async (member: string) => {
      const { is_counted, not_counted } = await surveyFor(world, fresh, path, member)
      assert.equal(is_counted, not_counted === null)
      return not_counted
    }
    assert.equal(await of(team.members[0]), null)
    const joined = await of(newcomer)
    assert.deepEqual([joined.reason, joined.since], ['newcomer', '2026-03-01T10:00:00Z'])
    assert.match(joined.sentence, /not invited on 1 March 2026/)
    const missing = await of(far.members[1])
    assert.deepEqual([missing.reason, missing.until], ['missing', '2026-04-30T10:00:00Z'])
    assert.match(missing.sentence, /isn’t invited this time.*30 April 2026/)
  })

  test('tells people of a group that waits for the end of the quiet time when that is', async () => {
    const { world, author, far, turnTo } = await begin()
    const first = await ask(author, [far.id])
    await bodyOf(author.post(`${first}/close`))
    turnTo('2026-04-28T10:00:00Z')
    const fresh = await world.user({ role: 'admin' })
    const second = await ask(fresh, [far.id])
    await bodyOf(fresh.post(`${second}/close`))
    turnTo('2026-05-02T10:00:00Z')
    const last = await world.user({ role: 'admin' })
    await bodyOf(last.post('/api/members', { name: 'Nova', team_ids: [far.id] }), 201)
    const path = await ask(last, [far.id])
    const { not_counted } = await surveyFor(world, last, path, far.members[0])
    assert.deepEqual([not_counted.reason, not_counted.until], ['quiet', '2026-05-26T10:00:00Z'])
    assert.match(not_counted.sentence, /until 26 May 2026/)
  })

  test('goes on where a question was asked before keys were made of words alone', async () => {
    const { world, author, team, far } = await begin()
    const { organisationId, running } = world
    const first = await ask(author, [team.id, far.id])
    await bodyOf(author.post(`${first}/close`))
    await makeKeysAnew(running.db)
    assert.equal(await keyEarlierWordings(running.db), 1)
    assert.equal(await keyEarlierWordings(running.db), 0)
    const row = shapeOf(seatQuestions, ['question_key', 'ledger_id'])
    const keys = await many(
      running.db.tx,
      row,
      sql`select question_key, ledger_id from seat_questions where organisation_id = ${organisationId}`,
    )
    assert.equal(keys.length, 2)
    const path = await ask(author, [], {
      recipients: { team_ids: [team.id, far.id], excluded_member_ids: [far.members[0]] },
    })
    const counted = await only(
      running.db.tx,
      shapeOf(recipients, [], { count: text }),
      sql`
        select count(*)::text as count
        from recipients r
        join collections c on c.organisation_id = r.organisation_id and c.id = r.collection_id
        where r.organisation_id = ${organisationId}
          and c.owner_id = ${path.slice('/api/pulses/'.length)}
          and r.is_counted`,
    )
    assert.equal(counted.count, '7')
  })
})
