/**
 * New forms of old rows. A release reads a new form beside the one before; rows are brought into it only once no process of an older release can be alive,
 * which would not see them. The three steps are expand (a migration adds the place), migrate (this) and contract (a later release drops the old place).
 *
 * A process says what it reads in the name of each connection that it holds for as long as it lives. One that has lost its connections for a while is not seen
 * there, so a week must have gone by since the migration, too: replacing a release takes less.
 */
import { exists, sql, type Tx } from './db.ts'

/** The number of the last migration that brought a form, which this version reads. */
const reads = 88

/** @param connection  what it is for, beginning with `sonde ` */
export const namedByForms = (connection: string): string => `${connection}, reads ${reads}`

const weekMs = 7 * 86_400_000

/** Whether every process that may be alive reads the form that a migration brought. @param migration  its number */
export const isReadByAll = (tx: Tx, migration: number, now: Date): Promise<boolean> =>
  exists(
    tx,
    sql`
      select 1
      from migrations
      where starts_with(name, ${`${String(migration).padStart(4, '0')}_`})
        and applied_at <= ${new Date(now.getTime() - weekMs)}
        and not exists (
          select 1
          from pg_stat_activity
          where datname = current_database()
            and starts_with(application_name, 'sonde ')
            and coalesce(substring(application_name from ', reads ([0-9]+)$')::integer, 0) < ${migration}::integer
        )`,
  )
