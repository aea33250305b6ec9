/** Who reads which events of the feed. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { Check } from 'typebox/value'
import { definitionOf, type EventType } from '../../contract/events.ts'
import { limits } from '../../contract/limits.ts'
import { type Clockwork, startClockwork } from '../../test/support/clockwork.ts'
import { feedPath, feedStart, followFeed, newFeed, typesOf } from '../../test/support/feed.ts'
import { type Client, links, pulseDraft } from '../../test/support/world.ts'
import { run, sql } from '../db/db.ts'
import { recordEvent } from '../events/events.ts'
import { newId } from '../ids.ts'

let clockwork: Clockwork

before(async () => {
  clockwork = await startClockwork()
})

suite('who reads which events', () => {
  test('each noun needs its scope beside that of the feed', async () => {
    const { world, author } = await newFeed(clockwork)
    const { id } = (await author.post('/api/pulses', pulseDraft([(await world.team('Platform', 6)).id]))).body
    await author.post(`/api/pulses/${id}/open`)
    await recordEvent(world.running.db.tx, {
      organisationId: world.organisationId,
      type: 'application.revoked',
      payload: { application_id: newId('application') },
      at: new Date(feedStart),
    })
    await recordEvent(world.running.db.tx, {
      organisationId: world.organisationId,
      type: 'application.secret_rotated',
      payload: { application_id: world.application.id },
      at: new Date(feedStart),
    })
    await clockwork.settle()
    const types = async (...scopes: any[]) =>
      typesOf((await followFeed(await world.organisation(scopes))).events)
    const own = ['application.created', 'application.secret_rotated']
    assert.deepEqual(await types('events:read'), own, 'of itself, and of no other application')
    assert.deepEqual(await types('events:read', 'pulses:read'), [...own, 'pulse.created', 'pulse.opened'])
    assert.deepEqual(await types('events:read', 'teams:read'), [
      ...own,
      'member.created',
      'team.created',
      'team.updated',
    ])
    assert.equal(
      (await (await world.organisation(['pulses:read'])).get(feedPath)).body.code,
      'insufficient_scope',
    )
    const member = await world.user({ role: 'member' })
    const seen = typesOf((await followFeed(member)).events)
    assert.deepEqual(seen, [...own, 'pulse.created', 'pulse.opened'], 'members cannot look up anybody')
  })

  test('what belongs to a private survey is there for its author alone', async () => {
    const { world, author, program } = await newFeed(clockwork)
    const team = await world.team('Platform', 6)
    const { id } = (await author.post('/api/pulses', pulseDraft([team.id], { visibility: 'private' }))).body
    await author.post(`/api/pulses/${id}/open`)
    await author.post(`/api/pulses/${id}/close`)
    await clockwork.settle()
    await author.delete(`/api/pulses/${id}`)
    await clockwork.settle()
    const others = [program, await world.user({ role: 'admin' })]
    for (const reader of others)
      assert.deepEqual(typesOf((await followFeed(reader, 'types=pulse.*,insight.*')).events), [])
    const seen = typesOf((await followFeed(author, 'types=pulse.*')).events)
    assert.deepEqual(seen, ['pulse.closed', 'pulse.created', 'pulse.deleted', 'pulse.opened'])
    await clockwork.turnTo(Date.parse(feedStart) + (limits.deletedKeptDays + 1) * 86_400_000)
    const purged = await followFeed(await world.organisation(), 'types=data.deleted')
    assert.deepEqual(purged.events, [], 'also when it is gone')
  })

  test('a suggested action is there for who reads the results of its team', async () => {
    const { world, author, program } = await newFeed(clockwork)
    const { db } = world.running
    const [mine, other] = [await world.team('Platform', 6), await world.team('Design', 6)]
    const confidentiality = { mode: 'anonymous', results_audience: 'managers' }
    const { id } = (await author.post('/api/pulses', pulseDraft([mine.id, other.id], { confidentiality })))
      .body
    await author.post(`/api/pulses/${id}/open`)
    for (const team_id of [mine.id, other.id, null])
      await recordEvent(db.tx, {
        organisationId: world.organisationId,
        type: 'action.suggested',
        payload: {
          action_id: newId('action'),
          state: 'suggested',
          pulse_id: id,
          check_in_id: null,
          check_in_instance_id: null,
          team_id,
        },
        at: new Date(feedStart),
      })
    await clockwork.settle()
    const teams = async (reader: Client) =>
      (await followFeed(reader, 'types=action.*')).events.map(({ data }) => data.team_id)
    assert.deepEqual(await teams(program), [mine.id, other.id, null])
    assert.deepEqual(await teams(await world.user({ role: 'member' })), [])
    await run(
      db.tx,
      sql`
        update applications
        set results_team_ids = array[${mine.id}]
        where organisation_id = ${world.organisationId}
          and id = ${world.application.id}`,
    )
    assert.deepEqual(await teams(await world.organisation()), [mine.id])
  })

  test('a legal hold is there for admins', async () => {
    const { world, author, program } = await newFeed(clockwork)
    const { id } = (await author.post('/api/pulses', pulseDraft([(await world.team('Platform', 6)).id]))).body
    await recordEvent(world.running.db.tx, {
      organisationId: world.organisationId,
      type: 'hold.set',
      payload: { pulse_id: id, check_in_instance_id: null },
      at: new Date(feedStart),
    })
    await clockwork.settle()
    const counts = [program, await world.user({ role: 'analyst' }), await world.user({ role: 'admin' })].map(
      async (reader) => (await followFeed(reader, 'types=hold.*')).events.length,
    )
    assert.deepEqual(await Promise.all(counts), [0, 0, 1])
  })

  test('nothing reveals an answer in any mode, and events say what the catalogue names', async () => {
    const { world, author, program } = await newFeed(clockwork)
    const team = await world.team('Platform', 6)
    const paths: string[] = []
    for (const mode of ['anonymous', 'confidential', 'attributed']) {
      const { id } = (await author.post('/api/pulses', pulseDraft([team.id], { confidentiality: { mode } })))
        .body
      paths.push(`/api/pulses/${id}`)
      await author.post(`/api/pulses/${id}/open`)
    }
    const urls = (await Promise.all(paths.map((one) => links(author, one)))).flatMap((list) =>
      list.slice(0, 5),
    )
    // Reading the links is in the audit log, and so in the feed.
    await clockwork.settle()
    const { cursor } = await followFeed(program)
    for (const { url } of urls) {
      const answers = [{ question_id: 'calm', value: 4 }]
      assert.equal((await world.anyone.post(new URL(url).pathname, { answers })).status, 201)
    }
    await clockwork.settle()
    assert.deepEqual((await followFeed(program, '', cursor)).events, [])
    for (const one of paths) await author.post(`${one}/close`)
    await clockwork.settle()
    const { events } = await followFeed(program)
    assert.equal(events.filter(({ type }) => type === 'pulse.closed').length, paths.length)
    for (const { type, data } of events) {
      const { payload } = definitionOf(type as EventType)
      assert.ok(Check({ ...payload, additionalProperties: false }, data), `${type} ${JSON.stringify(data)}`)
    }
  })
})
