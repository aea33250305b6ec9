/** Text from people, marked as such, and how much of it fits into a reply. */
import type { TextSource, Untrusted } from '../../contract/tool.ts'
import { limits } from '../../contract/limits.ts'

export const untrusted = (source: TextSource, text: string): Untrusted => ({ untrusted: true, source, text })

export const untrustedOrNull = (source: TextSource, text: string | null): Untrusted | null =>
  text === null ? null : untrusted(source, text)

/** The first entries of a list that leave the reply small enough for a model to read. */
export function fitting<T>(entries: readonly T[]): { fit: T[]; isCut: boolean } {
  let bytes = 0
  const end = entries.findIndex((entry) => {
    bytes += Buffer.byteLength(JSON.stringify(entry)) + 1
    return bytes > limits.toolReplyBytesMax - limits.toolReplyFrameBytes
  })
  return { fit: entries.slice(0, end < 0 ? entries.length : end), isCut: end >= 0 }
}
