/** Actions: a report recommends them, a team works on them, the next instance measures them. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import type { Scope } from '../../contract/scopes.ts'
import { many, run, sql } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { events as eventsTable } from '../db/tables.ts'
import { activated, instancesOf, weekly } from '../../test/support/recurring.ts'
import { type Client, eventually, links, newWorld, type World } from '../../test/support/world.ts'

let world: World
let author: Client & { userId: string }
let other: Client
let team: { id: string; members: string[] }

const questions = [
  { id: 'load', type: 'scale', text: 'My work can be done in time', driver: 'workload' },
  { id: 'tools', type: 'scale', text: 'My tools work', driver: 'tools' },
  { id: 'why', type: 'text', text: 'What got in the way?' },
]

const high = [4, 5, 4, 5, 5, 4, 3, 5, 4, 5, 4, 5]
const low = [1, 2, 1, 3, 2, 1, 1, 2, 3, 2, 1, 2]

/** Opens the scheduled instance, answers it person by person, closes it and waits for its report. */
async function runInstance(
  path: string,
  load: readonly number[],
  mode: object = {},
  why = 'It was fine.',
  tools: readonly number[] = high,
) {
  const waiting = (await instancesOf(author, path)).find(({ state }) => state === 'scheduled')
  const place = `/api/check-in-instances/${waiting.id}`
  assert.equal((await author.post(`${place}/open`)).status, 200)
  const urls = new Map((await links(author, place)).map(({ member_id, url }) => [member_id, url]))
  for (const [at, member] of team.members.entries()) {
    const reply = await world.anyone.post(new URL(urls.get(member)!).pathname, {
      answers: [
        { question_id: 'load', value: load[at] },
        { question_id: 'tools', value: tools[(at * 5) % 12] },
        { question_id: 'why', text: `${why} ${'x'.repeat(at % 3)}` },
      ],
    })
    assert.equal(reply.status, 201, JSON.stringify({ ...reply.body, mode }))
  }
  assert.equal((await author.post(`${place}/close`)).status, 200)
  await eventually(
    () => author.get(`${place}/results`),
    (reply) => reply.body.results_status === 'available',
  )
  return waiting.id as string
}

const complaint = 'The workload is far too high and the deadlines are terrible.'
const actionsOf = async (query: string, by = author) => (await by.get(`/api/actions?${query}`)).body.actions
const patch = (id: string, body: object, headers?: Record<string, string>, by: Client = author) =>
  by.patch(`/api/actions/${id}`, body, headers)

/** A check-in whose team fell between its first two instances. */
async function fallen(
  more: object = {},
  tools: readonly number[] = high,
): Promise<{ id: string; path: string; instances: string[] }> {
  const checkIn = await activated(author, { ...weekly([team.id]), questions, ...more })
  const instances = [
    await runInstance(checkIn.path, high),
    await runInstance(checkIn.path, low, more, complaint, tools),
  ]
  return { ...checkIn, instances }
}

