/** Computing the insights of a closed collection again, by call. */
import type { Recomputed, recomputeInsights } from '../../contract/insights.ts'
import { assertReaches } from '../authority.ts'
import type { Call } from '../call.ts'
import { findCollection, refOf } from '../collection/collection.ts'
import type { CollectionRef } from '../collection-ref.ts'
import type { Tx } from '../db/db.ts'
import { impossible, problem } from '../problem.ts'
import { findCollectionId, isVisible } from './collection-store.ts'
import { generate, type Phrase } from './generating.ts'

/** The words that a language model found for a collection; handed in by app.ts. */
export type PhraseFor = (tx: Tx, ref: CollectionRef) => Promise<Phrase | undefined>

/**
 * The lock on the collection puts two of these calls, or one and the analysis after closing, one after the other.
 * @throws not_the_author
 * @throws unprocessable  unknown, also for another user's private pulse; or not closed, so that nothing has been released
 */
export async function recompute(
  { tx, actor, body: owner, now }: Call<typeof recomputeInsights>,
  phraseFor: PhraseFor,
): Promise<Recomputed> {
  for (const [name, id] of Object.entries(owner)) {
    if (!(await isVisible(tx, actor, { [name]: id })))
      throw impossible(`/${name}`, 'There is nothing with this id that you may see', 'unknown')
  }
  if (Object.keys(owner).length > 1)
    throw impossible('/check_in_instance_id', 'Name a pulse or an instance, not both', 'one_of')
  const found = await findCollectionId(tx, actor, owner, { lock: true })
  const collection =
    found && (await findCollection(tx, { organisationId: actor.organisationId, collectionId: found.id }))
  if (collection) assertReaches(actor, 'insights.recompute', { authorUserId: collection.author_user_id })
  if (collection?.state !== 'closed')
    throw problem('unprocessable', {
      detail: 'It has not closed yet, so there are no figures to compute from',
    })
  return generate(tx, collection, { now, phrase: await phraseFor(tx, refOf(collection)) })
}
