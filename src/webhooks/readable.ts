/**
 * What the application of a webhook may read now. A delivery waits for days while its receiver is down, and is listed for longer: by then an
 * admin may have taken scopes or teams from the application, and nothing is sent, listed or sent again that it could not read in the feed.
 */
import { eventTypeNames } from '../../contract/events.ts'
import { many, type Query, sql, textArray, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { events } from '../db/tables.ts'
import { readableBy } from '../feed/feed.ts'
import { programOf } from '../oauth/oauth.ts'
import type { WebhookRow } from './store.ts'

type OfApplication = Pick<WebhookRow, 'organisation_id' | 'application_id'>

/** SQL: whether the application may read the event of the row `e`; null: there is no such application any more. */
async function readable(tx: Tx, { organisation_id, application_id }: OfApplication): Promise<Query | null> {
  const program = await programOf(tx, organisation_id, application_id)
  return program && readableBy(tx, program, eventTypeNames)
}

/** The same for what is listed: admins see what an application got that was revoked. */
export const listable = async (tx: Tx, webhook: OfApplication): Promise<Query> =>
  (await readable(tx, webhook)) ?? sql`true`

/** Those of some events that may be sent. */
export async function sendable(
  tx: Tx,
  webhook: OfApplication,
  eventIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const condition = eventIds.length === 0 ? null : await readable(tx, webhook)
  if (condition === null) return new Set()
  const rows = await many(
    tx,
    shapeOf(events, ['id']),
    sql`
      select e.id
      from events e
      where e.organisation_id = ${webhook.organisation_id}
        and e.id = any (${textArray(eventIds)})
        and ${condition}`,
  )
  return new Set(rows.map(({ id }) => id))
}
