/** One team's released figures of several collections, in one statement: the same cells that release.ts stored. */
import { many, sql, textArray, type Tx } from '../db/db.ts'
import { jsonbOf, type RowOf, shape } from '../db/shape.ts'
import { releasedGroups } from '../db/tables.ts'
import { figuresOfGroup } from './release.ts'

const teamRow = <F>() =>
  shape({
    collection_id: releasedGroups.collection_id,
    measure: releasedGroups.measure,
    cells: jsonbOf<F[]>(),
  })

/** What is not in the reply is suppressed, for whatever reason. */
export const releasedToTeam = <F>(
  tx: Tx,
  organisationId: string,
  teamId: string,
  collectionIds: readonly string[],
): Promise<RowOf<ReturnType<typeof teamRow<F>>>[]> =>
  many(
    tx,
    teamRow<F>(),
    sql`
      select g.collection_id, g.measure, ${figuresOfGroup} as cells
      from released_groups g
      where g.organisation_id = ${organisationId}
        and g.collection_id = any (${textArray(collectionIds)})
        and g.team_id = ${teamId}`,
  )
