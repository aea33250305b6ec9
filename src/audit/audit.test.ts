/** The audit log: every release and every reading of figures, for admins; never an answer, a comment or a figure. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { routineReadings } from '../../contract/audit-actions.ts'
import { auditActions } from '../../contract/audit.ts'
import { many, run, sql } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { auditEvents } from '../db/tables.ts'
import { newPeopledWorld, type PeopledWorld } from '../../test/support/people.ts'
import {
  client,
  type Client,
  eventually,
  links,
  newWorld,
  pulseDraft,
  type World,
} from '../../test/support/world.ts'

type Event = {
  id: string
  action: string
  actor: { kind: string; user_id: string | null; application_id: string | null }
  target: string | null
  detail: any
  occurred_at: string
}

const canary = 'Kanarienvogel'
const comment = `The ${canary} sings at four, which nobody but me hears.`
const path = '/api/audit-events'

let world: PeopledWorld
let author: Client & { userId: string }
let teamId: string

const auditLog = async (query = ''): Promise<Event[]> => {
  const reply = await world.admin.get(`${path}?limit=200&${query}`)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body.audit_events
}

const recordRow = shapeOf(auditEvents, [
  'target',
  'detail',
  'actor_kind',
  'user_id',
  'application_id',
  'private_to',
])

const recordsOf = (of: World, action: string) =>
  many(
    of.running.db.tx,
    recordRow,
    sql`
      select ${recordRow.columns}
      from audit_events
      where organisation_id = ${of.organisationId}
        and action = ${action}
      order by occurred_at, id`,
  )

/** A pulse with an answer whose text the log must never contain, closed by its author and analysed. */
async function closedPulse(by: Client, more: object = {}, answers = 12): Promise<string> {
  const { id } = (await by.post('/api/pulses', pulseDraft([teamId], { title: 'After', ...more }))).body
  assert.equal((await by.post(`/api/pulses/${id}/open`)).status, 200)
  for (const { url } of (await links(by, `/api/pulses/${id}`)).slice(0, answers)) {
    const reply = await world.anyone.post(new URL(url).pathname, {
      answers: [
        { question_id: 'calm', value: 4 },
        { question_id: 'why', text: comment },
      ],
    })
    assert.equal(reply.status, 201)
  }
  assert.equal((await by.post(`/api/pulses/${id}/close`)).status, 200)
  await eventually(
    () => by.get(`/api/pulses/${id}`),
    ({ body }) => body.results_status !== 'analysing',
  )
  return id
}

