/**
 * Answering: what the holder of a link sees and does, and what the holder of a receipt may still do until close. Nobody else
 * reaches an answer here: a link by itself shows that it was used, never what was answered or saved.
 */
import type * as contract from '../../contract/answering.ts'
import type { OwnResponse, Survey, Receipt, ReceiptProof } from '../../contract/answering.ts'
import type { ConfidentialityPromise } from '../../contract/confidentiality.ts'
import type { Contact } from '../../contract/organisation.ts'
import type { SurveyText } from '../../contract/wording.ts'
import type { Call } from '../call.ts'
import {
  checkAnswers,
  discardPartialAnswers,
  findCollection,
  submitAnswers,
  policyOfCollection,
  type Progress,
  progressOf,
  promiseFor,
  resolveLink,
  findNotCounted,
  findUncountedPlace,
  savePartialAnswers,
  answerStatusOfLink,
} from '../collection/collection.ts'
import {
  changeOwnAnswer,
  findOwnAnswer,
  findProof,
  type OwnAnswer,
  type Proof,
  readReceipt as presentedReceipt,
  withdrawOwnAnswer,
} from '../vault/vault.ts'
import { dbOf, type Tx } from '../db/db.ts'
import type { Language } from '../language.ts'
import { problem } from '../problem.ts'
import { type Content, previewPage } from './pages.ts'
import { type Terms, termsOf, termsOfOwn } from './promise.ts'
import {
  deleteConversation,
  findContacts,
  findConversation,
  findRepliesOfKey,
  findRepliesOfReceipt,
  findRepliesToMember,
  type OwnConversationLink,
  type ReplyPage,
} from '../replies/replies.ts'
import { type LocalisedSurvey, localise } from '../questions/questions.ts'
import { randomBytes } from '../random-bytes.ts'
import { type AuthorTexts, type Brand, branded, languageFor, type View, viewIn, type Wishes } from './view.ts'

/** One use of a link, by JSON or on the page. */
export type LinkUse = Pick<Call<typeof contract.readLink>, 'tx' | 'params' | 'now'>
export type ReceiptUse = Pick<Call<typeof contract.readReceipt>, 'tx' | 'params' | 'now'>

/** Answers that a device saved are shown to that device alone: `attempt` is its secret. */
export type Reader = { readonly attempt: string | null; readonly wishes: Wishes }

const resolve = ({ tx, params, now }: LinkUse) => resolveLink(dbOf(tx), params.token, now)

/** What the address of a survey holds for a code that was typed. @throws not_found  a code of no open survey, or one that was destroyed */
export const tokenOfCode = async (link: LinkUse): Promise<string> => (await resolve(link)).token

/** @throws not_found */
export async function readLink({ headers, ...link }: Call<typeof contract.readLink>): Promise<Survey> {
  const { survey } = await readSurvey(link, {
    attempt: headers['sonde-attempt'] ?? null,
    wishes: { chosen: null, accepted: headers['accept-language'] },
  })
  return survey
}

/** What somebody reads, and how the page writes it. */
export type SurveyRead = {
  survey: Survey
  view: View
  /** Whether something was replied to it, or to an earlier occurrence: rosters decide it alone. */
  hasReplies(): Promise<boolean>
  /** Who sees the results of what is sent. */
  terms: Terms
  closedAt: string | null
}

/** @throws not_found */
export async function readSurvey(link: LinkUse, { attempt, wishes }: Reader): Promise<SurveyRead> {
  const { tx } = link
  const context = await resolve(link)
  const collection = await findCollection(tx, context)
  if (!collection) throw problem('not_found')
  const status = await answerStatusOfLink(tx, context, attempt)
  const language = languageFor(wishes, context.memberLocale, context.organisationLocale)
  const { written, locale, ...author } = localise(context, context, language, context.organisationLocale)
  const { memberId, teamId } = context
  const notCounted =
    memberId === null
      ? await findUncountedPlace(tx, context, { teamId, language })
      : await findNotCounted(tx, context, { memberId, language })
  const survey: Survey = {
    title: written.title,
    description: written.description,
    organisation: context.organisation,
    state: status.kind === 'answered' ? 'answered' : context.state,
    questions: [...written.questions],
    confidentiality: await promiseFor(
      tx,
      context.organisationId,
      { policy: policyOfCollection(collection), hash: collection.promise_hash },
      language,
    ),
    by_code: context.byCode,
    is_counted: notCounted === null,
    not_counted: notCounted,
    promise_hash: context.promiseHash,
    locale: context.memberLocale ?? context.organisationLocale,
    questions_locale: locale,
    language,
    time_zone: context.timeZone,
    opens_at: context.opensAt,
    closes_at: context.closesAt,
    saved:
      status.kind === 'saved'
        ? { answers: status.answers, ...progressOf(context.questions, status.answers) }
        : null,
  }
  return {
    survey,
    view: branded(viewIn(language, authorOf(author), context.timeZone), context),
    hasReplies: async () => {
      const mayHave = context.ownerKind === 'check_in_instance' || context.state === 'closed'
      if (memberId === null || !mayHave) return false
      const page = await findRepliesToMember(tx, { ...context, memberId })
      return page !== undefined && page.replies.length > 0
    },
    terms: termsOf(survey.confidentiality, language),
    closedAt: collection.closed_at,
  }
}

