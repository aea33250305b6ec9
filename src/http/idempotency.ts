/**
 * Idempotency-Key: the reply is kept for a day in the transaction of its effect, so a retry after any crash either finds
 * both or neither. Same key and body: the first reply again; other body: 422; still running: 409.
 */
import { sha256 } from '../ids.ts'
import { json, one, only, run, sql, type Tx } from '../db/db.ts'
import { bool, shape, shapeOf } from '../db/shape.ts'
import { idempotencyKeys } from '../db/tables.ts'
import { limits } from '../../contract/limits.ts'
import { problem } from '../problem.ts'

export type Attempt = {
  organisationId: string
  caller: string
  key: string
  operation: string
  body: unknown
  path: string
}
export type Kept = { status: number; response: unknown }

/** Visible ASCII. */
export const isIdempotencyKey = (key: string): boolean => /^[\x21-\x7e]{1,255}$/.test(key)

const fingerprint = (attempt: Attempt): Buffer =>
  sha256(JSON.stringify([attempt.operation, attempt.path, attempt.body ?? null]))

const lockRow = shape({ free: bool })
const replyRow = shapeOf(idempotencyKeys, ['status', 'response', 'body_sha256'])

/**
 * @returns the kept reply of an earlier attempt, or undefined when this one is the first
 * @throws idempotency_key_reused | idempotency_in_progress
 */
export async function findKept(tx: Tx, attempt: Attempt, now: Date): Promise<Kept | undefined> {
  const { free } = await only(
    tx,
    lockRow,
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`${attempt.organisationId} ${attempt.caller} ${attempt.key}`}, 0)) as free`,
  )
  if (!free) throw problem('idempotency_in_progress', { headers: { 'retry-after': '1' } })
  const kept = await one(
    tx,
    replyRow,
    sql`
      select ${replyRow.columns}
      from idempotency_keys
      where organisation_id = ${attempt.organisationId}
        and caller = ${attempt.caller}
        and key = ${attempt.key}
        and created_at > ${new Date(now.getTime() - limits.idempotencyKeySeconds * 1000)}`,
  )
  if (kept && !kept.body_sha256.equals(fingerprint(attempt))) throw problem('idempotency_key_reused')
  return kept
}

export async function keep(tx: Tx, attempt: Attempt, reply: Kept, now: Date): Promise<void> {
  await run(
    tx,
    sql`
      insert into idempotency_keys (organisation_id, caller, key, operation, body_sha256, status, response, created_at)
      values (${attempt.organisationId}, ${attempt.caller}, ${attempt.key}, ${attempt.operation}, ${fingerprint(attempt)},
              ${reply.status}, ${json(reply.response ?? null)}, ${now})
      on conflict (organisation_id, caller, key) do update
      set operation = excluded.operation,
          body_sha256 = excluded.body_sha256,
          status = excluded.status,
          response = excluded.response,
          created_at = excluded.created_at`,
  )
}

/** Forgets keys whose day is over. @returns how many */
export const forgetKept = (tx: Tx, now: Date): Promise<number> =>
  run(
    tx,
    sql`delete from idempotency_keys where created_at <= ${new Date(now.getTime() - limits.idempotencyKeySeconds * 1000)}`,
  )
