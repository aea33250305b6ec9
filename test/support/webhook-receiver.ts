/** Receivers of webhooks on loopback, and webhooks that send to them, on a node whose clock a test turns by hand. */
import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { recordEvent } from '../../src/events/events.ts'
import { atEndOf } from './endings.ts'
import { type Running, startApp } from './start.ts'
import { type Client, newWorld, type World } from './world.ts'

export const start = '2026-03-02T09:00:00Z'
export const receiverEnv = { SONDE_WEBHOOK_PRIVATE_ADDRESSES: 'yes' }

export type Received = { headers: IncomingHttpHeaders; body: string; event: any }
export type Behaviour = (response: ServerResponse, received: Received) => unknown
export type Receiver = Awaited<ReturnType<typeof newReceiver>>

/** A receiver that keeps what it was sent. */
export async function newReceiver(behave: Behaviour = (response) => response.writeHead(204).end()) {
  const received: Received[] = []
  const it = {
    received,
    behave,
    url: '',
    byType: (type: string) => received.filter(({ event }) => event.type === type),
  }
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const one = { headers: request.headers, body, event: JSON.parse(body) }
      received.push(one)
      it.behave(response, one)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  atEndOf('file', () => void (server.closeAllConnections(), server.close()))
  it.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return it
}

export const answering =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    response.writeHead(status, headers).end(`answer ${status}`)

export type Sending = { world: World; program: Client; receiver: Receiver; webhook: any; path: string }

export async function startSending() {
  const running: Running = await startApp({ at: start, env: receiverEnv })
  return {
    running,
    settle: () => running.app.due.settle(),
    write: (world: World, i: number, at = running.clock!.now()): Promise<void> =>
      recordEvent(running.db.tx, {
        organisationId: world.organisationId,
        type: 'team.updated',
        payload: { team_id: `tem_${i}` },
        at,
      }),
    /** An active webhook of a new organisation; the receiver has forgotten the test. */
    newWebhook: async (more: Record<string, unknown> = {}, behave?: Behaviour): Promise<Sending> => {
      running.clock!.set(start)
      const world = await newWorld({ running })
      const program = await world.organisation()
      const receiver = await newReceiver()
      const made = await program.post('/api/webhooks', { url: receiver.url, types: ['team.*'], ...more })
      assert.equal(made.status, 201, JSON.stringify(made.body))
      const path = `/api/webhooks/${made.body.id}`
      const tested = await program.post(`${path}/test`)
      assert.deepEqual([tested.body.status, tested.body.state], [204, 'active'], JSON.stringify(tested.body))
      receiver.received.length = 0
      if (behave) receiver.behave = behave
      return { world, program, receiver, webhook: made.body, path }
    },
  }
}
