/**
 * Keys of questions that were asked before migration 0022 put their words where the keys are: SQL cannot make them. Done when the service
 * starts; several processes may do it at once.
 */
import { type Db, many, run, sql, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { seatQuestions } from '../db/tables.ts'
import { wordingKey } from './question-keys.ts'

const prefix = 'unkeyed '

const wordingRow = shapeOf(seatQuestions, ['organisation_id', 'question_key', 'ledger_id'])

/** @returns how many there were */
export const keyEarlierWordings = (db: Db): Promise<number> => db.transaction(keyAll)

/** Of wordings that turn out to be one question, the ledger of the running season that was there first stays, or else the last one. */
async function keyAll(tx: Tx): Promise<number> {
  await run(tx, sql`select pg_advisory_xact_lock(hashtextextended('earlier wordings', 0))`)
  const rows = await many(
    tx,
    wordingRow,
    sql`
      select q.organisation_id, q.question_key, q.ledger_id
      from seat_questions q
      join seat_ledgers l on l.organisation_id = q.organisation_id and l.id = q.ledger_id
      where q.question_key like ${`${prefix}%`}
      order by l.ends_at > now() desc, case when l.ends_at > now() then l.opened_at end, l.opened_at desc`,
  )
  for (const { organisation_id: organisationId, question_key: key, ledger_id: ledgerId } of rows) {
    await run(
      tx,
      sql`
        insert into seat_questions (organisation_id, question_key, ledger_id)
        values (${organisationId}, ${wordingKey(key.slice(prefix.length))}, ${ledgerId})
        on conflict (organisation_id, question_key) do nothing`,
    )
  }
  await run(tx, sql`delete from seat_questions where question_key like ${`${prefix}%`}`)
  return rows.length
}
