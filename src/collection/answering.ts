/**
 * Answering by link: from the token in the address to a stored answer. Two statements: the one that resolves the link, and the
 * guarded insert of the vault; the keys are remembered. In anonymous mode nothing here writes a row that knows who answered. A
 * recipient's own window is in their row of the roster and never ends after the collection's.
 */
import { isCode, readCode } from '../../contract/code-format.ts'
import { takesAnswer } from '../../contract/form-items.ts'
import type { Answer, FormQuestion } from '../../contract/questions.ts'
import { afterCommit, type Db, manyPrepared, one, sql, type Tx } from '../db/db.ts'
import { bool, int4, jsonbOf, nullable, type RowOf, shape, shapeOf, text } from '../db/shape.ts'
import { codes, collections, members, organisations, recipients } from '../db/tables.ts'
import { named, readNamed, sha256 } from '../ids.ts'
import { Problem, problem } from '../problem.ts'
import { definitionOf, isQuestion, leadingParts } from '../questions/questions.ts'
import {
  type AnswerStatus,
  answerStatusOf,
  discardPartial,
  type Holder,
  isLink,
  keepAnswer,
  keysOf,
  linkOfCode,
  savePartial,
} from '../vault/vault.ts'
import { checkAnswers, isShown } from './answers.ts'

const linkRow = shape({
  organisationId: recipients.organisation_id,
  collectionId: recipients.collection_id,
  memberId: nullable(recipients.member_id),
  teamId: recipients.team_id,
  attributeValue: recipients.attribute_value,
  opensAt: recipients.opens_at,
  recipientClosesAt: recipients.closes_at,
  mode: collections.mode,
  ownerKind: collections.owner_kind,
  collectionState: collections.state,
  collectionClosesAt: collections.closes_at,
  title: collections.title,
  description: collections.description,
  organisation: organisations.name,
  colour: organisations.colour,
  logo: organisations.logo,
  memberLocale: members.locale,
  organisationLocale: organisations.locale,
  timeZone: text,
  questions: jsonbOf<FormQuestion[]>(),
  language: collections.language,
  translations: collections.translations,
  promiseHash: collections.promise_hash,
  autoClose: collections.auto_close,
  hasLeft: bool,
  /** Of a code: the cell of its pool. */
  seat: nullable(int4),
  byCode: bool,
})

type LinkRow = RowOf<typeof linkRow>

/**
 * What a link leads to. `opensAt` and `closesAt` bound the recipient's own window, null where the collection has no such bound;
 * until `collectionClosesAt` a receipt opens its answer. `answerKey` is null once the collection has ended. The questions are those
 * of the form, as their author wrote them: `localise` gives them in a reader's language.
 */
export type LinkContext = Omit<LinkRow, 'recipientClosesAt' | 'collectionState' | 'hasLeft'> & {
  link: string
  /** The link, or the code, as its address has it: after its organisation. */
  token: string
  answerKey: Buffer | null
  state: 'upcoming' | 'open' | 'closed'
  closesAt: string | null
}

/** With another collation than that of its indexes, the organisation says where to look and is no reason to read all rows of it (note 108). */
const statement = {
  name: 'resolve_link',
  shape: linkRow,
  text: `
    select r.organisation_id as "organisationId", r.collection_id as "collectionId", r.member_id as "memberId",
           r.team_id as "teamId", r.attribute_value as "attributeValue", r.opens_at as "opensAt",
           r.closes_at as "recipientClosesAt", c.mode, c.owner_kind as "ownerKind", c.state as "collectionState",
           c.closes_at as "collectionClosesAt", c.title, c.description, o.name as organisation, o.colour, o.logo, m.locale as "memberLocale",
           o.locale as "organisationLocale", coalesce(m.time_zone, o.time_zone) as "timeZone", coalesce(c.form, c.questions) as questions,
           c.language, c.translations,
           c.promise_hash as "promiseHash", c.auto_close as "autoClose",
           c.mode = 'attributed' and m.status = 'deactivated' as "hasLeft", null::integer as seat, false as "byCode"
    from recipients r
    join collections c on c.organisation_id = r.organisation_id and c.id = r.collection_id
    join organisations o on o.id = r.organisation_id
    join members m on m.organisation_id = r.organisation_id and m.id = r.member_id
    where r.organisation_id = $1 collate "POSIX"
      and r.token_sha256 = $2
      and c.state <> 'cancelled'`,
}

