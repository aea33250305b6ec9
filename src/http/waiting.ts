/** Reads that may wait: the rule runs again whenever something may have come, for the caller as they are then. */
import type { FastifyReply } from 'fastify'

/** The wait of one call (src/events/arrivals.ts). */
export type Wait<R> = {
  /** Whether the call has what it waits for. */
  hasCome(result: R): boolean
  /** @returns whether something may have come; false: it is no use to wait any longer */
  next(): Promise<boolean>
  end(): void
}

/**
 * Looks until what the call waits for has come, or it is no use to wait any longer.
 * @param admitAgain  refuses a call whose token is no longer good for it
 */
export async function lookUntil<R>(
  { reply }: { readonly reply: FastifyReply },
  wait: Wait<R>,
  look: () => Promise<R>,
  admitAgain: () => Promise<void>,
): Promise<R> {
  reply.raw.on('close', wait.end)
  try {
    let result = await look()
    while (!wait.hasCome(result) && (await wait.next())) {
      await admitAgain()
      result = await look()
    }
    // What a look saw may have come after the token was taken away, the first look too.
    await admitAgain()
    return result
  } finally {
    wait.end()
  }
}
