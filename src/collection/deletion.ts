/**
 * Deleting what has had its time: the answers of a collection, its messages, or all of it. It is begun in one transaction, which marks the
 * collection, so that nothing reads what may be left; then rows go in parts, each in its own transaction that holds no lock for long.
 * What a crash leaves is found by the mark. Parts follow the order of a key, so that none walks over rows that are just gone.
 *
 * A hold (holds.ts) stops it at the next part. What was deleted is recorded with numbers that everybody may know anyway.
 */
import { byClock, recordAudit } from '../audit/audit.ts'
import type { CollectionRef } from '../collection-ref.ts'
import {
  answersOver,
  type DeleteSome,
  figureParts,
  forgetCollection,
  hideComments,
  holdComparisons,
} from '../confidentiality/confidentiality.ts'
import { afterCommit, type Tx } from '../db/db.ts'
import { recordEvent } from '../events/events.ts'
import { forRow, type TransactionTask } from '../jobs/jobs.ts'
import * as store from './deletion-store.ts'
import type { DeletionPosition, DeletionRow } from './deletion-store.ts'
import { summaryOf } from './response-summary.ts'
import { getCollection, ownerIdsOf } from './store.ts'

/** What rooms above made from answers; handed in by app.ts. */
export type MadeFromAnswers = {
  /** Quotes, and the words of a language model: they go with the answers. */
  forgetQuotes(tx: Tx, ref: CollectionRef): Promise<unknown>
  /** Insights and actions: they go with the survey. */
  deleteFindings(tx: Tx, ref: CollectionRef): Promise<unknown>
}

const hourMs = 3_600_000

/** Rows that one transaction deletes at most: few enough that nobody who answers waits for one. */
const partMax = 500

/** Begins what is due, one collection at a time. */
export const beginDeletionTask = (made: MadeFromAnswers): TransactionTask => ({
  name: 'collection.begin_deletion',
  everyMs: hourMs,
  run: async (tx, now, quarantined) => {
    const due = await store.claimDue(tx, now, quarantined)
    if (!due) return 0
    return forRow(due.id, () => begin(tx, due, made, now))
  },
})

async function begin(
  tx: Tx,
  { organisation_id: organisationId, id, questions, due }: store.DueRow,
  made: MadeFromAnswers,
  now: Date,
): Promise<number> {
  const ref: CollectionRef = { organisationId, collectionId: id }
  if (due === 'answers') {
    if (!(await holdComparisons(tx, ref))) return 0
    await hideComments(tx, ref, questions)
    await made.forgetQuotes(tx, ref)
  }
  await store.markBegun(tx, ref, due, now)
  afterCommit(tx, 'work due', null)
  return 1
}

/** Deletes one part of what has begun, and remembers with the collection where it was. */
export const deletionTask = (made: MadeFromAnswers): TransactionTask => ({
  name: 'collection.delete_rows',
  everyMs: 1_000,
  waiting: store.waiting,
  run: async (tx, now, quarantined) => {
    const row = await store.claimBegun(tx, quarantined)
    if (!row) return 0
    await forRow(row.id, async () => {
      const next = await deletePart(tx, row)
      if (next === null) await finish(tx, row, made, now)
      else await store.savePosition(tx, refOf(row), next)
    })
    return 1
  },
})

const partsOf = ({ deletion, questions }: DeletionRow): readonly DeleteSome[] =>
  deletion === 'answers'
    ? answersOver(questions)
    : deletion === 'deliveries'
      ? store.messageParts
      : [...figureParts, ...store.messageParts, ...store.rosterParts]

/**
 * Once the end is reached, everything is gone through again from the beginning: a node of another version may have begun it with another
 * list of parts.
 * @returns where to go on, or null where nothing is left
 */
async function deletePart(tx: Tx, row: DeletionRow): Promise<DeletionPosition | null> {
  const { deletion: what, deletion_position: before } = row
  const ref = refOf(row)
  const parts = partsOf(row)
  const from = before?.what === what ? before : { step: 0, after: null }
  let { after } = from
  for (let step = from.step; step < parts.length; step++) {
    const { count, last } = await parts[step](tx, ref, after, partMax)
    if (count > 0) return { what, step, after: last }
    after = null
  }
  const isWhole = from.step === 0 && from.after === null
  return isWhole ? null : { what, step: 0, after: null }
}

async function finish(tx: Tx, row: DeletionRow, made: MadeFromAnswers, now: Date): Promise<void> {
  const ref = refOf(row)
  await record(tx, row, await countsOf(tx, row), now)
  if (row.deletion !== 'survey') {
    await store.markFinished(tx, ref)
    return
  }
  await made.deleteFindings(tx, ref)
  await forgetCollection(tx, ref)
  await store.deleteCollection(tx, ref)
}

const refOf = ({ organisation_id: organisationId, id: collectionId }: DeletionRow): CollectionRef => ({
  organisationId,
  collectionId,
})

/** Numbers that everybody may know: a count of rows would reveal how many have answered. */
async function countsOf(tx: Tx, row: DeletionRow): Promise<Record<string, number>> {
  const { recipients } = row
  if (row.deletion === 'deliveries') return { recipients }
  // If it was cancelled or is being purged, nothing counts any more.
  const { responded } = await summaryOf(tx, { ...(await getCollection(tx, refOf(row))), state: 'closed' })
  return row.deletion === 'answers' ? { answers: responded } : { answers: responded, recipients }
}

async function record(tx: Tx, row: DeletionRow, counts: Record<string, number>, at: Date): Promise<void> {
  const { organisation_id: organisationId, deletion: kind, author_user_id: author } = row
  const { pulse_id, check_in_instance_id } = ownerIdsOf(row)
  await recordEvent(tx, {
    organisationId,
    type: 'data.deleted',
    payload: { kind, pulse_id, check_in_instance_id },
    privateTo: row.is_private ? author : null,
    at,
  })
  await recordAudit(tx, {
    organisationId,
    actor: byClock,
    action: 'data.deleted',
    target: row.owner_id,
    detail: { kind, counts },
    privateTo: row.is_private ? author : null,
    at,
  })
}
