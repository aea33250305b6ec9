/**
 * Suggestions: drivers that people name in answers to a question that asks what to improve. Politely worded suggestions read
 * neutral or positive (mean +0.10 over 578 answers to "what service do you wish"), so their sentiment says nothing; their number
 * does. People are counted, and only in questions with the intent `improve`: a detector by keywords takes 17 % of praise for one.
 *
 * Everyone who reads the comments of these questions could count the same, so it is measured only where the comments are shown.
 */
import { type TopicsCell } from './text-cells.ts'
import { type Question } from '../../contract/questions.ts'
import { bandPicks } from '../cells/cells.ts'
import { type TextMeasure } from '../confidentiality/confidentiality.ts'
import { isText } from '../questions/questions.ts'
import { commentsOf, ratedTexts } from './analysed-texts.ts'

export const suggestionsMeasure = 'suggestions'

/** @param questions  those whose comments are shown */
export function suggestionMeasures(questions: readonly Question[]): TextMeasure[] {
  const improving = questions.filter((question) => isText(question) && question.intent === 'improve')
  if (improving.length === 0) return []
  const measure: TextMeasure<ReadonlySet<string>> = {
    name: suggestionsMeasure,
    threshold: 'comment',
    ...commentsOf(improving),
    values: (all) =>
      all.map((texts) => {
        const usable = ratedTexts(improving, texts)
        return usable.length > 0
          ? new Set(usable.flatMap(({ clauses }) => clauses.flatMap(({ drivers }) => drivers)))
          : null
      }),
    figures: countPeople,
  }
  return [measure]
}

/** A driver that everyone names, or everyone but one, is stored as named by everyone but one (src/cells/banding.ts). */
function countPeople(people: readonly ReadonlySet<string>[]): TopicsCell {
  const n = people.length
  const topics: TopicsCell['topics'] = Object.create(null)
  for (const driver of [...new Set(people.flatMap((named) => [...named]))].toSorted()) {
    const named = people.filter((drivers) => drivers.has(driver)).length
    const { stored } = bandPicks({ named }, n, ['named', 'not named'], 0)
    topics[driver] = { people: stored.named, negative: 0, sum: 0, squares: 0 }
  }
  return { n, topics }
}
