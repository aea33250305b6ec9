/** The promise of a survey in a sentence, as its messages say it. */
import { findCollection, type LinkContext, policyOfCollection, promiseFor } from '../collection/collection.ts'
import type { Tx } from '../db/db.ts'
import type { Language } from '../language.ts'
import { problem } from '../problem.ts'

/** @throws not_found  the collection is gone */
export async function promiseIn(tx: Tx, context: LinkContext, language: Language): Promise<string> {
  const collection = await findCollection(tx, context)
  if (!collection) throw problem('not_found')
  const policy = { policy: policyOfCollection(collection), hash: context.promiseHash }
  const promise = await promiseFor(tx, context.organisationId, policy, language)
  return [promise.sentence, promise.recent_members].filter(Boolean).join(' ')
}