const authorOf = ({
  mainLocale,
  translated,
}: Pick<LocalisedSurvey<SurveyText>, 'mainLocale' | 'translated'>): AuthorTexts => ({
  locale: mainLocale,
  translated,
})

type PreviewReader = {
  language: Language
  theme: 'light' | 'dark' | undefined
  /** The language of the author's texts, except those that are translated. */
  locale: string
  translated: ReadonlySet<string>
  timeZone: string
  brand: Brand
}

/** The page of a survey that nobody has been asked yet, as an HTML document. */
export const previewSurvey = (
  survey: Content,
  { language, theme, timeZone, brand, ...author }: PreviewReader,
): string => String(previewPage(branded(viewIn(language, author, timeZone), brand), survey, theme))

type AnswerUse = LinkUse & Pick<Call<typeof contract.answerLink>, 'body' | 'idempotencyKey'>

/**
 * Repeated with the same link and attempt, a value that the caller made up, it returns the same receipt: a reply that was lost
 * can be fetched again. Without an attempt the link answers once and is then refused.
 * @throws not_found | not_open_yet | collection_closed | invalid_answers | already_answered
 */
export async function answerLink({ body, idempotencyKey, ...link }: AnswerUse): Promise<Receipt> {
  const context = await resolve(link)
  const attempt = body.attempt || (idempotencyKey ?? randomBytes(16).toString('hex'))
  const { receipt } = await submitAnswers(
    dbOf(link.tx),
    context,
    { answers: body.answers, attempt },
    link.now,
  )
  return { receipt, editable_until: context.collectionClosesAt, promise_hash: context.promiseHash }
}

/**
 * Saves answers that are not finished.
 * @param lenient  keep what fits and ignore the rest
 * @throws not_found | not_open_yet | collection_closed | invalid_answers | already_answered
 */
export async function saveLink(
  { body: { answers, attempt }, ...link }: LinkUse & Pick<Call<typeof contract.saveLink>, 'body'>,
  { lenient = false }: { lenient?: boolean } = {},
): Promise<{ state: 'partial' } & Progress> {
  const context = await resolve(link)
  const db = dbOf(link.tx)
  return {
    state: 'partial',
    ...(await savePartialAnswers(db, context, { answers, attempt, lenient }, link.now)),
  }
}

/** With another secret, or none, nothing is discarded and the reply is the same. @throws not_found */
export async function discardLink({
  headers,
  ...link
}: LinkUse & Pick<Call<typeof contract.discardLink>, 'headers'>): Promise<null> {
  const context = await resolve(link)
  const attempt = headers['sonde-attempt']
  if (attempt !== undefined) await discardPartialAnswers(link.tx, context, attempt)
  return null
}

/** @throws not_found */
export async function readReceiptProof({
  tx,
  params,
}: Call<typeof contract.readReceiptProof>): Promise<ReceiptProof> {
  const proof = await findProofOf(tx, params.receipt)
  if (!proof) throw problem('not_found')
  const { counted, closed_at, mode, k_score, k_comment, k_rate, promise_hash, keys_destroyed_at } = proof
  return {
    counted,
    closed_at,
    mode,
    thresholds: { k_score, k_comment, k_rate },
    promise_hash,
    keys_destroyed_at,
    answers_due_at: proof.answers_due_at,
    answers_deleted_at: proof.answers_deleted_at,
    legal_hold: proof.held_at !== null,
  }
}

/** What came of a survey, for the holder of its link: the same before and after they answered. @throws not_found */
export async function readLinkReplies(
  link: LinkUse,
): Promise<{ page: ReplyPage; memberLocale: string | null }> {
  const { memberId, ...context } = await resolve(link)
  // What came of earlier surveys is for those who were asked then: of a code nobody knows.
  if (memberId === null) throw problem('not_found')
  const page = await findRepliesToMember(link.tx, { ...context, memberId })
  if (!page) throw problem('not_found')
  return { page, memberLocale: context.memberLocale }
}

/** @throws not_found  also while the survey is open */
export async function readReceiptReplies({
  tx,
  params,
}: Pick<ReceiptUse, 'tx' | 'params'>): Promise<ReplyPage> {
  const proof = await findClosedProof(tx, params.receipt)
  const page =
    proof &&
    (await findRepliesOfReceipt(tx, {
      organisationId: proof.organisation_id,
      collectionId: proof.collection_id,
    }))
  if (!page) throw problem('not_found')
  return page
}

/** Whether the page of a receipt leads to something. */
export async function hasRepliesToProof(tx: Tx, proof: Proof): Promise<boolean> {
  const { organisation_id: organisationId, collection_id: collectionId } = proof
  const page = await findRepliesOfReceipt(tx, { organisationId, collectionId })
  return page !== undefined && page.replies.length > 0
}

