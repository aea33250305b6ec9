/** SQL of authors who leave, and of who takes over. */
import { claimWithin } from '../db/claiming.ts'
import { one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { type RowOf, shapeOf } from '../db/shape.ts'
import { departures, users } from '../db/tables.ts'

const departureRow = shapeOf(departures, ['organisation_id', 'user_id', 'manager_member_id'])

export type Departure = RowOf<typeof departureRow>

export const departureWaiting = () => sql`select 1 from departures limit 1`

/** One departure, claimed until the transaction ends. */
export const claimDeparture = (tx: Tx, quarantined: readonly string[]): Promise<Departure | undefined> =>
  claimWithin(
    tx,
    sql`
      select organisation_id
      from departures
      where user_id <> all (${textArray(quarantined)})`,
    (organisationId) =>
      one(
        tx,
        departureRow,
        sql`
      select ${departureRow.columns}
      from departures
      where user_id <> all (${textArray(quarantined)})
        and organisation_id = ${organisationId}
      limit 1
      for update skip locked`,
      ),
  )

export const deleteDeparture = (tx: Tx, { organisation_id, user_id }: Departure): Promise<number> =>
  run(tx, sql`delete from departures where organisation_id = ${organisation_id} and user_id = ${user_id}`)

/** The manager of somebody when they left, if they are a user; otherwise the organisation's successor; otherwise its oldest admin; all of them active. */
export async function findHeir(
  tx: Tx,
  { organisation_id: organisationId, user_id: userId, manager_member_id: manager }: Departure,
): Promise<string | null> {
  const heir = await one(
    tx,
    shapeOf(users, ['id']),
    sql`
      select u.id
      from users u
      join organisations o on o.id = u.organisation_id
      where u.organisation_id = ${organisationId}
        and u.id <> ${userId}
        and u.status = 'active'
        and (u.member_id = ${manager} or u.id = o.successor_user_id or u.role = 'admin')
      order by (u.member_id = ${manager}) is true desc, (u.id = o.successor_user_id) is true desc, u.created_at, u.id
      limit 1`,
  )
  return heir?.id ?? null
}

const nameRow = shapeOf(users, ['name'])

export const getUserName = (tx: Tx, organisationId: string, id: string): Promise<RowOf<typeof nameRow>> =>
  only(
    tx,
    nameRow,
    sql`
      select ${nameRow.columns}
      from users
      where organisation_id = ${organisationId}
        and id = ${id}`,
  )
