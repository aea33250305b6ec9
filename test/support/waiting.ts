/** Statements that wait for a lock which a test holds: what a test begins has come that far when it is counted here. */
import { only, sql } from '../../src/db/db.ts'
import { int8, shape } from '../../src/db/shape.ts'
import type { Running } from './start.ts'
import { eventually } from './world.ts'

/** Until so many statements of a database, of whichever node, wait for locks. Source: PostgreSQL 18, 27.2.3 pg_stat_activity */
export async function untilWaiting({ db }: Running, count: number): Promise<void> {
  await eventually(
    () =>
      only(
        db.tx,
        shape({ count: int8 }),
        sql`
          select count(*)
          from pg_stat_activity
          where datname = current_database()
            and wait_event_type = 'Lock'`,
      ),
    (waiting) => waiting.count >= count,
  )
}