const codeStatement = {
  name: 'resolve_code',
  shape: linkRow,
  text: `
    select k.organisation_id as "organisationId", k.collection_id as "collectionId", null::text as "memberId",
           p.team_id as "teamId", null::text as "attributeValue", null::timestamptz as "opensAt",
           null::timestamptz as "recipientClosesAt", c.mode, c.owner_kind as "ownerKind", c.state as "collectionState",
           c.closes_at as "collectionClosesAt", c.title, c.description, o.name as organisation, o.colour, o.logo, null::text as "memberLocale",
           o.locale as "organisationLocale", o.time_zone as "timeZone", coalesce(c.form, c.questions) as questions,
           c.language, c.translations,
           c.promise_hash as "promiseHash", c.auto_close as "autoClose",
           false as "hasLeft", p.seat_cell as seat, true as "byCode"
    from codes k
    join code_pools p on p.organisation_id = k.organisation_id and p.collection_id = k.collection_id and p.number = k.number
    join collections c on c.organisation_id = k.organisation_id and c.id = k.collection_id
    join organisations o on o.id = k.organisation_id
    where k.organisation_id = $1 collate "POSIX"
      and k.code_sha256 = $2
      and p.destroyed_at is null
      and c.state = 'open'`,
}

/** A link, or what stands for a code on paper; and its text, as an address has it. */
type Used = { organisationId: string; link: string; token: string; byCode: boolean }

async function usedIn(tx: Tx, token: string): Promise<Used | undefined> {
  const read = readNamed(token)
  if (read && isLink(read.text)) return { ...read, link: read.text, token, byCode: false }
  const text = read?.text ?? token
  const typed = isCode(text) ? readCode(text) : 'mistyped'
  if (typed === 'mistyped') return undefined
  const link = linkOfCode(typed.code)
  const organisationId = read?.organisationId ?? (await organisationOfCode(tx, sha256(link)))
  return organisationId === undefined
    ? undefined
    : { organisationId, link, token: named(organisationId, typed.code), byCode: true }
}

/** Twelve symbols on a slip are all that somebody types, so this asks over all organisations; the address names it from then on. */
const organisationOfCode = async (tx: Tx, hash: Buffer): Promise<string | undefined> =>
  (
    await one(
      tx,
      shapeOf(codes, ['organisation_id']),
      sql`
        select organisation_id
        from codes
        where code_sha256 = ${hash}
        limit 1`,
    )
  )?.organisation_id

/**
 * Where answers have names, the survey is closed for somebody who was deactivated: whoever reads their mail by then would answer in their
 * name. In the other modes their link stays as good as anybody's: whom a link reaches is frozen, and an admin who could end links one by one
 * would choose whose answers are left.
 * @param token  a link, or a code on paper
 * @throws not_found  no link of this service, or of a collection that was cancelled; a code that was destroyed, or whose survey has ended
 */
export async function resolveLink(db: Db, token: string, now: Date): Promise<LinkContext> {
  const used = await usedIn(db.tx, token)
  if (!used) throw problem('not_found')
  const { organisationId, link } = used
  const values = [organisationId, sha256(link)]
  const [row] = await manyPrepared(db, used.byCode ? codeStatement : statement, values)
  if (!row) throw problem('not_found')
  const { recipientClosesAt, collectionState, hasLeft, ...context } = row
  const closesAt = earlier(recipientClosesAt, row.collectionClosesAt)
  const keys = collectionState === 'open' ? await keysOf(db.tx, row) : undefined
  const state = keys && !hasLeft ? stateAt(now, row.opensAt, closesAt) : 'closed'
  return { ...context, link, token: used.token, answerKey: keys?.answerKey ?? null, closesAt, state }
}

const earlier = (one: string | null, other: string | null): string | null =>
  one !== null && (other === null || new Date(one) < new Date(other)) ? one : other

function stateAt(now: Date, opensAt: string | null, closesAt: string | null): LinkContext['state'] {
  if (closesAt !== null && new Date(closesAt) <= now) return 'closed'
  return opensAt !== null && new Date(opensAt) > now ? 'upcoming' : 'open'
}

