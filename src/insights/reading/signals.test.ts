/** Signals of what is open, and who sees which figures. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { bodyOf } from '../../../test/support/clockwork.ts'
import { type Client, client, links } from '../../../test/support/world.ts'
import { analysed, answer, newStory, type Story } from '../../../test/support/story.ts'

let story: Story

before(async () => {
  story = await newStory()
})

suite('signals of an open attributed collection', () => {
  const signals = (id: string, api: Client = story.author) => api.get(`/api/insights/signals?pulse_id=${id}`)
  const loadIn = (body: any): any => body.groups.find((one: any) => one.team_id === null)?.scores[0]

  test('change with each answer, and when one is changed or withdrawn', async () => {
    const people = [...story.teams.top.members]
    const id = await story.attributedPulse(people.slice(0, 4))
    assert.deepEqual((await signals(id)).body, { answers: 0, groups: [] })
    const all = await links(story.author, `/api/pulses/${id}`)
    const linkOf = (member: string): string => all.find(({ member_id }) => member_id === member)!.url
    const receipt = await answer(story.world, linkOf(people[4]), 1)
    const five = (await signals(id)).body
    assert.deepEqual([five.answers, loadIn(five).n, loadIn(five).mean], [5, 5, 3.4])
    assert.deepEqual(five.groups[0].sentiment, [])
    await bodyOf(
      story.world.anyone.patch(`/receipts/${receipt}`, { answers: [{ question_id: 'load', value: 5 }] }),
    )
    assert.deepEqual([loadIn((await signals(id)).body).mean, (await signals(id)).body.answers], [4.2, 5])
    for (const member of people.slice(5, 12)) await answer(story.world, linkOf(member), 2)
    const many = (await signals(id)).body
    assert.equal(many.answers, 12)
    assert.equal(many.groups[0].sentiment[0].n, 11)
    assert.ok(many.groups[0].drivers.find(({ driver }: any) => driver === 'workload').text.people >= 3)
    assert.equal((await story.world.anyone.delete(`/receipts/${receipt}`)).status, 204)
    assert.equal((await signals(id)).body.answers, 11)
  })

  test('drop the answers of an erased person, and count nobody twice for readers at the same time', async () => {
    const id = await story.attributedPulse(story.teams.top.members)
    const both = await Promise.all([signals(id), signals(id), signals(id)])
    assert.deepEqual(
      both.map(({ body }) => body.answers),
      [12, 12, 12],
    )
    await bodyOf(story.program.post(`/api/members/${story.teams.top.members[0]}/erase`))
    const { body } = await signals(id)
    assert.deepEqual([body.answers, loadIn(body).n, loadIn(body).mean], [11, 11, 4])
  })

  test('hold every answer once where more come than are read at a time', async () => {
    const id = await story.attributedPulse(story.teams.inner.members)
    const more = 2_345
    // As answering stores them; thousands of people would take minutes to answer through the API.
    const { rowCount } = await story.world.running.db.pool.query(
      `insert into responses (organisation_id, collection_id, id, respondent_key, team_id, answers, state, submitted_at, unfolded)
       select r.organisation_id, r.collection_id, 'rsp_' || lpad(n::text, 26, '0'), sha256(n::text::bytea), r.team_id, r.answers, 'submitted',
              r.submitted_at, true
       from responses r, pulses p, generate_series(1, ${more}) n
       where p.id = $1 and r.organisation_id = p.organisation_id and r.collection_id = p.collection_id
         and r.id = (select min(id) from responses where collection_id = p.collection_id)`,
      [id],
    )
    assert.equal(rowCount, more)
    const { body } = await signals(id)
    assert.deepEqual([body.answers, loadIn(body).n], [11 + more, 11 + more])
    assert.equal((await signals(id)).body.answers, 11 + more)
  })

  test('need the scope to read answers: an application that may read insights alone is refused', async () => {
    const id = await story.attributedPulse(story.teams.inner.members)
    const { world, author } = story
    const expiresAt = new Date('2027-10-11T12:00:00Z')
    const through = async (scope: 'insights:read' | 'responses:read'): Promise<Client> =>
      client(world.url, await world.token({ userId: author.userId, scopes: [scope], expiresAt }))
    const refused = await signals(id, await through('insights:read'))
    assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_scope'])
    assert.equal((await signals(id, await through('responses:read'))).status, 200)
  })

  test('are open to the readers that the promise names, and to nobody else', async () => {
    const id = await story.attributedPulse(story.teams.inner.members)
    assert.equal((await signals(id)).body.answers, 11)
    const other = await signals(id, story.colleague)
    assert.deepEqual([other.status, other.body.code], [403, 'not_in_audience'])
    assert.equal((await signals(id, story.program)).body.code, 'user_identity_required')
    for (const list of ['scores', 'sentiment', 'participation'])
      assert.deepEqual((await story.read(list, `?pulse_id=${id}`, story.author))[list], [])
    const confidential = await story.attributedPulse([], { confidentiality: { mode: 'confidential' } })
    const refused = await signals(confidential)
    assert.deepEqual([refused.status, refused.body.code], [409, 'names_not_promised'])
    await bodyOf(story.author.post(`/api/pulses/${id}/close`))
    assert.equal((await signals(id)).body.code, 'collection_closed')
    const { rows } = await story.world.running.db.pool.query(
      'select from live_answers l join collections c on c.id = l.collection_id where c.owner_id = $1',
      [id],
    )
    assert.equal(rows.length, 0)
  })
})

suite('who sees what', () => {
  test('private figures are in the lists of their author alone', async () => {
    const id = await story.attributedPulse(story.teams.inner.members, {
      visibility: 'private',
      confidentiality: { mode: 'confidential' },
    })
    await bodyOf(story.author.post(`/api/pulses/${id}/close`))
    await analysed(story.author, `/api/pulses/${id}/results`)
    for (const list of ['scores', 'enps', 'sentiment', 'drivers', 'themes', 'participation']) {
      assert.ok((await story.read(list, `?pulse_id=${id}`, story.author))[list].length > 0, list)
      for (const api of [story.program, story.colleague]) {
        assert.ok(!JSON.stringify(await story.read(list, '?limit=200', api)).includes(id), list)
        assert.deepEqual((await story.read(list, `?pulse_id=${id}`, api))[list], [])
      }
    }
    const refused = await story.colleague.post('/api/insights/recompute', { pulse_id: id })
    assert.deepEqual([refused.status, refused.body.code], [422, 'unprocessable'])
  })

  test('the audit log records each reader of figures once a day', async () => {
    const { rows } = await story.world.running.db.pool.query(
      `select distinct detail ->> 'operation' as operation
       from audit_events
       where organisation_id = $1 and action = 'figures.read'`,
      [story.world.organisationId],
    )
    const operations = new Set(rows.map((row: any) => row.operation))
    for (const operation of ['listScores', 'listSentiment', 'listDrivers'])
      assert.ok(operations.has(operation), operation)
    await story.read('trends')
    const trends = await story.world.running.db.pool.query(
      `select distinct measure
       from audit_events, jsonb_array_elements_text(detail -> 'measures') as measure
       where organisation_id = $1 and action = 'figures.read' and detail ->> 'operation' = 'listTrends'
       order by measure`,
      [story.world.organisationId],
    )
    assert.deepEqual(
      trends.rows.map((row: any) => row.measure),
      ['drivers', 'question:load', 'question:more', 'question:recommend', 'sentiment:more'],
      'of texts as well',
    )
  })
})
