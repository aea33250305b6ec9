/**
 * Closing in bounded time: each step runs, also after one that failed or took too long. So neither a silent mail server nor an endless
 * upload keeps the process and its database up.
 */
import type { Logger } from 'pino'

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
        log.warn({ step: name, seconds: withinMs / 1000 }, 'a closing step took too long, going on')
    } catch (error) {
      log.warn({ err: error, step: name }, 'a closing step failed')
      errors.push(error)
    } finally {
      clearTimeout(timer)
    }
  }
  if (errors.length > 0) throw errors[0]
}
