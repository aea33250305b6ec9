/** What is above a team or a member: its parents, their managers. The walk ends even where the rows form a cycle. */
import { many, sql, type Tx } from '../db/db.ts'
import { shape, text } from '../db/shape.ts'
import type { Ref } from './ref.ts'

const above = { teams: 'parent_team_id', members: 'manager_member_id' } as const

const idRow = shape({ id: text })

/** Itself first. */
async function lineOf(tx: Tx, of: keyof typeof above, { organisationId, id }: Ref): Promise<string[]> {
  const rows = await many(
    tx,
    idRow,
    sql`
      with recursive line as (
        select id, ${sql.ref(above[of])} as next
        from ${sql.table(of)}
        where organisation_id = ${organisationId}
          and id = ${id}
        union
        select up.id, up.${sql.ref(above[of])}
        from ${sql.table(of)} up
        join line on up.id = line.next
        where up.organisation_id = ${organisationId}
      )
      select id
      from line`,
  )
  return rows.map((row) => row.id)
}

/** Whether `ancestorId` is the team or member itself, or above it. */
export const isAtOrAbove = async (
  tx: Tx,
  of: keyof typeof above,
  ref: Ref,
  ancestorId: string,
): Promise<boolean> => (await lineOf(tx, of, ref)).includes(ancestorId)

/** Levels from the top down to the team: 1 for one without a parent. */
export const depthOf = async (tx: Tx, team: Ref): Promise<number> => (await lineOf(tx, 'teams', team)).length
