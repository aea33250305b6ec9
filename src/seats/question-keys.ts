/**
 * When two collections ask the same question: in one series always, and in the organisation by the words of the question alone.
 *
 * The words are compared in a form without case, accents, spaces, punctuation, invisible characters and look-alike letters. Everything else
 * is the author's to choose: an option that nobody needs, another end of the scale, another type, another driver. A key that had any of it
 * would make another question of the same one. Two questions with one key share seats, which costs figures and reveals nothing; two keys of
 * one question tell the answer of whoever is left out. Other words are another question: docs/decisions/0026-seats-for-a-season.md.
 */
import type { Question } from '../../contract/questions.ts'
import { sha256 } from '../ids.ts'
import { foldedWording } from '../text/text.ts'

/**
 * Questions that are answered in words have keys too: how many answer, how they feel and what they mention are sums.
 * @param seriesId the pulse or the check-in
 */
export const questionKeys = ({ text }: Pick<Question, 'text'>, seriesId: string): string[] => [
  seriesKey(seriesId),
  wordingKey(text),
]

/** Of whatever a check-in asks: its next instance may ask the same in other words, and under other ids. */
export const seriesKey = (seriesId: string): string => `series ${seriesId}`

export const wordingKey = (text: string): string => `wording ${sha256(foldedWording(text)).toString('hex')}`
