/**
 * Answering: what the holder of a link sees and does, and what the holder of a receipt may still do until close. Nobody
 * else reaches an answer here: the link alone shows that it was used, never what was said.
 */
import { randomBytes } from 'node:crypto'
import { type Answered, type Asked } from '../../contract/answering.ts'
import { type Answer, type Question } from '../../contract/questions.ts'
import {
  checkAnswers,
  findAsked,
  findCollection,
  hasAnsweredBy,
  keepAnswerOf,
  policyOfCollection,
  promiseFor,
} from '../collection/collection.ts'
import {
  changeOwnAnswer,
  findOwnAnswer,
  isReceipt,
  type OwnAnswer,
  withdrawOwnAnswer,
} from '../confidentiality/confidentiality.ts'
import { type Db, type Tx } from '../db/db.ts'
import { problem } from '../problem.ts'

/** @throws not_found */
export async function readLink(db: Db, token: string, now: Date): Promise<Asked> {
  const asked = await findAsked(db, token, now)
  const collection = (await findCollection(db.tx, asked))!
  return {
    title: asked.title,
    description: asked.description,
    organisation: asked.organisation,
    state: !asked.open ? 'closed' : (await hasAnsweredBy(db.tx, asked)) ? 'answered' : 'open',
    questions: asked.questions,
    confidentiality: await promiseFor(
      db.tx,
      asked.organisationId,
      policyOfCollection(collection),
      collection.promise_hash,
    ),
    locale: asked.locale,
    closes_at: asked.closesAt,
  }
}

/**
 * @param attempt a value that the caller made up: repeating it with the same link gets the same receipt, so a reply lost on
 *   the way can be asked for again; without it the link answers once and then says so
 * @throws not_found | collection_closed | invalid_answers | already_answered
 */
export async function answer(
  db: Db,
  token: string,
  answers: readonly Answer[],
  attempt: string | undefined,
  now: Date,
) {
  const asked = await findAsked(db, token, now)
  const { receipt } = await keepAnswerOf(db, asked, answers, attempt ?? randomBytes(16).toString('hex'), now)
  return { receipt: { receipt, editable_until: asked.closesAt }, autoClose: asked.autoClose }
}

/** @throws not_found | collection_closed */
export async function readReceipt(tx: Tx, receipt: string, now: Date): Promise<Answered> {
  return shown(await own(tx, receipt, now, false))
}

/** @throws not_found | collection_closed | invalid_answers */
export async function editReceipt(
  tx: Tx,
  receipt: string,
  answers: readonly Answer[],
  now: Date,
): Promise<Answered> {
  const mine = await own(tx, receipt, now, true)
  const fitting = checkAnswers(mine.questions as Question[], answers)
  await changeOwnAnswer(tx, mine, fitting)
  return shown({ ...mine, answers: fitting, state: 'submitted' })
}

/** @throws not_found | collection_closed */
export async function withdrawReceipt(tx: Tx, receipt: string, now: Date): Promise<null> {
  await withdrawOwnAnswer(tx, await own(tx, receipt, now, true))
  return null
}

async function own(tx: Tx, receipt: string, now: Date, lock: boolean): Promise<OwnAnswer> {
  if (!isReceipt(receipt)) throw problem('not_found')
  const found = await findOwnAnswer(tx, receipt, now, lock)
  if (!found) throw problem('not_found')
  if (found === 'closed') throw problem('collection_closed')
  return found
}

const shown = (mine: OwnAnswer): Answered => ({
  state: mine.state,
  title: mine.title,
  questions: mine.questions as unknown[],
  answers: mine.answers,
  editable_until: mine.closesAt,
})
