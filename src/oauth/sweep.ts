/**
 * Forgets what is dead: tokens an hour after they ended, codes as long as they could tell of a replay that still ends
 * something, secrets a day after they ended. Called by due work.
 */
import { limits } from '../../contract/limits.ts'
import { run, sql, type Tx } from '../db/db.ts'

const graceSeconds = 3600

const before = (now: Date, seconds: number): Date => new Date(now.getTime() - seconds * 1000)

/** @returns how many rows went */
export async function sweep(tx: Tx, now: Date): Promise<number> {
  const tokens = await run(tx, sql`delete from access_tokens where expires_at < ${before(now, graceSeconds)}`)
  const codes = await run(
    tx,
    sql`delete from authorization_codes where expires_at < ${before(now, limits.accessTokenSeconds + graceSeconds)}`,
  )
  const secrets = await run(
    tx,
    sql`delete from application_secrets where expires_at < ${before(now, 86_400)}`,
  )
  return tokens + codes + secrets
}
