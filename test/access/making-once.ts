/** For requests that use nothing up: what they ask for is made once. */
import type { Prepared } from './prepared.ts'

/** The same organisation, in which each maker makes what it is asked for once: for requests that read or are refused. */
export function makingOnce(it: Prepared): Prepared {
  const made = new Map<string, unknown>()
  const once =
    (name: string, make: (...given: any[]) => unknown) =>
    (...given: unknown[]): unknown => {
      const key = `${name} ${JSON.stringify(given)}`
      if (!made.has(key)) made.set(key, make(...given))
      return made.get(key)
    }
  return Object.fromEntries(
    Object.entries(it).map(([name, one]) => [name, typeof one === 'function' ? once(name, one) : one]),
  ) as Prepared
}
