/** Whether somebody is a user who may be named, as a reader, a new author, a successor; and whether they are an admin now. */
import { exists, sql, type Tx } from '../db/db.ts'

export const isActiveUser = (tx: Tx, organisationId: string, id: string): Promise<boolean> =>
  exists(
    tx,
    sql`
      select 1
      from users
      where organisation_id = ${organisationId}
        and id = ${id}
        and status = 'active'`,
  )

/** @param id  null: nobody */
export const isActiveAdmin = (tx: Tx, organisationId: string, id: string | null): Promise<boolean> =>
  exists(
    tx,
    sql`
      select 1
      from users
      where organisation_id = ${organisationId}
        and id = ${id}
        and role = 'admin'
        and status = 'active'`,
  )
