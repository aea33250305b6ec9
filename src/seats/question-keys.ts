/**
 * When two collections ask the same question: by its id within one series, and by its text and answer scale within the organisation. The
 * second finds copies: a survey that is made anew each month, or two surveys from one template.
 */
import { type Question } from '../../contract/questions.ts'
import { sha256 } from '../ids.ts'
import { stepsOf } from '../questions/questions.ts'

/**
 * Questions that are answered in words have keys too: how many answer, how they feel and what they mention are sums.
 * @param seriesId the pulse or the check-in
 */
export function questionKeys(question: Question, seriesId: string): string[] {
  const wording = JSON.stringify([normalised(question.text), scaleOf(question)])
  return [seriesKey(question, seriesId), `text ${sha256(wording).toString('hex')}`]
}

export const seriesKey = ({ id }: Pick<Question, 'id'>, seriesId: string): string =>
  `series ${seriesId} ${id}`

/** Without case, punctuation and spacing, which do not make another question. */
const normalised = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function scaleOf(question: Question): unknown {
  const options = 'options' in question ? question.options.map(({ text }) => normalised(text)).toSorted() : []
  return [question.type, stepsOf(question), options]
}