/** @throws not_found */
export async function readKeyReplies(tx: Tx, key: string): Promise<ReplyPage> {
  const page = await findRepliesOfKey(tx, key)
  if (!page) throw problem('not_found')
  return page
}

export type ClosedProof = Proof & { closed_at: string }

/** The proof of an answer that a closed collection counted, or undefined. */
export async function findClosedProof(tx: Tx, receipt: string): Promise<ClosedProof | undefined> {
  const proof = await findProofOf(tx, receipt)
  return proof && proof.closed_at !== null ? { ...proof, closed_at: proof.closed_at } : undefined
}

export function promiseOfProof(tx: Tx, proof: Proof, language: Language): Promise<ConfidentialityPromise> {
  const { organisation_id, mode, k_score, k_comment, k_rate, audience, breakdown, promise_hash } = proof
  const { results_audience, results_readers } = proof
  const policy = {
    mode,
    k_score,
    k_comment,
    k_rate,
    audience,
    results_audience,
    results_readers,
    breakdown,
    retention_days: proof.promised_days,
    kept: keptOf(proof),
  }
  return promiseFor(tx, organisation_id, { policy, hash: promise_hash }, language)
}

const keptOf = ({ kept_days, answers_due_at, answers_deleted_at, held_at }: Proof) => ({
  days: kept_days,
  due_at: answers_due_at,
  deleted_at: answers_deleted_at,
  held: held_at !== null,
})

async function findProofOf(tx: Tx, receipt: string): Promise<Proof | undefined> {
  const presented = presentedReceipt(receipt)
  return presented && findProof(tx, presented)
}

/** @throws not_found | collection_closed */
export async function readReceipt({
  headers,
  ...use
}: Call<typeof contract.readReceipt>): Promise<OwnResponse> {
  const { own } = await readOwnAnswer(use, { chosen: null, accepted: headers['accept-language'] })
  return own
}

/** What somebody answered, and how the page writes it. */
export type OwnAnswerRead = {
  own: OwnResponse
  view: View
  contacts: readonly Contact[]
  terms: Terms
  /** What readers wrote about it, where its promise names some. */
  conversation: OwnConversationLink | null
}

/** @throws not_found | collection_closed */
export async function readOwnAnswer(use: ReceiptUse, wishes: Wishes): Promise<OwnAnswerRead> {
  const own = await getOwnAnswer(use, { lock: false })
  const contacts = await findContacts(use.tx, own.organisationId)
  const terms = await termsOfOwn(use.tx, own, languageOfOwn(own, wishes))
  const conversation = own.mode === 'attributed' ? await findConversation(use.tx, own) : null
  return { own: replyOf(own, wishes), view: viewOf(own, wishes), contacts, terms, conversation }
}

/** A receipt does not tell whose it is, and so not which language they read. */
const languageOfOwn = ({ locale }: OwnAnswer, wishes: Wishes): Language => languageFor(wishes, null, locale)

function viewOf(own: OwnAnswer, wishes: Wishes): View {
  const language = languageOfOwn(own, wishes)
  return branded(viewIn(language, authorOf(localise(own, own, language, own.locale)), own.timeZone), own)
}

/** @throws not_found | collection_closed | invalid_answers */
export async function editReceipt({
  body,
  ...use
}: ReceiptUse & Pick<Call<typeof contract.editReceipt>, 'body'>): Promise<OwnResponse> {
  const own = await getOwnAnswer(use, { lock: true })
  const answers = checkAnswers(own.questions, body.answers)
  await changeOwnAnswer(use.tx, own, answers)
  return replyOf({ ...own, answers, state: 'submitted' })
}

/** @throws not_found | collection_closed */
export async function withdrawReceipt(use: ReceiptUse): Promise<null> {
  const own = await getOwnAnswer(use, { lock: true })
  await withdrawOwnAnswer(use.tx, own)
  await deleteConversation(use.tx, own)
  return null
}

/** @throws not_found | collection_closed */
async function getOwnAnswer(
  { tx, params: { receipt }, now }: ReceiptUse,
  { lock }: { lock: boolean },
): Promise<OwnAnswer> {
  const presented = presentedReceipt(receipt)
  if (!presented) throw problem('not_found')
  const own = await findOwnAnswer(tx, presented, now, lock)
  if (own && own !== 'closed') return own
  // From close on a receipt no longer opens its answer; it still proves that the answer was counted.
  if (await findClosedProof(tx, receipt)) throw problem('collection_closed', { detail: proofHint })
  throw problem(own ? 'collection_closed' : 'not_found')
}

const proofHint =
  'The collection has closed and this answer was counted; GET /receipts/{receipt}/proof returns the promise that it was counted under'

const noWishes: Wishes = { chosen: null, accepted: undefined }

function replyOf(own: OwnAnswer, wishes: Wishes = noWishes): OwnResponse {
  const { written, locale } = localise(own, own, languageOfOwn(own, wishes), own.locale)
  return {
    state: own.state,
    title: written.title,
    questions: [...written.questions],
    answers: own.answers,
    questions_locale: locale,
    time_zone: own.timeZone,
    editable_until: own.closesAt,
  }
}
