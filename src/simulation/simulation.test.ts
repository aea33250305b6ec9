/** The simulator over HTTP and on the command line: which teams would see what, before anybody is asked. */
import assert from 'node:assert/strict'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, suite, test } from 'node:test'
import { runSimulation, wordsOf } from '../cli/simulate.ts'
import { newId } from '../ids.ts'
import type { Problem } from '../problem.ts'
import { activated, instancesOf, weekly } from '../../test/support/recurring.ts'
import { type Client, eventually, links, newWorld, pulseDraft, type World } from '../../test/support/world.ts'

const path = '/api/confidentiality/simulate'

let world: World
let author: Client
let ids: { company: string; platform: string; small: string }
let named: string[]

const requestOf = (more: object = {}) => ({
  recipients: { team_ids: [ids.company] },
  response_rate: 0.9,
  ...more,
})

async function simulate(more: object = {}, by = author) {
  const reply = await by.post(path, requestOf(more))
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
}

const teamOf = (simulation: any, id: string) => simulation.teams.find((team: any) => team.team_id === id)

suite('the simulator', () => {
  before(async () => {
    world = await newWorld()
    author = await world.user()
    const company = await world.team('Company', 12)
    const platform = await world.team('Platform', 14, { parent: company.id })
    const small = await world.team('Small', 4, { parent: company.id })
    ids = { company: company.id, platform: platform.id, small: small.id }
    named = platform.members
    for (const [index, member] of [...company.members, ...platform.members].entries()) {
      const attributes = { site: index % 2 === 0 ? 'Berlin' : 'Porto', ...(index === 0 && { rare: 'alone' }) }
      await (await world.organisation()).patch(`/api/members/${member}`, { attributes })
    }
  })

  test('tells for each team how often it would see scores and comments, and whether its rate is shown', async () => {
    const simulation = await simulate()
    assert.deepEqual([simulation.recipients, simulation.runs], [30, 200])
    assert.deepEqual(
      simulation.teams.map(({ name, people, parent_team_id }: any) => [name, people, parent_team_id]),
      [
        ['Company', 30, null],
        ['Platform', 14, ids.company],
        ['Small', 4, ids.company],
      ],
    )
    const platform = teamOf(simulation, ids.platform)
    assert.ok(platform.scores > 0.95 && platform.comments > 0.7 && platform.response_rate)
    const small = teamOf(simulation, ids.small)
    assert.deepEqual([small.scores, small.comments, small.response_rate], [0, 0, false])
    assert.deepEqual([simulation.everyone.scores, simulation.everyone.comments], [1, 1])
    const sum = simulation.teams.reduce((all: number, team: any) => all + team.scores, 0)
    assert.ok(Math.abs(simulation.shown_expected - sum) < 0.01)
  })

  test('tells who will not be counted, because the question was asked before', async () => {
    const near = await world.team('Near', 8)
    const far = await world.team('Far', 7)
    const recipients = { team_ids: [near.id, far.id] }
    const questions = [{ id: 'calm', type: 'scale', text: 'How calm was the fair?', min: 1, max: 5 }]
    assert.equal((await simulate({ recipients, questions })).season, null)
    const { body } = await author.post('/api/pulses', { ...pulseDraft([near.id, far.id]), questions })
    assert.equal((await author.post(`/api/pulses/${body.id}/open`)).status, 200)

    const whole = await simulate({ recipients, questions })
    assert.deepEqual([whole.season.waiting, whole.season.sitting_out], [0, []])
    assert.ok(new Date(whole.season.ends_at) > new Date())
    const api = await world.organisation()
    for (const [at, team] of [near, near, far].entries())
      await api.post('/api/members', {
        name: `Late ${at}`,
        email: `late${at}@test.example`,
        team_ids: [team.id],
      })
    await api.delete(`/api/teams/${far.id}/members/${far.members[0]}`)
    const partly = await simulate({ recipients, questions })
    assert.equal(partly.season.waiting, 3)
    assert.deepEqual(partly.season.sitting_out, [{ team_id: far.id, people: 6 }])
    assert.equal(teamOf(partly, far.id).scores, 0)
    assert.ok(teamOf(partly, near.id).scores > 0.9)
    assert.equal((await simulate({ recipients })).season, null)
    const [missing, newcomers] = partly.hints.slice(-2)
    assert.match(missing, /^6 people will not be counted before \d{4}-\d\d-\d\d, .* \(Far\)/)
    assert.match(newcomers, /^3 newcomers will not be counted/)
  })

  test('sees that an edited question of a check-in is asked in its season', async () => {
    const team = await world.team('Rhythm', 8)
    const recipients = { team_ids: [team.id] }
    const question = { id: 'calm', type: 'scale', text: 'How calm was the rhythm?', min: 1, max: 5 }
    const draft = weekly([team.id], {
      questions: [question],
      visibility: 'private',
      recurrence: { rrule: 'FREQ=WEEKLY', starts_on: new Date().toISOString().slice(0, 10), time: '00:00' },
    })
    const { id: check_in_id } = await activated(author, draft)
    const instances = await eventually(
      () => instancesOf(author, `/api/check-ins/${check_in_id}`),
      (all) => all.length > 0,
    )
    if (instances[0].state === 'scheduled')
      await author.post(`/api/check-in-instances/${instances[0].id}/open`)
    const api = await world.organisation()
    await api.delete(`/api/teams/${team.id}/members/${team.members[0]}`)
    const questions = [{ ...question, text: 'Did the rhythm leave you calm?' }]
    assert.equal((await simulate({ recipients, questions })).season, null)
    const { season } = await simulate({ recipients, questions, check_in_id })
    assert.deepEqual(season.sitting_out, [{ team_id: team.id, people: 7 }])
    assert.deepEqual((await simulate({ recipients, check_in_id })).season, season)
    const others = await (await world.user()).post(path, requestOf({ check_in_id }))
    assert.deepEqual([others.status, others.body.errors[0].pointer], [422, '/check_in_id'])
  })

  test('says that figures by an attribute will not be shown where the season cannot be divided by it', async () => {
    const team = await world.team('Sites', 10)
    const recipients = { team_ids: [team.id] }
    const questions = [{ id: 'calm', type: 'scale', text: 'How calm was each site?', min: 1, max: 5 }]
    const api = await world.organisation()
    const setSites = async (inPorto: number): Promise<void> => {
      for (const [at, member] of team.members.entries())
        await api.patch(`/api/members/${member}`, { attributes: { site: at < inPorto ? 'Porto' : 'Berlin' } })
    }
    await setSites(5)
    const breakdown = { attribute: 'site' }
    const { body } = await author.post('/api/pulses', { ...pulseDraft([team.id]), questions })
    assert.equal((await author.post(`/api/pulses/${body.id}/open`)).status, 200)
    const said = ({ hints }: any) =>
      hints.some((hint: string) => /^No figures by site will be shown/.test(hint))
    assert.equal(said(await simulate({ recipients, questions, breakdown })), false)
    await setSites(3)
    assert.equal(said(await simulate({ recipients, questions, breakdown })), true)
  })

  test('tells which groups wait for the end of the quiet time after the season before', async () => {
    const other = await newWorld({ at: '2026-03-01T10:00:00Z' })
    const team = await other.team('Platform', 8)
    const questions = [{ id: 'calm', type: 'scale', text: 'Calm', min: 1, max: 5 }]
    const seasonAt = async (at: string): Promise<any> => {
      other.running.clock?.set(at)
      const asked = { recipients: { team_ids: [team.id] }, questions, response_rate: 0.9 }
      return (await (await other.user()).post(path, asked)).body.season
    }
    const openAt = async (at: string): Promise<void> => {
      other.running.clock?.set(at)
      const admin = await other.user({ role: 'admin' })
      const { body } = await admin.post('/api/pulses', { ...pulseDraft([team.id]), questions })
      assert.equal((await admin.post(`/api/pulses/${body.id}/open`)).status, 200)
    }
    assert.equal(await seasonAt('2026-03-01T10:00:00Z'), null)
    await openAt('2026-03-01T10:00:00Z')
    await openAt('2026-04-28T10:00:00Z')
    assert.equal(await seasonAt('2026-05-02T10:00:00Z'), null, 'nobody came or left')
    await (await other.organisation()).post('/api/members', { name: 'Nova', team_ids: [team.id] })
    const { quiet_until, sitting_out } = await seasonAt('2026-05-02T10:00:00Z')
    assert.deepEqual([quiet_until, sitting_out], ['2026-05-26T10:00:00Z', [{ team_id: team.id, people: 9 }]])
    assert.equal(await seasonAt('2026-05-27T10:00:00Z'), null)
  })

  test('gives the same bytes to the same request, for every caller who may simulate', async () => {
    const text = JSON.stringify(await simulate())
    for (const scope of ['pulses:read', 'checkins:read', 'checkins:write'] as const) {
      assert.equal(JSON.stringify(await simulate({}, await world.organisation([scope]))), text, scope)
    }
    const { mode: _mode, ...rest } = (await simulate({ confidentiality: { mode: 'anonymous' } }))
      .confidentiality
    assert.deepEqual(rest, {
      k_score: 5,
      k_comment: 10,
      k_rate: 5,
      audience: [],
      results_audience: 'everyone',
      results_readers: [],
      retention_days: null,
    })
  })

  test('agrees with what a collection then shows', async () => {
    const simulation = await simulate({ response_rate: 1, skip_rate: 0 })
    const { id } = (await author.post('/api/pulses', pulseDraft([ids.company]))).body
    await author.post(`/api/pulses/${id}/open`)
    for (const { url } of await links(author, `/api/pulses/${id}`)) {
      const answers = [
        { question_id: 'calm', value: 3 },
        { question_id: 'why', text: 'Too many meetings every day.' },
      ]
      await world.anyone.post(new URL(url).pathname, { answers })
    }
    await author.post(`/api/pulses/${id}/close`)
    const { teams } = (await author.get(`/api/pulses/${id}/results`)).body
    for (const { team_id, questions } of teams) {
      const { scores, comments } = teamOf(simulation, team_id)
      assert.equal(scores, questions && !questions[0].suppressed ? 1 : 0)
      assert.equal(comments, questions && !questions[1].suppressed ? 1 : 0)
    }
    assert.ok(
      teams.some(({ questions }: any) => questions) && teams.some(({ suppressed }: any) => suppressed),
    )
  })

  test('counts people where the pools of codes on paper would, and only where there are codes', async () => {
    const directory = await world.organisation()
    const unit = await world.team('Plant', 6)
    const crews: string[] = []
    for (const name of ['Early', 'Late']) {
      const crew = await world.team(name, 9, { parent: unit.id })
      const fitter = { channels: [{ type: 'code' }], team_ids: [crew.id] }
      for (let at = 0; at < 3; at++) {
        const added = await directory.post('/api/members', { name: `${name} ${at}`, ...fitter })
        assert.equal(added.status, 201)
      }
      crews.push(crew.id)
    }
    const confidentiality = { mode: 'anonymous' }
    const asking = { recipients: { team_ids: [unit.id] }, confidentiality }
    const scoresIn = (simulation: any): number[] =>
      [...crews, unit.id].map((id) => teamOf(simulation, id).scores)
    const mailed = await simulate(asking)
    assert.ok(scoresIn(mailed).every((share) => share > 0.5))
    const byCode = { ...asking, channels: ['email', 'code'] }
    const pooled = await simulate(byCode)
    // Three draw a code in each crew: five are needed, so everybody counts in the plant.
    assert.deepEqual(scoresIn(pooled), [0, 0, 1])
    assert.deepEqual([pooled.recipients, teamOf(pooled, crews[0]).people], [30, 12])
    assert.ok(pooled.hints.some((hint: string) => /^2 teams will have no figures of their own/.test(hint)))
    // Nothing but a pool moves anybody.
    const { hints: _hints, ...same } = await simulate({ ...byCode, channels: ['email'] })
    const { hints: _before, ...before } = mailed
    assert.deepEqual(same, before)
    const inConfidence = { ...byCode, confidentiality: { mode: 'confidential' } }
    assert.ok(scoresIn(await simulate(inConfidence)).every((share) => share > 0.5))

    // A survey that opens now does the same.
    const draft = pulseDraft([unit.id], { channels: ['email', 'code'], confidentiality })
    const { id } = (await author.post('/api/pulses', draft)).body
    assert.equal((await author.post(`/api/pulses/${id}/open`)).status, 200)
    const { rows } = await world.running.db.pool.query<{ team_id: string }>(
      'select team_id from collection_teams join pulses on pulses.collection_id = collection_teams.collection_id where pulses.id = $1 and not is_complete order by 1',
      [id],
    )
    assert.deepEqual(
      rows.map((row) => row.team_id),
      crews.toSorted(),
    )
    const { questions } = draft as any
    assert.deepEqual(
      scoresIn(await simulate({ ...byCode, questions })),
      [0, 0, 1],
      'in the season that it began',
    )
  })

  test('explains its figures in sentences', async () => {
    const { hints } = await simulate()
    assert.ok(
      hints.some((hint: string) => /^1 team of at most 4 members asked will usually see/.test(hint)),
      hints,
    )
    assert.ok(hints.some((hint: string) => /A lower threshold is not possible here: 5 .* 10/.test(hint)))
    assert.ok(
      hints.some((hint: string) => /a team needs about \d+ people to see scores, and \d+ to read/.test(hint)),
    )
    const few = await simulate({ recipients: { member_ids: named.slice(0, 6) }, response_rate: 0.5 })
    assert.ok(
      few.hints.some((hint: string) => /^Ask at least \d+ people: else scores/.test(hint)),
      few.hints,
    )
    const open = await simulate({ confidentiality: { mode: 'attributed' } })
    assert.match(open.hints[0], /^Attributed: the author and 0 named readers see each answer with its name/)
    assert.deepEqual((await simulate({ recipients: {} })).hints, ['There is nobody to ask.'])
    const raised = await simulate({ confidentiality: { mode: 'anonymous', k_score: 8 } })
    assert.ok(!raised.hints.some((hint: string) => hint.includes('not possible here')))
  })

  test('shows the values of an attribute that enough people have, and of the others only the number of people', async () => {
    const simulation = await simulate({ breakdown: { attribute: 'site' } })
    const values = [
      { value: 'Berlin', people: 13 },
      { value: 'Porto', people: 13 },
    ]
    assert.deepEqual(simulation.breakdown, { attribute: 'site', values, others: 4 })
    assert.deepEqual({ ...simulation, breakdown: null, hints: [] }, { ...(await simulate()), hints: [] })
    const rare = await simulate({ breakdown: { attribute: 'rare' } })
    assert.deepEqual(rare.breakdown, { attribute: 'rare', values: [], others: 30 })
    assert.ok(
      rare.hints.some((hint: string) =>
        /^Opening will be refused\. Fewer than two values of rare/.test(hint),
      ),
    )
    assert.ok(!JSON.stringify(rare).includes('alone'))
  })

  test('names what is unknown, or below the organisation’s minimum', async () => {
    const other = await newWorld()
    const team = await other.team('Theirs', 1)
    for (const [body, pointer, code] of [
      [{ recipients: { team_ids: [newId('team')] } }, '/recipients/team_ids/0', 'unknown'],
      [{ recipients: { team_ids: [team.id] } }, '/recipients/team_ids/0', 'unknown'],
      [{ recipients: { member_ids: [team.members[0]] } }, '/recipients/member_ids/0', 'unknown'],
      [
        { confidentiality: { mode: 'attributed', audience: [newId('user')] } },
        '/confidentiality/audience/0',
        'unknown',
      ],
    ] as const) {
      const reply = await author.post(path, requestOf(body))
      assert.equal(reply.status, 422, JSON.stringify(reply.body))
      assert.deepEqual([reply.body.errors[0].pointer, reply.body.errors[0].code], [pointer, code])
    }
    for (const rate of [0, -0.5, 1.01, '0.7', null]) {
      assert.equal((await author.post(path, requestOf({ response_rate: rate }))).status, 400)
    }
  })

  test('changes nothing, and leaves nothing behind', async () => {
    // An organisation of its own: no survey of the tests above is still being closed or analysed there.
    const quiet = await newWorld()
    const { id } = await quiet.team('Quiet', 12)
    const caller = await quiet.user()
    const count = async () =>
      (
        await quiet.running.db.pool.query(
          `select sum(rows) as count from (
            select count(*) as rows from collections where organisation_id = $1
            union all select count(*) from events where organisation_id = $1
            union all select count(*) from audit_events where organisation_id = $1
          ) as counts`,
          [quiet.organisationId],
        )
      ).rows[0].count
    const before = await count()
    await simulate({ recipients: { team_ids: [id] } }, caller)
    assert.equal(await count(), before)
  })

  test('is a table on the command line', async () => {
    const { db } = world.running
    const command = {
      organisation: world.organisationId,
      team: [ids.company],
      member: [],
      rate: '0.9',
      skip: '0.05',
      mode: 'confidential',
    }
    const simulation = await runSimulation(db, command)
    assert.deepEqual(simulation, await simulate())
    const lines = wordsOf(simulation)
    assert.match(lines[0], /^ +people +scores +comments +rate$/)
    assert.match(lines[1], /^Everyone +30 +100 % +100 % +shown$/)
    assert.match(lines[3], /^ {4}Platform +14 +\d+ % +\d+ % +shown$/)
    assert.match(lines[4], /^ {4}Small +4 +0 % +0 % +–$/)
    assert.ok(lines.includes('Shares of 200 runs in which a team is shown.'))
    assert.ok(
      wordsOf(await runSimulation(db, { ...command, by: 'site' })).includes(
        'By site: Berlin 13, Porto 13, others 4',
      ),
    )

    const file = join(await mkdtemp(join(tmpdir(), 'sonde-questions-')), 'questions.json')
    const questions = [{ id: 'calm', type: 'scale', text: 'How calm was the company?', min: 1, max: 5 }]
    await writeFile(file, JSON.stringify(questions))
    assert.equal((await runSimulation(db, { ...command, questions: file })).season, null)
    const { body } = await author.post('/api/pulses', { ...pulseDraft([ids.company]), questions })
    await author.post(`/api/pulses/${body.id}/open`)
    assert.equal((await runSimulation(db, { ...command, questions: file })).season?.waiting, 0)

    const refused = async (more: object): Promise<string> =>
      runSimulation(db, { ...command, ...more }).then(
        () => assert.fail('the command was accepted'),
        (error: Problem) => error.code,
      )
    assert.equal(await refused({ rate: '1.5' }), 'invalid_request')
    assert.equal(await refused({ rate: 'often' }), 'invalid_request')
    assert.equal(await refused({ mode: 'secret' }), 'invalid_request')
    assert.equal(await refused({ kScore: 'x' }), 'invalid_request')
    assert.equal(await refused({ questions: `${file}.none` }), 'invalid_request')
    await writeFile(file, '[{"id": "calm", "type": "scales"}]')
    assert.equal(await refused({ questions: file }), 'invalid_request')
    assert.equal(await refused({ checkIn: 'chk_none' }), 'unprocessable')
    assert.equal(await refused({ kScore: '3' }), 'unprocessable')
    assert.equal(await refused({ organisation: 'org_none' }), 'not_found')
    assert.equal(await refused({ team: ['tem_none'] }), 'unprocessable')
  })
})
