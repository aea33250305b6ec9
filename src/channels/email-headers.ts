/**
 * What an e-mail says of itself beside its text, and the whole of it as it is sent, for the outbox.
 * Headers: RFC 2369, RFC 8058, RFC 3834 (vacation responders stay silent), RFC 5322 §3.6.4 (a reminder belongs to the thread of its invitation).
 */
import { senderOf } from './email-sender.ts'
import type { Message } from './message.ts'

export type EmailHeaders = ReturnType<typeof headersOf>

const messageId = (name: string): string => `<${name}@sonde>`

export const headersOf = (
  { name, follows, content }: Pick<Message, 'name' | 'follows' | 'content'>,
  from: string,
) => ({
  from: senderOf(content, from),
  messageId: messageId(name),
  ...(follows && { inReplyTo: messageId(follows), references: messageId(follows) }),
  headers: {
    'Content-Language': content.language,
    'Auto-Submitted': 'auto-generated',
    ...(content.unsubscribe && {
      'List-Unsubscribe': { prepared: true, value: `<${content.unsubscribe.url}>` },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
})

type Written = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly at: string
  readonly headers: EmailHeaders
}

/** By the program that sends e-mails, which is loaded when somebody looks. */
export async function sourceOf({ to, subject, text, html, at, headers }: Written): Promise<string> {
  const { default: nodemailer } = await import('nodemailer')
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const { message } = await transport.sendMail({ to, subject, text, html, date: new Date(at), ...headers })
  return String(message)
}
