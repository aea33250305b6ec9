/** The line upward: a team and those above it, a member and his managers. It ends, even where it should be a circle. */
import { many, sql, type Tx } from '../db/db.ts'

const above = { teams: 'parent_team_id', members: 'manager_member_id' } as const

const lineOf = async (
  tx: Tx,
  of: keyof typeof above,
  organisationId: string,
  id: string,
): Promise<string[]> =>
  (
    await many<{ id: string }>(
      tx,
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
  ).map((row) => row.id)

/** Is `ancestorId` the one named by `id`, or above it? */
export const isAtOrAbove = async (
  tx: Tx,
  of: keyof typeof above,
  organisationId: string,
  ancestorId: string,
  id: string,
): Promise<boolean> => (await lineOf(tx, of, organisationId, id)).includes(ancestorId)

/** Levels from the top down to the team: 1 for one without a parent. */
export const depthOf = async (tx: Tx, organisationId: string, id: string): Promise<number> =>
  (await lineOf(tx, 'teams', organisationId, id)).length
