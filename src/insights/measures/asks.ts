/**
 * Drivers about which people ask for something. Politely worded suggestions read neutral or positive (mean +0.10 over 578 answers to
 * "what service do you wish"), so their sentiment says nothing; their number does. In reply to a question that asks what to improve, every
 * driver counts that a person names; in reply to others only one that they ask about in so many words, because words of asking alone take
 * 17 % of praise for a request.
 */
import type { TopicsCell } from '../text-cells.ts'
import type { Question } from '../../../contract/questions.ts'
import { bandPicks } from '../../cells/cells.ts'
import type { AnalysedTexts, TextMeasure } from '../../confidentiality/confidentiality.ts'
import { asksToImprove } from '../../questions/questions.ts'
import { commentsOf, ratedTexts } from '../analysed-texts.ts'
import { toldTopics } from './topics.ts'

export const asksMeasure = 'asks'

/** Of people who wrote something that can be rated. */
export const asks = (questions: readonly Question[]): TextMeasure<ReadonlySet<string>> => ({
  name: asksMeasure,
  threshold: 'comment',
  ...commentsOf(questions),
  values: (all) => all.map((texts) => askedDrivers(questions, texts)),
  figures: countPeople,
  told: toldTopics,
})

function askedDrivers(questions: readonly Question[], texts: AnalysedTexts): ReadonlySet<string> | null {
  const rated = questions.flatMap((question) =>
    ratedTexts([question], texts).map(({ clauses }) => ({ clauses, isSuggestion: asksToImprove(question) })),
  )
  if (rated.length === 0) return null
  return new Set(
    rated.flatMap(({ clauses, isSuggestion }) =>
      clauses.flatMap((clause) => (isSuggestion || clause.asks ? clause.drivers : [])),
    ),
  )
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
