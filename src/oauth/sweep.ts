/**
 * Deletes what is dead. Access tokens go a day at a time, with their partition. The rest is little: codes stay while a replay of
 * one could still end a token, refresh tokens until a day after their end, secrets until a day after theirs. Called by due work.
 */
import { limits } from '../../contract/limits.ts'
import { announceAccess } from '../db/access-changes.ts'
import { many, run, sql, type Tx } from '../db/db.ts'
import { dropPartitions, makePartitions, type PartitionedTable } from '../db/partitions.ts'
import { shapeOf } from '../db/shape.ts'
import { refreshFamilies } from '../db/tables.ts'

const tokens: PartitionedTable = { table: 'access_tokens', column: 'expires_at' }

const graceSeconds = 3600
const daySeconds = 86_400
/** Made ahead: two for a worker that is late. */
const daysAhead = 3

const before = (now: Date, seconds: number): Date => new Date(now.getTime() - seconds * 1000)

/** Today's partition as well: before this process issues anything. In a transaction of its own, as it locks for a moment. */
export const partitionAtStart = (tx: Tx, now: Date): Promise<number> =>
  makePartitions(tx, tokens, now, daysAhead)

/** Makes partitions of days on which no token of now can expire. @returns how many */
export const makeDays = (tx: Tx, now: Date): Promise<number> =>
  makePartitions(tx, tokens, before(now, -daySeconds - limits.accessTokenSeconds), daysAhead)

/** Drops the days whose tokens are all dead. @returns how many */
export const dropDays = (tx: Tx, now: Date): Promise<number> =>
  dropPartitions(tx, tokens, before(now, graceSeconds))

/** @returns how many rows were deleted */
export async function sweep(tx: Tx, now: Date): Promise<number> {
  const codes = await run(
    tx,
    sql`delete from authorization_codes where expires_at < ${before(now, limits.accessTokenSeconds + graceSeconds)}`,
  )
  const refreshTokens = await run(
    tx,
    sql`delete from refresh_tokens where expires_at < ${before(now, daySeconds)}`,
  )
  const families = await run(
    tx,
    sql`
      delete from refresh_families f
      where created_at < ${before(now, limits.refreshIdleSeconds)}
        and not exists (
          select from refresh_tokens t
          where t.organisation_id = f.organisation_id
            and t.family_id = f.id)`,
  )
  return codes + refreshTokens + families + (await deleteSecrets(tx, before(now, daySeconds)))
}

/** A refresh family that began with a compromised secret while it was being marked is ended before the mark goes. */
async function deleteSecrets(tx: Tx, endedBefore: Date): Promise<number> {
  const ended = await many(
    tx,
    shapeOf(refreshFamilies, ['id']),
    sql`
      update refresh_families f
      set revoked_at = s.compromised_at
      from application_secrets s
      where s.expires_at < ${endedBefore}
        and s.compromised_at is not null
        and f.organisation_id = s.organisation_id
        and f.application_id = s.application_id
        and f.secret_id = s.id
        and f.revoked_at is null
      returning f.id`,
  )
  await announceAccess(tx, ...ended.map(({ id }) => ({ kind: 'family', id }) as const))
  return run(tx, sql`delete from application_secrets where expires_at < ${endedBefore}`)
}
