/** Past surveys: imported from a file, through the same gate, once. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { exists, many, sql } from '../db/db.ts'
import { int8, shape, shapeOf } from '../db/shape.ts'
import { auditEvents, cells, recipients } from '../db/tables.ts'
import { newHistory, survey } from '../../test/support/past-surveys.ts'

type History = Awaited<ReturnType<typeof newHistory>>
let it: History

const questions = {
  load: { text: 'My workload is manageable', driver: 'workload' },
  why: { text: 'What gets in your way?', intent: 'improve' },
}

/** Twelve people of a large team and three of a small one below the same head. */
const teamOf = (i: number): string => (i < 12 ? 'Engineering/Platform' : 'Engineering/Tools')

const countsOf = async ({ world }: History) =>
  (
    await many(
      world.running.db.tx,
      shape({ rows: int8 }),
      sql`
        select count(*) as rows from check_ins where organisation_id = ${world.organisationId}
        union all
        select count(*) from collections where organisation_id = ${world.organisationId}
        union all
        select count(*) from teams where organisation_id = ${world.organisationId}
        union all
        select count(*) from events where organisation_id = ${world.organisationId}`,
    )
  ).map(({ rows }) => rows)

suite('past surveys', () => {
  before(async () => {
    it = await newHistory()
  })

  test('periods become closed instances of a paused check-in, in order, with insights that compare', async () => {
    const rows = [
      ...survey('2019-H1', 15, 4, teamOf),
      ...survey('2019-H2', 15, 4, teamOf),
      ...survey('2020-Q3', 15, 2, teamOf),
    ]
    const done = await it.done(it.lines([{ questions }, ...rows]))
    assert.deepEqual(
      [done.rows, done.instances_created, done.respondents, done.answers, done.teams_created, done.left_out],
      [90, 3, 45, 90, 3, 0],
    )
    assert.deepEqual(
      done.instances.map((one: any) => [one.period, one.local_date, one.state, one.results_status]),
      [
        ['2019-H1', '2019-01-01', 'created', 'available'],
        ['2019-H2', '2019-07-01', 'created', 'available'],
        ['2020-Q3', '2020-07-01', 'created', 'available'],
      ],
    )
    const { body: checkIn } = await it.author.get(`/api/check-ins/${done.check_in_id}`)
    assert.deepEqual([checkIn.state, checkIn.confidentiality.mode], ['paused', 'confidential'])
    assert.equal(checkIn.recurrence.rrule, 'FREQ=MONTHLY;INTERVAL=6')
    const [last, , first] = await it.instances(done.check_in_id)
    assert.deepEqual(
      [first, last].map((one) => [one.local_date, one.state, one.reason, one.opened_at.slice(0, 10)]),
      [
        ['2019-01-01', 'closed', 'imported', '2019-01-01'],
        ['2020-07-01', 'closed', 'imported', '2020-07-01'],
      ],
    )
    const found = (await it.insights(last.id)).find(
      (one) => one.kind === 'driver' && one.subject === 'workload' && one.scope.team_id === null,
    )
    const previous = found.evidence.find((one: any) => one.comparison === 'previous')
    assert.ok(previous.difference < -1 && previous.p_adjusted < 0.05, JSON.stringify(found))
  })

  test('the gate hides small teams and the remainders that would reveal them', async () => {
    const { check_in_id: id } = await it.done(
      it.lines(survey('2019-H1', 15, 4, teamOf), { ...it.titled, title: 'Small' }),
    )
    const [instance] = await it.instances(id)
    const results = await it.results(instance.id)
    const teams = results.teams.map((team: any) => [team.name, team.suppressed ?? false])
    assert.deepEqual(teams, [
      ['Engineering', false],
      ['Platform', true],
      ['Tools', true],
    ])
    assert.equal(results.response_summary.response_rate, null, 'who was asked is not known')
    assert.equal(instance.response_summary.response_rate, null)
    assert.ok(!(await it.insights(instance.id)).some(({ kind }) => kind === 'participation'))
    const few = await it.done(it.lines(survey('2018', 4, 4), { title: 'Few' }))
    assert.equal(few.instances[0].results_status, 'insufficient')
    const [hidden] = await it.instances(few.check_in_id)
    assert.ok(
      (await it.results(hidden.id)).questions.every((one: any) => one.suppressed && one.n === undefined),
    )
    const kept = await many(
      it.world.running.db.tx,
      shapeOf(cells, ['measure']),
      sql`
        select c.measure
        from cells c
        join check_in_instances i on i.organisation_id = c.organisation_id and i.collection_id = c.collection_id
        where i.id = ${hidden.id}
          and c.size > 0
          and c.measure <> 'respondents'`,
    )
    assert.deepEqual(kept, [])
  })

  test('importing the same file again adds nothing, a longer one adds what is new', async () => {
    const own = await newHistory()
    const [first, second] = [survey('2021-01', 8, 3, teamOf), survey('2021-02', 8, 3, teamOf)]
    const once = await own.done(own.lines(first))
    const before = await countsOf(own)
    const again = await own.done(own.lines(first))
    assert.deepEqual(
      [again.instances_created, again.instances_unchanged, again.check_in_id],
      [0, 1, once.check_in_id],
    )
    assert.deepEqual(await countsOf(own), before)
    const more = await own.done(own.lines([...first, ...second]))
    assert.deepEqual(
      [more.instances_created, more.instances_unchanged, more.check_in_id],
      [1, 1, once.check_in_id],
    )
    assert.equal((await own.instances(once.check_in_id)).length, 2)
  })

  test('a dry run reports the same and writes nothing', async () => {
    const own = await newHistory()
    const before = await countsOf(own)
    const rows = survey('2021-01', 8, 3, teamOf)
    const { dry_run, instances, check_in_id, ...counts } = await own.done(
      own.lines(rows, { ...own.titled, dry_run: 'true' }),
    )
    assert.deepEqual([dry_run, check_in_id, instances[0].check_in_instance_id], [true, null, null])
    assert.deepEqual(await countsOf(own), before)
    const done = await own.done(own.lines(rows))
    for (const [name, value] of Object.entries(counts)) assert.deepEqual(done[name], value, name)
  })

  test('anonymous mode is refused, with the reason', async () => {
    const { status, body } = await it.lines(survey('2020', 8, 3), { title: 'Nobody', mode: 'anonymous' })
    assert.deepEqual([status, body.errors[0].code], [422, 'anonymous'])
    assert.match(body.detail, /come with their respondents/)
    const draft = {
      title: 'Anonymous',
      questions: [{ id: 'load', type: 'scale', text: 'Load' }],
      recipients: {},
      confidentiality: { mode: 'anonymous' },
      recurrence: { rrule: 'FREQ=WEEKLY', starts_on: '2030-01-01' },
    }
    const { body: checkIn } = await it.author.post('/api/check-ins', draft)
    const into = await it.lines(survey('2020', 8, 3), { check_in_id: checkIn.id })
    assert.deepEqual([into.status, into.body.errors[0].code], [422, 'anonymous'])
  })

  test('a check-in continues after its past surveys, with its own questions', async () => {
    const team = await it.world.team('Field', 6)
    // Half a month from today, whenever that is: a date whose window is not over would open at once.
    const day = String(((new Date().getUTCDate() + 14) % 28) + 1).padStart(2, '0')
    const draft = {
      title: 'Goes on',
      questions: [{ id: 'load', type: 'scale', text: 'My load', max: 5, driver: 'workload', required: true }],
      recipients: { team_ids: [team.id] },
      channels: ['link'],
      recurrence: { rrule: 'FREQ=MONTHLY', starts_on: `2020-01-${day}` },
      window: 'P3D',
    }
    const { body: checkIn } = await it.author.post('/api/check-ins', draft)
    const rows = survey('2020-01', 6, 4, () => 'Field')
    const done = await it.done(it.lines(rows, { check_in_id: checkIn.id }))
    assert.deepEqual(done.questions, [
      { id: 'load', type: 'scale', text: 'My load' },
      { id: 'why', type: 'text', text: 'why' },
    ])
    const { body: paused } = await it.author.get(`/api/check-ins/${checkIn.id}`)
    assert.equal(paused.state, 'paused')
    const changed = await it.author.patch(`/api/check-ins/${checkIn.id}`, {
      questions: [{ id: 'load', type: 'text', text: 'x' }],
    })
    assert.deepEqual([changed.status, changed.body.errors[0].code], [422, 'asked_before'])
    const resumedAt = Date.now()
    assert.equal((await it.author.post(`/api/check-ins/${checkIn.id}/resume`)).status, 200)
    const [next] = await it.instances(checkIn.id)
    assert.equal(next.state, 'scheduled')
    assert.ok(Date.parse(next.opens_at) > resumedAt)
  })

  test('members are matched by external_id or address, other respondents get an id that leads nowhere', async () => {
    const own = await newHistory()
    const member = async (name: string, more: object) =>
      (await own.author.post('/api/members', { name, ...more })).body.id
    const ada = await member('Ada Lovelace', { email: 'ada@x.test', external_id: 'hr-1' })
    const bob = await member('Bob', { email: 'bob@x.test' })
    const rows = survey('2020', 12, 3).map((row) => ({
      ...row,
      respondent:
        row.respondent === '2020 0' ? 'hr-1' : row.respondent === '2020 1' ? 'BOB@x.test' : row.respondent,
    }))
    rows.push({ ...rows[1], respondent: '2020 99', question: 'why', text: 'Ada Lovelace should rest' })
    const done = await own.done(own.lines(rows, { title: 'Named', mode: 'attributed' }))
    assert.deepEqual([done.respondents, done.members_matched], [13, 2])
    const [instance] = await own.instances(done.check_in_id)
    const named = await own.author.get(`/api/check-in-instances/${instance.id}/responses`)
    assert.deepEqual(named.body.responses.map((one: any) => one.member_id).toSorted(), [ada, bob].toSorted())
    const stored = await many(
      own.world.running.db.tx,
      shapeOf(recipients, ['member_id']),
      sql`select member_id from recipients where organisation_id = ${own.world.organisationId}`,
    )
    assert.equal(stored.filter(({ member_id }) => /^rsn_/.test(member_id)).length, 11)
    const comments = (await own.results(instance.id)).questions.find(({ id }: any) => id === 'why').comments
    assert.ok(comments.includes('[name] should rest'), JSON.stringify(comments))

    const twice = [
      ...survey('2019', 1, 3),
      { period: '2019', respondent: 'hr-1', question: 'load', rating: 1, scale: 5 },
      { period: '2019', respondent: 'ada@x.test', question: 'load', rating: 1, scale: 5 },
    ]
    assert.deepEqual(await own.faults(own.lines(twice, { title: 'Twice' })), ['/lines/4/respondent repeated'])
    assert.deepEqual(
      await own.faults(own.lines(rows.slice(0, 6), { title: 'Known', unknown_respondents: 'refuse' })),
      ['/lines/5/respondent unknown'],
    )
  })

  test('erasing a member deletes their past answers', async () => {
    const own = await newHistory()
    const { body: ada } = await own.author.post('/api/members', { name: 'Ada', external_id: 'hr-1' })
    const rows = survey('2020', 6, 3).map((row) => ({
      ...row,
      respondent: row.respondent.endsWith(' 0') ? 'hr-1' : row.respondent,
    }))
    await own.done(own.lines(rows))
    const hasAnswers = () =>
      exists(own.world.running.db.tx, sql`select 1 from responses where member_id = ${ada.id}`)
    assert.equal(await hasAnswers(), true)
    const erased = await own.author.post(`/api/members/${ada.id}/erase`)
    assert.equal(erased.status, 200, JSON.stringify(erased.body))
    assert.equal(await hasAnswers(), false)
  })

  test('faults are reported by line, and nothing is written', async (t) => {
    const own = await newHistory()
    const before = await countsOf(own)
    const head = 'period,respondent,team,question,rating,scale,choice,text\n'
    const bad: Record<string, [string, string[]]> = {
      'a period that is none': [`${head}soon,1,,load,3,5,,\n`, ['/lines/2/period invalid']],
      'a day that is none': [`${head}2020-02-30,1,,load,3,5,,\n`, ['/lines/2/period invalid']],
      'the future': [`${head}2999,1,,load,3,5,,\n`, ['/lines/2/period in_the_future']],
      nobody: [`${head}2020,,,load,3,5,,\n`, ['/lines/2/respondent missing']],
      'no question': [`${head}2020,1,,,3,5,,\n`, ['/lines/2/question missing']],
      'a rating beyond its scale': [`${head}2020,1,,load,6,5,,\n`, ['/lines/2/rating invalid']],
      'a rating that is none': [`${head}2020,1,,load,high,5,,\n`, ['/lines/2/rating invalid']],
      'a scale that is none': [`${head}2020,1,,load,3,50,,\n`, ['/lines/2/scale invalid']],
      'an answer twice': [`${head}2020,1,,load,3,5,,\n2020,1,,load,4,5,,\n`, ['/lines/3/question repeated']],
      'a team that is not there': [`${head}2020,1,Nowhere,load,3,5,,\n`, ['/lines/2/team unknown']],
      NUL: [`${head}2020,1,,why,,,,a\0b\n`, ['/lines/2/text invalid_characters']],
      'an unknown column': [
        'period,respondent,question,salary\n2020,1,load,3\n',
        ['/lines/1/salary unknown_column'],
      ],
      'an open quote': [`${head}2020,1,,load,3,5,,"\n`, ['/lines/2 broken_csv']],
      nothing: [head, ['/lines/1 empty']],
    }
    for (const [what, [text, expected]] of Object.entries(bad))
      await t.test(what, async () =>
        assert.deepEqual(await own.faults(own.csv(text, { title: 'Wrong' })), expected),
      )
    const wrongHead = await own.faults(
      own.lines([{ questions: { load: { type: 'ranking' } } }, ...survey('2020', 1, 3)]),
    )
    assert.deepEqual(wrongHead, ['/lines/1/questions invalid'])
    assert.deepEqual(await countsOf(own), before)
  })

  test('an id that means another question is refused before anything is written', async () => {
    const own = await newHistory()
    const { check_in_id: id } = await own.done(own.lines(survey('2020', 6, 3)))
    const other = survey('2021', 6, 3).map((row) => ({
      ...row,
      question: row.question === 'load' ? 'why' : 'load',
    }))
    const asText = await own.lines([{ questions: { why: { type: 'scale' } } }, ...other], { check_in_id: id })
    assert.deepEqual([asText.status, asText.body.errors[0].code], [422, 'asked_before'])
    const tenSteps = survey('2021', 6, 3).map((row) => ({ ...row, ...('scale' in row && { scale: 10 }) }))
    const done = await own.done(own.lines(tenSteps, { check_in_id: id }))
    assert.ok(done.questions.some((one: any) => one.id === 'load_of_10'))
  })

  test('only the author can import into a check-in, and only with the scopes for it', async () => {
    const { check_in_id: id } = await it.done(it.lines(survey('2020', 6, 3), { title: 'Mine' }))
    const other = await it.world.user()
    const body = survey('2021', 6, 3)
      .map((row) => JSON.stringify(row))
      .join('\n')
    const as = async (token: string | null, query: Record<string, string>) => {
      const reply = await it.post('application/x-ndjson', body, query, token)
      return [reply.status, reply.body.code]
    }
    assert.deepEqual(await as(other.token, { check_in_id: id }), [403, 'not_the_author'])
    const few = await it.world.user({ id: it.author.userId, scopes: ['checkins:write'] })
    assert.deepEqual(await as(few.token, it.titled), [403, 'insufficient_scope'])
    // Teams are the directory's, and that is for admins.
    assert.deepEqual(await as(other.token, { ...it.titled, missing_teams: 'create' }), [403, 'role_required'])
    const { token } = await it.world.organisation(['checkins:write'])
    assert.deepEqual(await as(token, it.titled), [403, 'user_identity_required'])
    assert.deepEqual(await as(it.author.token, {}), [400, 'invalid_request'])
  })

  test('of two simultaneous imports one is refused, and no date gets two instances', async () => {
    const own = await newHistory()
    const rows = [...survey('2020', 40, 3), ...survey('2021', 40, 3)]
    const replies = await Promise.all(Array.from({ length: 4 }, () => own.lines(rows)))
    const statuses = replies.map(({ status }) => status)
    assert.ok(statuses.includes(200) && statuses.every((one) => one === 200 || one === 409), String(statuses))
    const { body } = replies.find(({ status }) => status === 200)!
    assert.equal((await own.instances(body.check_in_id)).length, 2)
  })

  test('CSV and whole JSON are read like JSON by line', async () => {
    const own = await newHistory()
    const text = `Period,Respondent,Question,Rating,Scale,Choice,Text\n${survey('2020', 6, 3)
      .map(
        (row) =>
          `2020,${row.respondent},${row.question},${row.rating ?? ''},${row.scale ?? ''},,${row.text ?? ''}`,
      )
      .join('\n')}\n`
    const done = await own.done(own.csv(text))
    assert.deepEqual([done.instances_created, done.respondents], [1, 6])
    const whole = await own.done(
      own.post('application/json', JSON.stringify({ questions, rows: survey('2021', 6, 3) }), own.titled),
    )
    assert.deepEqual([whole.instances_created, whole.check_in_id], [1, done.check_in_id])
  })

  test('each imported instance is in the audit log with the user who imported it', async () => {
    const own = await newHistory()
    const { instances } = await own.done(own.lines(survey('2020', 6, 3)))
    const rows = await many(
      own.world.running.db.tx,
      shapeOf(auditEvents, ['action', 'target', 'user_id']),
      sql`
        select action, target, user_id
        from audit_events
        where organisation_id = ${own.world.organisationId}
          and target = ${instances[0].check_in_instance_id}
        order by action`,
    )
    const by = own.author.userId
    const target = instances[0].check_in_instance_id
    assert.deepEqual(
      rows.filter((row: any) => row.action === 'history.imported'),
      [{ action: 'history.imported', target, user_id: by }],
    )
    assert.ok(rows.some((row: any) => row.action === 'figures.released' && row.user_id === by))
  })
})
