/**
 * The promise in words and as data, from one object: the sentence that a respondent reads and the JSON that a program
 * reads cannot differ.
 */
import { type Confidentiality, type PromiseMade } from '../../contract/confidentiality.ts'
import { sha256 } from '../ids.ts'

export type Reader = { user_id: string; name: string }

const sentences: Record<Confidentiality['mode'], (policy: Confidentiality, readers: Reader[]) => string> = {
  anonymous: ({ k_score }) =>
    `Nobody can see who said what: answers are kept without your name and shown only for groups of ${k_score} or more.`,
  confidential: ({ k_score }) => `People see groups of ${k_score} or more, never your answer by name.`,
  attributed: (_policy, readers) =>
    `${readerNames(readers)} will see your answer with your name; everyone else sees groups only.`,
}

const readerNames = (readers: Reader[]): string =>
  readers.length === 0
    ? 'The author'
    : new Intl.ListFormat('en', { type: 'conjunction' }).format(readers.map((r) => r.name))

const details = (policy: Confidentiality): string[] => [
  `Scores are shown for groups of at least ${policy.k_score} people, comments for at least ${policy.k_comment}, response rates for at least ${policy.k_rate}.`,
  'Every figure that leaves is made of whole groups of that size, so that no comparison of figures can single anybody out.',
  policy.mode === 'attributed'
    ? 'The readers named above see who said what.'
    : 'Nothing is shown before the collection has closed.',
  ...(policy.mode === 'anonymous'
    ? [
        'While the collection is open, answers lie sealed under a key of this collection alone. At its close they are shuffled and the key is destroyed; from then on nobody, not even the operator, can tell whose they were.',
        'Until then an operator with full access to the running machine could watch answers arrive.',
      ]
    : []),
  'Comments are shown in no order, without names, addresses and numbers.',
  'Until the collection closes, you can read, change or withdraw your answer with the receipt that you get.',
]

export function promiseOf(policy: Confidentiality, readers: Reader[], hash: string | null): PromiseMade {
  return {
    mode: policy.mode,
    k_score: policy.k_score,
    k_comment: policy.k_comment,
    k_rate: policy.k_rate,
    audience: policy.mode === 'attributed' ? readers : [],
    sentence: sentences[policy.mode](policy, readers),
    details: details(policy),
    retention: 'Answers are kept as long as the organisation keeps the collection.',
    frozen: hash !== null,
    hash,
  }
}

/** SHA-256 over everything that was promised, in a fixed order. */
export const promiseHash = (policy: Confidentiality, questions: unknown, collectionId: string): string =>
  sha256(
    JSON.stringify([
      collectionId,
      policy.mode,
      policy.k_score,
      policy.k_comment,
      policy.k_rate,
      policy.audience.toSorted(),
      questions,
    ]),
  ).toString('hex')
