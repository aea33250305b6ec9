/**
 * Random bytes of the system's generator, drawn for many requests at once: to ask for 24 bytes costs about as much as to ask for 4,096, and
 * where system calls are slow (nested virtual machines) a fifteenth of the time of a token went there (note 142).
 *
 * For secrets that are drawn by the thousand, ids and nonces. Keys that live long ask the system themselves.
 */
import { randomFillSync } from 'node:crypto'

const drawn = Buffer.alloc(4096)
let taken = drawn.length

/** @param length  of at most 4,096 bytes. No byte is given twice; what was given is wiped here. */
export function randomBytes(length: number): Buffer {
  if (length > drawn.length) throw new RangeError(`${length} bytes at once are more than ${drawn.length}`)
  if (taken + length > drawn.length) {
    randomFillSync(drawn)
    taken = 0
  }
  const from = taken
  taken += length
  // In a buffer of its own: one of the shared ones would keep its neighbours alive, and be seen through `.buffer`.
  const given = Buffer.alloc(length)
  drawn.copy(given, 0, from, taken)
  drawn.fill(0, from, taken)
  return given
}
