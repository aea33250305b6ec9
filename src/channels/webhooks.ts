/**
 * Microsoft Teams and other chats by incoming webhook. Callers give each member's address, so every request goes through the
 * guard of src/outbound. Each address may be another server, so none of them pauses the channel for others.
 *
 * Teams (Workflows and the older connectors) takes a message with an Adaptive Card; the connectors answer 200 even when Teams
 * refused, and say so in the body. Mattermost, Rocket.Chat and Google Chat take {"text": …}.
 * Source: Adaptive Cards 1.4; Microsoft, "Create and send messages" (incoming webhooks) and its rate limits.
 */
import { type Answer, type Guard, OutboundError, postTo } from '../outbound/outbound.ts'
import { attachmentOf, messageCard } from './adaptive-card.ts'
import { type MessageContent, type Message, type Outcome, plainText, retryAfterMs } from './message.ts'

export type Webhook = { send(message: Message, now: Date): Promise<Outcome> }

export const webhookChannel = (guard: Guard, bodyOf: (content: MessageContent) => object): Webhook => ({
  send: async ({ name, to, content }, now) => {
    try {
      const answer = await postTo(
        to,
        { body: JSON.stringify(bodyOf(content)), headers: { 'idempotency-key': name } },
        guard,
      )
      return outcomeOf(answer, now)
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      const reason = error.message.slice(0, 200)
      return error.kind === 'refused' ? { kind: 'refused', reason, lasting: true } : { kind: 'later', reason }
    }
  },
})

/** Gone, moved, or no longer authorised: somebody has to create a new address. */
const lastingStatuses: ReadonlySet<number> = new Set([401, 403, 404, 410])
const temporaryStatuses: ReadonlySet<number> = new Set([408, 425, 429])

function outcomeOf({ status, headers, body }: Answer, now: Date): Outcome {
  const retryAfter = headers['retry-after']
  const wait = retryAfterMs(typeof retryAfter === 'string' ? retryAfter : null, now)
  const later: Outcome = {
    kind: 'later',
    reason: `the webhook answers ${status}`,
    ...(wait !== undefined && { retryAfterMs: wait }),
  }
  if (status >= 200 && status < 300)
    return /returned HTTP error (429|5\d\d)/.test(body) ? later : { kind: 'sent' }
  if (status >= 500 || temporaryStatuses.has(status)) return later
  return { kind: 'refused', reason: later.reason, lasting: lastingStatuses.has(status) || status < 400 }
}

export const teamsCard = (content: MessageContent): object => ({
  type: 'message',
  attachments: [attachmentOf(messageCard(content, null))],
})

export const chatText = (content: MessageContent): object => ({
  text: content.unsubscribe
    ? `${plainText(content)}\n\n${content.unsubscribe.label}: ${content.unsubscribe.url}`
    : plainText(content),
})
