/** The organisation: its admins read and change it, and only raise its minimum group sizes. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { many, sql } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { auditEvents } from '../db/tables.ts'
import { newPeopledWorld, type PeopledWorld } from '../../test/support/people.ts'
import { type Client, pulseDraft } from '../../test/support/world.ts'

let world: PeopledWorld
let author: Client
let teamId: string

const path = '/api/organisation'
const minimums = async () => (await world.admin.get(path)).body.confidentiality
const raise = async (confidentiality: object) => world.admin.patch(path, { confidentiality })

const createPulse = async (more: object = {}): Promise<string> => {
  const reply = await author.post('/api/pulses', pulseDraft([teamId], { ...more }))
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.body.id
}
const thresholdsOf = async (id: string) => {
  const { k_score, k_comment, k_rate } = (await author.get(`/api/pulses/${id}/confidentiality`)).body
  return { k_score, k_comment, k_rate }
}

suite('the organisation', () => {
  before(async () => {
    world = await newPeopledWorld()
    author = await world.user()
    teamId = (await world.team('Platform', 12)).id
  })

  test('can be read with its minimum group sizes, and changed field by field', async () => {
    const { status, body } = await world.admin.get(path)
    assert.equal(status, 200)
    assert.deepEqual(body.confidentiality, { k_score: 5, k_comment: 10, k_rate: 5 })
    assert.equal(body.id, world.organisationId)
    const changed = await world.admin.patch(path, {
      name: ' Acme ',
      time_zone: 'europe/berlin',
      locale: 'de_de',
    })
    assert.equal(changed.status, 200)
    const { name, time_zone, locale, version } = changed.body
    assert.deepEqual([name, time_zone, locale, version], ['Acme', 'Europe/Berlin', 'de-DE', body.version + 1])
    // This one has a bot of Slack and an app for Microsoft Teams.
    const forOperator = ['teams', 'chat', 'sms']
    assert.deepEqual(
      [body.channels_for_operator, changed.body.channels_for_operator],
      [forOperator, forOperator],
    )
  })

  test('a patch that changes nothing makes no version, and a stale one is refused', async () => {
    const { version, name } = (await world.admin.get(path)).body
    assert.equal((await world.admin.patch(path, { name })).body.version, version)
    const stale = await world.admin.patch(path, { name: 'Other' }, { 'if-match': `"${version - 1}"` })
    assert.equal(stale.status, 412)
    const next = await world.admin.patch(path, { name: 'Other' }, { 'if-match': `"${version}"` })
    assert.deepEqual([next.status, next.headers.get('etag')], [200, `"${version + 1}"`])
  })

  for (const [what, patch, pointer] of [
    ['an unknown zone', { time_zone: 'Mars/Phobos' }, '/time_zone'],
    ['an offset', { time_zone: '+02:00' }, '/time_zone'],
    ['a malformed locale', { locale: 'x-y-zzzzzzzzzzz' }, '/locale'],
    ['a name with direction characters', { name: 'Ac\u202eme' }, '/name'],
  ] as const) {
    test(`${what} is refused`, async () => {
      const reply = await world.admin.patch(path, patch)
      assert.ok([400, 422].includes(reply.status), JSON.stringify(reply.body))
      assert.equal(reply.body.errors[0].pointer, pointer)
    })
  }

  test('a minimum group size can only rise: the refusal names each lower one', async () => {
    assert.equal((await raise({ k_score: 6 })).status, 200)
    const before = await world.admin.get(path)
    const lower = await raise({ k_score: 5, k_comment: 9, k_rate: 5 })
    assert.deepEqual([lower.status, lower.body.code], [422, 'unprocessable'])
    assert.deepEqual(
      lower.body.errors.map((one: any) => [one.pointer, one.code]),
      [
        ['/confidentiality/k_score', 'floor_only_rises'],
        ['/confidentiality/k_comment', 'floor_only_rises'],
      ],
    )
    for (const k_score of [1, 4, 5]) assert.equal((await raise({ k_score })).status, 422)
    assert.deepEqual((await world.admin.get(path)).body, before.body)
    assert.deepEqual(await minimums(), { k_score: 6, k_comment: 10, k_rate: 5 })
  })

  test('of 50 simultaneous changes the highest minimum stays', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, i) => raise({ k_rate: 5 + (i % 3) })))
    assert.equal((await minimums()).k_rate, 7)
  })

  test('a draft takes the minimums of the day it opens, and an open pulse keeps its promise', async () => {
    const now = await minimums()
    const [draft, open] = [await createPulse(), await createPulse()]
    assert.equal((await author.post(`/api/pulses/${open}/open`)).status, 200)
    const promised = await thresholdsOf(open)
    assert.deepEqual(promised, now)
    const higher = { k_score: now.k_score + 1, k_comment: now.k_comment + 2, k_rate: now.k_rate + 1 }
    assert.equal((await raise(higher)).status, 200)

    assert.deepEqual(await thresholdsOf(open), promised)
    assert.deepEqual(await thresholdsOf(draft), higher, 'a draft shows the new minimums before it opens')
    const opened = await author.post(`/api/pulses/${draft}/open`)
    assert.equal(opened.status, 200)
    assert.deepEqual(await thresholdsOf(draft), higher)
    assert.equal(opened.body.confidentiality.k_score, higher.k_score)
    const refused = await author.post(
      '/api/pulses',
      pulseDraft([teamId], { confidentiality: { mode: 'anonymous', k_score: now.k_score } }),
    )
    assert.deepEqual([refused.status, refused.body.errors[0].code], [422, 'below_floor'])
  })

  test('a scheduled instance takes raised minimums when it opens', async () => {
    const recurrence = { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: '2099-01-05' }
    const draft = { ...pulseDraft([teamId]), topic: undefined, time_zone: 'Europe/Berlin', recurrence }
    const { id } = (await author.post('/api/check-ins', draft)).body
    assert.equal((await author.post(`/api/check-ins/${id}/activate`)).status, 200)
    const [instance] = (await author.get(`/api/check-ins/${id}/instances`)).body.check_in_instances
    const promise = async () =>
      (await author.get(`/api/check-in-instances/${instance.id}/confidentiality`)).body
    const before = await promise()
    assert.equal((await raise({ k_score: before.k_score + 1 })).status, 200)
    assert.equal((await promise()).k_score, before.k_score + 1)
    assert.equal((await author.post(`/api/check-in-instances/${instance.id}/open`)).status, 200)
    const opened = await promise()
    assert.deepEqual([opened.k_score, opened.frozen], [before.k_score + 1, true])
    assert.equal((await raise({ k_score: before.k_score + 2 })).status, 200)
    assert.equal((await promise()).k_score, before.k_score + 1)
  })

  test('a season can be made longer, from the next survey on', async () => {
    const own = await newPeopledWorld()
    const read = async () => (await own.admin.get(path)).body.seasons
    assert.deepEqual(await read(), { days: 0, quiet_days: 0 })
    assert.equal((await own.admin.patch(path, { seasons: { days: -1 } })).status, 400)
    assert.equal((await own.admin.patch(path, { seasons: { quiet_days: 367 } })).status, 400)
    assert.equal((await own.admin.patch(path, { seasons: { days: 200 } })).status, 200)
    assert.deepEqual(await read(), { days: 200, quiet_days: 0 })
    const by = await own.user()
    const { id } = await own.team('Crowd', 8)
    const { body } = await by.post('/api/pulses', pulseDraft([id]))
    assert.equal((await by.post(`/api/pulses/${body.id}/open`)).status, 200)
    const { rows } = await own.running.db.pool.query(
      'select extract(day from ends_at - opened_at)::integer as days from seat_ledgers where organisation_id = $1',
      [own.organisationId],
    )
    assert.deepEqual(rows, [{ days: 200 }])
  })

  test('contacts for respondents are listed by name, at most five, and a change of them is audited', async () => {
    const contacts = [{ name: 'Works council', reach: 'council@acme.example' }]
    const { status, body } = await world.admin.patch(path, { contacts })
    assert.deepEqual([status, body.contacts], [200, contacts])
    const same = await world.admin.patch(path, { contacts })
    assert.equal(same.body.version, body.version, 'the same ones change nothing')
    for (const wrong of [[{ name: 'Nobody' }], Array.from({ length: 6 }, () => contacts[0])])
      assert.equal((await world.admin.patch(path, { contacts: wrong })).status, 400)
    const [{ detail }] = await many(
      world.running.db.tx,
      shapeOf(auditEvents, ['detail']),
      sql`
        select detail
        from audit_events
        where organisation_id = ${world.organisationId}
          and action = 'organisation.updated'
        order by id desc
        limit 1`,
    )
    assert.deepEqual(detail, { fields: ['contacts'] })
  })

  test('every change is in the audit log, with the old and the new value', async () => {
    const own = await newPeopledWorld()
    await own.admin.patch(path, { name: 'Acme', confidentiality: { k_score: 8 } })
    await own.admin.patch(path, { confidentiality: { k_score: 7 } })
    const rows = await many(
      own.running.db.tx,
      shapeOf(auditEvents, ['detail', 'user_id']),
      sql`
        select detail, user_id
        from audit_events
        where organisation_id = ${own.organisationId}
          and action = 'organisation.updated'`,
    )
    assert.deepEqual(rows, [
      { detail: { fields: ['name', 'k_score'], k_score: { from: 5, to: 8 } }, user_id: own.adminId },
    ])
  })
})
