/**
 * The outbox: a folder of readable files, one a message under its name, with a page beside it (src/health). It stands in
 * for what is not set up, so that everything can be tried without sending anything to anybody.
 */
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { page } from './email-page.ts'
import { type SendingChannel } from '../../contract/collections.ts'
import { type Message } from './message.ts'

export type Kept = {
  name: string
  channel: SendingChannel
  to: string
  subject: string
  text: string
  html: string
  link: string
  at: string
}

const listedMax = 200

export async function keepIn(folder: string, { name, channel, to, letter, at }: Message): Promise<void> {
  const kept: Kept = { name, channel, to, subject: letter.subject, ...page(letter), link: letter.url, at }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `${name}.json`)
  await writeFile(`${file}.tmp`, JSON.stringify(kept, null, 2), { mode: 0o600 })
  await rename(`${file}.tmp`, file)
}

/** Newest first. */
export async function keptIn(folder: string): Promise<Kept[]> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.json'))
  const messages = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as Kept),
  )
  return messages.toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, listedMax)
}
