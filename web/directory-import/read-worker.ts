/** Reads a table beside the page, which stays free meanwhile. Rows go over in portions: taking 50,000 at once would hold the page. */
import { type Progress, readFile, type Table, type Unreadable } from './read-file.ts'

export type Message =
  | { progress: Progress }
  | { rows: Table['rows'] }
  | { end: Omit<Table, 'rows'> | Unreadable }
  | { failed: true }

const say = (message: Message): void => self.postMessage(message, { transfer: [] })

const portion = 2000

async function take(file: File): Promise<void> {
  try {
    const read = await readFile(file, (progress) => say({ progress }))
    if ('fault' in read) return say({ end: read })
    const { rows, ...rest } = read
    for (let at = 0; at < rows.length; at += portion) say({ rows: rows.slice(at, at + portion) })
    say({ end: rest })
  } catch {
    // It was removed, or cannot be read.
    say({ failed: true })
  }
}

self.addEventListener('message', ({ data }: MessageEvent<File>) => void take(data))
