/** An e-mail as plain text, and the order of its parts. */
import { textsOf } from '../../locales/catalogue.ts'
import { joinSentences } from '../language.ts'
import type { MessageContent } from './message.ts'

export const labelsOf = ({ language }: MessageContent) => textsOf('messages', language)

/** In a survey's message the author's words say why it asks; in a notice they are what it says. */
export const isSurvey = ({ brand, lines }: MessageContent): boolean =>
  brand !== undefined && lines === undefined

/** Of more than this many characters, an author's words come after the button: what there is to do stays in sight. */
const wordsFirstMax = 320

export const areWordsFirst = (content: MessageContent): boolean =>
  isSurvey(content) && (content.description?.length ?? 0) <= wordsFirstMax

/** The same words in the same order as in HTML. */
export function textOf(content: MessageContent): string {
  const {
    greeting,
    description,
    request,
    aside,
    lines,
    quotes,
    named,
    stored,
    promise,
    question,
    unsubscribe,
  } = content
  const say = labelsOf(content)
  const isFirst = areWordsFirst(content)
  return [
    content.isReminder ? [`[${say('reminder')}]`, content.until].filter(Boolean).join(' ') : null,
    [content.brand?.organisation, content.title].filter(Boolean).join('\n'),
    greeting,
    isFirst ? description : null,
    joinSentences(request, content.isReminder ? null : content.until),
    isFirst || isSurvey(content) ? null : description,
    quotes
      ? quotes.map(({ words, by }) => `${words}\n${by}`).join('\n\n')
      : lines?.map((line) => `- ${line}`).join('\n'),
    named,
    stored?.text,
    promise,
    question && `${say('first_question')}: ${question}`,
    `${content.button}:\n${content.url}`,
    isFirst || !isSurvey(content) ? null : description,
    aside,
    content.personal,
    content.reason,
    unsubscribe && `${unsubscribe.label}:\n${unsubscribe.url}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}
