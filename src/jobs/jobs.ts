/**
 * Work that follows a write.
 *
 * There are two kinds. Jobs (pg-boss) are enqueued in the transaction of the write that needs them, retried with back-off, and moved to
 * a queue of failed jobs after `attemptsMax` attempts; a worker that dies loses its job to another after the lease. Due work (due.ts) is
 * what the clock asks for: a row whose time has come, found in its own table.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { type Db, dbOf, isUnavailable, type Tx } from '../db/db.ts'
import { namedByForms } from '../db/forms.ts'
import { reachOf } from '../db/reach.ts'

export {
  type DueLag,
  type DueTask,
  dueWork,
  type DueWork,
  inTransaction,
  type TransactionTask,
} from './due.ts'
export { glanceAt } from './glance.ts'
export { forRow } from './quarantine.ts'

export const attemptsMax = 8

/** A job that takes longer is ended. */
const runSecondsMax = 600
/** A worker sends a heartbeat this often; without one for `leaseSeconds` it loses its job to another. */
const heartbeatSeconds = 5
const leaseSeconds = 15
const superviseSeconds = 5
/** A job whose server of divided tables is away comes again after this time. */
const awaySeconds = 15
/** When the service stops, a job that runs for longer than this is started again by another worker. */
const stopMs = 4_000

/** Every queue, and the data of its jobs. */
export type JobData = {
  'collection.analyse': { organisationId: string; collectionId: string }
  'organisation.export': { organisationId: string; exportId: string }
  'export.write': { organisationId: string; exportId: string }
}
export type JobName = keyof JobData

const queues: JobName[] = ['collection.analyse', 'organisation.export', 'export.write']

/** The queue of each database, while jobs run on it. */
const queueOf = new WeakMap<Db, PgBoss>()

/** Enqueues a job in the transaction of the write that it follows. */
export async function enqueue<N extends JobName>(tx: Tx, name: N, data: JobData[N]): Promise<void> {
  const queue = queueOf.get(dbOf(tx))
  if (!queue) throw new Error('Jobs were not started on this database')
  await queue.send(name, data, { db: fromKysely(tx as never) })
}

/** Forgets the jobs of an organisation that is being deleted, whatever became of them. */
export async function deleteJobsOf(tx: Tx, organisationId: string): Promise<void> {
  const queue = queueOf.get(dbOf(tx))
  if (!queue) throw new Error('Jobs were not started on this database')
  for (const name of queues.flatMap((one) => [one, `${one}.failed`])) {
    const jobs = await queue.findJobs(name, { data: { organisationId } })
    if (jobs.length > 0)
      await queue.deleteJob(
        name,
        jobs.map(({ id }) => id),
      )
  }
}

export type Jobs = {
  /** Starts taking jobs of a queue; each runs to its end before the next. */
  work<N extends JobName>(name: N, run: (data: JobData[N]) => Promise<void>): Promise<void>
  stop(): Promise<void>
}

export async function startJobs(db: Db, log: Logger): Promise<Jobs> {
  const boss = new PgBoss({
    ...(db.connection as object),
    schema: 'jobs',
    max: 2,
    application_name: namedByForms('sonde jobs'),
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  await boss.start()
  for (const name of queues) {
    await boss.createQueue(`${name}.failed`)
    await boss.createQueue(name, {
      notify: true,
      retryLimit: attemptsMax - 1,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: 600,
      expireInSeconds: runSecondsMax,
      heartbeatSeconds: leaseSeconds,
      deadLetter: `${name}.failed`,
    })
    // Fills the queue cache now: inside a caller's transaction it would wait for a second connection.
    await boss.getQueue(name)
  }
  queueOf.set(db, boss)
  return {
    work: async (name, run) => {
      await boss.work<JobData[JobName]>(
        name,
        {
          pollingIntervalSeconds: 1,
          notifyPollingIntervalSeconds: 5,
          heartbeatRefreshSeconds: heartbeatSeconds,
        },
        async (jobs) => {
          for (const job of jobs) {
            await run(job.data as never).catch(async (error: unknown) => {
              log.error({ err: error, job: name }, 'job failed and is tried again')
              // As long as the server of its organisation is away, it uses up no attempt.
              if (!isUnavailable(error)) throw error
              const reached = await reachOf(db).look()
              if (reached?.includes(job.data.organisationId) ?? true) throw error
              await boss.send(name, job.data as object, { startAfter: awaySeconds })
            })
          }
        },
      )
    },
    stop: async () => {
      // Its own orderly stop looks every half second whether the workers have ended; they mostly have at once.
      const ended = Promise.all(queues.map((name) => boss.offWork(name)))
      await Promise.race([ended, sleep(stopMs, undefined, { ref: false })])
      await boss.stop({ graceful: false })
    },
  }
}
