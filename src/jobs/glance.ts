/**
 * Which due tasks have something to do, by one statement for all of them: a look into an index for each. Tasks that ask in the same turn of
 * the event loop share it, so a write that makes something due, and a second in which nothing is, cost one statement and not one for each task.
 *
 * A glance never makes work fail: where the statement does, every task is run, and says for itself what is wrong.
 */
import { setImmediate } from 'node:timers/promises'
import { type Db, many, sql } from '../db/db.ts'
import { int4, shape } from '../db/shape.ts'
import type { DueTask, Glance } from './due.ts'

const placeRow = shape({ place: int4 })

/**
 * @param db  with prepared statements: planning this one takes much longer than running it
 * @param tasks  those that can tell (`waiting`) are found when something waits
 */
export function glanceAt({ tx }: Pick<Db, 'tx'>, tasks: readonly DueTask[]): Glance {
  const telling = tasks.flatMap((task) => (task.waiting ? [{ task, waiting: task.waiting }] : []))
  const look = async (now: Date): Promise<ReadonlySet<DueTask>> => {
    const query = telling
      .map(({ waiting }, place) => sql`select ${sql.lit(place)} as place where exists (${waiting(now)})`)
      .reduce((all, one) => sql`${all} union all ${one}`)
    const rows = await many(tx, placeRow, query).catch(() => null)
    return new Set(rows?.map(({ place }) => telling[place].task) ?? tasks)
  }
  let next: Promise<ReadonlySet<DueTask>> | undefined
  return (now) =>
    (next ??= setImmediate().then(() => {
      // Anyone who asks from here on may have written something that this look does not see.
      next = undefined
      return look(now)
    }))
}
