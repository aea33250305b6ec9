/**
 * The promise in words and as data, from one object: the sentence that a respondent reads and the JSON that a program reads
 * cannot differ. Its hash covers what was promised and is the same in every language.
 */
import { type PromiseMade } from '../../contract/confidentiality.ts'
import { sha256 } from '../ids.ts'
import { fill, inWords, type Language } from '../language.ts'
import { type Policy } from '../cells/cells.ts'
import { promiseWords } from './promise-words.ts'
import { type PromiseWords } from './words/words.ts'

export type Reader = { user_id: string; name: string }

const linesOf = (words: PromiseWords, { mode, breakdown, language_model: model }: Policy): string[] => [
  words.thresholds,
  ...(breakdown ? [words.breakdown] : []),
  words.whole_groups,
  mode === 'attributed' ? words.readers_see : words.nothing_before_close,
  ...(mode === 'anonymous' ? [words.sealed, words.until_then] : []),
  words.comments,
  ...(model ? [words.language_model] : []),
  words.harm,
  words.receipt,
]

export function promiseOf(
  policy: Policy,
  readers: Reader[],
  hash: string | null,
  language: Language = 'en',
): PromiseMade {
  const words = promiseWords[language]
  const inDigits = (value: number): string => inWords.number(language, value)
  const names = readers.map((reader) => reader.name)
  const values = {
    k_score: inDigits(policy.k_score),
    k_comment: inDigits(policy.k_comment),
    k_rate: inDigits(policy.k_rate),
    attribute: policy.breakdown?.attribute ?? '',
    language_model: policy.language_model ?? '',
    readers: names.length === 0 ? words.author : inWords.list(language, names, 'conjunction'),
  }
  return {
    mode: policy.mode,
    k_score: policy.k_score,
    k_comment: policy.k_comment,
    k_rate: policy.k_rate,
    audience: policy.mode === 'attributed' ? readers : [],
    breakdown: policy.breakdown,
    language_model: policy.language_model ?? null,
    sentence: fill(words[policy.mode], values),
    details: linesOf(words, policy).map((line) => fill(line, values)),
    retention: words.retention,
    frozen: hash !== null,
    hash,
  }
}

/** SHA-256 over everything that was promised, in a fixed order, in hex. */
export const promiseHash = (policy: Policy, questions: unknown, collectionId: string): string =>
  sha256(
    JSON.stringify([
      collectionId,
      policy.mode,
      policy.k_score,
      policy.k_comment,
      policy.k_rate,
      policy.audience.toSorted(),
      questions,
      policy.breakdown?.attribute ?? null,
      ...(policy.language_model ? [policy.language_model] : []),
    ]),
  ).toString('hex')
