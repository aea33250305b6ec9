/**
 * A short cache for what the database says of a credential: hits for 5 seconds, misses for 1. It holds a bounded number of
 * entries (the oldest go first), hears of changes, and stores nothing while it would not hear of them (changes.ts).
 *
 * A change is announced after its commit (db.ts: afterCommit; NOTIFY), so a read that saw the state before the change began
 * before the announcement. Each announcement begins a generation: the result of a read that began in an earlier one is returned
 * and not stored, and what such a read has stored already is forgotten. So nothing older than an announced change is cached.
 *
 * An index finds the entries of an owner: an import that deactivates ten thousand people announces each of them, and a walk
 * through all entries for each would block the process (measured: 3 s).
 */
import type { Changes } from './changes.ts'

const hitMs = 5_000
const missMs = 1_000
const entriesMax = 20_000

type Entry<T> = { value: T | null; expiresAt: number }

type Options<T> = {
  changes: Pick<Changes, 'live' | 'onChange'>
  /** Ids whose change makes the value stale: application, user. */
  ownersOf(value: T): readonly (string | null)[]
  /** Monotonic, in milliseconds. */
  now?(): number
}

export type CredentialCache<T> = {
  /** What is cached, without a look at the database; undefined when nothing is. */
  peek(key: string): T | null | undefined
  /** A value at once where it is cached, otherwise a promise of it. Reads of one key under way are shared. */
  get(key: string, read: (key: string) => Promise<T | null>): T | null | Promise<T | null>
}

export function credentialCache<T>({
  changes,
  ownersOf,
  now = performance.now.bind(performance),
}: Options<T>): CredentialCache<T> {
  const entries = new Map<string, Entry<T>>()
  const reading = new Map<string, Promise<T | null>>()
  const keysByOwner = new Map<string, Set<string>>()
  const misses = new Set<string>()
  let generation = 0

  /** The key is an owner as well: a change may name the credential itself. */
  const ownersWithKey = (key: string, value: T): string[] =>
    [key, ...ownersOf(value)].filter((id) => id !== null)

  const forget = (key: string): void => {
    const entry = entries.get(key)
    if (!entry) return
    entries.delete(key)
    misses.delete(key)
    if (entry.value === null) return
    for (const id of ownersWithKey(key, entry.value)) {
      const keys = keysByOwner.get(id)
      keys?.delete(key)
      if (keys?.size === 0) keysByOwner.delete(id)
    }
  }
  const store = (key: string, value: T | null): void => {
    forget(key)
    const [oldest] = entries.keys()
    if (oldest !== undefined && entries.size >= entriesMax) forget(oldest)
    entries.set(key, { value, expiresAt: now() + (value === null ? missMs : hitMs) })
    if (value === null) return void misses.add(key)
    for (const id of ownersWithKey(key, value)) {
      const keys = keysByOwner.get(id)
      if (keys) keys.add(key)
      else keysByOwner.set(id, new Set([key]))
    }
  }

  changes.onChange((change) => {
    generation++
    reading.clear()
    if (change) {
      for (const key of keysByOwner.get(change.id) ?? []) forget(key)
      for (const key of misses) forget(key)
    } else {
      entries.clear()
      keysByOwner.clear()
      misses.clear()
    }
  })

  const load = async (key: string, read: (key: string) => Promise<T | null>): Promise<T | null> => {
    const before = generation
    const value = await read(key)
    if (changes.live && before === generation) store(key, value)
    return value
  }

  const peek = (key: string): T | null | undefined => {
    const entry = entries.get(key)
    return entry && entry.expiresAt > now() ? entry.value : undefined
  }

  return {
    peek,
    get: (key, read) => {
      const cached = peek(key)
      if (cached !== undefined) return cached
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
