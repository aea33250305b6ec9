/**
 * Runs: what came in from a provider within five minutes. A run of a connection that is on is one entry of the audit log, with its counts: a
 * first sync of thousands of people is not thousands of entries.
 */
import { limits } from '../../contract/limits.ts'
import type { SyncCounts } from '../../contract/directory-sync.ts'
import type { SyncState } from '../../contract/sync-states.ts'
import { byClock, recordAudit } from '../audit/audit.ts'
import type { Tx } from '../db/db.ts'
import { recordEvent } from '../events/events.ts'
import { newId } from '../ids.ts'
import type { TransactionTask } from '../jobs/jobs.ts'
import { noCounts } from './applying.ts'
import { deleteDeletedGroups } from './groups-store.ts'
import { deleteDeletedUsers } from './users-store.ts'
import * as store from './store.ts'

type Came = {
  readonly state: SyncState
  readonly applicationId: string
  readonly requests: number
  readonly refused: number
  readonly counts: SyncCounts
}

const sumOf = (one: SyncCounts, other: SyncCounts): SyncCounts =>
  Object.fromEntries(
    Object.entries(one).map(([name, count]) => [name, count + (other[name as keyof SyncCounts] ?? 0)]),
  ) as SyncCounts

const isEmpty = (counts: SyncCounts): boolean => Object.values(counts).every((count) => count === 0)

/** Adds to the run that is open, or begins one. */
export async function addToRun(tx: Tx, organisationId: string, came: Came, now: Date): Promise<void> {
  const { state, applicationId, requests, refused, counts } = came
  const open = await store.findRun(tx, organisationId, { state, applicationId })
  if (open) {
    const sum = sumOf(open.counts, counts)
    await store.updateRun(tx, organisationId, { id: open.id, requests, refused, counts: sum }, now)
    return
  }
  await store.insertRun(
    tx,
    organisationId,
    { id: newId('syncRun'), state, application_id: applicationId, requests, refused, counts },
    now,
  )
}

/** A refused request changed nothing. */
export const countRefused = (
  tx: Tx,
  organisationId: string,
  { state, applicationId }: Pick<Came, 'state' | 'applicationId'>,
  now: Date,
): Promise<void> =>
  addToRun(tx, organisationId, { state, applicationId, requests: 0, refused: 1, counts: noCounts() }, now)

const runMs = limits.syncRunSeconds * 1000

export const endRunsTask: TransactionTask = {
  name: 'sync.runs',
  everyMs: 10_000,
  waiting: (now) => store.runsWaiting(new Date(now.getTime() - runMs)),
  run: async (tx, now) => {
    const ended = await store.endRun(tx, new Date(now.getTime() - runMs), now)
    if (!ended) return 0
    const { organisation_id: organisationId, application_id: applicationId, state, counts } = ended
    const { requests, refused } = ended
    if ((state === 'on' || state === 'held') && !isEmpty(counts)) {
      await recordAudit(tx, {
        organisationId,
        actor: byClock,
        action: 'directory.synced',
        target: organisationId,
        detail: { application_id: applicationId, state, requests, refused, ...counts },
        at: now,
      })
      if (state === 'on')
        await recordEvent(tx, { organisationId, type: 'directory.imported', payload: counts, at: now })
    }
    return 1
  },
}

const dayMs = 86_400_000

/** Runs after their time; and users and groups that the provider has deleted, once the brake has counted them and they are written. */
export const purgeTask: TransactionTask = {
  name: 'sync.purge',
  everyMs: 3_600_000,
  run: async (tx, now) => {
    const runs = await store.deleteRuns(tx, new Date(now.getTime() - limits.syncRunsKeptDays * dayMs))
    const yesterday = new Date(now.getTime() - dayMs)
    return runs + (await deleteDeletedUsers(tx, yesterday)) + (await deleteDeletedGroups(tx, yesterday))
  },
}
