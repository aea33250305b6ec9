/**
 * A fence is a place in the log of the primary (its write-ahead log). A replica that has replayed the log up to a fence knows all that was
 * committed before the fence was asked for. Places can be compared only within one database system and one timeline of it, so a fence names both.
 *
 * With synchronous_commit, others see a commit only after its record was flushed, so the end of what is flushed is enough; replicas get nothing
 * beyond it. Without, they see it earlier, and the fence is the end of what was written.
 *
 * Source: PostgreSQL, "System Administration Functions" (backup control, recovery information) and "System Information Functions" (control data).
 */
import { only, sql, type Tx } from './db.ts'
import { bool, int4, shape, text } from './shape.ts'

export type Fence = { readonly system: string; readonly timeline: number; readonly place: bigint }

const fenceRow = shape({ system: text, file: text, place: text })

/** The name of a file of the log begins with its timeline. */
const timelineDigits = 8

/** @param tx  of the primary */
export async function fenceOf(tx: Tx): Promise<Fence> {
  const { system, file, place } = await only(
    tx,
    fenceRow,
    sql`
      select s.system_identifier::text as system,
             pg_walfile_name(l.place) as file,
             pg_wal_lsn_diff(l.place, '0/0')::text as place
      from pg_control_system() s
      cross join (
        select case
                 when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
                 else pg_current_wal_flush_lsn()
               end as place
      ) l`,
  )
  return { system, timeline: Number.parseInt(file.slice(0, timelineDigits), 16), place: BigInt(place) }
}

const replayedRow = shape({ replays: bool, system: text, timeline: int4, place: text })

/**
 * How far a replica is; null: it is none, such as one that was promoted. Its control data learn of a new timeline at its next restart point,
 * and until then it counts as being on the old one.
 * @param tx  of the replica
 */
export async function replayedBy(tx: Tx): Promise<Fence | null> {
  const { replays, system, timeline, place } = await only(
    tx,
    replayedRow,
    sql`
      select pg_is_in_recovery() as replays,
             s.system_identifier::text as system,
             greatest(c.timeline_id, r.min_recovery_end_timeline) as timeline,
             pg_wal_lsn_diff(coalesce(pg_last_wal_replay_lsn(), '0/0'), '0/0')::text as place
      from pg_control_system() s
      cross join pg_control_checkpoint() c
      cross join pg_control_recovery() r`,
  )
  return replays ? { system, timeline, place: BigInt(place) } : null
}

export const isSameLog = (one: Fence, other: Fence): boolean =>
  one.system === other.system && one.timeline === other.timeline

export const isPast = (replayed: Fence, fence: Fence): boolean =>
  isSameLog(replayed, fence) && replayed.place >= fence.place

/**
 * Fences for many callers by few statements: anyone who asks while one is under way shares the next one, because the running one may be older than
 * what its caller has seen.
 */
export function sharedFence(ask: () => Promise<Fence>): () => Promise<Fence> {
  let running: Promise<unknown> | null = null
  let next: Promise<Fence> | null = null
  const begin = (): Promise<Fence> => {
    next = null
    const asked = ask()
    const ended = asked.then(
      () => {},
      () => {},
    )
    running = ended
    void ended.then(() => {
      if (running === ended) running = null
    })
    return asked
  }
  return () => {
    if (next) return next
    if (!running) return begin()
    next = running.then(begin)
    return next
  }
}
