/**
 * What people say of a driver in their own words (`tools|laptops that crash`): who does in a clause that complains or asks, and who in
 * one that praises. The gate finds the phrases (text/said-phrases.ts), each used by several people and without names; a measure sees which of
 * them a text holds.
 */
import type { Question } from '../../../contract/questions.ts'
import {
  type AnalysedTexts,
  phrasesMeasure,
  type TextMeasure,
} from '../../confidentiality/confidentiality.ts'
import { commentsOf, ratedTexts } from '../analysed-texts.ts'
import { type NamedTopics, plainestByTopic, sumTopics } from './topics.ts'

/** Sums are of stances: −1 and 1. */
export const phrases = (questions: readonly Question[]): TextMeasure<NamedTopics> => ({
  name: phrasesMeasure,
  threshold: 'comment',
  ...commentsOf(questions),
  values: (all) => all.map((texts) => saidBy(questions, texts)),
  isNamed: (said) => said.size > 0,
  figures: sumTopics,
})

function saidBy(questions: readonly Question[], texts: AnalysedTexts): NamedTopics | null {
  const rated = ratedTexts(questions, texts)
  return rated.length > 0
    ? plainestByTopic(rated.length === 1 ? rated[0].said : rated.flatMap(({ said }) => [...said]))
    : null
}
