/**
 * Counts failed attempts per key in a sliding start: the first failure opens a window, so many are let through in it.
 * Keys name the target and the caller's network, never the target alone: ids and addresses are no secret, and a lock by
 * them would let anybody shut anybody out.
 */
import { isIPv6 } from 'node:net'

export type Failures = {
  /** Seconds until attempts count anew, or null while there is room. */
  blockedFor(key: string): number | null
  add(key: string): void
}

type Window = { failures: number; endsAt: number }

/** Keys beyond this number are forgotten, the oldest first. */
const keysMax = 10_000

export function failureCounter(
  max: number,
  windowSeconds: number,
  now: () => number = performance.now.bind(performance),
): Failures {
  const windows = new Map<string, Window>()
  const current = (key: string): Window | undefined => {
    const found = windows.get(key)
    return found && found.endsAt > now() ? found : undefined
  }
  return {
    blockedFor: (key) => {
      const found = current(key)
      return found && found.failures >= max ? Math.max(1, Math.ceil((found.endsAt - now()) / 1000)) : null
    },
    add: (key) => {
      const found = current(key)
      if (found) {
        found.failures++
        return
      }
      windows.delete(key)
      if (windows.size >= keysMax) windows.delete(windows.keys().next().value!)
      windows.set(key, { failures: 1, endsAt: now() + windowSeconds * 1000 })
    },
  }
}

/** An IPv4 address as it is, of an IPv6 address its /64: one subscriber owns all of that. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  const [head, tail = ''] = ip.split('%')[0].split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const filled = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return filled
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')
}
