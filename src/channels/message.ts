/**
 * A message before any channel has given it its form: who it is for, what it says in the reader's language, where it
 * leads. Its name is its own for ever: Message-ID and the outbox's file, so that sent twice it can be told to be one.
 */
import { type SendingChannel } from '../../contract/collections.ts'
import { type Question } from '../../contract/questions.ts'
import { type Language } from '../language.ts'

export type Link = { label: string; url: string }

export type Letter = {
  language: Language
  direction: 'ltr' | 'rtl'
  subject: string
  /** What inboxes show behind the subject, beside the message itself. */
  preview: string
  greeting: string
  request: string
  title: string
  description: string | null
  promise: string
  until: string | null
  personal: string
  /** Why this reader gets it; null where the request says so already. */
  reason: string | null
  button: string
  url: string
  /** null: it is no series that one could leave. */
  unsubscribe: Link | null
}

/** Questions to be answered right in the message, with the labels that a form needs. */
export type Form = {
  link: string
  questions: readonly Question[]
  labels: { yes: string; no: string; choose: string; send: string }
}

export type Message = {
  name: string
  channel: SendingChannel
  to: string
  at: string
  /** The message that this one follows. */
  follows: string | null
  letter: Letter
  form: Form | null
}

/**
 * What came of it.
 * refused  final for this message; `lasting`: the address itself is at fault and is tried no more (a hard bounce)
 * later    this message only: it may go another time
 * down     the channel itself: nothing can be said of the message
 * unset    this channel is not set up here: nothing is wrong with the address
 */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'refused'; reason: string; lasting: boolean }
  | { kind: 'later'; reason: string; retryAfterMs?: number }
  | { kind: 'down'; reason: string; retryAfterMs?: number }
  | { kind: 'unset'; reason: string }

/** Reasons are kept and shown: an address in a server's own words is taken out. */
export const reasonOf = (text: string): string => text.replaceAll(/\S+@\S+/g, '[address]').slice(0, 200)

/** Seconds or a date (RFC 9110 §10.2.3), in ms from now; undefined where there is none that can be read. */
export function retryAfterMs(value: string | null | undefined, now: Date): number | undefined {
  if (!value) return undefined
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime()
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined
}

/** All that a letter says, a paragraph each, for channels that know no markup. */
export const plainText = (it: Letter): string =>
  [it.greeting, it.request, it.description, it.promise, it.url, it.until, it.personal, it.reason]
    .filter((line): line is string => Boolean(line))
    .join('\n\n')
