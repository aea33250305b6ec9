/** The promise of a survey in a sentence, as its messages say it, and its terms, as pages repeat them. */
import type { ConfidentialityPromise } from '../../contract/confidentiality.ts'
import { textsOf } from '../../locales/catalogue.ts'
import { headlineOf } from '../confidentiality/confidentiality.ts'
import { findCollection, type LinkContext, policyOfCollection, promiseFor } from '../collection/collection.ts'
import type { CollectionRef } from '../collection-ref.ts'
import type { Tx } from '../db/db.ts'
import { inWords, joinSentences, type Language } from '../language.ts'
import { problem } from '../problem.ts'
import { wholeName } from './view.ts'

/** @throws not_found  the collection is gone */
export async function promiseIn(tx: Tx, context: LinkContext, language: Language): Promise<string> {
  const collection = await findCollection(tx, context)
  if (!collection) throw problem('not_found')
  const policy = { policy: policyOfCollection(collection), hash: context.promiseHash }
  const promise = await promiseFor(tx, context.organisationId, policy, language)
  return joinSentences(promise.sentence, promise.recent_members)
}

/**
 * In a window, on a card or in a tab, where nothing is beside the promise: first that the name is stored, where it is.
 * @throws not_found  the collection is gone
 */
export async function promiseInChat(tx: Tx, context: LinkContext, language: Language): Promise<string> {
  const promise = await promiseIn(tx, context, language)
  if (context.mode !== 'confidential') return promise
  return joinSentences(textsOf('messages', language)('stored_confidential'), promise)
}

/** What a page says again of the promise: beside texts, in the row that stays visible, after sending. */
export type Terms = Pick<ConfidentialityPromise, 'mode' | 'k_score' | 'k_comment' | 'headline'> & {
  /** Who reads answers with names, in a list; used in attributed mode alone. */
  readonly readers: string
  /** Members were added recently. */
  readonly hasRecent: boolean
}

export function termsOf(promise: ConfidentialityPromise, language: Language): Terms {
  const { mode, k_score, k_comment, audience } = promise
  const names = audience.map(({ name }) => wholeName(name))
  const headline = audience.reduce(
    (text, { name }) => (name.includes(' ') ? text.replaceAll(name, () => wholeName(name)) : text),
    promise.headline,
  )
  const readers =
    names.length > 0 ? inWords.list(language, names, 'conjunction') : textsOf('promise', language)('author')
  return { mode, k_score, k_comment, headline, readers, hasRecent: promise.recent_members !== null }
}

type Own = CollectionRef & Pick<Terms, 'mode' | 'k_score' | 'k_comment'>

/** The terms of an answer that was sent. Names are read only where some are promised. */
export async function termsOfOwn(tx: Tx, own: Own, language: Language): Promise<Terms> {
  const { mode, k_score, k_comment } = own
  const collection = await findCollection(tx, own)
  if (!collection) throw problem('not_found')
  const policy = policyOfCollection(collection)
  const hasRecent = (policy.recent?.added ?? 0) > 0
  if (mode !== 'attributed')
    return {
      mode,
      k_score,
      k_comment,
      headline: headlineOf(language, mode, hasRecent, { readers: '' }),
      readers: '',
      hasRecent,
    }
  const promised = { policy, hash: collection.promise_hash }
  return termsOf(await promiseFor(tx, own.organisationId, promised, language), language)
}
