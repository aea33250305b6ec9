/** The sentiment of the answers to a text question, −1 … 1, as sums and bins of a tenth. */
import type { SentimentCell } from '../text-cells.ts'
import type { Question } from '../../../contract/questions.ts'
import { bandCounts } from '../../cells/cells.ts'
import type { TextMeasure } from '../../confidentiality/confidentiality.ts'
import { commentsOf } from '../analysed-texts.ts'
import { total } from './topics.ts'

export const sentimentMeasure = (questionId: string): string => `sentiment:${questionId}`

const binsCount = 21

const binOf = (score: number): number => Math.min(binsCount - 1, Math.max(0, Math.round((score + 1) * 10)))
export const scoreOfBin = (bin: number): number => bin / 10 - 1

export const sentiment = (question: Question): TextMeasure<number> => ({
  name: sentimentMeasure(question.id),
  threshold: 'comment',
  ...commentsOf([question]),
  values: (all) => all.map((texts) => texts.get(question.id)?.score ?? null),
  figures: sumScores,
  alone: (score) => ({
    n: 1,
    sum: score,
    squares: score * score,
    bins: binNames.map((_name, bin) => (bin === binOf(score) ? 1 : 0)),
  }),
})

const binNames = Array.from({ length: binsCount }, (_, bin) => String(bin))

/** For a banded cell only the bins are stored: one answer is moved by a tenth. */
function sumScores(scores: readonly number[]): SentimentCell {
  const counts: Record<string, number> = {}
  for (const score of scores) counts[binOf(score)] = (counts[binOf(score)] ?? 0) + 1
  const { stored, banded } = bandCounts(counts, scores.length, binNames, true)
  const bins = binNames.map((bin) => stored[bin] ?? 0)
  const summed = banded
    ? bins.flatMap((count, bin) => new Array<number>(count).fill(scoreOfBin(bin)))
    : scores
  return {
    n: scores.length,
    sum: total(summed),
    squares: total(summed.map((score) => score * score)),
    bins,
  }
}
