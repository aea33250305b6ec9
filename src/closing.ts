/**
 * Closing in bounded time, whatever hangs: each step has its turn, also after one that failed or took too long. So a mail
 * server that is silent, or an upload that never ends, keeps neither the process nor its database up.
 */
import { type Logger } from 'pino'

export type Step = {
  readonly name: string
  readonly withinMs: number
  run(): Promise<unknown> | void
}

/** @throws the first error, after all steps */
export async function closeInOrder(log: Pick<Logger, 'warn'>, steps: readonly Step[]): Promise<void> {
  const errors: unknown[] = []
  for (const { name, withinMs, run } of steps) {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), withinMs)
    })
    try {
      if ((await Promise.race([run(), late])) === 'late')
        log.warn({ step: name, seconds: withinMs / 1000 }, 'closing goes on without it')
    } catch (error) {
      log.warn({ err: error, step: name }, 'could not be closed')
      errors.push(error)
    } finally {
      clearTimeout(timer)
    }
  }
  if (errors.length > 0) throw errors[0]
}