suite('actions', () => {
  let checkIn: Awaited<ReturnType<typeof fallen>>

  before(async () => {
    world = await newWorld()
    author = await world.user()
    other = await world.user()
    // One person never answers: of a team in which all do, one answer is left out at random.
    const { id, members } = await world.team('Platform', 13)
    team = { id, members: members.slice(0, 12) }
    checkIn = await fallen()
  })

  const suggested = async () => (await actionsOf(`check_in_id=${checkIn.id}&driver=workload`))[0]

  test('are suggested by the report, with what to do and why', async () => {
    const action = await suggested()
    assert.deepEqual([action.state, action.effect, action.version], ['suggested', null, 1])
    assert.equal(action.scope.check_in_instance_id, checkIn.instances[1])
    assert.match(action.catalogue.action, /^workload\./)
    assert.ok(action.first_step && action.measure && action.owner_role && action.effort)
    const insight = (await author.get(`/api/insights/${action.insight_id}`)).body
    assert.deepEqual([insight.kind, insight.subject], ['recommended_action', 'workload'])
    assert.equal(insight.value.priority, action.priority)
    assert.deepEqual((await author.get(`/api/actions/${action.id}`)).body, action)
    assert.equal((await actionsOf(`check_in_id=${checkIn.id}&driver=tools`)).length, 0)
  })

  test('use the paired test of the same people where the mode keeps names', async () => {
    const { evidence } = (await author.get(`/api/insights/${(await suggested()).insight_id}`)).body
    assert.equal(evidence[0].method, 'paired sign flip, p rounded up')
    assert.ok(evidence[0].p <= 0.001)
    const anonymous = await fallen({ confidentiality: { mode: 'anonymous' } })
    const [action] = await actionsOf(`check_in_id=${anonymous.id}&driver=workload`)
    const apart = (await author.get(`/api/insights/${action.insight_id}`)).body
    assert.equal(apart.evidence[0].method, 'permutation (exact)')
  })

  test('are accepted by an analyst, started and completed by the author, each with its event', async () => {
    const { id } = await suggested()
    const due = { owner_member_id: team.members[0], due_on: '2031-05-01', note: 'With the whole team' }
    const accepted = await patch(id, { state: 'accepted', ...due }, { 'if-match': '"1"' }, other)
    assert.deepEqual([accepted.status, accepted.headers.get('etag')], [200, '"2"'])
    assert.deepEqual({ ...accepted.body, ...due }, accepted.body)
    assert.deepEqual(
      [accepted.body.owner_name, accepted.body.scope.team_name],
      ['Person Platform 1', accepted.body.scope.team_id === null ? null : 'Platform'],
    )
    const nameFor = async (scopes: Scope[]) =>
      (await (await world.organisation(scopes)).get(`/api/actions/${id}`)).body.owner_name
    assert.deepEqual(
      [await nameFor(['insights:read']), await nameFor(['insights:read', 'teams:read'])],
      [null, 'Person Platform 1'],
      'a program reads names where it reads teams',
    )
    assert.equal((await patch(id, { state: 'in_progress' })).body.state, 'in_progress')
    assert.equal(
      (await patch(id, { state: 'accepted' })).body.state,
      'accepted',
      'what was started can be stopped',
    )
    assert.equal((await patch(id, { state: 'in_progress' })).body.state, 'in_progress')
    assert.equal((await patch(id, { state: 'done' })).body.state, 'done')
    const again = await patch(id, { state: 'done' })
    assert.deepEqual(
      [again.status, again.body.version],
      [200, 6],
      'a patch that changes nothing keeps the version',
    )
    assert.equal((await patch(id, { state: 'accepted' })).body.state, 'accepted')
    const events = await many(
      world.running.db.tx,
      shapeOf(eventsTable, ['type']),
      sql`
        select type
        from events
        where organisation_id = ${world.organisationId}
          and payload ->> 'action_id' = ${id}
        order by id`,
    )
    assert.deepEqual(
      events.map(({ type }) => type.slice('action.'.length)),
      ['suggested', 'accepted', 'started', 'accepted', 'started', 'completed', 'accepted'],
    )
  })

  const refused: [string, object, number, string][] = [
    ['a dismissal without a reason', { state: 'dismissed' }, 422, 'required'],
    ['a reason without a dismissal', { reason: 'no' }, 422, 'not_dismissed'],
    ['an unknown owner', { owner_member_id: `mem_${'0'.repeat(26)}` }, 422, 'unknown'],
    ['a date that does not exist', { due_on: '2031-02-30' }, 400, ''],
    ['an unknown state', { state: 'doing' }, 400, ''],
    ['an empty patch', {}, 400, ''],
    ['a field that cannot be changed', { priority: 1 }, 400, ''],
  ]
  for (const [what, body, status, code] of refused) {
    test(`refuse ${what}`, async () => {
      const reply = await patch((await suggested()).id, body)
      assert.equal(reply.status, status, JSON.stringify(reply.body))
      if (code) assert.equal(reply.body.errors[0].code, code)
    })
  }

  test('refuse transitions that their state does not allow, and stale versions', async () => {
    const { id, version } = await suggested()
    const wrong = await patch(id, { state: 'suggested', note: 'x' }, { 'if-match': `"${version - 1}"` })
    assert.equal(wrong.status, 412)
    await patch(id, { state: 'in_progress' })
    const back = await patch(id, { state: 'suggested' })
    assert.deepEqual(
      [back.status, back.body.code, back.body.state],
      [409, 'action_not_dismissed', 'in_progress'],
    )
    await patch(id, { state: 'done' })
    const dismissed = await patch(id, { state: 'dismissed', reason: 'late' })
    assert.deepEqual(
      [dismissed.status, dismissed.body.code, dismissed.body.state],
      [409, 'action_ended', 'done'],
    )
    assert.equal((await patch(id, { state: 'accepted' })).status, 200)
  })

  test('are dismissed with a reason, and can be suggested again', async () => {
    const action = (await actionsOf(`check_in_id=${checkIn.id}&driver=workload`)).find(
      (one: any) => one.scope.team_id === null,
    )
    const gone = await patch(action.id, { state: 'dismissed', reason: 'We are moving house' })
    assert.deepEqual([gone.body.state, gone.body.reason], ['dismissed', 'We are moving house'])
    const back = await patch(action.id, { state: 'suggested' })
    assert.deepEqual([back.body.state, back.body.reason], ['suggested', null])
  })

  test('20 calls that accept at once accept once', async () => {
    const { id } = (await actionsOf(`check_in_id=${checkIn.id}&state=suggested&driver=workload`))[0]
    const replies = await Promise.all(Array.from({ length: 20 }, () => patch(id, { state: 'accepted' })))
    assert.ok(replies.every(({ status }) => status === 200))
    assert.equal(new Set(replies.map(({ body }) => body.version)).size, 1)
  })

  test('are listed by state, team, check-in, driver, owner and time, page by page', async () => {
    const all = await actionsOf(`limit=200&check_in_id=${checkIn.id}`)
    assert.deepEqual(
      all.map(({ id }: any) => id),
      all
        .map(({ id }: any) => id)
        .toSorted()
        .toReversed(),
    )
    const owned = await actionsOf(`owner=${team.members[0]}`)
    assert.ok(owned.length === 1 && owned[0].owner_member_id === team.members[0])
    assert.equal((await actionsOf(`check_in_id=${checkIn.id}&to=2020-01-01T00:00:00Z`)).length, 0)
    assert.equal((await actionsOf(`check_in_id=${checkIn.id}&state=done,dismissed`)).length, 0)
    assert.equal((await author.get('/api/actions?state=doing')).status, 400)
    const [newest, before] = await actionsOf('limit=200')
    const first = (await author.get('/api/actions?limit=1')).body
    const cursor = encodeURIComponent(first.next_cursor)
    const next = (await author.get(`/api/actions?limit=1&cursor=${cursor}`)).body
    assert.deepEqual([first.actions[0].id, next.actions[0].id], [newest.id, before.id])
  })

  test('that somebody changed stay when the report is computed again, and the others are replaced', async () => {
    const own = await fallen({}, low)
    const [one, another] = await actionsOf(`check_in_id=${own.id}`)
    await patch(one.id, { state: 'accepted', note: 'ours' })
    const { tx } = world.running.db
    await run(tx, sql`update actions set title = 'Of older rules' where id in (${one.id}, ${another.id})`)
    await run(
      tx,
      sql`update insights set statement = 'Of older rules' where organisation_id = ${world.organisationId} and check_in_id = ${own.id}`,
    )
    const anew = await author.post('/api/insights/recompute', { check_in_instance_id: own.instances[1] })
    assert.equal(anew.status, 200, JSON.stringify(anew.body))
    const after = new Map(
      (await actionsOf(`check_in_id=${own.id}`)).map((action: any) => [action.id, action]),
    ) as Map<string, any>
    assert.deepEqual(
      [after.get(one.id).state, after.get(one.id).title, after.get(one.id).note],
      ['accepted', 'Of older rules', 'ours'],
    )
    assert.notEqual(after.get(one.id).insight_id, one.insight_id, 'it points at the current finding')
    assert.equal(after.get(another.id).title, another.title)
    assert.equal(after.size, 2)
  })

  test('are measured by the next instance, by the same test as any change', async () => {
    const mine = await suggested()
    assert.equal(mine.effect, null)
    assert.equal(mine.is_current, true)
    const third = await runInstance(checkIn.path, high)
    const { effect, is_current: isCurrent } = await suggestedAfter(mine.id)
    assert.equal(isCurrent, false, 'newer results do not suggest it')
    const listed = (await actionsOf(`check_in_id=${checkIn.id}&limit=200`)).find(
      ({ id }: { id: string }) => id === mine.id,
    )
    assert.equal(listed.is_current, false)
    assert.deepEqual(
      [effect.verdict, effect.metric, effect.question_id, effect.check_in_instance_id, effect.n],
      ['better', 'mean', 'load', third, 12],
    )
    assert.ok(effect.after > effect.before && effect.p <= 0.001)
    assert.equal(effect.difference, Number((effect.after - effect.before).toFixed(3)))
    await runInstance(checkIn.path, low, {}, complaint)
    assert.deepEqual(
      (await suggestedAfter(mine.id)).effect,
      effect,
      'later instances do not measure it again',
    )
    const { pool } = world.running.db
    const share = (isPublic: boolean) =>
      pool.query('update collections set visibility = $1 where owner_id = $2', [
        isPublic ? 'public' : 'private',
        third,
      ])
    await share(false)
    const effectFor = async (by: Client) => (await by.get(`/api/actions/${mine.id}`)).body.effect
    assert.deepEqual(
      [await effectFor(author), await effectFor(other)],
      [effect, null],
      'figures of an instance that they do not see',
    )
    await share(true)
    assert.deepEqual(await effectFor(other), effect)
  })

  const suggestedAfter = async (id: string) => (await author.get(`/api/actions/${id}`)).body

  test('say where there is no clear effect', async () => {
    const own = await fallen()
    const [action] = await actionsOf(`check_in_id=${own.id}&driver=workload`)
    await patch(action.id, { state: 'accepted' })
    await runInstance(own.path, low, {}, complaint)
    const { effect } = await suggestedAfter(action.id)
    assert.deepEqual([effect.verdict, effect.difference], ['no clear effect', 0])
  })

  test('that a person made are measured beside those of the report, and none takes the other’s place', async () => {
    const own = await fallen()
    const [action] = await actionsOf(`check_in_id=${own.id}&driver=workload`)
    const draft = { insight_id: action.insight_id, title: 'Stop the weekly report', driver: 'workload' }
    const made = (await author.post('/api/actions', draft)).body
    const aside = (await author.post('/api/actions', { ...draft, driver: null })).body
    await runInstance(own.path, low, {}, complaint)
    const effectsOf = async (id: string) => (await suggestedAfter(id)).effect?.verdict ?? null
    assert.deepEqual([await effectsOf(made.id), await effectsOf(aside.id)], ['no clear effect', null])
    const [standing] = await actionsOf(`check_in_id=${own.id}&state=suggested`)
    assert.deepEqual([standing.id, standing.times], [action.id, 2], 'the report’s own goes on')
    assert.deepEqual(
      (await suggestedAfter(made.id)).scope,
      made.scope,
      'and the person’s stays with its finding',
    )
  })

  test('go on over the instances of a check-in, and one that was tried gives way to another', async () => {
    const own = await fallen()
    const [second] = await actionsOf(`check_in_id=${own.id}`)
    const third = await runInstance(own.path, low, {}, complaint)
    const [standing, ...none] = await actionsOf(`check_in_id=${own.id}`)
    assert.deepEqual(none, [])
    assert.deepEqual(
      [standing.id, standing.times, standing.state, standing.scope.check_in_instance_id, standing.is_current],
      [second.id, 2, 'suggested', third, true],
    )
    const insight = (await author.get(`/api/insights/${standing.insight_id}`)).body
    assert.match(insight.statement, /still low: 1\.8 of 5, second time in a row/)
    const inGerman = (await author.get(`/api/insights/${standing.insight_id}?language=de`)).body
    assert.match(inGerman.statement, /weiterhin niedrig: 1,8 von 5, zum zweiten Mal in Folge/)
    await author.post('/api/insights/recompute', { check_in_instance_id: own.instances[1] })
    assert.equal((await actionsOf(`check_in_id=${own.id}`)).length, 1, 'an older report adds none behind it')

    await patch(standing.id, { state: 'accepted' })
    const done = (await patch(standing.id, { state: 'done' })).body
    assert.notEqual(done.ended_at, null)
    await runInstance(own.path, low, {}, complaint)
    const [fresh, before] = await actionsOf(`check_in_id=${own.id}`)
    assert.deepEqual([before.id, before.effect.verdict, fresh.times], [standing.id, 'no clear effect', 1])
    assert.notEqual(fresh.catalogue.action, before.catalogue.action)
    const found = (await author.get(`/api/insights/${fresh.insight_id}`)).body
    assert.deepEqual(found.value.tried, [{ action: before.catalogue.action, outcome: 'unclear' }])
    assert.match(found.statement, /third time in a row.*Tried before: .* \(no clear effect\)\.$/)
    const { insights } = (await author.get(`/api/insights?check_in_id=${own.id}&limit=200`)).body
    assert.ok(insights.every(({ statement }: any) => !/not enough data/i.test(statement)))
  })

  test('of a private check-in are visible to its author alone', async () => {
    const own = await fallen({ visibility: 'private' })
    const [action] = await actionsOf(`check_in_id=${own.id}`)
    assert.equal((await actionsOf(`check_in_id=${own.id}`, other as never)).length, 0)
    assert.equal((await other.get(`/api/actions/${action.id}`)).status, 404)
    assert.equal((await patch(action.id, { state: 'accepted' }, {}, other)).status, 404)
    const program = await world.organisation()
    assert.equal((await program.get(`/api/actions/${action.id}`)).status, 404)
    assert.equal((await author.get(`/api/actions/${action.id}`)).status, 200)
  })
})
