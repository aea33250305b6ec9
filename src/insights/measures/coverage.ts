/**
 * Which of the answers to a text question the analysis has read, and in which languages: without that, a figure made of 35 of 60
 * answers would look like one of all.
 */
import type { CoverageCell } from '../text-cells.ts'
import type { Question } from '../../../contract/questions.ts'
import { bandCounts } from '../../cells/cells.ts'
import type { AnalysedText, TextMeasure } from '../../confidentiality/confidentiality.ts'
import { commentsOf } from '../analysed-texts.ts'
import { toldLanguages } from '../languages.ts'

export const coverageMeasure = (questionId: string): string => `coverage:${questionId}`

/** Of everybody who wrote something: 'empty', or 'read' or 'unread' with the language, a tag, or 'unknown'. */
export const coverage = (question: Question): TextMeasure<string> => ({
  name: coverageMeasure(question.id),
  threshold: 'comment',
  ...commentsOf([question]),
  values: (all) =>
    all.map((texts) => {
      const text = texts.get(question.id)
      return text ? statusOf(text) : null
    }),
  figures: countStatus,
  told: toldLanguages,
  alone: (status) => ({ n: 1, counts: { [status]: 1 } }),
})

function statusOf({ score, reason, language }: AnalysedText): string {
  if (reason === 'empty') return 'empty'
  return `${score === null ? 'unread' : 'read'} ${language ?? 'unknown'}`
}

/** The neighbours of a status that all have: always these, so that a banded cell reveals nothing about the languages in it. */
const commonStatus = ['read en', 'empty'] as const

function countStatus(people: readonly string[]): CoverageCell {
  const counts: Record<string, number> = {}
  for (const status of people) counts[status] = (counts[status] ?? 0) + 1
  const all = [...new Set([...commonStatus, ...Object.keys(counts).toSorted()])]
  return { n: people.length, counts: bandCounts(counts, people.length, all, false).stored }
}
