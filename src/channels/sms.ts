/**
 * SMS by a gateway of the operator: a small server, theirs or one in front of their provider, that takes `{ to, text, id }`, signed as webhooks are
 * (src/signing.ts). It is one server for everybody, so its outage pauses the channel. Only the operator configures its address, which may be
 * private; a redirect is never followed, since a telephone number and a personal link would go elsewhere.
 *
 * What it answers: 2xx it has the message · 422 this number cannot be reached, and is not tried again · 408, 425 and 409 later · 429 and 5xx
 * later, and the channel waits · 3xx, 401, 403, 404, 405 and 410 the gateway is not what it was, and the channel waits · other 4xx this message is
 * refused.
 * Source: Standard Webhooks 1.0.0; Retry-After: RFC 9110 §10.2.3.
 */
import { codeOf } from '../caught.ts'
import type { Sms } from '../config.ts'
import { signedHeaders } from '../signing.ts'
import { type Message, type Outcome, retryAfterMs } from './message.ts'
import { smsText } from './sms-text.ts'

export type SmsGateway = { send(message: Message, now: Date): Promise<Outcome> }

const limitMs = 15_000

export const smsGateway = ({ url, secrets }: Sms): SmsGateway => ({
  send: async ({ name, to, content }, now) => {
    const body = JSON.stringify({ to, text: smsText(content), id: name })
    const signer = secrets.map((secret) => ({ secret }))
    const limit = AbortSignal.timeout(limitMs)
    try {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        signal: limit,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Sonde/1',
          'idempotency-key': name,
          ...signedHeaders({ id: name, at: now, body }, signer, ['v1']),
        },
        body,
      })
      await answer.body?.cancel()
      return outcomeOf(answer, now)
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined
      const reason = limit.aborted
        ? `the SMS gateway did not answer in ${limitMs / 1000} seconds`
        : `no connection to the SMS gateway: ${codeOf(cause) ?? 'it failed'}`
      return { kind: 'down', reason }
    }
  },
})

const unreachable = 422
const laterStatuses: ReadonlySet<number> = new Set([408, 409, 425])
/** The secret or the address is wrong: for every message alike. */
const gatewayStatuses: ReadonlySet<number> = new Set([401, 403, 404, 405, 410, 429])

function outcomeOf({ status, headers, ok }: Response, now: Date): Outcome {
  if (ok) return { kind: 'sent' }
  const reason = `the SMS gateway answers ${status}`
  const wait = retryAfterMs(headers.get('retry-after'), now)
  const later = { reason, ...(wait !== undefined && { retryAfterMs: wait }) }
  if (status >= 500 || status < 400 || gatewayStatuses.has(status)) return { kind: 'down', ...later }
  if (laterStatuses.has(status)) return { kind: 'later', ...later }
  return { kind: 'refused', reason, lasting: status === unreachable }
}
