/**
 * Reads messages that mail servers send back for what they report about one of ours.
 *
 * Only the form makes a report, so the text of an automatic reply never counts: multipart/report with a message/delivery-status
 * (RFC 3464) or a message/feedback-report (RFC 5965: a complaint), and qmail's own plain form (QSBMF). The returned message, or its
 * headers, name what was sent. Anybody can send such a report; it counts because it names our message, and names cannot be guessed.
 */
import type { default as PostalMime, Email } from 'postal-mime'
import { isAddressAtFault } from '../channels/channels.ts'

type DeliveryReport = {
  messageId: string
  type: 'hard' | 'soft' | 'complaint' | 'delivered'
  lasting: boolean
  reason: string
}

type Fields = ReadonlyMap<string, string>

/** Loaded when the first message comes back: most services receive none. */
async function parseEmail(...input: Parameters<(typeof PostalMime)['parse']>): Promise<Email> {
  const { default: parser } = await import('postal-mime')
  return parser.parse(...input)
}

/** @returns null for a message that is not a report, or names no message */
export async function readReturned(raw: Uint8Array): Promise<DeliveryReport | null> {
  const email = await parseEmail(raw, { forceRfc822Attachments: true })
  const isMultipart = /^\s*multipart\/report\b/i.test(headerOf(email, 'content-type') ?? '')
  const report = isMultipart ? await readReport(email) : readQmail(email.text ?? '')
  return report && report.messageId !== '' ? report : null
}

const headerOf = ({ headers }: Email, name: string): string | undefined =>
  headers.find(({ key }) => key === name)?.value

async function readReport(email: Email): Promise<DeliveryReport | null> {
  const part = (...types: string[]): string | undefined => {
    const found = email.attachments.find(({ mimeType }) => types.includes(mimeType))
    return found && textOf(found.content)
  }
  const returned = part('message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers')
  const messageId = returned === undefined ? '' : ((await fieldsOf(returned))[0]?.get('message-id') ?? '')
  const feedback = part('message/feedback-report')
  if (feedback !== undefined)
    return { messageId, type: 'complaint', lasting: true, reason: 'complaint by its reader' }
  const status = part('message/delivery-status', 'message/global-delivery-status')
  if (status === undefined) return null
  // The first group is about the message, each of the others about a recipient; ours has one.
  const recipient = (await fieldsOf(status)).find((group) => group.has('action') || group.has('status'))
  return recipient ? { messageId, ...verdictOf(recipient) } : null
}

const textOf = (content: string | ArrayBuffer | Uint8Array): string =>
  typeof content === 'string' ? content : new TextDecoder('utf-8', { ignoreBOM: true }).decode(content)

/** Groups of header fields with an empty line between them. */
const fieldsOf = async (text: string): Promise<Fields[]> =>
  Promise.all(
    text
      .replaceAll('\r\n', '\n')
      .split(/\n\n+/)
      .map(async (group) => {
        const { headers } = await parseEmail(`${group}\n\n`)
        return new Map(headers.map(({ key, value }) => [key, value.trim()]))
      }),
  )

function verdictOf(fields: Fields): Omit<DeliveryReport, 'messageId'> {
  const action = (fields.get('action') ?? '').toLowerCase()
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.get('status') ?? '')?.[0] ?? ''
  const reply = /(?:^|[\s;])(5\d\d)\b/.exec(fields.get('diagnostic-code') ?? '')?.[1]
  const reason = ['DSN', status || null, reply].filter(Boolean).join(' ')
  if (/^(delivered|relayed|expanded)\b/.test(action)) return { type: 'delivered', lasting: false, reason }
  const isFinal = action === '' || /^failed\b/.test(action)
  if (!isFinal || status.startsWith('4')) return { type: 'soft', lasting: false, reason }
  return { type: 'hard', lasting: isAddressAtFault(reply ? Number(reply) : null, status), reason }
}

/** QSBMF: an opening, a paragraph for each recipient, a break line, and the message as it was sent. */
function readQmail(text: string): DeliveryReport | null {
  if (!/^Hi\. This is the\b/.test(text.trimStart())) return null
  const [explanation, returned] = text.split(/^--- (?:Below this line|Undelivered message).*$/m)
  const messageId = /^Message-ID:\s*(\S+)/im.exec(returned ?? '')?.[1] ?? ''
  const status = /#?\b([45]\.\d{1,3}\.\d{1,3})\b/.exec(explanation)?.[1] ?? ''
  const reply = /\b(5\d\d)\b/.exec(explanation)?.[1]
  const reason = ['DSN', status || null, reply].filter(Boolean).join(' ')
  if (status.startsWith('4') && !/permanent|given up|too long/i.test(explanation))
    return { messageId, type: 'soft', lasting: false, reason }
  const lasting = isAddressAtFault(reply ? Number(reply) : null, status)
  return { messageId, type: 'hard', lasting, reason }
}
