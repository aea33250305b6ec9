/**
 * What an invitation says, and each reminder: who asks, about what, who will see it, until when, one link. In the
 * reader's language, by his own clock; the form of it is each channel's own (src/channels).
 */
import { type Letter } from '../channels/channels.ts'
import { directionOf, fill, inWords, type Language } from '../language.ts'
import { messageWords } from './message-words.ts'

export type Invitation = {
  language: Language
  /** 0 invites, later rounds remind. */
  round: number
  name: string
  title: string
  description: string | null
  organisation: string
  promise: string
  url: string
  closesAt: string | null
  timeZone: string
}

export function letterOf(it: Invitation): Letter {
  const words = messageWords[it.language]
  const said = { name: it.name, title: it.title, organisation: it.organisation }
  const again = it.round > 0
  return {
    language: it.language,
    direction: directionOf(it.language),
    subject: fill(again ? words.subject_again : words.subject, said),
    greeting: fill(words.greeting, said),
    ask: fill(again ? words.ask_again : words.ask, said),
    title: it.title,
    description: it.description,
    promise: it.promise,
    until: it.closesAt && fill(words.until, { when: inWords.instant(it.language, it.closesAt, it.timeZone) }),
    alone: words.alone,
    answer: words.answer,
    url: it.url,
    unsubscribe: { words: words.unsubscribe, url: `${it.url}/unsubscribe` },
  }
}
