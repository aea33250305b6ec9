/** Scores of the operator's model in the place of ours: for all answers in its languages, or for none. */
import type { AnalysedAnswer } from './analysed-answer.ts'
import { type Label, labels } from './languages/tweet-model.ts'

/** In the order of the texts; no score is NaN, and labels are places in the list of labels. `fault`: why it is put aside, or null. */
export type ModelScores = { scores: Float64Array; labels: Uint8Array; fault: string | null }

const scoredAtOnce = 64 // four batches of the model: at their longest they take less than a thread may be silent

/**
 * Puts the model's scores into the answers in its languages, or into none.
 * @param surveyMs  for all texts
 * @returns null, or why there are none; `isFinal`: the model is put aside, and not only too slow for so many texts
 */
export async function scored(
  texts: readonly string[],
  answers: AnalysedAnswer[],
  { languages, surveyMs }: { languages: readonly string[]; surveyMs: number },
  ask: (texts: readonly string[]) => Promise<ModelScores>,
): Promise<{ fault: string; isFinal: boolean } | null> {
  const read = new Set(languages)
  const places = answers.flatMap(({ language, reason }, at) =>
    reason !== 'empty' && language !== null && read.has(language) ? [at] : [],
  )
  const found: ModelScores[] = []
  const began = performance.now()
  for (let from = 0; from < places.length; from += scoredAtOnce) {
    const some = places.slice(from, from + scoredAtOnce)
    const scores = await ask(some.map((at) => texts[at]))
    if (scores.fault !== null) return { fault: scores.fault, isFinal: true }
    found.push(scores)
    const took = performance.now() - began
    const needed = (took * places.length) / Math.min(places.length, from + scoredAtOnce)
    if (needed > surveyMs && took > surveyMs / 20)
      return {
        fault: `${places.length} answers would take it longer than ${Math.round(surveyMs / 1_000)} seconds`,
        isFinal: false,
      }
  }
  places.forEach((place, index) => {
    const { scores, labels: own } = found[Math.floor(index / scoredAtOnce)]
    const at = index % scoredAtOnce
    if (!Number.isNaN(scores[at])) answers[place] = withScore(answers[place], scores[at], labels[own[at]])
  })
  return null
}

/** Its clauses stay as they are. */
const withScore = (answer: AnalysedAnswer, score: number, label: Label): AnalysedAnswer =>
  answer.language === null || answer.language_from === null
    ? answer
    : {
        language: answer.language,
        language_from: answer.language_from,
        score,
        label,
        clauses: answer.clauses,
      }
