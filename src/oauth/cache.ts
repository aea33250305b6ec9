/**
 * A short memory for what the database says of a credential: found things for 5 seconds, missing ones for 1. It holds at
 * most so many entries (the oldest go first), hears of changes, and remembers nothing while it would not hear of them.
 *
 * A read that was under way when a change came may have seen the state before it; its result is used and not kept. What
 * this process itself is changing is not kept until its transaction has surely ended.
 *
 * A change finds what hangs on it by an index: an import that lets ten thousand people go tells of each, and a walk through all
 * entries for each of them would hold everybody up (measured: 3 s).
 */
import { type Changes } from './changes.ts'

const foundMs = 5_000
const missingMs = 1_000
const entriesMax = 20_000
const distrustMs = 5_000

type Entry<T> = { value: T | null; endsAt: number }

type Options<T> = {
  changes: Changes
  /** Ids whose change makes the value untrue: application, user. */
  ownersOf(value: T): readonly (string | null)[]
  now?(): number
}

export type Memory<T> = {
  /** What is remembered, without looking anywhere: undefined when nothing is. */
  held(key: string): T | null | undefined
  /** A value at once where it is remembered, else a promise of it. Reads of one key under way are shared. */
  get(key: string, read: (key: string) => Promise<T | null>): T | null | Promise<T | null>
}

export function memory<T>({
  changes,
  ownersOf,
  now = performance.now.bind(performance),
}: Options<T>): Memory<T> {
  const entries = new Map<string, Entry<T>>()
  const reading = new Map<string, Promise<T | null>>()
  const distrusted = new Map<string, number>()
  const keysByOwner = new Map<string, Set<string>>()
  const missing = new Set<string>()
  let generation = 0

  const ownersIn = (key: string, value: T | null): string[] =>
    [key, ...(value === null ? [] : ownersOf(value))].filter((id) => id !== null)

  const forget = (key: string): void => {
    const entry = entries.get(key)
    if (!entry) return
    entries.delete(key)
    missing.delete(key)
    if (entry.value === null) return
    for (const id of ownersIn(key, entry.value)) {
      const keys = keysByOwner.get(id)
      keys?.delete(key)
      if (keys?.size === 0) keysByOwner.delete(id)
    }
  }
  const keep = (key: string, value: T | null): void => {
    forget(key)
    if (entries.size >= entriesMax) forget(entries.keys().next().value!)
    entries.set(key, { value, endsAt: now() + (value === null ? missingMs : foundMs) })
    if (value === null) return void missing.add(key)
    for (const id of ownersIn(key, value)) {
      const keys = keysByOwner.get(id)
      if (keys) keys.add(key)
      else keysByOwner.set(id, new Set([key]))
    }
  }

  const forgetAll = (): void => {
    generation++
    entries.clear()
    keysByOwner.clear()
    missing.clear()
    reading.clear()
  }
  const forgetOwner = (id: string): void => {
    for (const key of keysByOwner.get(id) ?? []) forget(key)
    for (const key of missing) forget(key)
  }
  // In the order in which their time ends.
  const distrust = (id: string): void => {
    for (const [known, until] of distrusted) {
      if (until >= now()) break
      distrusted.delete(known)
    }
    distrusted.delete(id)
    distrusted.set(id, now() + distrustMs)
  }
  changes.onChange((changed) => {
    if (!changed) return forgetAll()
    generation++
    reading.clear()
    forgetOwner(changed.id)
    if (changed.announced) distrust(changed.id)
  })

  const isTrusted = (key: string, value: T | null): boolean =>
    distrusted.size === 0 || !ownersIn(key, value).some((id) => (distrusted.get(id) ?? 0) > now())

  const load = async (key: string, read: (key: string) => Promise<T | null>): Promise<T | null> => {
    const before = generation
    const value = await read(key)
    if (changes.live && before === generation && isTrusted(key, value)) keep(key, value)
    return value
  }

  const held = (key: string): T | null | undefined => {
    const entry = entries.get(key)
    return entry && entry.endsAt > now() ? entry.value : undefined
  }

  return {
    held,
    get: (key, read) => {
      const known = held(key)
      if (known !== undefined) return known
      // While something is being changed a read under way may be older than its caller.
      if (distrusted.size > 0) return load(key, read)
      const shared = reading.get(key)
      if (shared) return shared
      const loading = load(key, read).finally(() => {
        if (reading.get(key) === loading) reading.delete(key)
      })
      reading.set(key, loading)
      return loading
    },
  }
}
