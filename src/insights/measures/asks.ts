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

/** Among people who wrote something that can be rated. */
export const asks = (questions: readonly Question[]): TextMeasure<ReadonlySet<string>> => ({
  name: asksMeasure,
  threshold: 'comment',
  ...commentsOf(questions),
  values: (all) => all.map((texts) => askedDrivers(questions, texts)),
  figures: countPeople,
  told: toldTopics,
})

function askedDrivers(questions: readonly Question[], texts: AnalysedTexts): ReadonlySet<string> | null {
  let asked: Set<string> | null = null
  for (const question of questions)
    for (const { clauses } of ratedTexts([question], texts)) {
      asked ??= new Set()
      for (const clause of clauses)
        if (clause.asks || asksToImprove(question)) for (const driver of clause.drivers) asked.add(driver)
    }
  return asked
}

/** A driver that everyone names, or everyone but one, is stored as named by everyone but one (src/cells/banding.ts). */
function countPeople(people: readonly ReadonlySet<string>[]): TopicsCell {
  const n = people.length
  const topics: TopicsCell['topics'] = Object.create(null)
  const counts = new Map<string, number>()
  for (const drivers of people)
    for (const driver of drivers) counts.set(driver, (counts.get(driver) ?? 0) + 1)
  for (const [driver, named] of [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const { stored } = bandPicks({ named }, n, ['named', 'not named'], 0)
    topics[driver] = { people: stored.named, negative: 0, sum: 0, squares: 0 }
  }
  return { n, topics }
}
