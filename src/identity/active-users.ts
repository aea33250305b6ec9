/** Whether somebody is a user who may be named: as a reader, a new author, a successor. */
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
