/**
 * An organisation keeps an admin who has signed in and still can: without one, nobody could promote, invite or let anybody in again. Whatever
 * demotes, disables or erases users, or takes away how they sign in, does it inside of `keepingAnAdmin`, be it asked by a person, a program
 * or a file.
 */
import { many, run, sql, type Tx } from '../db/db.ts'
import { type RowOf, shapeOf } from '../db/shape.ts'
import { organisations, users } from '../db/tables.ts'
import { problem } from '../problem.ts'
import { signsIn } from './identities.ts'
import { operatorOf } from './operator.ts'

const organisationRow = shapeOf(organisations, ['id', 'name'])

/**
 * Two changes at once wait for each other here, and not at rows: one of them would try to lock admins whom the other no longer counts,
 * while that one waits for their rows to change them again.
 */
export const lockOrganisation = (tx: Tx, organisationId: string): Promise<number> =>
  run(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`admins of ${organisationId}`}, 0))`)

/** Admins who have signed in by a provider that still signs them in, locked. */
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
          where i.organisation_id = ${organisationId}
            and i.user_id = u.id
            and ${signsIn(operatorOf(tx), sql`${organisationId}`)})
      order by id
      for no key update of u`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Organisations in which no admin can sign in: the accounts of all are at providers that are gone or not proved, or there is none. Anyone who was
 * named in advance can.
 */
export const withoutAdmin = (tx: Tx): Promise<RowOf<typeof organisationRow>[]> =>
  many(
    tx,
    organisationRow,
    sql`
      select id, name
      from organisations o
      where not exists (
        select from users u
        where u.organisation_id = o.id
          and u.role = 'admin'
          and u.status = 'active'
          and (not exists (
              select from identities i
              where i.organisation_id = u.organisation_id
                and i.user_id = u.id)
            or exists (
              select from identities i
              where i.organisation_id = u.organisation_id
                and i.user_id = u.id
                and ${signsIn(operatorOf(tx))})))
      order by id`,
  )

/**
 * An organisation that has no such admin yet may change as it likes.
 * @throws last_admin  the change leaves none; it is undone with its transaction
 */
export async function keepingAnAdmin<T>(
  tx: Tx,
  organisationId: string,
  change: () => Promise<T>,
): Promise<T> {
  await lockOrganisation(tx, organisationId)
  const before = await lockAdmins(tx, organisationId)
  const result = await change()
  if (before.length > 0 && (await lockAdmins(tx, organisationId)).length === 0)
    throw problem('last_admin', {
      detail: 'This would leave no admin who has signed in. Make somebody else an admin first.',
    })
  return result
}
