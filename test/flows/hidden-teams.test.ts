/** What a reader of a hidden team gets, and what is counted nowhere: through HTTP, from opening to results. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { int8, shape } from '../../src/db/shape.ts'
import { only, sql } from '../../src/db/db.ts'
import { type Client, eventually, links, newWorld, pulseDraft, type World } from '../support/world.ts'

let world: World
let author: Client

before(async () => {
  world = await newWorld()
  author = await world.user({ role: 'admin' })
})

let serial = 0

/** A question of its own: one that was asked before counts people where they counted then. */
const questions = () => [
  { id: 'calm', type: 'scale', text: `I could work calmly ${++serial}`, min: 1, max: 5 },
  { id: 'why', type: 'text', text: `What got in the way? ${serial}` },
]

/** A closed and analysed pulse, answered by these people. */
async function closedPulse(teams: string[], answering: readonly string[], mode: string) {
  const draft = pulseDraft(teams, { confidentiality: { mode }, questions: questions() })
  const { id } = (await author.post('/api/pulses', draft)).body
  const path = `/api/pulses/${id}`
  assert.equal((await author.post(`${path}/open`)).status, 200)
  for (const [index, { member_id, url }] of (await links(author, path)).entries()) {
    if (!answering.includes(member_id)) continue
    const answers = [
      { question_id: 'calm', value: 1 + (index % 5) },
      { question_id: 'why', text: `Too many meetings, says number ${index}.` },
    ]
    assert.equal((await world.anyone.post(new URL(url).pathname, { answers })).status, 201)
  }
  assert.equal((await author.post(`${path}/close`)).status, 200)
  const { body } = await eventually(
    () => author.get(`${path}/results`),
    (reply) => ['available', 'insufficient'].includes(reply.body.results_status),
  )
  return { id, results: body }
}

test('a hidden team says where its answers are counted, and has the figure of the shown teams inside it', async () => {
  const department = await world.team('Development', 0)
  const apps = await world.team('Apps', 7, { parent: department.id })
  const design = await world.team('Design', 3, { parent: department.id })
  const sales = await world.team('Sales', 9)
  const legal = await world.team('Legal', 4)
  const teams = [department, sales, legal].map(({ id }) => id)
  for (const inDesign of [1, 2, 3]) {
    const answering = [...apps.members.slice(1), ...sales.members.slice(1), ...legal.members]
    const { id, results } = await closedPulse(
      teams,
      [...answering, ...design.members.slice(0, inDesign)],
      'confidential',
    )
    const of = (team: { id: string }): any => results.teams.find(({ team_id }: any) => team_id === team.id)
    assert.deepEqual([of(apps).questions[0].n, of(sales).questions[0].n], [6, 8])
    for (const team of [design, legal]) {
      const { suppressed, counted_in } = of(team)
      assert.deepEqual({ suppressed, counted_in }, { suppressed: true, counted_in: null })
    }
    // Development holds Apps, which is shown, and Design, which is too small.
    const [calm, why] = of(department).questions
    const { without_small_teams, counted_in, ...figure } = calm
    assert.deepEqual([without_small_teams, counted_in], [true, null])
    assert.deepEqual(figure, of(apps).questions[0])
    assert.deepEqual([why.suppressed, why.counted_in], [true, null])

    const responsesOf = async ({ id }: { id: string }): Promise<any> =>
      (await author.get(`/api/teams/${id}/responses`)).body.responses[0]
    for (const team of [apps, department])
      assert.deepEqual((await responsesOf(team)).questions, of(team).questions)
    for (const team of [design, legal]) {
      const { suppressed, counted_in } = await responsesOf(team)
      assert.deepEqual({ suppressed, counted_in }, { suppressed: true, counted_in: null })
    }

    // Lists of figures say the same.
    const listed = async (list: string, team: { id: string }): Promise<any[]> =>
      (await author.get(`/api/insights/${list}?pulse_id=${id}&team_id=${team.id}`)).body[list]
    const [scores] = await listed('scores', department)
    assert.equal('suppressed' in scores, false)
    const [score] = scores.questions
    assert.deepEqual(
      [score.without_small_teams, score.counted_in, score.n, score.mean],
      [true, null, calm.n, calm.mean],
    )
    assert.equal('without_small_teams' in (await listed('scores', apps))[0].questions[0], false)
    for (const list of ['scores', 'sentiment', 'participation'])
      for (const team of [design, legal]) {
        const [entry] = await listed(list, team)
        const { scope: _scope, title: _title, closed_at: closed, released_at: released, ...told } = entry
        assert.ok(released >= closed, list)
        const noFigure = list === 'participation' ? { participation: null } : { questions: [] }
        assert.deepEqual(told, { suppressed: true, counted_in: null, ...noFigure }, list)
      }
    const {
      without_small_teams: _part,
      counted_in: _rest,
      ...rate
    } = (await listed('participation', department))[0].participation
    assert.equal(rate.recipients, 7)
  }
})