suite('the audit log', () => {
  let id: string

  before(async () => {
    world = await newPeopledWorld()
    author = await world.user()
    teamId = (await world.team('Platform', 12)).id
    id = await closedPulse(author)
  })

  test('records a release with its actor, its measures and the size range of its smallest cell', async () => {
    const events = await auditLog(`action=figures.released&target=${id}`)
    const [analysed, closed] = events
    assert.equal(events.length, 2)
    assert.deepEqual(closed.actor, {
      kind: 'user',
      user_id: author.userId,
      application_id: world.application.id,
    })
    assert.ok(closed.detail.measures.includes('question:calm'))
    assert.equal(closed.detail.smallest_cell, '10-19')
    assert.equal(analysed.actor.kind, 'clock')
    assert.ok(analysed.detail.measures.includes('sentiment:why'))
  })

  test('records each reader of results once a day and operation, applications under their own id', async () => {
    const program = await world.organisation()
    for (const client of [author, author, program, program, author]) {
      assert.equal((await client.get(`/api/pulses/${id}/results`)).status, 200)
    }
    assert.equal((await author.get(`/api/insights?pulse_id=${id}`)).status, 200)
    const [insight] = (await author.get(`/api/insights?pulse_id=${id}&kind=score`)).body.insights
    assert.equal((await author.get(`/api/insights/${insight.id}`)).status, 200)
    const read = await auditLog(`action=figures.read&target=${id}`)
    assert.deepEqual(read.map(({ actor, detail }) => `${actor.kind} ${detail.operation}`).toSorted(), [
      'application getPulseResults',
      'user getInsight',
      'user getPulseResults',
      'user listInsights',
    ])
    assert.ok(read.every(({ detail }) => detail.smallest_cell === '10-19' && detail.measures.length > 0))
  })

  test('does not record readings of response rates, states and lists', async () => {
    const reader = await world.user()
    for (const one of ['', '/confidentiality', '/deliveries']) await reader.get(`/api/pulses/${id}${one}`)
    assert.equal((await reader.get(`/api/insights?pulse_id=${id}&kind=participation`)).status, 200)
    assert.deepEqual(await auditLog(`actor=${reader.userId}`), [])
  })

  test('does not record a reading where nothing was released', async () => {
    const quiet = await closedPulse(author, {}, 3)
    const reader = await world.user()
    assert.equal((await reader.get(`/api/pulses/${quiet}/results`)).status, 200)
    const released = await auditLog(`target=${quiet}&action=figures.released`)
    assert.deepEqual(
      released.map(({ detail }) => detail.measures),
      [['participation']],
    )
    assert.deepEqual(await auditLog(`target=${quiet}&action=figures.read`), [])
  })

  test('records every reading of answers by name', async () => {
    const named = await closedPulse(author, { confidentiality: { mode: 'attributed' } })
    for (let i = 0; i < 2; i++) assert.equal((await author.get(`/api/pulses/${named}/responses`)).status, 200)
    assert.equal((await (await world.user()).get(`/api/pulses/${named}/responses`)).status, 403)
    const events = await auditLog(`action=responses.read_by_name&target=${named}`)
    assert.deepEqual(
      events.map(({ actor }) => actor.user_id),
      [author.userId],
    )
  })

  test('shows records of something private to its author only', async () => {
    const hidden = await closedPulse(author, {
      visibility: 'private',
      confidentiality: { mode: 'attributed' },
    })
    await author.get(`/api/pulses/${hidden}/results`)
    await author.get(`/api/pulses/${hidden}/responses`)
    assert.deepEqual(await auditLog(`target=${hidden}`), [])
    assert.ok(!JSON.stringify(await auditLog()).includes(hidden))
    const rows = (
      await Promise.all(
        ['figures.released', 'figures.read', 'responses.read_by_name', 'recipients.added_lately'].map((one) =>
          recordsOf(world, one),
        ),
      )
    ).flat()
    const own = rows.filter(({ target }) => target === hidden)
    assert.equal(own.length, 5)
    assert.ok(own.every(({ private_to }) => private_to === author.userId))

    const admin = await world.user({ id: world.adminId })
    const mine = await closedPulse(admin, { visibility: 'private' })
    assert.ok((await auditLog(`target=${mine}`)).length > 0)
  })

  test('is listed newest first, in pages, with one filter or several', async () => {
    const all = await auditLog()
    // Fractions of a second are printed without trailing zeros, so sorting the texts does not sort the instants.
    const at = (instant: string): number => Date.parse(instant)
    const places = all.map((one) => `${new Date(one.occurred_at).toISOString()} ${one.id}`)
    assert.deepEqual(places, places.toSorted().toReversed())
    const paged: Event[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: any = await world.admin.get(
        `${path}?limit=3${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      )
      assert.ok(body.audit_events.length <= 3)
      paged.push(...body.audit_events)
      cursor = body.next_cursor
    }
    assert.deepEqual(paged, all)

    const is = (query: string, holds: (one: Event) => boolean) =>
      auditLog(query).then((found) => assert.deepEqual(found, all.filter(holds), query))
    const middle = all[all.length >> 1].occurred_at
    const { userId } = author
    const appId = world.application.id
    await is('action=figures.read', (one) => one.action === 'figures.read')
    await is('exclude=readings', (one) => one.action !== 'figures.read' && one.action !== 'audit.read')
    await is(`actor=${userId}`, (one) => one.actor.user_id === userId)
    await is(`actor=${appId}`, (one) => one.actor.application_id === appId)
    await is(`target=${id}&actor=${userId}`, (one) => one.target === id && one.actor.user_id === userId)
    await is(`from=${middle}`, (one) => at(one.occurred_at) >= at(middle))
    await is(`to=${middle}`, (one) => at(one.occurred_at) < at(middle))
  })

  test('the index without readings leaves out the same readings as the query', async () => {
    const { rows } = await world.running.db.pool.query<{ indexdef: string }>(
      `select indexdef from pg_indexes where indexname = 'audit_events_but_readings'`,
    )
    const named = [...rows[0].indexdef.matchAll(/'([a-z_.]+)'/g)].map(([, action]) => action)
    assert.deepEqual(named.toSorted(), [...routineReadings].toSorted())
  })

  test('records its own readings, once a day', async () => {
    await auditLog()
    await auditLog('action=member.erased')
    const reads = await auditLog('action=audit.read')
    assert.deepEqual(
      reads.map(({ actor }) => actor),
      [{ kind: 'person', user_id: world.adminId, application_id: null }],
    )
    const forged = await world.admin.get(`${path}?cursor=x.y`)
    assert.deepEqual([forged.status, forged.body.code], [400, 'invalid_cursor'])
  })

  test('lists the same page as CSV, in which a hostile name cannot start a formula', async () => {
    for (const name of ['=1+1', '@SUM(A1)', '","=cmd', '＝1']) {
      assert.equal(
        (await world.admin.post('/api/applications', { name, scopes: ['teams:read'] })).status,
        201,
      )
    }
    const query = 'limit=4&action=application.created'
    const expected = (await world.admin.get(`${path}?${query}`)).body
    for (const reply of [
      await world.admin.get(`${path}?${query}&format=csv`),
      await world.admin.get(`${path}?${query}`, { accept: 'text/csv' }),
    ]) {
      assert.equal(reply.status, 200)
      assert.match(reply.headers.get('content-type')!, /^text\/csv; charset=utf-8/)
      assert.match(reply.headers.get('content-disposition')!, /^attachment; filename="audit-events.csv"$/)
      const rows = parse(reply.body, { columns: true }) as Record<string, string>[]
      assert.deepEqual(
        rows.map((row) => [row.id, row.action, row.occurred_at, row.target, JSON.parse(row.detail)]),
        expected.audit_events.map((one: Event) => [
          one.id,
          one.action,
          one.occurred_at,
          one.target,
          one.detail,
        ]),
      )
      for (const cell of rows.flatMap((row) => Object.values(row)))
        assert.doesNotMatch(cell, /^\s*[=+\-@＝＋－＠]/)
      const [, next] = /^<(.+)>; rel="next"$/.exec(reply.headers.get('link')!)!
      const { searchParams } = new URL(next, world.url)
      assert.equal(searchParams.get('cursor'), expected.next_cursor)
    }
    const json = await world.admin.get(`${path}?${query}&format=json`, { accept: 'text/csv' })
    assert.deepEqual(json.body, expected)
  })

  test('contains no answer, no comment and no figure, and only actions of the catalogue', async () => {
    const { rows } = await world.running.db.pool.query(
      'select * from audit_events where organisation_id = $1',
      [world.organisationId],
    )
    assert.ok(rows.length > 10)
    assert.ok(rows.every(({ action }) => auditActions.some((name) => name === action)))
    const text = JSON.stringify(rows)
    assert.ok(!text.includes(canary) && !text.includes('nobody but me'))
    for (const { action, detail } of rows.filter((row) => row.action.startsWith('figures.'))) {
      const known =
        action === 'figures.read' ? ['measures', 'operation', 'smallest_cell'] : ['measures', 'smallest_cell']
      assert.deepEqual(Object.keys(detail).toSorted(), known)
    }
  })
})

suite('a reading of figures', () => {
  test('is recorded again on another day, and a release by the clock under the clock', async () => {
    const at = '2026-03-02T09:00:00Z'
    world = {
      ...(await newWorld({ at })),
      admin: null!,
      colleague: null!,
      stranger: null!,
      person: null!,
      zone: null!,
    }
    const clock = world.running.clock!
    const { userId } = await world.user()
    const expiresAt = new Date('2027-01-01')
    const token = await world.token({
      userId,
      scopes: ['pulses:read', 'pulses:write', 'links:read'],
      expiresAt,
    })
    const reader = client(world.url, token)
    teamId = (await world.team('Platform', 6)).id
    const closes_at = '2026-03-02T10:00:00Z'
    const { id } = (await reader.post('/api/pulses', pulseDraft([teamId], { closes_at }))).body
    await reader.post(`/api/pulses/${id}/open`)
    for (const { url } of await links(reader, `/api/pulses/${id}`)) {
      await world.anyone.post(new URL(url).pathname, { answers: [{ question_id: 'calm', value: 3 }] })
    }
    clock.set(new Date('2026-03-02T10:00:01Z'))
    await world.running.app.due.settle()
    const [released] = await recordsOf(world, 'figures.released')
    assert.deepEqual(
      [released.actor_kind, released.user_id, released.detail.smallest_cell],
      ['clock', null, '5-9'],
    )

    const read = () => reader.get(`/api/pulses/${id}/results`)
    await Promise.all(Array.from({ length: 20 }, read))
    assert.equal((await recordsOf(world, 'figures.read')).length, 1)
    clock.set(new Date('2026-03-03T00:00:01Z'))
    await read()
    assert.equal((await recordsOf(world, 'figures.read')).length, 2)
  })

  test('fails if it cannot be recorded', async () => {
    const own = await newWorld({ at: '2026-03-02T09:00:00Z' })
    const reader = await own.user()
    const team = await own.team('Platform', 7)
    const { id } = (await reader.post('/api/pulses', pulseDraft([team.id]))).body
    await reader.post(`/api/pulses/${id}/open`)
    for (const { url } of (await links(reader, `/api/pulses/${id}`)).slice(0, 6)) {
      await own.anyone.post(new URL(url).pathname, { answers: [{ question_id: 'calm', value: 3 }] })
    }
    await reader.post(`/api/pulses/${id}/close`)
    const { tx } = own.running.db
    await run(tx, sql`alter table audit_events rename to audit_events_away`)
    const lost = await reader.get(`/api/pulses/${id}/results`)
    await run(tx, sql`alter table audit_events_away rename to audit_events`)
    assert.equal(lost.status, 500)
    assert.equal(lost.body.questions, undefined)
    assert.equal((await reader.get(`/api/pulses/${id}/results`)).body.questions[0].n, 6)
  })
})
