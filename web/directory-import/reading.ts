/** Reads a file in a worker (read-worker.ts): says how far it is, and can be cancelled at any time. */
import type { FileRow, Progress, Table, Unreadable } from './read-file.ts'
import type { Message } from './read-worker.ts'

export type Reading = {
  /** null: it was cancelled. It fails where the worker cannot be loaded, or the file not be read. */
  result: Promise<Table | Unreadable | null>
  cancel: () => void
}

export function startReading(file: File, onProgress: (progress: Progress) => void): Reading {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), { type: 'module' })
  const rows: FileRow[] = []
  let isCancelled = false
  let cancel = (): void => {}
  const result = new Promise<Table | Unreadable | null>((resolve, reject) => {
    cancel = () => {
      isCancelled = true
      resolve(null)
    }
    const fail = (): void => reject(new Error('the file was not read'))
    worker.addEventListener('error', fail)
    worker.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      // What was under way when it was cancelled.
      if (isCancelled) return
      if ('progress' in data) onProgress(data.progress)
      else if ('rows' in data) rows.push(...data.rows)
      else if ('failed' in data) fail()
      else resolve('fault' in data.end ? data.end : { ...data.end, rows })
    })
  }).finally(() => worker.terminate())
  worker.postMessage(file, [])
  return { result, cancel }
}
