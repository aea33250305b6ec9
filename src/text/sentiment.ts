/**
 * Sentiment of an answer and of each of its clauses, -1 (bad) to 1 (good), and why an answer has none.
 *
 * 0.7 of a model trained on texts that people have rated (model.ts) and 0.3 of a lexicon with rules
 * (sentiment-by-rules.ts). Where no word of a text is in the lexicon, the model counts half, less still where it knows fewer
 * than three words, and nothing where it knows none: it then guesses from how people write. How the shares were found, and
 * what they reach, is in docs/insights.md. Where a clause wishes for something, or says that it is gone, its words mean something
 * else than they say (statement-kinds.ts).
 */
import { clausesOf } from './clauses.ts'
import { balanceOf, type Model, predict, shippedModel } from './model.ts'
import { modelTokens } from './model-tokens.ts'
import { readByRules } from './sentiment-by-rules.ts'
import { scoreOfKind, type StatementKind, statementKind } from './statement-kinds.ts'
import { usabilityOf } from './usable.ts'

/** `kind`: where the words of judgement in the clause do not judge what is there. */
export type ClauseSentiment = { text: string; score: number; kind: StatementKind | null }
export type NoScoreReason = 'empty' | 'unsupported_language'

export type Sentiment =
  | { score: number; reason?: undefined; clauses: ClauseSentiment[] }
  | { score: null; reason: NoScoreReason; clauses: [] }

const modelShare = 0.7
const unratedShare = 0.5
const wordsOfEvidence = 3

export function analyseSentiment(text: string): Sentiment {
  const usability = usabilityOf(text)
  return usability === 'usable' ? englishSentiment(text) : { score: null, reason: usability, clauses: [] }
}

/** The sentiment of a text that is known to be English. */
export function englishSentiment(text: string): { score: number; clauses: ClauseSentiment[] } {
  const worded = clausesOf(text).map((clause) => ({ text: clause, score: sentimentScore(clause) }))
  const clauses = worded.map(asMeant)
  const whole = text.trim()
  if (clauses.length === 1 && clauses[0].text === whole) return { score: clauses[0].score, clauses }
  const turn = turnOf(worded, clauses)
  const score = sentimentScore(whole)
  return { score: turn === 0 ? score : Math.max(-1, Math.min(1, score + turn)), clauses }
}

function asMeant({ text, score }: { text: string; score: number }): ClauseSentiment {
  const kind = statementKind(text, score)
  return { text, score: kind === null ? score : scoreOfKind(kind, score), kind }
}

/** By how much clauses mean something else than their words, each as far as it is part of the text. */
function turnOf(
  worded: readonly { text: string; score: number }[],
  meant: readonly ClauseSentiment[],
): number {
  const length = worded.reduce((sum, { text }) => sum + text.length, 0)
  return worded.reduce(
    (sum, { text, score }, i) => sum + ((meant[i].score - score) * text.length) / length,
    0,
  )
}

/** The score of any text by its words, usable or not. Benchmarks pass a model of their own. */
export function sentimentScore(text: string, model: Model = shippedModel()): number {
  const rules = readByRules(text)
  const { score, known } = predict(model, modelTokens(text), balanceOf(rules))
  const evidence = rules.rated > 0 ? 1 : unratedShare * Math.min(1, known / wordsOfEvidence)
  const bounded = Math.max(-1, Math.min(1, score * evidence))
  return modelShare * bounded + (1 - modelShare) * rules.score
}
