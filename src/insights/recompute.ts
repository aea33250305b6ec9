/** Computing the insights of a closed collection again, by call. */
import { type Recomputed, type recomputeInsights } from '../../contract/insights.ts'
import { type Call } from '../call.ts'
import { findCollection, refOf } from '../collection/collection.ts'
import { type CollectionRef } from '../collection-ref.ts'
import { type Tx } from '../db/db.ts'
import { impossible, problem } from '../problem.ts'
import { findAskedOf, isSeen } from './collection-store.ts'
import { generate, type Phrase } from './generating.ts'

/** The words that a language model found for a collection; handed in by app.ts. */
export type PhraseFor = (tx: Tx, ref: CollectionRef) => Promise<Phrase | undefined>

/**
 * The collection is locked, so that two of these, or one and the analysis after closing, go one after the other.
 * @throws unprocessable  unknown, also for another user's private pulse; or not closed: nothing of it has been released
 */
export async function recompute(
  { tx, actor: user, body: which, now }: Call<typeof recomputeInsights>,
  phraseFor: PhraseFor,
): Promise<Recomputed> {
  for (const [name, id] of Object.entries(which)) {
    if (!(await isSeen(tx, user, { [name]: id })))
      throw impossible(`/${name}`, 'There is nothing of this id that you may see', 'unknown')
  }
  if (Object.keys(which).length > 1)
    throw impossible('/check_in_instance_id', 'Name a pulse or an instance, not both', 'one_of')
  const asked = await findAskedOf(tx, user, which, { lock: true })
  const collection =
    asked && (await findCollection(tx, { organisationId: user.organisationId, collectionId: asked.id }))
  if (collection?.state !== 'closed')
    throw problem('unprocessable', { detail: 'It has not closed, so there is nothing to compute from' })
  return generate(tx, collection, { now, phrase: await phraseFor(tx, refOf(collection)) })
}
