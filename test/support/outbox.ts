/** The messages in the outbox of a running application, which all files of a process may share. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OutboxMessage } from '../../src/channels/outbox.ts'

/** By path. A message never changes, and the outbox of an application that files share holds thousands. */
const known = new Map<string, OutboxMessage>()

/** In no order. What goes while it is read is left out: a service removes the messages of a survey that has ended, of whichever test. */
export async function messagesIn(folder: string): Promise<OutboxMessage[]> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.json'))
  const messages = await Promise.all(
    files.map(async (file): Promise<OutboxMessage[]> => {
      const path = join(folder, file)
      const message = known.get(path) ?? (await readMessage(path))
      if (message === null) return []
      known.set(path, message)
      return [message]
    }),
  )
  return messages.flat()
}

async function readMessage(path: string): Promise<OutboxMessage | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as OutboxMessage
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
