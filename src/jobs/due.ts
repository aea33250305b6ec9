/**
 * Due work: rows whose time has come (open, close, send), looked for at short intervals in their own tables. Nothing is queued, so
 * extending or cancelling changes one place only, a service that was down catches up by itself, and any number of workers may look at
 * once: each claims rows with `for update skip locked`, and a claim dies with its worker. A row that fails for a reason of its own goes
 * into quarantine, and the others go on. While a server of divided tables is away, work goes on for the organisations of the others.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from 'pino'
import { lookingAmong } from '../db/claiming.ts'
import { type Db, isUnavailable, type Query, type Tx } from '../db/db.ts'
import type { Reach, Reached } from '../db/reach.ts'
import { quarantine, RowFault } from './quarantine.ts'

export type DueTask = {
  readonly name: string
  /** An hour or more makes it housekeeping, which no write makes due: it keeps to its interval when the others are looked at early. */
  readonly everyMs: number
  /** A statement that returns a row if something waits. One statement asks it of all tasks at once (glance.ts). */
  waiting?(now: Date): Query
  /**
   * Does what is due now, except for rows in quarantine.
   * @returns how many rows it handled; above 0 asks for another look at once
   * @throws RowFault  a row that goes into quarantine (`forRow`)
   */
  run(now: Date, quarantined: readonly string[]): Promise<number>
}

/** A task whose work is one transaction. */
export type TransactionTask = Omit<DueTask, 'run'> & {
  run(tx: Tx, now: Date, quarantined: readonly string[]): Promise<number>
}

export const inTransaction = ({ transaction }: Db, task: TransactionTask): DueTask => ({
  ...task,
  run: (now, quarantined) => transaction((tx) => task.run(tx, now, quarantined)),
})

/** How far behind a kind of due work is: its feature measures it, health/ publishes it. */
export type DueLag = {
  readonly work: string
  /** The instant at which the oldest waiting row became due, or will be; null where nothing waits. */
  oldest(tx: Tx): Promise<string | null>
}

export type DueWork = {
  /**
   * Looks until nothing is due, and at housekeeping when its interval has passed on the clock: for tests and for scripts with their own clock.
   * @throws the first error of a row, after all others had their turn
   */
  settle(): Promise<void>
  start(): void
  /** Looks soon instead of at the next interval, but for housekeeping: called after a write that made something due. */
  nudge(): void
  stop(): Promise<void>
}

const roundsMax = 1000
const housekeepingMs = 3_600_000

const isHousekeeping = ({ everyMs }: DueTask): boolean => everyMs >= housekeepingMs

/** Which tasks have something to do at a time. */
export type Glance = (now: Date) => Promise<ReadonlySet<DueTask>>

type Surroundings = {
  readonly now: () => Date
  readonly log: Logger
  /** Where tables may be divided: whose work can be done while a server is away. */
  readonly reach?: Reach
  /** Which tasks have something to do; without it, each is run to find out. */
  readonly glance?: Glance
}

export function dueWork(tasks: readonly DueTask[], { now, log, reach, glance }: Surroundings): DueWork {
  const all = async () => new Set(tasks)
  // A glance asks every server. While one is away, each task is run to find out.
  const glanceNow: Glance = (at) => (glance && (reach?.now() ?? null) === null ? glance(at) : all())
  const looks = tasks.map((task) => lookOf(task, { now, log, reach }))
  const loops = tasks.map((task, place) => {
    const look = looks[place]
    const isWaiting = async (): Promise<boolean> => (await glanceNow(now())).has(task)
    return loop(task, task.waiting ? unlessIdle(look, isWaiting) : look, log)
  })
  const urgent = loops.filter((_loop, place) => !isHousekeeping(tasks[place]))
  const settled = new Map<DueTask, number>()
  const isEarly = (task: DueTask): boolean =>
    isHousekeeping(task) && now().getTime() - (settled.get(task) ?? -Infinity) < task.everyMs
  return {
    settle: async () => {
      const faults: RowFault[] = []
      // What was seen holds until a task has done something.
      let waiting: ReadonlySet<DueTask> | undefined
      for (let round = 0, did = 1; did > 0 && round < roundsMax; round++) {
        did = 0
        for (const [place, task] of tasks.entries()) {
          if (isEarly(task)) continue
          if (task.waiting && !(waiting ??= await glanceNow(now())).has(task)) continue
          const handled = await looks[place]((fault) => faults.push(fault))
          if (handled === 0) settled.set(task, now().getTime())
          else waiting = undefined
          did += handled
        }
      }
      if (faults.length > 0) throw faults[0].cause
    },
    start: () => loops.forEach((one) => one.start()),
    nudge: () => urgent.forEach((one) => one.nudge()),
    stop: async () => {
      await Promise.all(loops.map((one) => one.stop()))
    },
  }
}

type Look = (onFault?: (fault: RowFault) => void) => Promise<number>

/** Asks whether something waits, but not after a look that found something: the next one finds out by itself. */
function unlessIdle(look: Look, isWaiting: () => Promise<boolean>): Look {
  let did = 0
  return async () => {
    const mayWait = did > 0 || (await isWaiting())
    did = 0
    return mayWait ? (did = await look()) : 0
  }
}

/** Runs a task for all organisations, or while a server is away for those whose server answers. */
async function runReached(
  task: DueTask,
  reach: Reach | undefined,
  now: Date,
  quarantined: readonly string[],
): Promise<number> {
  const run = (reached: Reached): Promise<number> =>
    reached ? lookingAmong(reached, () => task.run(now, quarantined)) : task.run(now, quarantined)
  const before = reach?.now() ?? null
  try {
    return await run(before)
  } catch (error) {
    if (!reach || !isUnavailable(error)) throw error
    const reached = await reach.look()
    if (before !== null || reached === null) throw error
    return run(reached)
  }
}

/** A task with its quarantine. Putting a row there counts as work: the next row is looked for at once. */
function lookOf(task: DueTask, { now, log, reach }: Omit<Surroundings, 'glance'>): Look {
  const rows = quarantine()
  return async (onFault) => {
    const at = now()
    try {
      return await runReached(task, reach, at, rows.ids(at))
    } catch (error) {
      const ms = error instanceof RowFault ? rows.add(error.id, at) : undefined
      if (!(error instanceof RowFault) || ms === undefined) throw error
      log.error(
        { err: error.cause, task: task.name, row: error.id, seconds: ms / 1000 },
        'due work in quarantine',
      )
      onFault?.(error)
      return 1
    }
  }
}

function loop(task: DueTask, lookOnce: Look, log: Logger) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let again = false
  let stopped = true

  // A nudge comes from a request, and timers inherit what they are set in: unbound, all later work would belong to the trace of that caller.
  const look = AsyncLocalStorage.bind((): void => {
    clearTimeout(timer)
    if (stopped) return
    if (running) {
      again = true
      return
    }
    running = lookOnce()
      .catch((error: unknown) => {
        log.error({ err: error, task: task.name }, 'due work failed')
        return 0
      })
      .then((did) => {
        running = undefined
        if (stopped) return
        if (did > 0 || again) {
          again = false
          setImmediate(look)
        } else {
          timer = setTimeout(look, task.everyMs)
        }
      })
  })
  return {
    start: () => {
      stopped = false
      look()
    },
    nudge: () => {
      if (!stopped) look()
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
