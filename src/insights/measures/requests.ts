/** How many ask for something, where the question asks what to improve. */
import type { RequestsCell } from '../text-cells.ts'
import type { Question } from '../../../contract/questions.ts'
import { bandCounts } from '../../cells/cells.ts'
import type { TextMeasure } from '../../confidentiality/confidentiality.ts'
import { commentsOf, ratedTexts } from '../analysed-texts.ts'

export const requestsMeasure = (questionId: string): string => `requests:${questionId}`

/** Among people who wrote something that can be rated. */
export const requests = (question: Question): TextMeasure<boolean> => ({
  name: requestsMeasure(question.id),
  threshold: 'comment',
  ...commentsOf([question]),
  values: (all) =>
    all.map((texts) => {
      const [text] = ratedTexts([question], texts)
      return text ? text.asks : null
    }),
  figures: sumRequests,
  alone: (asks) => ({ n: 1, requests: asks ? 1 : 0 }),
})

function sumRequests(asking: readonly boolean[]): RequestsCell {
  const count = asking.filter(Boolean).length
  const counts = { asking: count, not: asking.length - count }
  const { stored } = bandCounts(counts, asking.length, ['asking', 'not'], false)
  return { n: asking.length, requests: stored.asking ?? 0 }
}
