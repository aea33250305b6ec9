/**
 * What the gate measures for insights beyond each question's own histogram. Pure functions: analysed texts in, sums out; the
 * gate runs them and keeps what people wrote. Where everyone in a cell, or everyone but one, has the same sentiment or names the same
 * topic, the cell is banded as it is for questions (src/cells/banding.ts).
 *
 * Everyone who reads the comments of a group can compute all of this from them. So texts are measured only where their comments
 * are shown, and only in groups that show them: otherwise a figure would tell which comments belong to which group.
 *
 * sentiment:{question}  the sentiment of the answers to a text question, −1 … 1
 * coverage:{question}   which answers were read, and in which language
 * requests:{question}   how many ask for something, where the question asks what to improve
 * drivers               the drivers of the taxonomy that people mention, each with the sentiment of its own clause
 * subtopics             the parts of them that people complain about, ask about or praise
 * phrases               the words and phrases in which they do
 * asks                  the drivers about which people ask for something
 * themes                topics beyond the taxonomy, each a rule of words and phrases (from 60 usable answers on)
 */
import type { Question } from '../../contract/questions.ts'
import type { TextMeasure } from '../confidentiality/confidentiality.ts'
import { isText } from '../questions/questions.ts'
import { asks } from './measures/asks.ts'
import { coverage } from './measures/coverage.ts'
import { drivers } from './measures/drivers.ts'
import { phrases } from './measures/phrases.ts'
import { requests } from './measures/requests.ts'
import { sentiment } from './measures/sentiment.ts'
import { subtopics } from './measures/subtopics.ts'
import { themes } from './measures/themes.ts'

export { asksMeasure } from './measures/asks.ts'
export { coverageMeasure } from './measures/coverage.ts'
export { driversMeasure } from './measures/drivers.ts'
export { requestsMeasure } from './measures/requests.ts'
export { scoreOfBin, sentimentMeasure } from './measures/sentiment.ts'
export { subtopicsMeasure } from './measures/subtopics.ts'
export { themesMeasure } from './measures/themes.ts'

/** The questions whose answers are analysed. */
export const textQuestions = (questions: readonly Question[]): Question[] => questions.filter(isText)

/** @param questions  those whose comments are shown */
export function measuresFor(questions: readonly Question[]): TextMeasure[] {
  const texts = textQuestions(questions)
  if (texts.length === 0) return []
  return [
    ...texts.map((question) => sentiment(question)),
    ...texts.map((question) => coverage(question)),
    ...texts.filter(({ intent }) => intent === 'improve').map((question) => requests(question)),
    drivers(texts),
    subtopics(texts),
    phrases(texts),
    themes(texts),
    asks(texts),
  ]
}
