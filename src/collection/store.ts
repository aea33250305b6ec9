/** SQL of collections: the record of one period of asking, its roster, its messages. */
import { type Breakdown, type Mode } from '../../contract/confidentiality.ts'
import { type Channel, type QuietHours } from '../../contract/collections.ts'
import { type Question } from '../../contract/questions.ts'
import { type ResultsStatus } from '../../contract/states.ts'
import { answersCount } from '../vault/vault.ts'
import { type CollectionRef } from '../collection-ref.ts'
import { type Policy } from '../cells/cells.ts'
import { json, jsonOrNull, many, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { type Roster } from './roster.ts'

export type OwnerKind = 'pulse' | 'check_in_instance'

export type Collection = {
  organisation_id: string
  id: string
  owner_kind: OwnerKind
  owner_id: string
  series_id: string
  title: string
  description: string | null
  questions: Question[]
  questions_version: number
  channels: Channel[]
  quiet_hours: QuietHours | null
  auto_close: boolean
  mode: Mode
  k_score: number
  k_comment: number
  k_rate: number
  audience: string[]
  breakdown: Breakdown | null
  promise_hash: string
  state: 'open' | 'closed' | 'cancelled'
  results_status: ResultsStatus
  recipients: number
  responded: number
  unreachable: number
  absent: number
  opted_out: number
  excluded: number
  extensions: number
  opened_at: string
  closes_at: string | null
  closed_at: string | null
  /** Brought in from elsewhere: who was asked is not known. */
  imported_at: string | null
  /** The host that people were told comments may be sent to. */
  language_model: string | null
}

const columns = sql.raw(`
  organisation_id, id, owner_kind, owner_id, series_id, title, description, questions, questions_version, channels,
  quiet_hours, auto_close, mode, k_score, k_comment, k_rate, audience, breakdown, promise_hash, state, results_status, recipients,
  responded, unreachable, absent, opted_out, excluded, extensions, opened_at, closes_at, closed_at, imported_at, language_model`)

export const refOf = (collection: Pick<Collection, 'organisation_id' | 'id'>): CollectionRef => ({
  organisationId: collection.organisation_id,
  collectionId: collection.id,
})

export const policyOfCollection = (collection: Collection): Policy => ({
  mode: collection.mode,
  k_score: collection.k_score,
  k_comment: collection.k_comment,
  k_rate: collection.k_rate,
  audience: collection.audience,
  breakdown: collection.breakdown,
  language_model: collection.language_model,
})

export type NewCollection = {
  id: string
  organisationId: string
  owner: { kind: OwnerKind; id: string }
  seriesId: string
  title: string
  description: string | null
  questions: Question[]
  questionsVersion: number
  roster: Roster
  channels: Channel[]
  quietHours: QuietHours | null
  autoClose: boolean
  policy: Policy
  promiseHash: string
  closesAt: Date | null
  importedAt?: Date
}

export const insertCollection = (tx: Tx, it: NewCollection, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      insert into collections
        (organisation_id, id, owner_kind, owner_id, series_id, title, description, questions, questions_version, roster,
         channels, quiet_hours, auto_close, mode, k_score, k_comment, k_rate, audience, breakdown, promise_hash, state, opened_at,
         closes_at, imported_at, language_model)
      values
        (${it.organisationId}, ${it.id}, ${it.owner.kind}, ${it.owner.id}, ${it.seriesId}, ${it.title}, ${it.description},
         ${json(it.questions)}, ${it.questionsVersion}, ${json(it.roster)}, ${textArray(it.channels)},
         ${jsonOrNull(it.quietHours)}, ${it.autoClose}, ${it.policy.mode}, ${it.policy.k_score},
         ${it.policy.k_comment}, ${it.policy.k_rate}, ${textArray(it.policy.audience)}, ${jsonOrNull(it.policy.breakdown)},
         ${it.promiseHash}, 'open', ${now},
         ${it.closesAt}, ${it.importedAt ?? null}, ${it.policy.language_model ?? null})`,
  )

export const organisationZone = async (tx: Tx, organisationId: string): Promise<string> =>
  (
    await one<{ time_zone: string }>(
      tx,
      sql`select time_zone from organisations where id = ${organisationId}`,
    )
  )?.time_zone ?? 'UTC'

export const findCollection = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<Collection | undefined> =>
  one<Collection>(
    tx,
    sql`select ${columns} from collections where organisation_id = ${organisationId} and id = ${collectionId}`,
  )

/** Collections with the number of their answers: counted while they are open, as kept at close afterwards. */
export const countedCollections = (
  tx: Tx,
  organisationId: string,
  ids: readonly string[],
): Promise<(Collection & { counted: number })[]> =>
  many(
    tx,
    sql`
      select ${columns},
             case when state = 'open' then ${answersCount} else responded end as counted
      from collections
      where organisation_id = ${organisationId}
        and id = any (${textArray(ids)})`,
  )

/** open → closed, once. @returns the collection, or undefined when it was not open */
export const markClosed = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  now: Date,
): Promise<Collection | undefined> =>
  one<Collection>(
    tx,
    sql`
      update collections
      set state = 'closed',
          closed_at = ${now},
          results_status = 'analysing'
      where organisation_id = ${organisationId}
        and id = ${collectionId}
        and state = 'open'
      returning ${columns}`,
  )

export const markCancelled = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update collections
      set state = 'cancelled',
          closed_at = ${now}
      where organisation_id = ${organisationId}
        and id = ${collectionId}
        and state = 'open'`,
  )

export const setCloseFigures = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  responded: number,
  status: ResultsStatus,
): Promise<number> =>
  run(
    tx,
    sql`
      update collections
      set responded = ${responded},
          results_status = ${status}
      where organisation_id = ${organisationId}
        and id = ${collectionId}`,
  )

