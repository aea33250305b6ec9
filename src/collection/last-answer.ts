/**
 * Closing with the last answer. No index can tell that it has come, as nothing is written when somebody answers but the
 * answer: the collections that close themselves are counted, a slice a look and the next one in the next, so that a look
 * costs the same however many there are.
 */
import { many, sql, type Tx } from '../db/db.ts'
import { everyoneAnswered, type OwnerKind } from './store.ts'

/** So many collections are counted in one look. */
const countedMax = 200

type Place = { organisation_id: string; id: string }

const beginning: Place = { organisation_id: '', id: '' }

/** Claims the owner and closes it. @returns false when somebody else holds it, or it is no longer open */
export type CloseAnswered = (tx: Tx, organisationId: string, ownerId: string, now: Date) => Promise<boolean>

/** @returns what looks, with its place in memory; it says how many it was done with */
export function closeWhenAnswered(kind: OwnerKind, close: CloseAnswered) {
  let place = beginning
  return async (tx: Tx, now: Date, aside: readonly string[] = []): Promise<number> => {
    const slice = await nextClosingThemselves(tx, kind, place)
    const complete = slice.find((one) => one.is_complete && !aside.includes(one.owner_id))
    if (!complete) {
      place = slice.length < countedMax ? beginning : slice[slice.length - 1]
      return 0
    }
    // Who is behind it now looks from here on; where another worker holds it, that one closes it.
    place = complete
    return (await close(tx, complete.organisation_id, complete.owner_id, now)) ? 1 : 0
  }
}

const nextClosingThemselves = (tx: Tx, kind: OwnerKind, after: Place) =>
  many<Place & { owner_id: string; is_complete: boolean }>(
    tx,
    sql`
      select organisation_id, id, owner_id, (${everyoneAnswered}) as is_complete
      from collections
      where state = 'open'
        and auto_close
        and owner_kind = ${kind}
        and (organisation_id, id) > (${after.organisation_id}::text, ${after.id}::text)
      order by organisation_id, id
      limit ${countedMax}`,
  )