for (const mode of ['anonymous', 'confidential', 'attributed'])
  test(`where all answer, one answer is left out of everything but attributed figures, ${mode}`, async () => {
    const team = await world.team(`All ${mode}`, 12)
    const { id, results } = await closedPulse([team.id], team.members, mode)
    const counted = mode === 'attributed' ? 12 : 11
    const { responded, responded_max } = results.response_summary
    assert.deepEqual([responded, responded_max], [counted, 12])
    const [calm, why] = results.questions
    assert.deepEqual([calm.n, why.n, why.comments.length], [counted, counted, counted])
    const [{ questions }] = (await author.get(`/api/insights/sentiment?pulse_id=${id}`)).body.sentiment
    assert.equal(questions[0].n, counted)
    const [{ participation }] = (await author.get(`/api/insights/participation?pulse_id=${id}`)).body
      .participation
    assert.deepEqual([participation.responded, participation.responded_max], [counted, 12])
    const { body } = await author.get(`/api/insights?pulse_id=${id}&kind=participation`)
    const rate = mode === 'attributed' ? '100% answered, 12 of 12.' : '11 or 12 of 12 answered.'
    assert.equal(body.insights[0].statement, rate)
    // What is not counted is not stored: whatever is computed later counts the same people.
    const { stored } = await only(
      world.running.db.tx,
      shape({ stored: int8 }),
      sql`
        select count(*) as stored
        from responses r
        join collections c on c.organisation_id = r.organisation_id and c.id = r.collection_id
        where c.owner_id = ${id}`,
    )
    assert.equal(stored, counted)
  })

test('a single answer of a group looks like none', async () => {
  const looks = new Set<string>()
  const shown = await world.team('Shown', 8)
  const silent = await world.team('Silent', 6)
  for (const mode of ['anonymous', 'confidential']) {
    for (const answers of [0, 1]) {
      const { results } = await closedPulse(
        [shown.id, silent.id],
        [...shown.members.slice(1, 7), ...silent.members.slice(0, answers)],
        mode,
      )
      looks.add(
        JSON.stringify([
          results.response_summary,
          results.questions[0].n,
          results.teams.map(({ name, questions, suppressed }: any) => [name, questions?.[0].n, suppressed]),
        ]),
      )
    }
  }
  const [look, ...others] = looks
  assert.deepEqual(others, [])
  assert.ok(look.includes('"responded":6,"responded_max":7'))
})

test('an attribute is shown instead of teams where both would single people out', async () => {
  const [one, two] = [await world.team('North', 10), await world.team('South', 10)]
  const locate = (member: string, location: string) =>
    author.patch(`/api/members/${member}`, { attributes: { location } })
  for (const [at, member] of one.members.entries()) await locate(member, at === 0 ? 'Porto' : 'Berlin')
  for (const [at, member] of two.members.entries()) await locate(member, at === 0 ? 'Berlin' : 'Porto')
  const draft = async (breakdown: object) => {
    const { body } = await author.post(
      '/api/pulses',
      pulseDraft([one.id, two.id], { breakdown, questions: questions() }),
    )
    return `/api/pulses/${body.id}`
  }
  const refused = await author.post(`${await draft({ attribute: 'location' })}/open`)
  assert.equal(refused.status, 422)
  assert.match(refused.body.detail, /fewer than 5 people of a value.*breakdown\.instead_of_teams/)

  const path = await draft({ attribute: 'location', instead_of_teams: true })
  assert.equal((await author.post(`${path}/open`)).status, 200)
  const promise = (await author.get(`${path}/confidentiality`)).body
  assert.ok(promise.details.some((line: string) => line.includes('by location instead of by team')))
  for (const [index, { url }] of (await links(author, path)).entries())
    await world.anyone.post(new URL(url).pathname, {
      answers: [{ question_id: 'calm', value: 1 + (index % 5) }],
    })
  await author.post(`${path}/close`)
  const { body: results } = await eventually(
    () => author.get(`${path}/results`),
    (reply) => reply.body.results_status === 'available',
  )
  assert.deepEqual(
    results.breakdown.groups.map(({ values, questions }: any) => [values, questions[0].n]),
    [
      [['Berlin'], 9],
      [['Porto'], 9],
    ],
  )
  for (const { suppressed, counted_in } of results.teams)
    assert.deepEqual({ suppressed, counted_in }, { suppressed: true, counted_in: null })
})
