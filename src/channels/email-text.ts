/** An e-mail as plain text, and the order of its parts. */
import { textsOf } from '../../locales/catalogue.ts'
import { joinSentences } from '../language.ts'
import type { MessageContent } from './message.ts'

export const labelsOf = ({ language }: MessageContent) => textsOf('messages', language)

/** In a survey's message the author's words say why it asks; in a notice they are what it says. */
export const isSurvey = ({ brand, lines }: MessageContent): boolean =>
  brand !== undefined && lines === undefined

/**
 * What an e-mail begins with. A survey's has its title, below who asks. A notice of the service says what happened, as its subject does; whose
 * organisation or survey is above it, where the subject does not say so.
 */
export function headingOf({ brand, title, subject }: MessageContent): {
  sender: string | null
  title: string
} {
  if (brand) return { sender: brand.organisation, title }
  return { sender: subject.includes(title) ? null : title, title: subject }
}

/** If an author's words have more than this many characters, they come after the button: what there is to do stays visible. */
const wordsFirstMax = 320

export const areWordsFirst = (content: MessageContent): boolean =>
  isSurvey(content) && (content.description?.length ?? 0) <= wordsFirstMax

/** The same words in the same order as in HTML. */
export function textOf(content: MessageContent): string {
  const { greeting, description, facts, request, aside, isReminder, unsubscribe } = content
  const { sender, title } = headingOf(content)
  const say = labelsOf(content)
  const isFirst = areWordsFirst(content)
  return [
    isReminder ? [`[${say('reminder')}]`, content.until].filter(Boolean).join(' ') : null,
    [sender, title, facts?.join(' · ')].filter(Boolean).join('\n'),
    greeting,
    isFirst ? description : null,
    facts?.length ? null : joinSentences(request, isReminder ? null : content.until),
    isFirst || isSurvey(content) ? null : description,
    linesText(content),
    content.notCounted,
    ...promiseLines(content),
    questionText(content),
    `${content.button}:\n${content.url}`,
    isFirst || !isSurvey(content) ? null : description,
    aside,
    joinSentences(content.personal, content.reason),
    unsubscribe && `${unsubscribe.label}:\n${unsubscribe.url}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

function linesText({ quotes, entries, lines }: MessageContent): string | undefined {
  if (quotes)
    return quotes
      .map(({ words, by, about }) => [about, by, words].filter((line) => line !== null).join('\n'))
      .join('\n\n')
  if (entries)
    return entries.map(({ what, detail }) => `- ${what}${detail ? `\n  ${detail}` : ''}`).join('\n')
  return lines?.map((line) => `- ${line}`).join('\n')
}

function promiseLines({ named, promise, parts }: MessageContent): (string | null | undefined)[] {
  if (!parts) return [named, promise]
  const { headline, caveat, rows } = parts
  const warning = caveat && joinSentences(caveat.reason, caveat.advice)
  const others = rows.map(({ label, text }) => (label === null ? text : `${label}: ${text}`)).join('\n')
  return named ? [named, headline, others, warning] : [headline, warning, others]
}

/** “On a scale from 1 (Not at all) to 5 (Very)”: a picture of it would be pressed. Of two words either is an answer. */
export function scaleText(content: MessageContent): string | null {
  if (!content.scale) return null
  const { cells, ends } = content.scale
  if (cells.length === 2) return cells.join(' / ')
  const placeOf = (cell: string | undefined, word: string | undefined): string =>
    [cell, word && `(${word})`].filter(Boolean).join(' ')
  return labelsOf(content)('scale', {
    low: placeOf(cells[0], ends?.[0]),
    high: placeOf(cells.at(-1), ends?.[1]),
  })
}

/** What is asked first, and its scale. */
function questionText(content: MessageContent): string | null {
  const { question } = content
  if (!question) return null
  return [`${labelsOf(content)('first_question')}: ${question}`, scaleText(content)]
    .filter((line) => line !== null)
    .join('\n')
}
