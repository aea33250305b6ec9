/**
 * E-mail by SMTP.
 *
 * A reply to the recipient or to the content is about this message; a reply to the sender or to the session is about the
 * server, and so is 421: both pause the channel. Silence and a broken connection could be either, so the server is probed.
 * Replies: RFC 5321 §4.2, enhanced codes RFC 3463.
 */
import type { Transporter } from 'nodemailer'
import { codeOf, messageOf } from '../caught.ts'
import { headersOf } from './email-headers.ts'
import { emailBodyOf } from './email-page.ts'
import { type Message, type Outcome, reasonOf } from './message.ts'

export type Email = {
  send(message: Message): Promise<Outcome>
  /** Whether the server can be reached and accepts our login. */
  probe(): Promise<boolean>
  close(): void
}

export type EmailOptions = {
  url: string
  from: string
  bouncesTo: string | null
  /** Messages under way at once. */
  connections: number
  /** How long the server may be silent. */
  silenceMs?: number
}

/** One message may take this many times `silenceMs`, for a server that keeps talking and never finishes. */
const silencesMax = 4

export function emailChannel({ url, from, bouncesTo, connections, silenceMs = 15_000 }: EmailOptions): Email {
  let transporter: Promise<Transporter> | undefined
  // Loaded with the first message: it takes 50 ms and 6 MB, and a start need not wait for it.
  const transport = (): Promise<Transporter> =>
    (transporter ??= import('nodemailer').then(({ default: nodemailer }) =>
      nodemailer.createTransport(
        {
          url,
          pool: true,
          maxConnections: connections,
          maxMessages: Infinity,
          // Once, for a connection that the server had closed before anything was sent over it.
          maxRequeues: 1,
          connectionTimeout: silenceMs,
          greetingTimeout: silenceMs,
          socketTimeout: silenceMs,
        } as object,
        { from },
      ),
    ))
  const probe = async (): Promise<boolean> =>
    within(silencesMax * silenceMs, (await transport()).verify()).then(
      () => true,
      () => false,
    )
  return {
    probe,
    send: async (message) => {
      try {
        await within(
          silencesMax * silenceMs,
          (await transport()).sendMail({ ...mailOf(message, from), ...envelopeOf(message, bouncesTo) }),
        )
        return { kind: 'sent' }
      } catch (error) {
        const outcome = outcomeOf(error)
        if (outcome) return outcome
        const reason = reasonOf(messageOf(error))
        return { kind: (await probe()) ? 'later' : 'down', reason }
      }
    },
    close: () => void transporter?.then((one) => one.close()),
  }
}

const mailOf = (message: Message, from: string) => ({
  to: message.to,
  subject: message.content.subject,
  ...emailBodyOf(message.content),
  ...headersOf(message, from),
  disableFileAccess: true,
  disableUrlAccess: true,
})

const envelopeOf = ({ to }: Message, bouncesTo: string | null) =>
  bouncesTo === null ? {} : { envelope: { from: bouncesTo, to: [to] } }

async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the mail server did not finish in time')), limitMs)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

/** No session: no name, no connection, no TLS, no greeting, or no login. */
const sessionFaults: ReadonlySet<string> = new Set([
  'EDNS',
  'ETLS',
  'EAUTH',
  'ENOAUTH',
  'EOAUTH2',
  'ECONFIG',
  'EPROXY',
])
const sessionTimeouts: ReadonlySet<string> = new Set([
  'CONNECT_TIMEOUT',
  'GREETING_TIMEOUT',
  'UPGRADE_TIMEOUT',
])

/** A member of what nodemailer threw, as text: command, response, responseCode, syscall, timeoutType. */
const memberOf = (error: unknown, name: string): string =>
  error instanceof Error ? String(Reflect.get(error, name) ?? '') : ''

/** @returns null where either the server or the message could be at fault */
function outcomeOf(error: unknown): Outcome | null {
  const code = codeOf(error) ?? ''
  const command = memberOf(error, 'command')
  const responseCode = Number(memberOf(error, 'responseCode'))
  const isOfMessage = command === 'RCPT TO' || command === 'DATA'
  if (responseCode && isOfMessage && responseCode !== 421) {
    const enhanced = enhancedCode(memberOf(error, 'response'))
    const reason = ['SMTP', responseCode, enhanced].filter(Boolean).join(' ')
    return responseCode >= 500
      ? { kind: 'refused', reason, lasting: isAddressAtFault(responseCode, enhanced) }
      : { kind: 'later', reason }
  }
  if (responseCode) return { kind: 'down', reason: `SMTP ${responseCode}` }
  const hasNoSession =
    sessionFaults.has(code) ||
    sessionTimeouts.has(memberOf(error, 'timeoutType')) ||
    memberOf(error, 'syscall') === 'connect'
  if (hasNoSession) return { kind: 'down', reason: code }
  if (code === 'EENVELOPE')
    return { kind: 'refused', reason: 'no address that mail can be sent to', lasting: true }
  return null
}

const enhancedCode = (response: string): string => /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? ''

/**
 * 5.1.x is about the address, 5.2.0 and 5.2.1 about a mailbox that takes no mail. A full mailbox (5.2.2), a policy (5.7.x)
 * or a rejected text do not reveal whether the address exists. Without an enhanced code, or with a general one (5.0.0): 550,
 * 551 and 553.
 */
export const isAddressAtFault = (replyCode: number | null, enhanced: string): boolean =>
  enhanced === '' || enhanced.startsWith('5.0.')
    ? replyCode === 550 || replyCode === 551 || replyCode === 553
    : /^5\.1\.|^5\.2\.[01]$/.test(enhanced)
