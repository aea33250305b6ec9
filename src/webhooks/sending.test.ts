/** Deliveries of webhooks to a real receiver: what is sent, what is tried again, and what ends it. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { limits } from '../../contract/limits.ts'
import {
  answering,
  type Behaviour,
  newReceiver,
  type Receiver,
  receiverEnv,
  start,
  startSending,
} from '../../test/support/webhook-receiver.ts'
import { type Running, startApp } from '../../test/support/start.ts'
import { newWorld } from '../../test/support/world.ts'
import { many, run, sql } from '../db/db.ts'
import { shape, text } from '../db/shape.ts'
import { recordEvent } from '../events/events.ts'
import { newId } from '../ids.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

let sending: Awaited<ReturnType<typeof startSending>>

before(async () => {
  sending = await startSending()
})

const teamsOf = (receiver: Receiver): string[] =>
  receiver.received.map(({ event }) => event.data.team_id).toSorted()

suite('a webhook', () => {
  test('sends each event once, as the feed has it, from the first test that was answered with 2xx', async () => {
    sending.running.clock!.set(start)
    const world = await newWorld({ running: sending.running })
    const program = await world.organisation()
    const receiver = await newReceiver(answering(500))
    const { body } = await program.post('/api/webhooks', { url: receiver.url, types: ['team.updated'] })
    const path = `/api/webhooks/${body.id}`
    assert.deepEqual(
      [body.state, (await program.post(`${path}/enable`)).body.code],
      ['unverified', 'webhook_not_verified'],
    )
    const failed = (await program.post(`${path}/test`)).body
    assert.deepEqual(
      [failed.is_delivered, failed.status, failed.answer, failed.state],
      [false, 500, 'answer 500', 'unverified'],
    )
    await sending.write(world, 1)
    await sending.settle()
    receiver.behave = answering(200)
    assert.equal((await program.post(`${path}/test`)).body.state, 'active')
    assert.deepEqual(receiver.byType('webhook.test').at(-1)!.event.data, { webhook_id: body.id })
    await sending.write(world, 2)
    await sending.settle()
    await sending.settle()
    const sent = receiver.byType('team.updated')
    assert.deepEqual(
      sent.map(({ event }) => event.data.team_id),
      ['tem_2'],
    )
    const { events } = (await program.get('/api/events?types=team.updated')).body
    assert.deepEqual(sent[0].event, events[1])
    assert.equal(sent[0].headers['webhook-id'], events[1].id)
    const { deliveries } = (await program.get(`${path}/deliveries`)).body
    assert.deepEqual([deliveries.length, deliveries[0].state, deliveries[0].attempts], [1, 'delivered', 1])
  })

  test('gets what its application may read by itself, and nothing of a private survey', async () => {
    const { world, receiver } = await sending.newWebhook({
      types: ['pulse.*', 'application.revoked', 'hold.*'],
    })
    const author = await world.user({ role: 'admin' })
    const team = await world.team('Platform', 2)
    const draft = {
      title: 'T',
      topic: 't',
      questions: [{ id: 'q', type: 'text', text: 'Why?' }],
      recipients: { team_ids: [team.id], member_ids: [] },
      confidentiality: { mode: 'anonymous' },
    }
    const ids = await Promise.all(
      ['public', 'private'].map(
        async (visibility) => (await author.post('/api/pulses', { ...draft, visibility })).body.id,
      ),
    )
    await recordEvent(sending.running.db.tx, {
      organisationId: world.organisationId,
      type: 'application.revoked',
      payload: { application_id: newId('application') },
      at: sending.running.clock!.now(),
    })
    await sending.settle()
    assert.deepEqual(
      receiver.received.map(({ event }) => event.data.pulse_id),
      [ids[0]],
    )
  })

  test('is tried again, later each time and ten times in all, and then given up', async () => {
    const { world, receiver, path } = await sending.newWebhook({}, answering(503))
    await sending.write(world, 1)
    await sending.settle()
    assert.equal(receiver.received.length, 1)
    sending.running.clock!.advance(4_000)
    await sending.settle()
    assert.equal(receiver.received.length, 1, 'not before five seconds less a tenth')
    for (const ms of [
      2_000,
      6 * minuteMs,
      34 * minuteMs,
      2.3 * hourMs,
      5.6 * hourMs,
      11.1 * hourMs,
      15.5 * hourMs,
      22.1 * hourMs,
      26.5 * hourMs,
    ]) {
      sending.running.clock!.advance(ms)
      await sending.settle()
    }
    const token = await world.organisation()
    const [delivery] = (await token.get(`${path}/deliveries?state=failed`)).body.deliveries
    assert.deepEqual([receiver.received.length, delivery.attempts, delivery.next_attempt_at], [10, 10, null])
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
    const detail = (await token.get(`${path}/deliveries/${delivery.id}`)).body
    assert.deepEqual(
      [detail.last_attempts.length, detail.last_attempts[0].status, detail.last_attempts[0].answer],
      [10, 503, 'answer 503'],
    )
    assert.equal(detail.event.data.team_id, 'tem_1')
    const actions = await many(
      sending.running.db.tx,
      shape({ action: text }),
      sql`select action from audit_events where organisation_id = ${world.organisationId} and action = 'webhook.delivery_failed'`,
    )
    assert.equal(actions.length, 1)
    receiver.behave = answering(200)
    const again = await token.post(`${path}/deliveries/${delivery.id}/retry`)
    assert.deepEqual([again.status, again.body.state], [200, 'waiting'])
    await sending.settle()
    assert.equal((await token.get(`${path}/deliveries/${delivery.id}`)).body.state, 'delivered')
  })

  const failures: [string, Behaviour, RegExp | number][] = [
    ['a redirect', answering(302, { location: 'http://127.0.0.1:1/' }), 302],
    ['a connection that is cut', (response) => response.destroy(), /ECONNRESET|connection/],
  ]
  for (const [what, behave, expected] of failures)
    test(`counts ${what} as a failure`, async () => {
      const { world, program, path } = await sending.newWebhook({}, behave)
      await sending.write(world, 1)
      await sending.settle()
      const [{ id, state }] = (await program.get(`${path}/deliveries`)).body.deliveries
      const [attempt] = (await program.get(`${path}/deliveries/${id}`)).body.last_attempts
      assert.equal(state, 'waiting')
      if (typeof expected === 'number') assert.equal(attempt.status, expected)
      else assert.match(attempt.error, expected)
    })

  test('waits for as long as a receiver asks for, and keeps a thousand characters of a long answer', async () => {
    const { world, path, receiver } = await sending.newWebhook({}, (response) =>
      response.writeHead(429, { 'retry-after': '3600' }).end('\0x'.repeat(40_000)),
    )
    await sending.write(world, 1)
    await sending.settle()
    sending.running.clock!.advance(50 * minuteMs)
    await sending.settle()
    assert.equal(receiver.received.length, 1)
    sending.running.clock!.advance(10 * minuteMs)
    await sending.settle()
    assert.equal(receiver.received.length, 2)
    const token = await world.organisation()
    const [{ id }] = (await token.get(`${path}/deliveries`)).body.deliveries
    const [{ answer }] = (await token.get(`${path}/deliveries/${id}`)).body.last_attempts
    assert.equal(answer, 'x'.repeat(limits.webhookAnswerCharsMax))
  })

  test('is disabled by 410, with an event and an entry of the log, and enabled again at the present', async () => {
    const { world, program, path, receiver } = await sending.newWebhook({}, answering(410))
    await sending.write(world, 1)
    await sending.settle()
    const gone = (await program.get(path)).body
    assert.deepEqual([gone.state, gone.disabled_reason], ['disabled', 'gone'])
    const { events } = (await program.get('/api/events?types=webhook.disabled')).body
    assert.deepEqual(
      events.map(({ data }: any) => [data.webhook_id, data.reason]),
      [[gone.id, 'gone']],
    )
    await sending.write(world, 2)
    await sending.settle()
    assert.equal((await program.post(`${path}/pause`)).body.code, 'webhook_disabled')
    receiver.behave = answering(200)
    receiver.received.length = 0
    assert.equal((await program.post(`${path}/enable`)).body.state, 'active')
    await sending.write(world, 3)
    await sending.settle()
    assert.deepEqual(teamsOf(receiver), ['tem_3'])
    const since = new Date(sending.running.clock!.now().getTime() - hourMs).toISOString()
    assert.deepEqual((await program.post(`${path}/replay`, { since })).body, { deliveries: 1 })
    await sending.settle()
    assert.deepEqual(teamsOf(receiver), ['tem_1', 'tem_3'], 'what was given up')
    assert.deepEqual((await program.post(`${path}/replay`, { since, only: 'all' })).body, { deliveries: 3 })
    await sending.settle()
    assert.deepEqual(
      teamsOf(receiver),
      ['tem_1', 'tem_1', 'tem_2', 'tem_3', 'tem_3'],
      'and what was never sent',
    )
  })

  test('is disabled once nothing has reached it for five days', async () => {
    const { world, path, receiver } = await sending.newWebhook({}, answering(500))
    await sending.write(world, 1)
    await sending.settle()
    for (let day = 0; day < 5; day++) {
      sending.running.clock!.advance(24 * hourMs + 1)
      await sending.write(world, day)
      await sending.settle()
    }
    const { body } = await (await world.organisation()).get(path)
    assert.deepEqual([body.state, body.disabled_reason], ['disabled', 'failing'])
    const before = receiver.received.length
    sending.running.clock!.advance(24 * hourMs)
    await sending.settle()
    assert.equal(receiver.received.length, before)
  })

  test('that is paused sends nothing, and later what happened meanwhile', async () => {
    const { world, program, path, receiver } = await sending.newWebhook()
    assert.equal((await program.post(`${path}/pause`)).body.state, 'paused')
    await sending.write(world, 1)
    await sending.settle()
    assert.deepEqual(teamsOf(receiver), [])
    await program.post(`${path}/enable`)
    await sending.settle()
    assert.deepEqual(teamsOf(receiver), ['tem_1'])
  })

  test('of an application that was revoked is disabled for good', async () => {
    const { world, path, receiver, program } = await sending.newWebhook()
    await run(
      sending.running.db.tx,
      sql`update applications set scopes = array_remove(scopes, 'webhooks:write') where id = ${world.application.id}`,
    )
    await sending.write(world, 1)
    await sending.settle()
    assert.deepEqual(teamsOf(receiver), [])
    await run(
      sending.running.db.tx,
      sql`update applications set scopes = scopes || array['webhooks:write'] where id = ${world.application.id}`,
    )
    const { body } = await (await world.organisation()).get(path)
    assert.deepEqual([body.state, body.disabled_reason], ['disabled', 'application_revoked'])
    assert.equal((await program.post(`${path}/enable`)).body.code, 'webhook_disabled')
  })

  test('gets at most fifty requests in a second, eight at a time, from two workers together', async () => {
    const { world, receiver } = await sending.newWebhook({}, (response) =>
      setTimeout(() => response.writeHead(200).end(), 2),
    )
    const second = await startApp({
      at: start,
      env: { ...receiverEnv, SONDE_SECRETS_KEY_FILE: secretsFileOf(sending.running) },
      database: sending.running.db.connection,
    })
    let busy = 0
    let most = 0
    receiver.behave = (response) => {
      most = Math.max(most, ++busy)
      response.on('finish', () => busy--)
      setImmediate(() => response.writeHead(200).end())
    }
    for (let i = 0; i < 60; i++) await sending.write(world, i)
    await Promise.all([sending.settle(), second.app.due.settle()])
    assert.equal(receiver.received.length, limits.webhookPerSecondMax)
    assert.ok(most <= limits.webhookInFlightMax, `${most} at a time`)
    sending.running.clock!.advance(1_000)
    second.clock!.advance(1_000)
    await Promise.all([sending.settle(), second.app.due.settle()])
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 60)
    assert.equal(receiver.received.length, 60, 'each once')
    await second.stop()
  })

  test('that gets a new secret while a burst is sent is signed with it from then on', async () => {
    const { world, program, receiver, path } = await sending.newWebhook()
    let rotated: Promise<unknown> | undefined
    receiver.behave = async (response) => {
      await (rotated ??= program.post(`${path}/rotate-secret`))
      response.writeHead(204).end()
    }
    for (let i = 0; i < 30; i++) await sending.write(world, i)
    await sending.settle()
    const signatures = receiver.received.map(
      ({ headers }) => String(headers['webhook-signature']).split(' ').length,
    )
    assert.equal(receiver.received.length, 30, 'each once')
    // As many as were under way have one signature; the others have that of the new secret as well.
    assert.ok(
      signatures.slice(limits.webhookInFlightMax).every((count) => count === 2),
      `${signatures}`,
    )
  })

  test('whose worker died while it was sending is served by another, with the same id', async () => {
    const { world, receiver, webhook } = await sending.newWebhook()
    await sending.write(world, 1)
    await sending.settle()
    await run(
      sending.running.db.tx,
      sql`
        update webhook_deliveries
        set state = 'waiting', claimed_until = ${new Date(sending.running.clock!.now().getTime() + minuteMs)}
        where webhook_id = ${webhook.id}`,
    )
    await sending.settle()
    assert.equal(receiver.received.length, 1, 'while it is claimed nobody else sends it')
    sending.running.clock!.advance(minuteMs)
    await sending.settle()
    assert.deepEqual(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
    assert.equal(receiver.received.length, 2)
  })
})

/** The second node has another data directory. */
function secretsFileOf({ outbox }: Running): string {
  return `${outbox.replace(/outbox$/, '')}secrets.key`
}
