/**
 * What the log keeps of the fields that a refusal names, so that whoever reads it knows what to mend. Bodies are not kept, so nothing of one
 * may come in by its refusal: a pointer has names of the contract and places in lists alone, and a message is kept only if it repeats
 * nothing of the request. Pure.
 */
import type { Operation } from '../../contract/operation.ts'
import type { LoggedField } from '../../contract/requests.ts'
import type { FieldError } from '../problem.ts'
import { redacted } from './log-line.ts'

/** What of an operation says which names it has. */
export type Schemas = Pick<Operation, 'body' | 'query' | 'upload'>

export type Sent = { readonly body: unknown; readonly query: unknown; readonly params: unknown }

const fieldsMax = 5
const detailMax = 200
/** A larger request is not compared with its messages, so none of them is kept. */
const textsMax = 500
const depthMax = 16
/** A message may cut a value short. */
const beginning = 8

export function loggedFields(errors: readonly FieldError[], schemas: Schemas, sent: Sent): LoggedField[] {
  const words = wordsOf(schemas)
  // Messages about a file are about its rows.
  const texts = schemas.upload ? null : textsIn(sent, words)
  return errors.slice(0, fieldsMax).map(({ pointer, code, detail }) => ({
    pointer: pointer.split('/').map(segmentIn(words)).join('/'),
    code,
    detail: texts !== null && isOwnWords(detail, texts) ? detail : null,
  }))
}

const segmentIn =
  (words: ReadonlySet<string>) =>
  (segment: string): string =>
    segment === '' || /^\d{1,4}$/.test(segment) || words.has(segment) ? segment : redacted

const known = new WeakMap<object, ReadonlySet<string>>()

/** Names of members and values of lists of choices, anywhere in what the operation takes. */
function wordsOf(schemas: Schemas): ReadonlySet<string> {
  const found = known.get(schemas)
  if (found) return found
  const words = new Set<string>()
  const seen = new Set<unknown>()
  const read = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return
    seen.add(part)
    for (const [name, value] of Object.entries(part)) {
      if (name === 'properties' && typeof value === 'object' && value !== null)
        for (const member of Object.keys(value)) words.add(member)
      if (name === 'const' && typeof value === 'string') words.add(value)
      if (name === 'enum' && Array.isArray(value)) for (const one of value) words.add(String(one))
      read(value)
    }
  }
  read(schemas.body)
  read(schemas.query)
  known.set(schemas, words)
  return words
}

/** Lower-case: what the caller chose, without the words of the contract. null: too much to compare. */
function textsIn(sent: Sent, words: ReadonlySet<string>): string[] | null {
  const texts: string[] = []
  const add = (text: string): void => {
    if (text.trim() !== '' && !words.has(text)) texts.push(text.trim().toLowerCase())
  }
  const read = (part: unknown, depth: number): boolean => {
    if (depth > depthMax || texts.length > textsMax) return false
    if (typeof part === 'string' || typeof part === 'number') add(String(part))
    if (typeof part !== 'object' || part === null) return true
    return Object.entries(part).every(([name, value]) => {
      if (!Array.isArray(part)) add(name)
      return read(value, depth + 1)
    })
  }
  return read([sent.body, sent.query, sent.params], 0) ? texts : null
}

/** Quotation marks hold a name, which may be one that is stored. */
const quotation = /["“”„«»]/

function isOwnWords(detail: string, texts: readonly string[]): boolean {
  const said = detail.toLowerCase()
  return detail.length <= detailMax && !quotation.test(detail) && !texts.some((text) => repeats(said, text))
}

/** A message may quote any part of a text. A short part counts as a word of its own only: else every “a” would be one. */
function repeats(said: string, text: string): boolean {
  const words = said.split(wordEnd)
  return [text, ...text.split(wordEnd)].some((part) =>
    part.length > 3
      ? said.includes(part.slice(0, Math.max(beginning, 4)))
      : part !== '' && words.includes(part),
  )
}

const wordEnd = /[^\p{L}\p{N}]+/u
