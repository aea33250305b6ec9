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
  const rated = questions.flatMap((question) =>
    ratedTexts([question], texts).map(({ clauses }) => ({ clauses, improving: asksToImprove(question) })),
  )
  if (rated.length === 0) return null
  return plainestByTopic(
    rated.flatMap(({ clauses, improving }) =>
      clauses.flatMap((clause) =>
        clause.topics.map((topic) => [topic, stanceOf(clause, improving)] as const),
      ),
    ),
  )
}