/** @throws not_open_yet | collection_closed */
function holderOf({ state, answerKey, ...context }: LinkContext): Holder {
  if (state === 'upcoming') throw problem('not_open_yet', { state })
  if (state === 'closed' || answerKey === null) throw problem('collection_closed')
  return { ...context, answerKey }
}

/** @param attempt  the secret of the device; without it no saved answers are returned */
export const answerStatusOfLink = async (
  tx: Tx,
  context: LinkContext,
  attempt: string | null,
): Promise<AnswerStatus> =>
  context.state === 'open' ? answerStatusOf(tx, holderOf(context), attempt) : { kind: 'open' }

/** Answers, and the secret of the device that sends them. */
type Submission = { readonly answers: readonly Answer[]; readonly attempt: string }

/** @throws not_open_yet | collection_closed | invalid_answers | already_answered */
export async function submitAnswers(
  db: Db,
  context: LinkContext,
  { answers, attempt }: Submission,
  now: Date,
): Promise<{ receipt: string }> {
  const holder = holderOf(context)
  const checked = checkAnswers(context.questions, answers)
  const outcome = await keepAnswer(db, holder, { answers: checked, attempt }, now)
  if (outcome === 'closed') throw problem('collection_closed')
  if (outcome === 'answered') throw problem('already_answered')
  // It may have been the last answer.
  if (context.autoClose) afterCommit(db.tx, 'work due', null)
  return outcome
}

export type Progress = { answered: number; of: number }

/**
 * Saves unfinished answers: required ones may be missing and a choice may have too few picks; what is there must fit.
 * @param submission  `lenient` leaves out what does not fit instead of refusing it: for a form that saves itself while its reader types
 * @throws not_open_yet | collection_closed | invalid_answers | already_answered | code_saves_nothing
 */
export async function savePartialAnswers(
  db: Db,
  context: LinkContext,
  { answers, attempt, lenient = false }: Submission & { readonly lenient?: boolean },
  now: Date,
): Promise<Progress> {
  const holder = holderOf(context)
  // The next person at a shared device would read them.
  if (context.byCode) throw problem('code_saves_nothing')
  const checked = (lenient ? fittingUnfinished : checkUnfinished)(context.questions, answers)
  const outcome = await savePartial(db, holder, { answers: checked, attempt }, now)
  if (outcome === 'closed') throw problem('collection_closed')
  if (outcome === 'answered') throw problem('already_answered')
  return progressOf(context.questions, checked)
}

export async function discardPartialAnswers(tx: Tx, context: LinkContext, attempt: string): Promise<void> {
  // Once it has closed there is nothing left to discard.
  if (context.state === 'open') await discardPartial(tx, holderOf(context), attempt)
}

/** How many of the questions that these answers lead to are answered: a matrix is one, a comment none. */
export function progressOf(form: readonly FormQuestion[], answers: readonly Answer[]): Progress {
  const byQuestion = new Map(answers.map((answer) => [answer.question_id, answer]))
  const visible = form.filter((item) => takesAnswer(item) && isShown(item, byQuestion))
  const isDone = (item: FormQuestion): boolean => leadingParts(item).every(({ id }) => byQuestion.has(id))
  return { answered: visible.filter(isDone).length, of: visible.length }
}

function unfinished(item: FormQuestion): FormQuestion {
  if (item.type === 'statement') return item
  return isQuestion(item)
    ? { ...definitionOf(item).unfinished(item), required: false }
    : { ...item, required: false }
}

/** @throws invalid_answers */
const checkUnfinished = (questions: readonly FormQuestion[], answers: readonly Answer[]): Answer[] =>
  checkAnswers(questions.map(unfinished), answers)

function fittingUnfinished(questions: readonly FormQuestion[], answers: readonly Answer[]): Answer[] {
  try {
    return checkUnfinished(questions, answers)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid_answers') throw error
    const wrong = new Set(error.extra.errors?.map(({ pointer }) => pointer))
    const rest = answers.filter((_, index) => !wrong.has(`/answers/${index}`))
    return rest.length < answers.length ? fittingUnfinished(questions, rest) : []
  }
}