export const setResultsStatus = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  status: ResultsStatus,
): Promise<number> =>
  run(
    tx,
    sql`
      update collections
      set results_status = ${status}
      where organisation_id = ${organisationId}
        and id = ${collectionId}
        and state = 'closed'`,
  )

/**
 * Later end, at most `max` times, for everybody: recipients with windows of their own get it too.
 * @returns 0 when it is not open, not later, or extended too often
 */
export async function moveEnd(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  closesAt: Date,
  max: number,
): Promise<number> {
  const moved = await run(
    tx,
    sql`
      update collections
      set closes_at = ${closesAt},
          extensions = extensions + 1
      where organisation_id = ${organisationId}
        and id = ${collectionId}
        and state = 'open'
        and extensions < ${max}
        and (closes_at is null or closes_at < ${closesAt})`,
  )
  if (moved > 0)
    await run(
      tx,
      sql`
        update recipients
        set closes_at = null
        where organisation_id = ${organisationId}
          and collection_id = ${collectionId}
          and closes_at is not null`,
    )
  return moved
}

/**
 * When an open collection has come to its end: its time is over, or it closes itself and has every answer of those whom it
 * reaches. Conditions on rows of `collections`: owners claim by them under the lock of their own row, since every move
 * locks the owner before the collection.
 */
export const timeIsOver = (now: Date) => sql`collections.state = 'open' and collections.closes_at <= ${now}`

export const everyoneAnswered = sql`
  collections.state = 'open'
  and collections.auto_close
  and collections.recipients > collections.absent + collections.opted_out + collections.unreachable
  and collections.recipients - collections.absent - collections.opted_out - collections.unreachable <= ${answersCount}`

/** Asked again under the owner's lock: it may have been extended, or an answer withdrawn, since it was found. */
export const isOver = async (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  now: Date,
): Promise<boolean> =>
  (await one(
    tx,
    sql`
      select 1
      from collections
      where organisation_id = ${organisationId}
        and id = ${collectionId}
        and ((${timeIsOver(now)}) or (${everyoneAnswered}))`,
  )) !== undefined

/** A closed collection that waits for its analysis, claimed until the transaction ends: of two workers one finds nothing. */
export const claimAnalysis = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<Collection | undefined> =>
  one<Collection>(
    tx,
    sql`
      select ${columns}
      from collections
      where organisation_id = ${organisationId}
        and id = ${collectionId}
        and results_status = 'analysing'
      for update`,
  )

/** By which rules the texts of a collection were measured; null before that. */
export const textVersionOf = async (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<string | null> =>
  (
    await only<{ text_version: string | null }>(
      tx,
      sql`
        select text_version
        from collections
        where organisation_id = ${organisationId}
          and id = ${collectionId}`,
    )
  ).text_version

export const setTextVersion = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  version: string,
): Promise<number> =>
  run(
    tx,
    sql`
      update collections
      set text_version = ${version}
      where organisation_id = ${organisationId}
        and id = ${collectionId}`,
  )
