/**
 * Answering: what the holder of a link sees and does, and what the holder of a receipt may still do until close. Nobody
 * else reaches an answer here: the link alone shows that it was used, never what was said or saved.
 */
import { randomBytes } from 'node:crypto'
import { type OwnResponse, type Receipt, type ReceiptProof, type Survey } from '../../contract/answering.ts'
import { type ConfidentialityPromise } from '../../contract/confidentiality.ts'
import { type Answer } from '../../contract/questions.ts'
import {
  checkAnswers,
  discardPartialOf,
  findCollection,
  keepAnswerOf,
  policyOfCollection,
  type Progress,
  progressOf,
  promiseFor,
  resolveLink,
  savePartialOf,
  standingOfLink,
} from '../collection/collection.ts'
import {
  changeOwnAnswer,
  findOwnAnswer,
  findProof,
  isReceipt,
  type OwnAnswer,
  type Proof,
  withdrawOwnAnswer,
} from '../vault/vault.ts'
import { type Db, type Tx } from '../db/db.ts'
import { type Language } from '../language.ts'
import { problem } from '../problem.ts'
import { languageFor, type Wishes } from './view.ts'

/** One use of a link, by the person who holds it. */
export type LinkUse = { readonly db: Db; readonly token: string; readonly now: Date }

const resolve = ({ db, token, now }: LinkUse) => resolveLink(db, token, now)

/**
 * @param attempt the secret of a device: answers that were saved with it are shown to that device alone
 * @throws not_found
 */
export async function readLink(link: LinkUse, attempt: string | null, wishes: Wishes): Promise<Survey> {
  const { db } = link
  const asked = await resolve(link)
  const collection = await findCollection(db.tx, asked)
  if (!collection) throw problem('not_found')
  const standing = await standingOfLink(db.tx, asked, attempt)
  const language = languageFor(wishes, asked.memberLocale, asked.organisationLocale)
  return {
    title: asked.title,
    description: asked.description,
    organisation: asked.organisation,
    state: standing.kind === 'answered' ? 'answered' : asked.state,
    questions: asked.questions,
    confidentiality: await promiseFor(
      db.tx,
      asked.organisationId,
      { policy: policyOfCollection(collection), hash: collection.promise_hash },
      language,
    ),
    promise_hash: asked.promiseHash,
    locale: asked.memberLocale ?? asked.organisationLocale,
    questions_locale: asked.organisationLocale,
    language,
    time_zone: asked.timeZone,
    opens_at: asked.opensAt,
    closes_at: asked.closesAt,
    saved:
      standing.kind === 'saved'
        ? { answers: standing.answers, ...progressOf(asked.questions, standing.answers) }
        : null,
  }
}

/**
 * @param attempt a value that the caller made up: repeating it with the same link gets the same receipt, so a reply lost on
 *   the way can be asked for again; without it the link answers once and then says so
 * @throws not_found | not_open_yet | collection_closed | invalid_answers | already_answered
 */
export async function answer(
  link: LinkUse,
  answers: readonly Answer[],
  attempt: string = randomBytes(16).toString('hex'),
): Promise<Receipt> {
  const asked = await resolve(link)
  const { receipt } = await keepAnswerOf(link.db, asked, answers, attempt, link.now)
  return { receipt, editable_until: asked.collectionClosesAt, promise_hash: asked.promiseHash }
}

/**
 * Saves answers that are not finished. @param lenient keep what fits and ignore the rest
 * @throws not_found | not_open_yet | collection_closed | invalid_answers | already_answered
 */
export async function save(
  link: LinkUse,
  answers: readonly Answer[],
  { attempt, lenient = false }: { attempt: string; lenient?: boolean },
): Promise<{ state: 'partial' } & Progress> {
  const asked = await resolve(link)
  return { state: 'partial', ...(await savePartialOf(link.db, asked, answers, attempt, link.now, lenient)) }
}

/** With another secret, or none, nothing is discarded and nobody is told. @throws not_found */
export async function discard(link: LinkUse, tx: Tx, attempt: string | null): Promise<null> {
  const asked = await resolve(link)
  if (attempt !== null) await discardPartialOf(tx, asked, attempt)
  return null
}

/** @throws not_found */
export async function readReceiptProof(tx: Tx, receipt: string): Promise<ReceiptProof> {
  const proof = await proofOf(tx, receipt)
  if (!proof) throw problem('not_found')
  const { counted, closed_at, mode, k_score, k_comment, k_rate, promise_hash, keys_destroyed_at } = proof
  return {
    counted,
    closed_at,
    mode,
    thresholds: { k_score, k_comment, k_rate },
    promise_hash,
    keys_destroyed_at,
  }
}

/** What the holder of a receipt reads of a closed collection that counted their answer, or undefined. */
export async function countedAnswer(tx: Tx, receipt: string): Promise<Proof | undefined> {
  const proof = await proofOf(tx, receipt)
  return proof?.closed_at ? proof : undefined
}

export function promiseOfProof(tx: Tx, proof: Proof, language: Language): Promise<ConfidentialityPromise> {
  const { organisation_id, mode, k_score, k_comment, k_rate, audience, breakdown, promise_hash } = proof
  const policy = { mode, k_score, k_comment, k_rate, audience, breakdown }
  return promiseFor(tx, organisation_id, { policy, hash: promise_hash }, language)
}

const proofOf = async (tx: Tx, receipt: string): Promise<Proof | undefined> =>
  isReceipt(receipt) ? findProof(tx, receipt) : undefined

/** @throws not_found | collection_closed */
export async function readReceipt(tx: Tx, receipt: string, now: Date): Promise<OwnResponse> {
  return shown(await own(tx, receipt, now, false))
}

/** @throws not_found | collection_closed | invalid_answers */
export async function editReceipt(
  tx: Tx,
  receipt: string,
  answers: readonly Answer[],
  now: Date,
): Promise<OwnResponse> {
  const mine = await own(tx, receipt, now, true)
  const fitting = checkAnswers(mine.questions, answers)
  await changeOwnAnswer(tx, mine, fitting)
  return shown({ ...mine, answers: fitting, state: 'submitted' })
}

/** @throws not_found | collection_closed */
export async function withdrawReceipt(tx: Tx, receipt: string, now: Date): Promise<OwnResponse> {
  const mine = await own(tx, receipt, now, true)
  await withdrawOwnAnswer(tx, mine)
  return shown({ ...mine, answers: [], state: 'withdrawn' })
}

async function own(tx: Tx, receipt: string, now: Date, lock: boolean): Promise<OwnAnswer> {
  if (!isReceipt(receipt)) throw problem('not_found')
  const found = await findOwnAnswer(tx, receipt, now, lock)
  if (found && found !== 'closed') return found
  // At close a receipt no longer opens its answer; it still proves that the answer was counted.
  if (await countedAnswer(tx, receipt)) throw problem('collection_closed', { detail: proofHint })
  throw problem(found ? 'collection_closed' : 'not_found')
}

const proofHint =
  'The collection has closed and this answer was counted; GET /receipts/{receipt}/proof tells under which promise'

const shown = (mine: OwnAnswer): OwnResponse => ({
  state: mine.state,
  title: mine.title,
  questions: mine.questions,
  answers: mine.answers,
  questions_locale: mine.locale,
  time_zone: mine.timeZone,
  editable_until: mine.closesAt,
})
