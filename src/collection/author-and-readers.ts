/** SQL of who a collection belongs to, and of whom its results are shared with. */
import { type Actor, userIdOf } from '../actor.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { only, run, sql, type Tx } from '../db/db.ts'
import { nullable, shape, textList } from '../db/shape.ts'
import { users } from '../db/tables.ts'
import { type Problem, problem } from '../problem.ts'
import { promisedAuthor, type Reader, sharedTeams } from '../visibility.ts'
import { type Collection, refOf } from './store.ts'

/** Somebody else runs the survey now. The readers of its results stay as promised. */
export const setAuthor = (
  tx: Tx,
  { organisationId, seriesId }: { organisationId: string; seriesId: string },
  userId: string,
): Promise<number> =>
  run(
    tx,
    sql`
      update collections
      set author_user_id = ${userId}
      where organisation_id = ${organisationId}
        and series_id = ${seriesId}`,
  )

const sharedRow = shape({ shared: nullable(textList) })

/** The teams whose results the reader may see, '' for everyone who was asked; null for all of them. */
export const teamsSharedWith = async (
  tx: Tx,
  reader: Reader,
  { organisationId, collectionId }: CollectionRef,
): Promise<string[] | null> =>
  (
    await only(
      tx,
      sharedRow,
      sql`
        select ${sharedTeams(reader, 'c')} as shared
        from collections c
        where c.organisation_id = ${organisationId}
          and c.id = ${collectionId}`,
    )
  ).shared

const authorRow = shape({ name: nullable(users.name) })

/** The refusal of results. A person who took the survey over after it had opened learns who keeps its results. */
export async function resultsNotShared(tx: Tx, actor: Actor, collection: Collection): Promise<Problem> {
  if (collection.author_user_id !== userIdOf(actor)) return problem('results_not_shared')
  const { organisationId, collectionId } = refOf(collection)
  const { name } = await only(
    tx,
    authorRow,
    sql`
      select u.name
      from collections c
      left join users u on u.organisation_id = c.organisation_id and u.id = ${promisedAuthor('c')}
      where c.organisation_id = ${organisationId}
        and c.id = ${collectionId}`,
  )
  return problem('results_not_shared', {
    detail: `These results stay with ${name ?? 'somebody else'}, who was the author when it opened on ${collection.opened_at.slice(0, 10)}, and with others whom its promise names. Whoever has got the survey since reads the rounds that open from then on.`,
  })
}
