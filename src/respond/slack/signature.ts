/**
 * Is a request Slack's? `v0=` and the HMAC-SHA-256, under the app's signing secret, of `v0:{timestamp}:{body}`, no older
 * than five minutes, compared in constant time. The body counts byte for byte, so it is checked before it is read.
 * Source: Slack, "Verifying requests from Slack".
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

const toleranceSeconds = 300

export const signatureOf = (secret: string, timestamp: string, body: string): string =>
  `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`

type Signed = { timestamp: unknown; signature: unknown; body: string }

export function isSlacks(secret: string, { timestamp, signature, body }: Signed, now: Date): boolean {
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp) || typeof signature !== 'string')
    return false
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) return false
  const expected = Buffer.from(signatureOf(secret, timestamp, body))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
