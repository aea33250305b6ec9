/** A key that is new at each start and printed with an address: whoever started the service knows it, and a proxy does not. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { sha256 } from '../ids.ts'

export type StartKey = {
  readonly text: string
  matches(candidate: unknown): boolean
}

export function newStartKey(): StartKey {
  const text = randomBytes(24).toString('base64url')
  const hash = sha256(text)
  return {
    text,
    matches: (candidate) => typeof candidate === 'string' && timingSafeEqual(sha256(candidate), hash),
  }
}
