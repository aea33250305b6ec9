/**
 * The promise in words and as data, from one object: the sentence that a respondent reads and the JSON that a program reads
 * cannot differ. Its hash covers what was promised and is the same in every language.
 */
import { type ConfidentialityPromise } from '../../contract/confidentiality.ts'
import { sha256 } from '../ids.ts'
import { textsOf } from '../../locales/catalogue.ts'
import { type English } from '../../locales/en.ts'
import { inWords, type Language } from '../language.ts'
import { type Policy } from '../cells/cells.ts'

export type Reader = { user_id: string; name: string }

type Line = keyof English['promise']

const linesOf = ({ mode, breakdown, language_model: model }: Policy): Line[] => [
  'thresholds',
  ...(breakdown ? (['breakdown'] as const) : []),
  'whole_groups',
  'season',
  mode === 'attributed' ? 'readers_see' : 'nothing_before_close',
  ...(mode === 'anonymous' ? (['sealed', 'until_then'] as const) : []),
  'comments',
  ...(model ? (['language_model'] as const) : []),
  'harm',
  'receipt',
]

export function promiseOf(
  policy: Policy,
  readers: Reader[],
  hash: string | null,
  language: Language = 'en',
): ConfidentialityPromise {
  const text = textsOf('promise', language)
  const names = readers.map((reader) => reader.name)
  const values = {
    k_score: policy.k_score,
    k_comment: policy.k_comment,
    k_rate: policy.k_rate,
    attribute: policy.breakdown?.attribute ?? '',
    language_model: policy.language_model ?? '',
    readers: names.length === 0 ? text('author') : inWords.list(language, names, 'conjunction'),
  }
  return {
    mode: policy.mode,
    k_score: policy.k_score,
    k_comment: policy.k_comment,
    k_rate: policy.k_rate,
    audience: policy.mode === 'attributed' ? readers : [],
    breakdown: policy.breakdown,
    language_model: policy.language_model ?? null,
    sentence: text(policy.mode, values),
    details: linesOf(policy).map((line) => text(line, values)),
    retention: text('retention'),
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
