/** Webhooks for requests to try: an application has at most ten, so those that were used up make room. */
import assert from 'node:assert/strict'
import { run, sql } from '../../src/db/db.ts'
import { newId } from '../../src/ids.ts'
import type { World } from '../support/world.ts'

export function webhookMakers({
  organisation,
  organisationId,
  running,
}: Pick<World, 'organisation' | 'organisationId' | 'running'>) {
  let used: string | undefined
  const { tx } = running.db
  /** With room for one more. */
  const webhookDraft = async (): Promise<Record<string, unknown>> => {
    await run(
      tx,
      sql`
        delete from webhooks
        where organisation_id = ${organisationId}
          and id is distinct from ${used ?? null}`,
    )
    return { url: 'https://receiver.example/hook', types: ['pulse.*'] }
  }
  const newWebhook = async (): Promise<string> => {
    const program = await organisation(['webhooks:write'])
    const { status, body } = await program.post('/api/webhooks', await webhookDraft())
    assert.equal(status, 201, JSON.stringify(body))
    return body.id
  }
  return {
    webhookDraft,
    newWebhook,
    /** Active, at an address that is refused when it is used, with a delivery that waits. */
    usedWebhook: async (): Promise<{ id: string; delivery_id: string }> => {
      const id = (used ??= await newWebhook())
      const ids = { event: newId('event'), delivery: newId('webhookDelivery') }
      await run(
        tx,
        sql`
          update webhooks
          set state = 'active', disabled_reason = null, url = 'https://127.0.0.1/hook'
          where id = ${id}`,
      )
      await run(
        tx,
        sql`
          insert into events (organisation_id, id, type, payload, occurred_at, position, seq)
          select ${organisationId}, ${ids.event}, 'directory.imported', '{}', now(), place, place
          from (
            select coalesce(max(position), 0) + 1000000 as place
            from events
            where organisation_id = ${organisationId}
          ) far_ahead`,
      )
      await run(
        tx,
        sql`
          insert into webhook_deliveries (organisation_id, id, webhook_id, event_id, state, due_at, created_at)
          values (${organisationId}, ${ids.delivery}, ${id}, ${ids.event}, 'waiting', now() + interval '1 day', now())`,
      )
      return { id, delivery_id: ids.delivery }
    },
  }
}
