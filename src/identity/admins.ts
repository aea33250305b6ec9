/**
 * An organisation keeps an admin who has signed in: without one, nobody could promote, invite or let anybody in again. Whatever demotes,
 * disables or erases users does it inside of `keepingAnAdmin`, be it asked by a person, a program or a file.
 */
import { many, sql, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { users } from '../db/tables.ts'
import { problem } from '../problem.ts'

/** Admins who can sign in because they have before. Two changes at once wait for each other here. */
async function lockAdmins(tx: Tx, organisationId: string): Promise<string[]> {
  const rows = await many(
    tx,
    shapeOf(users, ['id']),
    sql`
      select id
      from users u
      where organisation_id = ${organisationId}
        and role = 'admin'
        and status = 'active'
        and exists (
          select from identities i
          where i.organisation_id = u.organisation_id
            and i.user_id = u.id)
      order by id
      for no key update of u`,
  )
  return rows.map(({ id }) => id)
}

/**
 * An organisation that has no such admin yet may change as it likes.
 * @throws last_admin  the change leaves none; it is undone with its transaction
 */
export async function keepingAnAdmin<T>(
  tx: Tx,
  organisationId: string,
  change: () => Promise<T>,
): Promise<T> {
  const before = await lockAdmins(tx, organisationId)
  const result = await change()
  if (before.length > 0 && (await lockAdmins(tx, organisationId)).length === 0)
    throw problem('last_admin', {
      detail: 'This would leave no admin who has signed in. Make somebody else an admin first.',
    })
  return result
}
