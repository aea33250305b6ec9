/**
 * Microsoft Teams and other chats by incoming webhook: an address of the member's own, given by callers, so every request
 * is a guarded one (src/outbound). Each address is a server of its own: none of them pauses the channel for others.
 *
 * Teams (Workflows and the older connectors) takes a message with an Adaptive Card; the connectors answer 200 also when
 * Teams refused, and say so in the body. The generic form is {"text": …}, which Mattermost, Rocket.Chat and Google Chat take.
 * Source: Adaptive Cards 1.4; Microsoft, "Create and send messages" (incoming webhooks) and its rate limits.
 */
import { type Answer, type Guard, OutboundError, postTo } from '../outbound/outbound.ts'
import { type Letter, type Message, type Outcome, plainText, retryAfterMs } from './message.ts'

export type Webhook = { send(message: Message, now: Date): Promise<Outcome> }

export const webhooks = (guard: Guard, bodyOf: (letter: Letter) => object): Webhook => ({
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

/** Gone, moved, or no longer let in: the address has to be made anew. */
const lastingStatuses: ReadonlySet<number> = new Set([401, 403, 404, 410])
const passingStatuses: ReadonlySet<number> = new Set([408, 425, 429])

function outcomeOf({ status, headers, body }: Answer, now: Date): Outcome {
  const told = headers['retry-after']
  const wait = retryAfterMs(typeof told === 'string' ? told : null, now)
  const later: Outcome = {
    kind: 'later',
    reason: `the webhook answers ${status}`,
    ...(wait !== undefined && { retryAfterMs: wait }),
  }
  if (status >= 200 && status < 300)
    return /returned HTTP error (429|5\d\d)/.test(body) ? later : { kind: 'sent' }
  if (status >= 500 || passingStatuses.has(status)) return later
  return { kind: 'refused', reason: later.reason, lasting: lastingStatuses.has(status) || status < 400 }
}

const block = (text: string, more: object = {}) => ({
  type: 'TextBlock',
  text: verbatim(text),
  wrap: true,
  ...more,
})

/** Text blocks read a little Markdown: what an author writes is taken as it stands. */
const verbatim = (text: string): string => text.replaceAll(/[\\*_[\]()`#>~|-]/g, String.raw`\$&`)

export const teamsCard = (it: Letter): object => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        lang: it.language,
        rtl: it.direction === 'rtl',
        fallbackText: plainText(it),
        body: [
          block(it.title, { size: 'Medium', weight: 'Bolder' }),
          block(it.greeting),
          block(it.request),
          ...(it.description ? [block(it.description)] : []),
          block(it.promise, { isSubtle: true }),
          block([it.until, it.personal, it.reason].filter(Boolean).join(' '), {
            isSubtle: true,
            size: 'Small',
          }),
        ],
        actions: [
          { type: 'Action.OpenUrl', title: it.button, url: it.url },
          ...(it.unsubscribe
            ? [{ type: 'Action.OpenUrl', title: it.unsubscribe.label, url: it.unsubscribe.url }]
            : []),
        ],
      },
    },
  ],
})

export const chatText = (it: Letter): object => ({
  text: it.unsubscribe ? `${plainText(it)}\n\n${it.unsubscribe.label}: ${it.unsubscribe.url}` : plainText(it),
})
