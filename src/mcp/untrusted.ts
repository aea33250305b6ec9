/** Text from people, marked as such, and how much of it fits into a reply. */
import type { TextSource, Untrusted } from '../../contract/tool.ts'
import { limits } from '../../contract/limits.ts'

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** The beginning of a text that is too long for a reply, and an ellipsis. @param bytesMax  as JSON */
function beginningOf(text: string, bytesMax: number): string {
  if (bytesOf(text) <= bytesMax) return text
  let bytes = bytesOf('…')
  let beginning = ''
  for (const character of text) {
    bytes += bytesOf(character) - 2
    if (bytes > bytesMax) break
    beginning += character
  }
  return `${beginning}…`
}

export const untrusted = (source: TextSource, text: string): Untrusted => ({
  untrusted: true,
  source,
  text: beginningOf(text, source === 'finding' ? limits.toolSentenceBytesMax : limits.toolTextBytesMax),
})

export const untrustedOrNull = (source: TextSource, text: string | null): Untrusted | null =>
  text === null ? null : untrusted(source, text)

/**
 * The first entries of a list that leave the reply small enough for a model to read.
 * @param beside  what else is in the reply, beyond the room that every reply has for it
 */
export function fitting<T>(entries: readonly T[], beside: object = {}): { fit: T[]; isCut: boolean } {
  let bytes = bytesOf(beside)
  const end = entries.findIndex((entry) => {
    bytes += bytesOf(entry) + 1
    return bytes > limits.toolReplyBytesMax - limits.toolReplyFrameBytes
  })
  return { fit: entries.slice(0, end < 0 ? entries.length : end), isCut: end >= 0 }
}
