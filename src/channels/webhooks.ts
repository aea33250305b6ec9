/**
 * Microsoft Teams and other chats by incoming webhook. Callers give each member's address, so every request goes through the
 * guard of src/outbound. Each address may be another server, so none of them pauses the channel for others.
 *
 * Teams (Workflows and the older connectors) takes a message with an Adaptive Card; the connectors answer 200 even when Teams
 * refused, and say so in the body. Mattermost, Rocket.Chat and Google Chat take {"text": …}.
 * Source: Adaptive Cards 1.4; Microsoft, "Create and send messages" (incoming webhooks) and its rate limits.
 */
import { type Answer, type Guard, OutboundError, postTo } from '../outbound/outbound.ts'
import { type Letter, type Message, type Outcome, plainText, retryAfterMs } from './message.ts'

export type Webhook = { send(message: Message, now: Date): Promise<Outcome> }

export const webhookChannel = (guard: Guard, bodyOf: (letter: Letter) => object): Webhook => ({
  send: async ({ name, to, letter }, now) => {
    try {
      const answer = await postTo(
        to,
        { body: JSON.stringify(bodyOf(letter)), headers: { 'idempotency-key': name } },
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

const block = (text: string, more: object = {}) => ({
  type: 'TextBlock',
  text: verbatim(text),
  wrap: true,
  ...more,
})

/** Text blocks read some Markdown; what an author writes appears as it is. */
const verbatim = (text: string): string => text.replaceAll(/[\\*_[\]()`#>~|-]/g, String.raw`\$&`)

export const teamsCard = (letter: Letter): object => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        lang: letter.language,
        rtl: letter.direction === 'rtl',
        fallbackText: plainText(letter),
        body: [
          block(letter.title, { size: 'Medium', weight: 'Bolder' }),
          block(letter.greeting),
          block(letter.request),
          ...(letter.description ? [block(letter.description)] : []),
          block(letter.promise, { isSubtle: true }),
          block([letter.until, letter.personal, letter.reason].filter(Boolean).join(' '), {
            isSubtle: true,
            size: 'Small',
          }),
        ],
        actions: [
          { type: 'Action.OpenUrl', title: letter.button, url: letter.url },
          ...(letter.unsubscribe
            ? [{ type: 'Action.OpenUrl', title: letter.unsubscribe.label, url: letter.unsubscribe.url }]
            : []),
        ],
      },
    },
  ],
})

export const chatText = (letter: Letter): object => ({
  text: letter.unsubscribe
    ? `${plainText(letter)}\n\n${letter.unsubscribe.label}: ${letter.unsubscribe.url}`
    : plainText(letter),
})
