/**
 * Requests that got no answer: browsers report them as a TypeError, and a fault of the page is one, too. What the page then says differs, because
 * a fault of the page has nothing to do with anybody's connection.
 */
const unanswered = new WeakSet()

/** Notes what a request came to nothing by. @throws it */
export function asUnanswered(cause: object): never {
  unanswered.add(cause)
  throw cause
}

export const isUnanswered = (error: unknown): boolean => unanswered.has(error as object)

export const reach: typeof fetch = (...request) => fetch(...request).catch(asUnanswered)
