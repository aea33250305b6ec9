/** What answering in a chat shares, whichever chat it is: who reads what, and what is said of answers that do not fit. */
import { createHmac } from 'node:crypto'
import type { Answer, FormQuestion } from '../../contract/questions.ts'
import { textsOf } from '../../locales/catalogue.ts'
import type { LinkContext } from '../collection/collection.ts'
import { firstLanguage, type Language } from '../language.ts'
import { Problem } from '../problem.ts'
import { definitionOf, partsOf, localise } from '../questions/questions.ts'

/** How the recipient is addressed, and what they read. */
export function addressed(context: LinkContext) {
  const language = firstLanguage(context.memberLocale, context.organisationLocale)
  const { title, questions } = localise(context, context, language, context.organisationLocale).written
  return { language, text: textsOf('messages', language), title, questions }
}

export const nullIfUnknown = (error: unknown): null => {
  if (error instanceof Problem && error.code === 'not_found') return null
  throw error
}

/**
 * The attempt of answers that a message sent: the same however often the chat delivers it, so that it gets the same receipt. Under our secret, so
 * that nobody else can ask for it.
 */
export const attemptOf = (secret: string, place: readonly string[]): string =>
  createHmac('sha256', secret)
    .update(['attempt', ...place].join('\n'))
    .digest('hex')

/**
 * The way to one's own answers, in the message that said thanks. Only where answers have names anyway: whoever administers a workspace or a tenant may
 * read its chats, and the link opens the answers of one person.
 */
export const changeLink = (
  baseUrl: string,
  {
    context,
    receipt,
    text,
  }: Pick<ReturnType<typeof addressed>, 'text'> & { context: LinkContext; receipt: string },
): { label: string; url: string } | null =>
  context.mode === 'attributed' ? { label: text('change'), url: `${baseUrl}/receipts/${receipt}` } : null

/** A refusal's pointers, /questions/{index} or /answers/{index}, by the field, in the reader's language with the question's text and what it takes. */
export function faultsOf(
  refusal: Problem,
  { questions, answers }: { questions: readonly FormQuestion[]; answers: readonly Answer[] },
  language: Language,
): Map<string, string> {
  const text = textsOf('messages', language)
  const speech = { language, say: textsOf('answering', language) }
  if (refusal.code !== 'invalid_answers') return new Map()
  return new Map(
    (refusal.extra.errors ?? []).flatMap(({ pointer, code }): [string, string][] => {
      const [, list, index, , row = '0'] = pointer.split('/')
      const id = answers[Number(index)]?.question_id
      const parts = list === 'answers' ? questions.flatMap(partsOf) : partsOf(questions[Number(index)])
      const part = list === 'answers' ? parts.find((one) => one.id === id) : parts[Number(row)]
      if (!part) return []
      const question = part.text
      const fault =
        code === 'required'
          ? text('required', { question })
          : `${text('invalid', { question })} ${definitionOf(part).explain(part, speech)}`
      return [[part.id, fault]]
    }),
  )
}
