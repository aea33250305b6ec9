/**
 * How a process with a database ends: a signal or an uncaught error makes it close in order, in bounded time, so that no embedded
 * PostgreSQL outlives it.
 *
 * Exit code 0 after a signal, because a service is ended by one as a rule; a command was interrupted and chooses another code. Exit
 * code 1 after an uncaught error, after an error while closing, or when closing took longer than `graceMs` and the pause before it.
 *
 * A signal often arrives twice: npm forwards the one that its whole process group has received. The second one is ignored, unless it is
 * a Ctrl-C more than `impatientMs` later: that ends the process at once, with exit code 1. When the database stops, it breaks
 * connections, and whatever was using them fails: after the first signal, uncaught errors no longer end the process.
 */

/** More than all closing steps take together (src/app.ts, open.ts), except for a pause; a supervisor should wait this long before it kills. */
const graceMs = 35_000
const impatientMs = 2_000

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const
const faults = ['uncaughtException', 'unhandledRejection'] as const

type Ending = { codeAfter?: (signal: NodeJS.Signals) => number; pauseMs?: number }

export type Reason = { signal: NodeJS.Signals } | { err: unknown }

/**
 * @param close  may be called while the process is still starting
 * @param how  codeAfter: the exit code after a signal; pauseMs: how long `close` waits before it begins
 * @returns removes the handlers again
 */
export function endInOrder(
  report: (reason: Reason) => void,
  close: () => Promise<void>,
  { codeAfter = () => 0, pauseMs = 0 }: Ending = {},
): () => void {
  let began: number | undefined
  const end = async (reason: Reason): Promise<void> => {
    if (began !== undefined) {
      const isImpatient = 'signal' in reason && reason.signal === 'SIGINT'
      if (isImpatient && performance.now() - began > impatientMs) process.exit(1)
      return
    }
    began = performance.now()
    setTimeout(() => process.exit(1), graceMs + pauseMs).unref()
    try {
      report(reason)
      await close()
      process.exit('err' in reason ? 1 : codeAfter(reason.signal))
    } catch {
      process.exit(1)
    }
  }
  const onSignal = (signal: NodeJS.Signals): void => void end({ signal })
  const onFault = (err: unknown): void => void end({ err })
  // The reader of our output may be gone: a pipe is broken, a terminal closed.
  const onLostReader = (): void => {}
  const outputs = [process.stdout, process.stderr]
  for (const signal of signals) process.on(signal, onSignal)
  for (const fault of faults) process.on(fault, onFault)
  for (const output of outputs) output.on('error', onLostReader)
  return () => {
    for (const signal of signals) process.off(signal, onSignal)
    for (const fault of faults) process.off(fault, onFault)
    for (const output of outputs) output.off('error', onLostReader)
  }
}
