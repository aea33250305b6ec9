/**
 * The content of an invitation and of each reminder: who asks, about what, who will see the answers, until when, one link, how to
 * unsubscribe. In the reader's language and time zone; each channel gives it a form of its own (src/channels).
 */
import { textsOf } from '../../locales/catalogue.ts'
import { directionOf } from '../../locales/format.ts'
import type { Mode } from '../../contract/confidentiality.ts'
import type { FormQuestion } from '../../contract/questions.ts'
import { type MessageContent, type PromiseParts, type Scale, scaleOf } from '../channels/channels.ts'
import { inWords, joinSentences, type Language } from '../language.ts'
import { textWithUnit } from '../questions/questions.ts'

/** How soon a survey closes for the reader of a reminder, and whether no other reminder can come before that. */
export type ReminderCall = { readonly closes: 'today' | 'tomorrow' | 'later'; readonly isLast: boolean }

export type Invitation = {
  language: Language
  /** 0 invites, later rounds remind. */
  round: number
  /** Whether a reminder goes to those who have answered, too: then it says so. */
  isToEveryone: boolean
  /** null: it invites, or has no end. */
  call: ReminderCall | null
  name: string
  title: string
  description: string | null
  organisation: string
  /** The organisation's. */
  colour: string | null
  questionCount: number
  minutes: number
  mode: Mode
  /** Without parts: a test that an earlier version has queued. */
  promise: { sentence: string; parts: PromiseParts | null }
  /** That the reader's answers are not counted, where that is so. */
  notCounted?: string | null
  url: string
  closesAt: string | null
  timeZone: string
  /** What it asks first, where the message says so. */
  question: FirstQuestion | null
}

type FirstQuestion = { readonly text: string; readonly scale: Scale | null }

/** Whatever is said before it. */
export function firstAsked(form: readonly FormQuestion[], language: Language): FirstQuestion | null {
  const first = form.find((item) => item.type !== 'statement')
  return first ? { text: textWithUnit(first), scale: scaleOf(first, language) } : null
}

/** As the page says them below its title. A reminder says until when above it. */
function factsOf({
  language,
  questionCount: count,
  minutes,
  closesAt,
  timeZone,
  round,
}: Invitation): string[] {
  const say = textsOf('answering', language)
  const length = say('about', { count, minutes })
  if (closesAt === null || round > 0) return [length]
  return [length, say('until', { when: inWords.shortInstant(language, closesAt, timeZone) })]
}

/** Names the day of the end where it is today or tomorrow. "Today" never stands without its date in the message: it may be read later. */
function subjectOf({ language, round, title, organisation, closesAt, timeZone, call }: Invitation): string {
  const text = textsOf('messages', language)
  if (round === 0) return text('subject', { title, organisation })
  if (closesAt === null || call === null) return text('subject_again', { title, organisation })
  if (call.closes !== 'later') {
    const time = inWords.clock(language, closesAt, timeZone)
    return text(`subject_${call.closes}`, { time, title, organisation })
  }
  if (!call.isLast) return text('subject_again', { title, organisation })
  const when = inWords.compactInstant(language, closesAt, timeZone)
  return text('subject_last', { when, title, organisation })
}

function untilOf({ language, closesAt, timeZone, call }: Invitation): string | null {
  if (closesAt === null) return null
  const text = textsOf('messages', language)
  const when = inWords.instant(language, closesAt, timeZone)
  const closes = call?.closes ?? 'later'
  return joinSentences(
    text(closes === 'later' ? 'until' : `until_${closes}`, { when }),
    call?.isLast ? text('last') : null,
  )
}

export function contentOf(it: Invitation): MessageContent {
  const text = textsOf('messages', it.language)
  const isReminder = it.round > 0
  const { title, organisation, notCounted = null } = it
  const { sentence, parts } = it.promise
  const promise = joinSentences(sentence, notCounted)
  const request = text(isReminder ? 'request_again' : 'request', {
    organisation,
    count: it.questionCount,
    minutes: it.minutes,
  })
  return {
    kind: isReminder ? 'reminder' : 'invitation',
    language: it.language,
    direction: directionOf(it.language),
    subject: subjectOf(it),
    preview: text('preview', { count: it.questionCount, organisation, promise: parts?.headline ?? promise }),
    brand: { organisation, colour: it.colour },
    greeting: text('greeting', { name: it.name }),
    isReminder,
    request,
    aside: isReminder && it.isToEveryone ? text('to_everyone') : null,
    title,
    description: it.description,
    facts: factsOf(it),
    question: it.question?.text ?? null,
    scale: it.question?.scale ?? null,
    promise,
    parts,
    notCounted,
    until: untilOf(it),
    closing: it.closesAt && inWords.compactInstant(it.language, it.closesAt, it.timeZone),
    personal: text('personal'),
    reason: text('reason', { organisation }),
    named: it.mode === 'attributed' ? textsOf('answering', it.language)('named') : null,
    stored:
      it.mode === 'attributed'
        ? null
        : { isName: it.mode === 'confidential', text: text(`stored_${it.mode}`) },
    button: text(it.mode === 'attributed' ? 'answer_named' : 'answer'),
    url: it.url,
    unsubscribe: { label: text('unsubscribe'), url: `${it.url}/unsubscribe` },
  }
}
