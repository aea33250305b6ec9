/**
 * Former names go (directory/former-names.ts) when their time is over and no survey is left to be read that was open while somebody had them.
 */
import { isReached } from '../db/claiming.ts'
import { one, run, sql, textArray, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { formerNames } from '../db/tables.ts'
import { forRow, type TransactionTask } from '../jobs/jobs.ts'

const dueRow = shapeOf(formerNames, ['organisation_id'])

/** The next organisation behind `after` with a name whose time is over. */
const findDue = (
  tx: Tx,
  now: Date,
  { after, quarantined }: { after: string; quarantined: readonly string[] },
) =>
  one(
    tx,
    dueRow,
    sql`
      select organisation_id
      from former_names
      where kept_until <= ${now}
        and organisation_id > ${after}
        and not (organisation_id = any (${textArray(quarantined)}))
        and ${isReached('organisation_id')}
      order by organisation_id
      limit 1`,
  )

const deleteOf = (tx: Tx, organisationId: string, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      delete from former_names f
      where f.organisation_id = ${organisationId}
        and f.kept_until <= ${now}
        and not exists (
          select from collections c
          where c.organisation_id = ${organisationId}
            and c.opened_at <= f.replaced_at
            and (c.state = 'open' or c.results_status = 'analysing')
        )`,
  )

/** One organisation at a time. */
export const formerNamesTask: TransactionTask = {
  name: 'former_names.purge',
  everyMs: 3_600_000,
  run: async (tx, now, quarantined) => {
    for (let after = ''; ;) {
      const due = await findDue(tx, now, { after, quarantined })
      if (!due) return 0
      const count = await forRow(due.organisation_id, () => deleteOf(tx, due.organisation_id, now))
      if (count > 0) return count
      after = due.organisation_id
    }
  },
}
