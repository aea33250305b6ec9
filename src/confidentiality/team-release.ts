/** One team's released figures of several collections, in one statement: the same cells that release.ts stored. */
import { many, sql, textArray, type Tx } from '../db/db.ts'
import { figuresOfGroup } from './release.ts'

export type TeamReleased<F> = { collection_id: string; measure: string; cells: F[] }

/** What is not in the reply is suppressed, for whatever reason. */
export const releasedToTeam = <F>(
  tx: Tx,
  organisationId: string,
  teamId: string,
  collectionIds: readonly string[],
): Promise<TeamReleased<F>[]> =>
  many<TeamReleased<F>>(
    tx,
    sql`
      select g.collection_id, g.measure, ${figuresOfGroup} as cells
      from released_groups g
      where g.organisation_id = ${organisationId}
        and g.collection_id = any (${textArray(collectionIds)})
        and g.team_id = ${teamId}`,
  )
