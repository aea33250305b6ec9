/**
 * What is promised, as messages say it: in a few sentences for chats, and in parts for e-mails, which are those of the answer page. Whoever
 * compares the two reads the same words.
 */
import type { ConfidentialityPromise } from '../../contract/confidentiality.ts'
import type { PromiseParts } from '../channels/channels.ts'
import { adviceOf, isCaveat, rowsIn } from '../confidentiality/confidentiality.ts'
import { inWords, joinSentences, type Language } from '../language.ts'

export type MessagePromise = { readonly sentence: string; readonly parts: PromiseParts }

export const messagePromiseOf = (promise: ConfidentialityPromise, language: Language): MessagePromise => ({
  sentence: joinSentences(promise.sentence, promise.recent_members),
  parts: partsOf(promise, language),
})

function partsOf(promise: ConfidentialityPromise, language: Language): PromiseParts {
  const [open] = rowsIn(promise)
  const caveat = open.find(isCaveat)
  return {
    headline: promise.headline,
    caveat: caveat ? { reason: caveat.text, advice: adviceOf(promise, language) } : null,
    rows: [
      ...open
        // The headline says who sees names, where they are seen.
        .filter((row) => !isCaveat(row) && row.about !== 'with_name')
        .map(({ about, label, text }) => ({ label: about === 'without_name' ? null : label, text })),
      ...listed(promise, language),
    ],
  }
}

/** The row about readers says that they are listed below. */
const listed = (
  { results_audience: audience, results_readers: readers }: ConfidentialityPromise,
  language: Language,
): PromiseParts['rows'] =>
  audience !== 'listed' || readers.length === 0
    ? []
    : [
        {
          label: null,
          text: inWords.list(
            language,
            readers.map(({ name }) => name),
            'conjunction',
          ),
        },
      ]
