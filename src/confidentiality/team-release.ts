/** Released figures of one team and of the teams above it, of several collections, in one statement: the sums that release.ts stored. */
import { many, sql, textArray, type Tx } from '../db/db.ts'
import { jsonbOf, type RowOf, shape } from '../db/shape.ts'
import { releasedGroups } from '../db/tables.ts'
import { groupRows } from './figure-rows.ts'
import { figuresOfGroup } from './released.ts'

const teamRow = <F>() =>
  shape({
    collection_id: releasedGroups.collection_id,
    measure: releasedGroups.measure,
    team_id: releasedGroups.team_id,
    partial: releasedGroups.partial,
    cells: jsonbOf<F[]>(),
  })

/**
 * A team and every team above it, as each collection froze them: a recursive query of the name `around` with the columns collection_id,
 * team_id and parent_team_id. A ring of teams ends where it began.
 */
export const teamAndAbove = (organisationId: string, teamId: string, collectionIds: readonly string[]) => sql`
  select collection_id, team_id, parent_team_id, sits_out
  from collection_teams
  where organisation_id = ${organisationId}
    and collection_id = any (${textArray(collectionIds)})
    and team_id = ${teamId}
  union
  select above.collection_id, above.team_id, above.parent_team_id, above.sits_out
  from around
  join collection_teams above
    on above.organisation_id = ${organisationId}
   and above.collection_id = around.collection_id
   and above.team_id = around.parent_team_id`

/**
 * What is not in the reply is suppressed, for whatever reason. partial: the figure of a hidden team is the sum of the shown teams inside
 * it. For groups above the team `cells` is empty: it says only that they are shown.
 */
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
      with recursive around as (${teamAndAbove(organisationId, teamId, collectionIds)}), groups as (
        select collection_id, team_id
        from around
        union all
        select unnest(${textArray(collectionIds)}), ''
      )
      select g.collection_id, g.measure, g.team_id, g.partial,
             case when g.team_id = ${teamId} then ${figuresOfGroup(organisationId)} else '[]' end as cells
      from groups
      cross join lateral (${groupRows(organisationId, {
        collection: sql`groups.collection_id`,
        measures: null,
        team: sql`groups.team_id`,
      })}) as g
      where g.team_id = ${teamId} or not g.partial`,
  )
