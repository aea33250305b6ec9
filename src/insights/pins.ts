/** Pins: findings that somebody keeps at the top of their own list. A finding that they may no longer see is gone from it, by the rule of the list. */
import type { Reply } from '../../contract/operation.ts'
import type * as contract from '../../contract/insights.ts'
import { limits } from '../../contract/limits.ts'
import type { Call } from '../call.ts'
import { exists, run, sql, type Tx } from '../db/db.ts'
import { readerOf } from '../directory/directory.ts'
import { impossible, problem } from '../problem.ts'
import type { Reader } from '../visibility.ts'
import { countShown } from './pin-store.ts'
import { findInsight } from './store.ts'

/** Pinned again, it stays pinned. @throws not_found @throws conflict  nothing took its place @throws unprocessable  too many */
export async function pinInsight({
  tx,
  actor,
  params: { id },
  now,
}: Call<typeof contract.pinInsight>): Promise<Reply<typeof contract.pinInsight>> {
  const { organisationId, userId } = actor
  const reader = await readerOf(tx, actor)
  const current = await currentOf(tx, reader, id)
  await lockPinsOf(tx, organisationId, userId)
  const pinned = await run(
    tx,
    sql`
      insert into insight_pins (organisation_id, user_id, insight_id, created_at)
      select ${organisationId}, ${userId}, ${current}, ${now}
      where (${countShown(reader)}) < ${limits.insightPinsMax}
      on conflict do nothing`,
  )
  if (pinned === 0 && !(await isPinned(tx, { organisationId, userId, id: current })))
    throw impossible('', `At most ${limits.insightPinsMax} findings can be pinned`, 'too_many')
  return null
}

/**
 * The id of the finding that stands for this one today: a page that was open while it was computed again still shows the old one.
 * @throws not_found
 * @throws conflict  it was superseded, and nothing is about the same any longer
 */
async function currentOf(tx: Tx, reader: Reader, id: string): Promise<string> {
  const found = (await findInsight(tx, reader, id))?.insight
  if (!found) throw problem('not_found')
  if (found.state !== 'superseded') return id
  if (found.superseded_by === null)
    throw problem('conflict', { detail: 'This finding was computed again, and nothing took its place' })
  return currentOf(tx, reader, found.superseded_by)
}

/** One at a time, for one person: two that counted at once would each find a place. */
const lockPinsOf = (tx: Tx, organisationId: string, userId: string): Promise<number> =>
  run(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`pins of ${organisationId} ${userId}`}, 0))`)

type Pin = { readonly organisationId: string; readonly userId: string; readonly id: string }

const isPinned = (tx: Tx, { organisationId, userId, id }: Pin): Promise<boolean> =>
  exists(
    tx,
    sql`
      select 1
      from insight_pins
      where organisation_id = ${organisationId}
        and user_id = ${userId}
        and insight_id = ${id}`,
  )

/** What is not pinned stays so. @throws not_found */
export async function unpinInsight({
  tx,
  actor,
  params: { id },
}: Call<typeof contract.unpinInsight>): Promise<Reply<typeof contract.unpinInsight>> {
  const { organisationId, userId } = actor
  if (!(await findInsight(tx, await readerOf(tx, actor), id))) throw problem('not_found')
  await run(
    tx,
    sql`
      delete from insight_pins
      where organisation_id = ${organisationId}
        and user_id = ${userId}
        and insight_id = ${id}`,
  )
  return null
}
