/**
 * The outbox: a folder of readable files, one for each message, with a page (src/health). It replaces every channel while none
 * is set up, so that everything can be tried without sending anything to anybody.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type EmailHeaders, headersOf } from './email-headers.ts'
import { emailBodyOf } from './email-page.ts'
import type { SendingChannel } from '../../contract/collections.ts'
import type { Message, MessageContent } from './message.ts'
import type { MessageKind } from './message-kinds.ts'
import { smsText } from './sms-text.ts'

export type OutboxMessage = {
  name: string
  kind: MessageKind
  channel: SendingChannel
  to: string
  subject: string
  text: string
  html: string
  link: string
  at: string
  /** The headers of the e-mail. */
  headers: EmailHeaders
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** As it would arrive, without markup. */
function smsBodyOf(content: MessageContent): { text: string; html: string } {
  const text = smsText(content)
  const escaped = text.replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? sign)
  return { text, html: `<pre dir="auto" style="white-space: pre-wrap">${escaped}</pre>` }
}

/** @param from  the sender that its e-mail would have */
export async function writeToOutbox(folder: string, written: Message, from: string): Promise<void> {
  const { name, channel, to, content, at } = written
  const body = channel === 'sms' ? smsBodyOf(content) : emailBodyOf(content)
  const message: OutboxMessage = {
    name,
    kind: content.kind,
    channel,
    to,
    subject: content.subject,
    ...body,
    link: content.url,
    at,
    headers: headersOf(written, from),
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `${name}.json`)
  await writeFile(`${file}.tmp`, JSON.stringify(message, null, 2), { mode: 0o600 })
  await rename(`${file}.tmp`, file)
}

/** With those that repeat them, whose names begin with theirs and a dot. A name without a message is passed over. */
export async function deleteFromOutbox(folder: string, names: readonly string[]): Promise<void> {
  const deleted = new Set(names)
  const files = await readdir(folder).catch(() => [])
  for (const file of files)
    if (deleted.has(file.slice(0, file.indexOf('.')))) await rm(join(folder, file), { force: true })
}

/** Newest first. */
export async function readOutbox(folder: string): Promise<OutboxMessage[]> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.json'))
  const messages = await Promise.all(
    files.map(async (file): Promise<OutboxMessage[]> => {
      // It may go at any moment: its collection has ended.
      const text = await readFile(join(folder, file), 'utf8').catch(() => null)
      return text === null ? [] : [JSON.parse(text)]
    }),
  )
  return messages.flat().toSorted((a, b) => (a.at < b.at ? 1 : -1))
}
