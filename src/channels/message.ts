/**
 * A message before a channel gives it a form: the recipient, the text in their language, and the link. Its name never changes
 * and becomes the Message-ID and the name of the outbox's file, so a message that is sent twice is recognised as one.
 */
import type { SendingChannel } from '../../contract/collections.ts'
import type { FormQuestion, Question } from '../../contract/questions.ts'
import { joinSentences, type Language } from '../language.ts'
import type { MessageKind } from './message-kinds.ts'

export type Link = { label: string; url: string }

/** The values of a scale in their order, and the words at both of its ends. A message says them; they are answered elsewhere. */
export type Scale = { readonly cells: readonly string[]; readonly ends: readonly [string, string] | null }

/** A promise in parts, of which none repeats another: as the answer page has it above its questions. */
export type PromiseParts = {
  /** Who sees answers with names: in attributed mode a sentence with their names. */
  readonly headline: string
  /** That members were added recently, and what to do about it. */
  readonly caveat: { readonly reason: string; readonly advice: string | null } | null
  /** What else holds. Without a label it is a sentence. */
  readonly rows: readonly { readonly label: string | null; readonly text: string }[]
}

export type MessageContent = {
  kind: MessageKind
  language: Language
  direction: 'ltr' | 'rtl'
  subject: string
  /** The organisation as respondents see it; without it, a message of the service itself. */
  brand?: { readonly organisation: string; readonly colour: string | null }
  /** What inboxes show after the subject. */
  preview: string
  /** Sent again, to somebody who was invited: an e-mail says so above its title. */
  isReminder?: boolean
  greeting: string
  request: string
  /** To whom a reminder goes, where that is everybody. */
  aside?: string | null
  title: string
  description: string | null
  /** A list, below the description. */
  lines?: readonly string[]
  /** What happened, and when and by whom, in an e-mail, in place of lines. */
  entries?: readonly { readonly what: string; readonly detail: string | null }[]
  /** What people say in these lines, where a message has room for more than lines. */
  quotes?: readonly { readonly words: string; readonly by: string; readonly about: string | null }[]
  /** That answers carry the reader's name, where they do. */
  named?: string | null
  /** Elsewhere, whether names are stored with answers. */
  stored?: { readonly isName: boolean; readonly text: string } | null
  /** In a few sentences, with all that a reader should know before they answer, for channels that are text alone. */
  promise: string
  /** The same in parts, for an e-mail, which says them in place of it. */
  parts?: PromiseParts | null
  /** That the reader's answers are not counted, where that is so; `promise` has it, too. */
  notCounted?: string | null
  until: string | null
  /** The same moment in a few characters, for a short text. */
  closing?: string | null
  /** How long it takes and until when, in a line below the title of an e-mail, in place of the request. */
  facts?: readonly string[]
  /** What the survey asks first, in an e-mail, which has no form. */
  question?: string | null
  /** And what it is answered on, where that is a scale. */
  scale?: Scale | null
  personal: string
  /** Why this reader gets it; null where the request already says so. */
  reason: string | null
  button: string
  url: string
  /** null: not part of a series that one could leave. */
  unsubscribe: Link | null
}

/** In the message itself, or in what a button of it opens: a window, or a card in its place. */
export type FormPlace = 'message' | 'window'

/** Questions that are answered where the message is read, with the labels of the form. */
export type Form = {
  place: FormPlace
  link: string
  questions: readonly FormQuestion[]
  labels: {
    yes: string
    no: string
    choose: string
    send: string
    comment: string
    here: string
    /** Limits of an answer that its control does not show, or null. */
    hintOf(question: Question): string | null
  }
}

export type Message = {
  organisationId: string
  name: string
  channel: SendingChannel
  to: string
  at: string
  /** The message that this one follows. */
  follows: string | null
  content: MessageContent
  form: Form | null
}

/**
 * The result of sending one message.
 * refused  final for this message; `lasting`: the address is at fault and is not tried again (a hard bounce)
 * later    this message may succeed another time; `isUncounted`: it was not tried in earnest, so it costs no attempt
 * down     the channel does not work; the message may be fine
 * unset    this channel is not set up; the address may be fine
 */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'refused'; reason: string; lasting: boolean }
  | { kind: 'later'; reason: string; retryAfterMs?: number; isUncounted?: boolean }
  | { kind: 'down'; reason: string; retryAfterMs?: number }
  | { kind: 'unset'; reason: string }

/** Reasons are stored and shown to authors, so addresses in a server's words are removed. */
export const reasonOf = (text: string): string => text.replaceAll(/\S+@\S+/g, '[address]').slice(0, 200)

/** Retry-After, in seconds or as a date (RFC 9110 §10.2.3), as ms from now; undefined where there is none or it cannot be read. */
export function retryAfterMs(value: string | null | undefined, now: Date): number | undefined {
  if (!value) return undefined
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime()
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined
}

/** What is asked of the reader, in one paragraph; nothing where the title says it all. A reminder begins with until when. */
export const requestOf = ({ request, aside, until, isReminder }: MessageContent): string =>
  joinSentences(isReminder ? until : null, request, aside)

/** What a channel without markup ends with. */
export const footOf = ({ until, personal, reason, isReminder }: MessageContent): string =>
  joinSentences(isReminder ? null : until, personal, reason)

/**
 * What to know of the name before anything is answered, in channels without bands: that it is seen, or that it is stored. Where it is stored
 * nowhere the promise itself says so.
 */
export const nameNotice = ({ named, stored }: MessageContent): string | null =>
  named ?? (stored?.isName ? stored.text : null)

/** The whole content of a message in paragraphs, for channels without markup. */
export const plainText = (content: MessageContent): string =>
  [
    content.title,
    content.greeting,
    requestOf(content),
    content.description,
    content.lines?.map((line) => `- ${line}`).join('\n'),
    content.named,
    content.stored?.text,
    content.promise,
    content.isReminder ? null : content.until,
    content.url,
    content.personal,
    content.reason,
  ]
    .filter(Boolean)
    .join('\n\n')
