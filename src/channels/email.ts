/**
 * E-mail by SMTP.
 *
 * A refusal of the recipient is about the recipient, a refusal of the sender or of the session about the server: those, and
 * 421, pause the channel. What ends in silence or in a broken connection could be either, so the server is asked anew.
 * Replies: RFC 5321 §4.2, enhanced codes RFC 3463. Headers: RFC 2369, RFC 8058, RFC 3834 (an answering machine stays
 * silent), RFC 5322 §3.6.4 (a reminder stands in its invitation's thread).
 */
import { type Transporter } from 'nodemailer'
import { page } from './email-page.ts'
import { type Message, type Outcome, reasonOf } from './message.ts'

export type Email = {
  send(message: Message): Promise<Outcome>
  /** Is the server there, and does it let us in? */
  probe(): Promise<boolean>
  close(): void
}

export type EmailOptions = {
  url: string
  from: string
  bouncesTo: string | null
  /** How many messages are under way at once. */
  connections: number
  /** How long a server may be silent. */
  silenceMs?: number
}

/** A server that goes on talking without coming to an end has this many silences for one message. */
const silencesMax = 4

export function emailBy({ url, from, bouncesTo, connections, silenceMs = 15_000 }: EmailOptions): Email {
  let made: Promise<Transporter> | undefined
  // Loaded with the first message: it takes 50 ms and 6 MB that a start need not wait for.
  const transport = (): Promise<Transporter> =>
    (made ??= import('nodemailer').then(({ default: nodemailer }) =>
      nodemailer.createTransport(
        {
          url,
          pool: true,
          maxConnections: connections,
          maxMessages: Infinity,
          // Once: a connection that the server had ended before anything was sent over it.
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
          (await transport()).sendMail({ ...mailOf(message), ...envelopeOf(message, from, bouncesTo) }),
        )
        return { kind: 'sent' }
      } catch (error) {
        const outcome = outcomeOf(error as SmtpError)
        if (outcome) return outcome
        const reason = reasonOf((error as Error).message)
        return { kind: (await probe()) ? 'later' : 'down', reason }
      }
    },
    close: () => void made?.then((transporter) => transporter.close()),
  }
}

const messageId = (name: string): string => `<${name}@sonde>`

const mailOf = ({ name, to, follows, letter }: Message) => ({
  to,
  subject: letter.subject,
  ...page(letter),
  messageId: messageId(name),
  ...(follows && { inReplyTo: messageId(follows), references: messageId(follows) }),
  headers: {
    'Content-Language': letter.language,
    'Auto-Submitted': 'auto-generated',
    ...(letter.unsubscribe && {
      'List-Unsubscribe': { prepared: true, value: `<${letter.unsubscribe.url}>` },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
  disableFileAccess: true,
  disableUrlAccess: true,
})

const envelopeOf = ({ to }: Message, from: string, bouncesTo: string | null) =>
  bouncesTo === null ? {} : { envelope: { from: bouncesTo, to: [to] }, from }

async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the mail server came to no end')), limitMs)
  })
  return Promise.race([work, over]).finally(() => clearTimeout(timer))
}

type SmtpError = Error & {
  code?: string
  command?: string
  response?: string
  responseCode?: number
  syscall?: string
  timeoutType?: string
}

/** No session came about: no name, no connection, no TLS, no greeting, no way in. */
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

/** @returns null where the fault could be the server's or the message's */
function outcomeOf(error: SmtpError): Outcome | null {
  const { code = '', command = '', responseCode, syscall, timeoutType = '', response = '' } = error
  const isOfMessage = command === 'RCPT TO' || command === 'DATA'
  if (responseCode && isOfMessage && responseCode !== 421) {
    const reason = ['SMTP', responseCode, enhancedCode(response)].filter(Boolean).join(' ')
    return responseCode >= 500
      ? { kind: 'refused', reason, lasting: isAddressAtFault(responseCode, enhancedCode(response)) }
      : { kind: 'later', reason }
  }
  if (responseCode) return { kind: 'down', reason: `SMTP ${responseCode}` }
  if (sessionFaults.has(code) || sessionTimeouts.has(timeoutType) || syscall === 'connect')
    return { kind: 'down', reason: code }
  if (code === 'EENVELOPE')
    return { kind: 'refused', reason: 'no address that mail can be sent to', lasting: true }
  return null
}

const enhancedCode = (response: string): string => /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? ''

/**
 * 5.1.x is about the address, 5.2.0 and 5.2.1 about a mailbox that takes no mail. A full mailbox (5.2.2), a policy (5.7.x)
 * or a text that displeases say nothing of whether the address exists. Without an enhanced code, or with one that says
 * nothing (5.0.0): 550, 551 and 553.
 */
export const isAddressAtFault = (replyCode: number | null, enhanced: string): boolean =>
  enhanced === '' || enhanced.startsWith('5.0.')
    ? replyCode === 550 || replyCode === 551 || replyCode === 553
    : /^5\.1\.|^5\.2\.[01]$/.test(enhanced)
