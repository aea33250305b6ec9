/**
 * Due work: rows whose time has come (open, close, send), looked for at short intervals in the tables that they live in.
 * Nothing is queued, so extending or cancelling needs no second place to be told, a service that slept catches up by
 * itself, and any number of workers may look at once: each claims rows with `for update skip locked`, and a claim dies
 * with its worker.
 */
import { type Logger } from 'pino'

export type DueTask = {
  readonly name: string
  readonly everyMs: number
  /** Does what is due now. @returns how much it did; more than nothing asks for another look at once */
  run(now: Date): Promise<number>
}

export type DueWork = {
  /** Looks once, until nothing is due: for tests and for scripts with a clock of their own. */
  settle(): Promise<void>
  start(): void
  /** Looks soon instead of at the next interval: called after a write that made something due. */
  nudge(): void
  stop(): Promise<void>
}

const roundsMax = 1000

export function dueWork(tasks: readonly DueTask[], now: () => Date, log: Logger): DueWork {
  const loops = tasks.map((task) => loop(task, now, log))
  return {
    settle: async () => {
      for (let round = 0, did = 1; did > 0 && round < roundsMax; round++) {
        did = 0
        for (const task of tasks) did += await task.run(now())
      }
    },
    start: () => loops.forEach((one) => one.start()),
    nudge: () => loops.forEach((one) => one.nudge()),
    stop: async () => {
      await Promise.all(loops.map((one) => one.stop()))
    },
  }
}

function loop(task: DueTask, now: () => Date, log: Logger) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let again = false
  let stopped = true

  const look = (): void => {
    clearTimeout(timer)
    if (stopped) return
    if (running) {
      again = true
      return
    }
    running = task
      .run(now())
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
  }
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
