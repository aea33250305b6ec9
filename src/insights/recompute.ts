/** Computing the insights of a closed collection again, by call. */
import { type Recomputed } from '../../contract/insights.ts'
import { type UserActor } from '../actor.ts'
import { type Collection, findCollection } from '../collection/collection.ts'
import { type Tx } from '../db/db.ts'
import { impossible, problem } from '../problem.ts'
import { findAskedOf, isSeen } from './collection-store.ts'
import { generate, type Owner } from './generating.ts'

/** Whose collection it is; handed in by app.ts, which knows pulses and check-ins. */
export type OwnerOf = (tx: Tx, collection: Collection) => Promise<Owner>

type Which = { pulse_id?: string; check_in_instance_id?: string }

/**
 * The collection is locked, so that two of these, or one and the analysis after closing, go one after the other.
 * @throws unprocessable  unknown, also for another user's private pulse; or not closed: nothing of it has been released
 */
export async function recompute(
  tx: Tx,
  user: UserActor,
  which: Which,
  ownerOf: OwnerOf,
  now: Date,
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
  return generate(tx, collection, await ownerOf(tx, collection), now)
}
