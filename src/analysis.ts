/**
 * The analysis of a closed collection: its findings, put into words where a language model may. Findings, actions and words are made
 * and deleted together here, since none of their rooms knows the others.
 */
import { deleteActions } from './actions/actions.ts'
import { claimAnalysis, type Collection, refOf } from './collection/collection.ts'
import type { CollectionRef } from './collection-ref.ts'
import type { Config } from './config.ts'
import type { Tx } from './db/db.ts'
import { deleteInsights, forgetQuotes, generate } from './insights/insights.ts'
import { deletePhrasing, phraseOf, requestWords } from './language-model/language-model.ts'
import { deleteReplies } from './replies/replies.ts'

/** Makes the findings of a closed collection again, with the words that there are by then. */
export async function regenerate(tx: Tx, collection: Collection, now: Date): Promise<void> {
  await generate(tx, collection, { now, phrase: await phraseOf(tx, refOf(collection)) })
}

/** Analyses a closed collection once: a second call does nothing. */
export async function analyse(tx: Tx, ref: CollectionRef, now: Date): Promise<void> {
  const collection = await claimAnalysis(tx, ref)
  if (collection) await regenerate(tx, collection, now)
}

/** The job that follows a close: analyses, and asks for words where a language model is set up. */
export const analysisJob =
  (languageModel: Config['languageModel']) =>
  async (tx: Tx, ref: CollectionRef, now: Date): Promise<void> => {
    await analyse(tx, ref, now)
    await requestWords(tx, ref, languageModel, now)
  }

/**
 * When the answers of a collection are deleted, so are quotes from them, and the words that a language model found for them: what it said
 * in insights stays, because no word of it is from one or two answers (language-model/wording.ts).
 */
export const forgetWords = async (tx: Tx, ref: CollectionRef): Promise<number> =>
  (await forgetQuotes(tx, ref)) + (await deletePhrasing(tx, ref))

/** Deletes what was made from the answers of a collection, and what was replied to it. @returns how many rows were deleted */
export const deleteFindings = async (tx: Tx, ref: CollectionRef): Promise<number> =>
  (await deleteReplies(tx, ref)) +
  (await deleteActions(tx, ref)) +
  (await deleteInsights(tx, ref)) +
  (await deletePhrasing(tx, ref))
