/** SQL of when open collections end: at their end, which may be moved; with their last answer; or a day after nearly everybody has answered. */
import type { CollectionRef } from '../collection-ref.ts'
import { exists, many, one, run, sql, textArray, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { collections } from '../db/tables.ts'
import { answersCount } from '../vault/vault.ts'

/**
 * When an open collection is over: its end has passed, or, in attributed mode, it closes itself and everybody whom it reaches has
 * answered. Conditions on rows of `collections`: owners claim by them under the lock of their own row, since every transition locks the owner before the
 * collection.
 */
export const timeIsOver = (now: Date) => sql`collections.state = 'open' and collections.closes_at <= ${now}`

const reachable = sql`(collections.recipients - collections.absent - collections.opted_out - collections.unreachable)`

/** @param organisationId  whose collection it is; null where they are looked at over all organisations */
export const everyoneAnswered = (organisationId: string | null) => sql`
  collections.state = 'open'
  and collections.auto_close
  and collections.mode = 'attributed'
  and ${reachable} > 0
  and ${reachable} <= ${answersCount(organisationId)}`

/** The number from which the steps of the live count are taken: `askedInSteps` of response-summary.ts in SQL. */
const stepsAsked = sql`(
  collections.recipients - collections.absent - collections.opted_out - collections.unreachable_at_open
  - (collections.unreachable - collections.unreachable_at_open + collections.k_rate - 1) / collections.k_rate * collections.k_rate
)`

/**
 * Where who answered is confidential, closing with the last answer would reveal that everybody has answered. So the end is moved when the
 * count that everybody may see has taken its last step (response-summary.ts): that reveals nothing new. Where no step can be taken, or none is told, it stays.
 */
export const nearlyEveryoneAnswered = (organisationId: string | null) => sql`
  collections.state = 'open'
  and collections.auto_close
  and collections.mode <> 'attributed'
  and not collections.is_rolling
  and not collections.in_small_windows
  and ${stepsAsked} - collections.step_offset > collections.k_rate
  and (${stepsAsked} - 1 - collections.step_offset) / collections.k_rate * collections.k_rate + collections.step_offset <= ${answersCount(organisationId)}`

/** Those who have not answered get a day: from now, or from when the last recipients with windows of their own are asked. */
const timeToAnswer = sql`interval '1 day'`

const endRow = shapeOf(collections, ['closes_at'])
const extendedRow = shapeOf(collections, ['id', 'participation_extended_at', 'extensions'])

/**
 * Moves the end of a collection that closes itself to a day from now, if nearly everybody has answered. Once: an author who extends it
 * afterwards has decided.
 * @returns the end, or undefined if it stays as it is
 */
export async function bringEndForward(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  now: Date,
): Promise<string | undefined> {
  const row = await one(
    tx,
    endRow,
    sql`
      update collections
      set auto_close = false,
          closes_at = least(
            closes_at,
            (
              greatest(
                ${now}::timestamptz,
                (
                  select max(opens_at)
                  from recipients r
                  where r.organisation_id = ${organisationId}
                    and r.collection_id = ${collectionId}
                )
              ) at time zone 'UTC' + ${timeToAnswer}
            ) at time zone 'UTC'
          )
      where organisation_id = ${organisationId}
        and id = ${collectionId}
        and ${nearlyEveryoneAnswered(organisationId)}
      returning closes_at`,
  )
  return row?.closes_at ?? undefined
}

/**
 * Moves the end to a later one, at most `max` times. It holds for everybody: recipients with windows of their own get it too.
 * @returns 0 when it is not open, the end is not later, or it was extended too often
 */
export async function moveEnd(tx: Tx, ref: CollectionRef, closesAt: Date, max: number): Promise<number> {
  const { organisationId, collectionId } = ref
  const moved = await run(
    tx,
    sql`
      update collections
      set closes_at = ${closesAt},
          participation_due_at = case
            when participation_due_at is not null
            then (opened_at at time zone 'UTC' + (${closesAt}::timestamptz - opened_at) * 2 / 3) at time zone 'UTC'
          end,
          extensions = extensions + 1
      where organisation_id = ${organisationId}
        and id = ${collectionId}
        and state = 'open'
        and extensions < ${max}
        and (closes_at is null or closes_at < ${closesAt})`,
  )
  if (moved > 0) await dropOwnEnds(tx, ref)
  return moved
}

/** The same for a collection in which few have answered: once, and not counted among the extensions of its author. */
export async function moveEndOnce(tx: Tx, ref: CollectionRef, closesAt: Date, now: Date): Promise<number> {
  const { organisationId, collectionId } = ref
  const moved = await run(
    tx,
    sql`
      update collections
      set closes_at = ${closesAt},
          participation_extended_at = ${now}
      where organisation_id = ${organisationId}
        and id = ${collectionId}
        and state = 'open'
        and low_participation is not null
        and participation_extended_at is null
        and closes_at <= ${now}`,
  )
  if (moved > 0) await dropOwnEnds(tx, ref)
  return moved
}

/** @returns for each, whether it went on by itself because few had answered, and whether its author has moved its end */
export async function extensionsOf(
  tx: Tx,
  organisationId: string,
  refs: readonly CollectionRef[],
): Promise<ReadonlyMap<string, { isByItself: boolean; isByHand: boolean }>> {
  if (refs.length === 0) return new Map()
  const rows = await many(
    tx,
    extendedRow,
    sql`
      select ${extendedRow.columns}
      from collections
      where organisation_id = ${organisationId}
        and id = any (${textArray(refs.map((ref) => ref.collectionId))})`,
  )
  return new Map(
    rows.map(({ id, participation_extended_at: at, extensions }) => [
      id,
      { isByItself: at !== null, isByHand: extensions > 0 },
    ]),
  )
}

const dropOwnEnds = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<number> =>
  run(
    tx,
    sql`
      update recipients
      set closes_at = null
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and closes_at is not null`,
  )

/** Checked again under the owner's lock: it may have been extended, or an answer withdrawn, since it was found. */
export const isOver = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  now: Date,
): Promise<boolean> =>
  exists(
    tx,
    sql`
      select 1
      from collections
      where organisation_id = ${organisationId}
        and id = ${collectionId}
        and ((${timeIsOver(now)}) or (${everyoneAnswered(organisationId)}))`,
  )
