/** Parts of drivers that people speak of (`tools/hardware`): who complains or asks, and who praises. */
import type { Question } from '../../../contract/questions.ts'
import type { AnalysedTexts, TextMeasure } from '../../confidentiality/confidentiality.ts'
import { asksToImprove } from '../../questions/questions.ts'
import { stanceOf } from '../../text/text.ts'
import { commentsOf, ratedTexts } from '../analysed-texts.ts'
import { type NamedTopics, plainestByTopic, sumTopics } from './topics.ts'

export const subtopicsMeasure = 'subtopics'

/** Sums are of stances: −1, 0 and 1. */
export const subtopics = (questions: readonly Question[]): TextMeasure<NamedTopics> => ({
  name: subtopicsMeasure,
  threshold: 'comment',
  ...commentsOf(questions),
  values: (all) => all.map((texts) => namedParts(questions, texts)),
  figures: sumTopics,
})

function namedParts(questions: readonly Question[], texts: AnalysedTexts): NamedTopics | null {
  let isRated = false
  const stances: [topic: string, stance: number][] = []
  for (const question of questions)
    for (const { clauses } of ratedTexts([question], texts)) {
      isRated = true
      for (const clause of clauses)
        for (const topic of clause.topics) stances.push([topic, stanceOf(clause, asksToImprove(question))])
    }
  return isRated ? plainestByTopic(stances) : null
}
