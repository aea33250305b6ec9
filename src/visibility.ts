/**
 * Who sees a pulse, a check-in, and everything that belongs to one (instances, results, insights, actions, alerts): everybody in
 * the organisation where it is public, its author alone where it is private or deleted. The rule is stated here only.
 * `is_public` is a column of pulses, check_ins and collections, generated from visibility and deletion.
 */
import { type Actor, userIdOf } from './actor.ts'
import { sql } from './db/db.ts'

/** The condition as text, for a prepared statement on one table whose $4 is the caller's user id, or null. */
export const visibleText = '(is_public or author_user_id = $4)'

/** The condition on the row of `alias`: of pulses, check_ins or collections. */
export const visibleTo = (actor: Actor, alias: string) =>
  sql`(${sql.ref(alias)}.is_public or ${sql.ref(alias)}.author_user_id = ${userIdOf(actor)})`

/** The same for a row that was read. */
export const isVisibleTo = (actor: Actor, row: { is_public: boolean; author_user_id: string }): boolean =>
  row.is_public || row.author_user_id === userIdOf(actor)
