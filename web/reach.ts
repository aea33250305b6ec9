/**
 * Requests that got no answer, by a name of their own: browsers report them as a TypeError, and a fault of the page is one, too. What the page
 * then says differs, because a fault of the page has nothing to do with anybody's connection.
 */
export class Unreachable extends Error {}

/** @throws Unreachable, unless the page itself gave the request up */
export function asUnreachable(cause: unknown): never {
  if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
  throw new Unreachable('no answer', { cause })
}

/** @throws Unreachable */
export const reach: typeof fetch = (...request) => fetch(...request).catch(asUnreachable)
