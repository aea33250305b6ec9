/**
 * A short memory for what the database says of a credential: found things for 5 seconds, missing ones for 1. It holds at
 * most so many entries (the oldest go first), hears of changes, and remembers nothing while it would not hear of them.
 *
 * A read that was under way when a change came may have seen the state before it; its result is used and not kept. What
 * this process itself is changing is not kept until its transaction has surely ended.
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
  let generation = 0

  const forgetAll = (): void => {
    generation++
    entries.clear()
    reading.clear()
  }
  const forgetOwner = (id: string): void => {
    for (const [key, { value }] of entries) {
      if (key === id || value === null || ownersOf(value).includes(id)) entries.delete(key)
    }
  }
  changes.onChange((changed) => {
    if (!changed) return forgetAll()
    generation++
    reading.clear()
    forgetOwner(changed.id)
    if (!changed.announced) return
    for (const [id, until] of distrusted) if (until < now()) distrusted.delete(id)
    distrusted.set(changed.id, now() + distrustMs)
  })

  const isTrusted = (key: string, value: T | null): boolean =>
    distrusted.size === 0 ||
    ![key, ...(value === null ? [] : ownersOf(value))].some(
      (id) => id !== null && (distrusted.get(id) ?? 0) > now(),
    )

  const load = async (key: string, read: (key: string) => Promise<T | null>): Promise<T | null> => {
    const before = generation
    const value = await read(key)
    if (changes.live && before === generation && isTrusted(key, value)) {
      if (entries.size >= entriesMax) entries.delete(entries.keys().next().value!)
      entries.delete(key)
      entries.set(key, { value, endsAt: now() + (value === null ? missingMs : foundMs) })
    }
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
