/**
 * Events become deliveries: for each active webhook what its application may read behind the position that was looked at last, under the lock
 * of the webhook. The position follows the feed, so an event is neither missed nor taken twice. One that is paused keeps its position.
 */
import { typesNamedBy } from '../../contract/events.ts'
import type { Tx } from '../db/db.ts'
import { headOf, listPlaced } from '../events/events.ts'
import { readableBy } from '../feed/feed.ts'
import { forRow, type TransactionTask } from '../jobs/jobs.ts'
import { programOf } from '../oauth/oauth.ts'
import { enqueue } from './delivery-store.ts'
import { endUse } from './ending-use.ts'
import * as store from './sending-store.ts'
import { refOf, type WebhookRow } from './store.ts'

/** Events that one transaction looks at for a webhook. */
const batchSize = 1_000

/** A program that was revoked, or may have no webhooks any more, gets nothing. */
async function fanOut(tx: Tx, webhook: WebhookRow, now: Date): Promise<void> {
  const { organisation_id: organisationId, application_id: applicationId, position } = webhook
  const program = await programOf(tx, organisationId, applicationId)
  if (!program?.scopes.has('webhooks:write')) return endUse(tx, webhook, 'application_revoked', now)
  const until = Math.min(await headOf(tx, organisationId), position + batchSize)
  const readable = await readableBy(tx, program, webhook.types.flatMap(typesNamedBy))
  const events = await listPlaced(tx, organisationId, { after: position, until, limit: batchSize }, readable)
  const ids = events.map(({ id }) => id)
  await enqueue(tx, refOf(webhook), ids, now)
  await store.movePosition(tx, refOf(webhook), until)
}

export const fanOutTask: TransactionTask = {
  name: 'webhooks.fan_out',
  everyMs: 1_000,
  waiting: store.anyBehind,
  run: async (tx, now, quarantined) => {
    const webhook = await store.claimBehind(tx, quarantined)
    if (!webhook) return 0
    await forRow(webhook.id, () => fanOut(tx, webhook, now))
    return 1
  },
}
