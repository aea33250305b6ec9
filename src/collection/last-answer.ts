/**
 * Closing after the last answer, or, where who answered is confidential, a day after nearly everybody has answered. Answering writes nothing but the answer, so no index can tell that the last one has come. Instead the
 * answers of collections that close themselves are counted, a slice of collections a look and the next slice in the next look:
 * a look costs the same however many collections there are.
 */
import { isReached } from '../db/claiming.ts'
import { many, sql, type Tx } from '../db/db.ts'
import { bool, type RowOf, shapeOf } from '../db/shape.ts'
import { collections } from '../db/tables.ts'
import type { TransactionTask } from '../jobs/jobs.ts'
import { everyoneAnswered, nearlyEveryoneAnswered } from './ending.ts'
import type { OwnerKind } from './store.ts'

/** Collections whose answers are counted in one look. */
const sliceMax = 200

const selfClosingRow = shapeOf(collections, ['organisation_id', 'id', 'owner_id'], { is_complete: bool })

type Position = Pick<RowOf<typeof selfClosingRow>, 'organisation_id' | 'id'>

const start: Position = { organisation_id: '', id: '' }

/** Claims the owner, and closes it or moves its end. @returns false when another worker holds it, or it is no longer open */
type CloseOwner = (tx: Tx, organisationId: string, ownerId: string, now: Date) => Promise<boolean>

const selfClosing = (kind: OwnerKind) =>
  sql`from collections where state = 'open' and auto_close and owner_kind = ${kind}`

/** @returns a task that looks at one slice, remembers its position, and returns how many collections it handled */
export function closeWhenAnswered(
  kind: OwnerKind,
  close: CloseOwner,
): Pick<TransactionTask, 'waiting' | 'run'> {
  let position = start
  const run: TransactionTask['run'] = async (tx, now, quarantined) => {
    const slice = await nextSelfClosing(tx, kind, position)
    const complete = slice.find((row) => row.is_complete && !quarantined.includes(row.owner_id))
    if (!complete) {
      position = slice.length < sliceMax ? start : (slice.at(-1) ?? start)
      return 0
    }
    // The next look starts behind this one; if another worker holds it, that worker closes it.
    position = complete
    return (await close(tx, complete.organisation_id, complete.owner_id, now)) ? 1 : 0
  }
  return { waiting: () => sql`select 1 ${selfClosing(kind)} limit 1`, run }
}

const nextSelfClosing = (tx: Tx, kind: OwnerKind, after: Position): Promise<RowOf<typeof selfClosingRow>[]> =>
  many(
    tx,
    selfClosingRow,
    sql`
      select ${selfClosingRow.columns}, (${everyoneAnswered(null)}) or (${nearlyEveryoneAnswered(null)}) as is_complete
      ${selfClosing(kind)}
        and (organisation_id, id) > (${after.organisation_id}::text, ${after.id}::text)
        and ${isReached('organisation_id')}
      order by organisation_id, id
      limit ${sliceMax}`,
  )
