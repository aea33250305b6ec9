/** Entries of the audit log as events: for whom they are, and which there are. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/support/start.ts'
import { type Client, newWorld } from '../../test/support/world.ts'
import { byClock, recordAudit } from '../audit/audit.ts'

const at = new Date('2026-03-02T09:00:00Z')

test('what the audit log records is there for programs with its scope, and for admins', async () => {
  const running = await startApp({ at: at.toISOString() })
  const world = await newWorld({ running })
  const program = await world.organisation()
  const author = await world.user({ role: 'analyst' })
  const record = (action: 'hold.lifted' | 'figures.read', privateTo: string | null = null) =>
    recordAudit(running.db.tx, {
      organisationId: world.organisationId,
      actor: byClock,
      action,
      target: 'pls_1',
      privateTo,
      at,
    })
  await record('figures.read')
  await record('hold.lifted')
  await record('hold.lifted', author.userId)
  await running.app.due.settle()
  const read = async (reader: Client): Promise<any[]> =>
    (await reader.get('/api/events?types=audit.*')).body.events.filter(
      ({ data }: any) => data.action !== 'application.created',
    )
  const seen = async (reader: Client) => (await read(reader)).map(({ data }) => data.action)
  assert.deepEqual(await seen(program), ['hold.lifted'], 'no routine reading, and nothing private')
  assert.deepEqual(await seen(await world.user({ role: 'admin' })), ['hold.lifted'])
  for (const reader of [author, await world.organisation(['events:read', 'pulses:read'])])
    assert.deepEqual(await seen(reader), [])
  const [{ data }] = await read(program)
  const entries = (await program.get('/api/audit-events/feed?action=hold.lifted')).body.audit_events
  assert.ok(
    entries.some(({ id }: any) => id === data.audit_event_id),
    'its id finds the entry',
  )
})
