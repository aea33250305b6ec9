/**
 * Random numbers that can be run again: the same seed gives the same figures on any machine.
 *
 * Not for secrets. Sources: mulberry32 by T. Ettinger (public domain); the FNV-1a hash, 32 bits, by
 * G. Fowler, L. C. Noll and K.-P. Vo (offset 2166136261, prime 16777619); the Fisher-Yates shuffle.
 */

/** A stream of numbers in [0, 1). */
export type Random = () => number

export function mulberry32(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** FNV-1a over UTF-16 code units: a name ("pulse id" + "quotes") becomes a seed. */
export function seedOf(name: string): number {
  let hash = 2166136261
  for (let i = 0; i < name.length; i++) {
    hash = Math.imul(hash ^ name.charCodeAt(i), 16777619)
  }
  return hash >>> 0
}

/** A new, shuffled array. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = mulberry32(seed)
  const result = [...items]
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[result[i], result[j]] = [result[j], result[i]]
  }
  return result
}
