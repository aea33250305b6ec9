/**
 * When two collections ask the same question: by its id within one series, and by its text and answer scale within the organisation. The
 * second finds copies: a survey that is made anew each month, or two surveys from one template.
 */
import { type Question } from '../../contract/questions.ts'
import { sha256 } from '../ids.ts'
import { isText, stepsOf } from '../questions/questions.ts'

/**
 * @param seriesId the pulse or the check-in
 * @returns none for a question that is answered in words: figures of comments follow the seats of the collection's other questions
 */
export function questionKeys(question: Question, seriesId: string): string[] {
  const wording = wordingKey(question)
  return wording === null ? [] : [`series ${seriesId} ${question.id}`, wording]
}

/** The key of the same words and the same answers, in any collection of the organisation; null for a question that is answered in words. */
export function wordingKey(question: Question): string | null {
  if (isText(question)) return null
  const wording = JSON.stringify([normalised(question.text), scaleOf(question)])
  return `text ${sha256(wording).toString('hex')}`
}

/** Without case, punctuation and spacing, which do not make another question or another option. */
export const normalised = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function scaleOf(question: Question): unknown {
  const options = 'options' in question ? question.options.map(({ text }) => normalised(text)).toSorted() : []
  return [question.type, stepsOf(question), options]
}
