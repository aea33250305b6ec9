/**
 * Where messages go: an SMTP server, or by default the outbox, a folder of readable files with a page beside it. A message
 * has one name for ever (its delivery), which is its file's name and its Message-ID: sent twice, it is still one file, and
 * a receiver can tell.
 */
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'

export type Message = {
  name: string
  to: string
  subject: string
  text: string
  html: string
  link: string
  at: string
}

export type Mailer = {
  /** @throws what the server answered, with `responseCode` where it spoke SMTP */
  send(message: Message): Promise<void>
  /** The outbox, newest first; null where a real server is used. */
  outbox(): Promise<Message[]> | null
  close(): void
}

type Options = {
  smtpUrl: string | null
  from: string
  folder: string
  /** How long a server may be silent. */
  silenceMs?: number
}

export const mailer = ({ smtpUrl, from, folder, silenceMs = 15_000 }: Options): Mailer =>
  smtpUrl ? smtp(smtpUrl, from, silenceMs) : outbox(folder)

/** A server that goes on talking without coming to an end has this many silences for one message. */
const silencesMax = 4

function smtp(url: string, from: string, silenceMs: number): Mailer {
  const transport = nodemailer.createTransport(
    {
      url,
      pool: true,
      maxConnections: 4,
      connectionTimeout: silenceMs,
      greetingTimeout: silenceMs,
      socketTimeout: silenceMs,
    },
    { from },
  )
  return {
    send: async (message) => {
      const sending = transport.sendMail({
        to: message.to,
        subject: message.subject,
        text: message.text,
        html: message.html,
        messageId: `<${message.name}@sonde>`,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      await within(silencesMax * silenceMs, sending)
    },
    outbox: () => null,
    close: () => transport.close(),
  }
}

async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the mail server came to no end')), limitMs)
  })
  await Promise.race([work, over]).finally(() => clearTimeout(timer))
}

const listedMax = 200

function outbox(folder: string): Mailer {
  return {
    send: async (message) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${message.name}.json`)
      await writeFile(`${file}.tmp`, JSON.stringify(message, null, 2), { mode: 0o600 })
      await rename(`${file}.tmp`, file)
    },
    outbox: async () => {
      const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.json'))
      const messages = await Promise.all(
        files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as Message),
      )
      return messages.toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, listedMax)
    },
    close: () => {},
  }
}
