/**
 * Wishes: drivers that people name where they were asked what to improve. Politely worded requests read neutral or positive
 * (mean +0.10 over 578 answers to "what service do you wish"), so their feeling says nothing; that they ask does. Counted are
 * people, from questions with the intent `improve` alone: a detector of requests by keywords takes 17 % of praise for one.
 *
 * Whoever reads the comments of these questions could count the same: so it is measured inside of what shows them.
 */
import { type Question } from '../../contract/questions.ts'
import { bandPicks, questionMeasure } from '../cells/cells.ts'
import { type TextMeasure } from '../confidentiality/confidentiality.ts'
import { isText } from '../questions/questions.ts'
import { type AnalysedAnswer } from '../text/text.ts'
import { type TopicsCell } from './measures.ts'

export const wishesMeasure = 'wishes'

/** @param questions  those whose comments are shown */
export function wishMeasures(
  questions: readonly Question[],
  read: (text: string) => AnalysedAnswer,
): TextMeasure[] {
  const asked = questions.filter((question) => isText(question) && question.intent === 'improve')
  if (asked.length === 0) return []
  const measure: TextMeasure<ReadonlySet<string>> = {
    name: wishesMeasure,
    threshold: 'comment',
    within: asked.map(({ id }) => questionMeasure(id)),
    follows: asked.flatMap(({ id, show_if }) =>
      show_if ? [{ questionId: id, leading: show_if.question_id }] : [],
    ),
    values: (all) =>
      all.map((texts) => {
        const said = asked
          .flatMap(({ id }) => texts.get(id) ?? [])
          .map(read)
          .filter(({ score }) => score !== null)
        return said.length > 0
          ? new Set(said.flatMap(({ clauses }) => clauses.flatMap(({ drivers }) => drivers)))
          : null
      }),
    figures: counted,
  }
  return [measure as TextMeasure]
}

/** A wish that all name, or all but one, is told as named by all but one (src/cells/banding.ts). */
function counted(people: readonly ReadonlySet<string>[]): TopicsCell {
  const n = people.length
  const topics: TopicsCell['topics'] = Object.create(null)
  for (const driver of [...new Set(people.flatMap((named) => [...named]))].toSorted()) {
    const named = people.filter((drivers) => drivers.has(driver)).length
    const { stored } = bandPicks({ named }, n, ['named', 'not named'], 0)
    topics[driver] = { people: stored.named, negative: 0, sum: 0, squares: 0 }
  }
  return { n, topics }
}
