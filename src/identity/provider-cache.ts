/**
 * Where the embedded provider stores sessions, codes and sign-ins under way: in this process, bounded, each until it
 * expires. After a restart people sign in again; nothing else is lost.
 */
import type { Adapter, AdapterPayload } from 'oidc-provider'

type Entry = { payload: AdapterPayload; expiresAt: number }

const entriesMax = 5_000
const lifeSecondsMax = 86_400

/** One store behind the library's one adapter per kind of record. */
export function providerStore(): (kind: string) => Adapter {
  const entries = new Map<string, Entry>()
  const read = (key: string): AdapterPayload | undefined => {
    const entry = entries.get(key)
    if (entry && entry.expiresAt > Date.now()) return entry.payload
    entries.delete(key)
    return undefined
  }
  const search = (
    kind: string,
    matches: (payload: AdapterPayload) => boolean,
  ): AdapterPayload | undefined => {
    for (const key of entries.keys()) {
      const payload = key.startsWith(`${kind} `) ? read(key) : undefined
      if (payload && matches(payload)) return payload
    }
    return undefined
  }
  return (kind) => ({
    upsert: async (id, payload, expiresIn = lifeSecondsMax) => {
      const [oldest] = entries.keys()
      if (oldest !== undefined && entries.size >= entriesMax) entries.delete(oldest)
      entries.set(`${kind} ${id}`, { payload, expiresAt: Date.now() + expiresIn * 1000 })
    },
    find: async (id) => read(`${kind} ${id}`),
    findByUid: async (uid) => search(kind, (payload) => payload.uid === uid),
    findByUserCode: async (code) => search(kind, (payload) => payload.userCode === code),
    consume: async (id) => {
      const payload = read(`${kind} ${id}`)
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    },
    destroy: async (id) => void entries.delete(`${kind} ${id}`),
    revokeByGrantId: async (grantId) => {
      for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key)
    },
  })
}
