/**
 * A program whose webhook is down, so that events wait, when an admin takes its scopes or its teams. It has them sent again, one by one and all that
 * failed, and reads them where deliveries are listed.
 */
import assert from 'node:assert/strict'
import { before, suite, test as attack } from 'node:test'
import { recordEvent } from '../../../src/events/events.ts'
import { changeByHand } from '../../support/by-hand.ts'
import { bodyOf } from '../../support/clockwork.ts'
import { answering, start, startSending } from '../../support/webhook-receiver.ts'
import { wonNone } from './acting.ts'

suite('a webhook of a program that may read less', () => {
  let sending: Awaited<ReturnType<typeof startSending>>
  before(async () => {
    sending = await startSending()
  })

  const turn = async (minutes: number): Promise<void> => {
    const { running, settle } = sending
    running.clock!.set(new Date(Date.parse(start) + minutes * 60_000))
    await settle()
  }

  attack('is sent nothing that the program cannot read any more, and lists none of it', async () => {
    const { world, program: earlier, receiver, path } = await sending.newWebhook({}, answering(500))
    await sending.write(world, 1)
    await turn(1)
    await recordEvent(world.running.db.tx, {
      organisationId: world.organisationId,
      type: 'team.archived',
      payload: { team_id: 'tem_2' },
      at: sending.running.clock!.now(),
    })
    await turn(2)
    const waiting = (await bodyOf(earlier.get(`${path}/deliveries`))).deliveries
    assert.deepEqual(
      waiting.map(({ state }: any) => state),
      ['waiting', 'waiting'],
    )
    const sent = receiver.received.length
    await changeByHand(
      world.running.db,
      { kind: 'application', id: world.application.id },
      {
        text: `update applications set scopes = '{webhooks:write,events:read}' where id = $1`,
        values: [world.application.id],
      },
    )
    const program = await world.organisation(['webhooks:write', 'events:read'])
    receiver.behave = answering(204)
    let won = 0
    await turn(60)
    for (const { id } of waiting) {
      const one = `${path}/deliveries/${id}`
      won += [await program.get(one), await program.post(`${one}/retry`)].filter(
        ({ status }) => status < 300,
      ).length
    }
    const period = { since: '2026-03-01T00:00:00Z' }
    for (const only of ['failed', 'all'])
      won += (await bodyOf(program.post(`${path}/replay`, { ...period, only }))).deliveries
    won += (await bodyOf(program.get(`${path}/deliveries`))).deliveries.length
    await turn(600)
    wonNone(won + receiver.received.length - sent, 10, 'events')
  })
})
