/**
 * A streaming replica of the database, for reads that are listed (src/http/replica-reads.ts). What it answers is never older than the request:
 * before each read the primary is asked for a fence (fence.ts), and the connection that will read must have replayed the log up to it. So nobody
 * meets a state from before their own last write, on whichever node they wrote, nor anything that was erased, hidden or revoked before they asked.
 *
 *   - A replica that is not there in time is not waited for: the primary reads, and so it does from then on, until a look finds the replica well.
 *   - A read is one connection from its first statement to its last. The fence holds for a connection, not for an address, behind which a
 *     balancer may have several replicas.
 *   - Whatever goes wrong on the replica (it ends, it cancels a statement because the log needs to be replayed, it is silent), the primary reads
 *     again: a read has no effect, so this costs time alone. A refusal of the rule is an answer.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { messageOf, Unavailable } from '../caught.ts'
import { Problem } from '../problem.ts'
import { type Db, isUnavailable, onClient, poolWith, type Tx } from './db.ts'
import { type Fence, fenceOf, isPast, isSameLog, replayedBy, sharedFence } from './fence.ts'

/** Who answered a read that may go to the replica; otherwise why the primary did. */
export type ReplicaCounts = { replica: number; behind: number; away: number; failed: number }

export const newReplicaCounts = (): ReplicaCounts => ({ replica: 0, behind: 0, away: 0, failed: 0 })

export type Replica = {
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** How long no read has gone there; 0 while it is used. */
  unusedSeconds(): number
  /** Resolves when the first look has ended. */
  ready(): Promise<void>
  close(): Promise<void>
}

type Setup = {
  db: Db
  connection: pg.ClientConfig
  counts: ReplicaCounts
  log: Pick<Logger, 'info' | 'warn'>
  connections?: number
}

/** Pauses between looks whether the log is replayed: 47 ms together. Waiting longer would cost a read more than the primary does. */
const pausesMs = [0, 1, 2, 4, 8, 16, 16]
/** How often a replica is looked at: one that is used, and one that is not. */
const [lookMs, lookAgainMs] = [1_000, 250]
/** A replica that is silent for as long is away. */
const silentMs = 1_000

class NotUsed extends Error {
  readonly why: 'behind' | 'away'
  constructor(why: 'behind' | 'away', message: string) {
    super(message)
    this.why = why
  }
}

export function connectReplica({ db, connection, counts, log, connections = 10 }: Setup): Replica {
  let closing = false
  let state: 'used' | 'behind' | 'away' = 'away'
  let unusedSince = performance.now()
  let timer: NodeJS.Timeout | undefined
  const onError = (error: Error): void => {
    if (!closing) leave('away', messageOf(error))
  }
  const pool = poolWith(connection, { max: connections, connectMs: silentMs, onError })
  // A connection of its own: a look must not wait for reads.
  const watch = poolWith(connection, { max: 1, connectMs: silentMs, queryMs: silentMs, onError })
  const fence = sharedFence(() => fenceOf(db.tx))
  /** What reads are ended by when the replica is found silent. */
  const cuts = new Set<(error: Error) => void>()
  const sessions = new WeakMap<pg.PoolClient, { tx: Tx; replayed: Fence | null }>()

  const sessionOf = (client: pg.PoolClient) => {
    const known = sessions.get(client) ?? { tx: onClient(db, client), replayed: null }
    sessions.set(client, known)
    return known
  }

  /** @throws NotUsed  where the connection has not replayed up to the fence in time */
  async function catchUp(client: pg.PoolClient, to: Fence): Promise<Tx> {
    const session = sessionOf(client)
    if (session.replayed && isPast(session.replayed, to)) return session.tx
    for (const pause of pausesMs) {
      if (pause > 0) await sleep(pause)
      session.replayed = await replayedBy(session.tx)
      if (!session.replayed) throw new NotUsed('away', 'it is not a replica: it does not replay a log')
      if (isPast(session.replayed, to)) return session.tx
      if (!isSameLog(session.replayed, to))
        throw new NotUsed('away', 'it replays the log of another system, or of another timeline')
    }
    throw new NotUsed('behind', 'it has not replayed what the primary has committed')
  }

  function leave(why: 'behind' | 'away', reason: string): void {
    if (state === 'used') {
      unusedSince = performance.now()
      log.warn({ reason }, `the read replica is ${why}: the primary reads`)
    }
    state = why
    if (why === 'away') for (const cut of cuts) cut(new Unavailable(reason))
    schedule(lookAgainMs)
  }

  /** Runs for as long as the replica is there. @throws what the work throws; Unavailable when the replica is lost meanwhile */
  async function onReplica<T>(to: Fence, work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    const lost = Promise.withResolvers<never>()
    cuts.add(lost.reject)
    let isWell = false
    try {
      const read = catchUp(client, to).then(work)
      read.catch(() => {})
      const result = await Promise.race([read, lost.promise])
      isWell = true
      return result
    } catch (error) {
      isWell = error instanceof Problem || error instanceof NotUsed
      throw error
    } finally {
      cuts.delete(lost.reject)
      client.release(!isWell)
    }
  }

  async function look(): Promise<void> {
    // Without the primary nothing is read at all, and the replica stays what it is.
    const to = await fence().catch(() => null)
    if (closing || !to) return schedule(lookAgainMs)
    try {
      const client = await watch.connect()
      let isWell = false
      try {
        await catchUp(client, to)
        isWell = true
      } finally {
        client.release(!isWell)
      }
      if (state !== 'used' && !closing) {
        state = 'used'
        log.info({}, 'the read replica is used')
      }
      schedule(lookMs)
    } catch (error) {
      if (!closing) leave(error instanceof NotUsed ? error.why : 'away', messageOf(error))
    }
  }

  function schedule(ms: number): void {
    clearTimeout(timer)
    if (closing) return
    timer = setTimeout(() => void look(), ms)
    timer.unref()
  }

  const first = look().then(() => {
    if (state !== 'used') log.warn({}, `the read replica is ${state}: the primary reads`)
  })

  return {
    read: async (work) => {
      if (state !== 'used') {
        counts[state]++
        return work(db.tx)
      }
      const to = await fence()
      try {
        const result = await onReplica(to, work)
        counts.replica++
        return result
      } catch (error) {
        if (error instanceof Problem) {
          counts.replica++
          throw error
        }
        if (error instanceof NotUsed) {
          counts[error.why]++
          leave(error.why, error.message)
        } else {
          counts.failed++
          log.warn({ err: error }, 'a read failed on the replica: the primary reads')
          if (isUnavailable(error)) leave('away', messageOf(error))
        }
        return work(db.tx)
      }
    },
    unusedSeconds: () => (state === 'used' ? 0 : (performance.now() - unusedSince) / 1_000),
    ready: () => first,
    close: async () => {
      closing = true
      clearTimeout(timer)
      await first
      await Promise.all([pool.end(), watch.end()])
    },
  }
}
