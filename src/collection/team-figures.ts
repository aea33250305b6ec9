/** The released figures of one team over several collections. */
import { everyone, type QuestionCell } from '../cells/cells.ts'
import { releasedToTeam, teamAndAbove } from '../confidentiality/confidentiality.ts'
import { many, sql, textArray, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { collections, collectionTeams } from '../db/tables.ts'
import { type GroupAbove, teamFigures } from './figures.ts'

const collectionRow = shapeOf(collections, ['id', 'questions'])

const parentRow = shapeOf(collectionTeams, ['collection_id', 'team_id', 'parent_team_id', 'sits_out'])

/** @returns by collection, of each closed one, the figures of the team, or where its answers are counted */
export async function teamFiguresOf(
  tx: Tx,
  organisationId: string,
  teamId: string,
  collectionIds: readonly string[],
): Promise<Map<string, ReturnType<typeof teamFigures>>> {
  const rows = await many(
    tx,
    collectionRow,
    sql`
      select ${collectionRow.columns}
      from collections
      where organisation_id = ${organisationId}
        and id = any (${textArray(collectionIds)})
        and state = 'closed'`,
  )
  const released = Map.groupBy(
    await releasedToTeam<QuestionCell>(tx, organisationId, teamId, collectionIds),
    ({ collection_id }) => collection_id,
  )
  const parents = await parentsIn(tx, organisationId, teamId, collectionIds)
  return new Map(
    rows.map(({ id, questions }) => {
      const found = released.get(id) ?? []
      const tree = parents.get(id)
      const above = (tree ? pathAbove(teamId, tree) : []).map((team): GroupAbove => {
        const shown = found.filter((one) => one.team_id === team && !one.partial)
        return { team, shown: new Set(shown.map(({ measure }) => measure)) }
      })
      const own = found.filter((one) => one.team_id === teamId)
      return [id, teamFigures(questions, own, above)]
    }),
  )
}

/** By collection, for the team and each one above it, the next one above, as the collection froze them. */
async function parentsIn(
  tx: Tx,
  organisationId: string,
  teamId: string,
  collectionIds: readonly string[],
): Promise<Map<string, Map<string, string | null>>> {
  const rows = await many(
    tx,
    parentRow,
    sql`
      with recursive around as (${teamAndAbove(organisationId, teamId, collectionIds)})
      select ${parentRow.columns}
      from around`,
  )
  const parents = new Map<string, Map<string, string | null>>()
  // Anyone who is in no figure is in none above either.
  const out = new Set(
    rows.flatMap((row) => (row.team_id === teamId && row.sits_out ? [row.collection_id] : [])),
  )
  for (const { collection_id, team_id, parent_team_id } of rows) {
    if (out.has(collection_id)) continue
    const inCollection = parents.get(collection_id) ?? new Map<string, string | null>()
    parents.set(collection_id, inCollection.set(team_id, parent_team_id))
  }
  return parents
}

/** The groups above a team, from the lowest to everyone. A ring of teams ends where it began. */
export function pathAbove(teamId: string, parents: ReadonlyMap<string, string | null>): string[] {
  const path = new Set<string>()
  for (let at = parents.get(teamId); at && parents.has(at) && !path.has(at); at = parents.get(at))
    path.add(at)
  path.delete(teamId)
  return [...path, everyone]
}
