/**
 * How a serving process ends: a signal or a fault makes it close in order, in bounded time. Exit code 0, or 1 after a fault or when
 * closing took too long.
 *
 * A signal often comes twice: npm passes on what its whole process group got. The second one is ignored, unless somebody presses Ctrl-C
 * again after a while. Errors while closing come from connections that the database ends: they must not end the process before its
 * database has stopped.
 */

/** More than all closing steps take together (src/app.ts, open.ts); a supervisor should wait this long before it kills. */
const graceMs = 35_000
const impatientMs = 2_000

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const
const faults = ['uncaughtException', 'unhandledRejection'] as const

export type Reason = { signal: NodeJS.Signals } | { err: unknown }

/**
 * @param close may be called while the process is still starting
 * @returns what removes the handlers again
 */
export function endInOrder(report: (reason: Reason) => void, close: () => Promise<void>): () => void {
  let began: number | undefined
  const end = async (reason: Reason): Promise<void> => {
    if (began !== undefined) {
      const isImpatient = 'signal' in reason && reason.signal === 'SIGINT'
      if (isImpatient && performance.now() - began > impatientMs) process.exit(1)
      return
    }
    began = performance.now()
    setTimeout(() => process.exit(1), graceMs).unref()
    try {
      report(reason)
      await close()
      process.exit('err' in reason ? 1 : 0)
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
