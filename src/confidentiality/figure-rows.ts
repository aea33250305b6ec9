/**
 * Rows of cells and of released groups, wherever they are stored: each in its own row, or packed with others once its collection is old
 * (packing.ts). One statement reads both, so a row that is being packed is found exactly once.
 *
 * The caller passes the collection to each part, so that joins look rows up by their key, whatever the statistics say.
 */
import type { RawBuilder } from 'kysely'
import { sql } from '../db/db.ts'

type Sql = RawBuilder<unknown>

/**
 * Cells of one measure: cell, size, figures. `offset 0` makes PostgreSQL look up each by its whole key: version 15 would otherwise read all
 * cells of the measure for each group.
 */
export const cellRows = (
  organisationId: string,
  { collection, measure, cells }: { collection: Sql; measure: Sql; cells: Sql },
) => sql`
  select own.cell, own.size, own.figures
  from unnest(${cells}) as named (cell)
  cross join lateral (
    select cell, size, figures
    from cells
    where organisation_id = ${organisationId}
      and collection_id = ${collection}
      and measure = ${measure}
      and cell = named.cell
    offset 0
  ) as own
  union all
  select one.cell, one.size, one.figures::jsonb
  from packed_cells p
  cross join lateral unnest(p.cells, p.sizes, p.figures) as one (cell, size, figures)
  where p.organisation_id = ${organisationId}
    and p.collection_id = ${collection}
    and p.measure = ${measure}
    and p.cells && ${cells}
    and one.cell = any (${cells})`

/**
 * Released groups of one collection: collection_id, measure, team_id, partial, cells, size, sums.
 * @param measures  null: all
 * @param team  null: all
 */
export const groupRows = (
  organisationId: string,
  { collection, measures, team }: { collection: Sql; measures: Sql | null; team: Sql | null },
) => sql`
  select collection_id, measure, team_id, partial, cells, size, sums
  from released_groups
  where organisation_id = ${organisationId}
    and collection_id = ${collection}
    ${measures === null ? sql`` : sql`and measure = any (${measures})`}
    ${team === null ? sql`` : sql`and team_id = ${team}`}
  union all
  select p.collection_id, p.measure, one.team_id, one.partial::boolean, one.cells::integer[], one.size, one.sums::jsonb
  from packed_groups p
  cross join lateral unnest(p.team_ids, p.partials, p.cells, p.sizes, p.sums) as one (team_id, partial, cells, size, sums)
  where p.organisation_id = ${organisationId}
    and p.collection_id = ${collection}
    ${measures === null ? sql`` : sql`and p.measure = any (${measures})`}
    ${team === null ? sql`` : sql`and ${team} between p.first_team_id and p.last_team_id and one.team_id = ${team}`}`
