/**
 * Slack's signature of a request: `v0=` and the HMAC-SHA-256, under the app's signing secret, of `v0:{timestamp}:{body}`, no older
 * than five minutes, compared in constant time. It covers the body byte for byte, so it is checked before parsing.
 * Source: Slack, "Verifying requests from Slack".
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

const toleranceSeconds = 300

export const signatureOf = (secret: string, timestamp: string, body: string): string =>
  `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`

type SignedRequest = { timestamp: unknown; signature: unknown; body: string }

export function isSignedBySlack(
  secret: string,
  { timestamp, signature, body }: SignedRequest,
  now: Date,
): boolean {
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp) || typeof signature !== 'string')
    return false
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) return false
  const expected = Buffer.from(signatureOf(secret, timestamp, body))
  const actual = Buffer.from(signature)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
