/**
 * Idempotency-Key: the reply is stored for a day, in the transaction of its effect, so a retry after any crash finds both or neither.
 * Same key and body: the first reply again; another body: 422; still running: 409.
 */
import { sha256 } from '../ids.ts'
import { json, one, only, run, sql, type Tx } from '../db/db.ts'
import { bool, shape, shapeOf } from '../db/shape.ts'
import { idempotencyKeys } from '../db/tables.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '../../contract/operation.ts'
import { limits } from '../../contract/limits.ts'
import { callerOf } from '../actor.ts'
import { problem } from '../problem.ts'

export type Attempt = {
  organisationId: string
  caller: string
  key: string
  operation: string
  body: unknown
  path: string
}
export type StoredReply = { status: number; response: unknown }

/** Visible ASCII. */
export const isIdempotencyKey = (key: string): boolean => /^[\x21-\x7e]{1,255}$/.test(key)

const expiredBefore = (now: Date): Date => new Date(now.getTime() - limits.idempotencyKeySeconds * 1000)

const fingerprint = (attempt: Attempt): Buffer =>
  sha256(JSON.stringify([attempt.operation, attempt.path, attempt.body ?? null]))

const lockRow = shape({ free: bool })
const replyRow = shapeOf(idempotencyKeys, ['status', 'response', 'body_sha256'])

/**
 * @returns the reply of an earlier attempt, or undefined when this is the first
 * @throws idempotency_key_reused | idempotency_in_progress
 */
export async function findReply(tx: Tx, attempt: Attempt, now: Date): Promise<StoredReply | undefined> {
  const { free } = await only(
    tx,
    lockRow,
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`${attempt.organisationId} ${attempt.caller} ${attempt.key}`}, 0)) as free`,
  )
  if (!free) throw problem('idempotency_in_progress', { headers: { 'retry-after': '1' } })
  const stored = await one(
    tx,
    replyRow,
    sql`
      select ${replyRow.columns}
      from idempotency_keys
      where organisation_id = ${attempt.organisationId}
        and caller = ${attempt.caller}
        and key = ${attempt.key}
        and created_at > ${expiredBefore(now)}`,
  )
  if (stored && !stored.body_sha256.equals(fingerprint(attempt))) throw problem('idempotency_key_reused')
  return stored
}

export async function storeReply(tx: Tx, attempt: Attempt, reply: StoredReply, now: Date): Promise<void> {
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

/** Deletes the replies whose day is over. */
export const idempotencyTask = {
  name: 'idempotency.purge',
  everyMs: 3_600_000,
  run: (tx: Tx, now: Date): Promise<number> =>
    run(tx, sql`delete from idempotency_keys where created_at <= ${expiredBefore(now)}`),
}

/** Does the work, or replies as before when the Idempotency-Key was used already. */
export async function once<T>(
  { operation, request, reply }: { operation: Operation; request: FastifyRequest; reply: FastifyReply },
  { tx, now }: { tx: Tx; now: Date },
  work: () => Promise<T>,
): Promise<T> {
  const key = request.headers['idempotency-key']
  const actor = request.actor
  if (
    typeof key !== 'string' ||
    operation.secret ||
    operation.method !== 'POST' ||
    !actor ||
    actor.kind === 'session'
  )
    return work()
  const attempt: Attempt = {
    organisationId: actor.organisationId,
    caller: callerOf(actor),
    key,
    operation: operation.id,
    path: request.url,
    body: request.body,
  }
  const stored = await findReply(tx, attempt, now)
  if (stored) {
    reply.code(stored.status).header('idempotent-replayed', 'true')
    return stored.response as T
  }
  const response = await work()
  await storeReply(tx, attempt, { status: operation.status, response }, now)
  return response
}
