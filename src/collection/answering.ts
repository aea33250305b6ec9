/**
 * Answering by link: from the token in the address to a kept answer. Two statements: what is asked, and the guarded insert
 * of the vault. Nothing here writes a row that knows who answered in anonymous mode. A recipient's own window stands in
 * his row of the roster and never reaches beyond the collection's.
 */
import { type Mode } from '../../contract/confidentiality.ts'
import { type Answer, type Question } from '../../contract/questions.ts'
import {
  discardPartial,
  type Holder,
  isLink,
  keepAnswer,
  savePartial,
  type AnswerStatus,
  answerStatusOf,
} from '../vault/vault.ts'
import { keysOfCollection } from '../vault/vault.ts'
import { afterCommit, type Db, type Tx } from '../db/db.ts'
import { sha256 } from '../ids.ts'
import { Problem, problem } from '../problem.ts'
import { definitionOf } from '../questions/questions.ts'
import { checkAnswers, isShown } from './answers.ts'

export type LinkContext = {
  organisationId: string
  collectionId: string
  memberId: string
  teamId: string | null
  attributeValue: string | null
  link: string
  mode: Mode
  /** null once the keys are destroyed */
  answerKey: Buffer | null
  state: 'upcoming' | 'open' | 'closed'
  /** The recipient's own window; null: as long as the collection's */
  opensAt: string | null
  closesAt: string | null
  /** When the collection closes: until then a receipt holds */
  collectionClosesAt: string | null
  title: string
  description: string | null
  organisation: string
  memberLocale: string | null
  /** That in which the questions are written */
  organisationLocale: string
  timeZone: string
  questions: Question[]
  promiseHash: string | null
  autoClose: boolean
}

type Row = {
  organisation_id: string
  collection_id: string
  member_id: string
  team_id: string | null
  attribute_value: string | null
  opens_at: string | null
  own_closes_at: string | null
  mode: Mode
  answer_key: Buffer | null
  state: string
  closes_at: string | null
  title: string
  description: string | null
  organisation: string
  member_locale: string | null
  organisation_locale: string
  time_zone: string
  questions: Question[]
  promise_hash: string | null
  auto_close: boolean
}

/** @throws not_found  no link of this service, or of a collection that was called off */
export async function resolveLink(db: Db, link: string, now: Date): Promise<LinkContext> {
  if (!isLink(link)) throw problem('not_found')
  const { rows } = await db.pool.query<Row>({
    name: 'find_asked',
    text: `
      select r.organisation_id, r.collection_id, r.member_id, r.team_id, r.attribute_value, r.opens_at, r.closes_at as own_closes_at,
             c.mode, k.answer_key, c.state, c.closes_at, c.title, c.description, o.name as organisation,
             m.locale as member_locale, o.locale as organisation_locale, coalesce(m.time_zone, o.time_zone) as time_zone,
             c.questions, c.promise_hash, c.auto_close
      from recipients r
      join collections c on c.organisation_id = r.organisation_id and c.id = r.collection_id
      join organisations o on o.id = r.organisation_id
      join members m on m.organisation_id = r.organisation_id and m.id = r.member_id
      left join ${keysOfCollection}
      where r.token_sha256 = $1
        and c.state <> 'cancelled'`,
    values: [sha256(link)],
  })
  const row = rows[0]
  if (!row) throw problem('not_found')
  const closesAt = earlier(row.own_closes_at, row.closes_at)
  return {
    organisationId: row.organisation_id,
    collectionId: row.collection_id,
    memberId: row.member_id,
    teamId: row.team_id,
    attributeValue: row.attribute_value,
    link,
    mode: row.mode,
    answerKey: row.answer_key,
    state: stateOf(row, closesAt, now),
    opensAt: row.opens_at,
    closesAt,
    collectionClosesAt: row.closes_at,
    title: row.title,
    description: row.description,
    organisation: row.organisation,
    memberLocale: row.member_locale,
    organisationLocale: row.organisation_locale,
    timeZone: row.time_zone,
    questions: row.questions,
    promiseHash: row.promise_hash,
    autoClose: row.auto_close,
  }
}

const earlier = (one: string | null, other: string | null): string | null =>
  one !== null && (other === null || new Date(one) < new Date(other)) ? one : other

function stateOf(row: Row, closesAt: string | null, now: Date): LinkContext['state'] {
  const over = row.state !== 'open' || row.answer_key === null
  if (over || (closesAt !== null && new Date(closesAt) <= now)) return 'closed'
  return row.opens_at !== null && new Date(row.opens_at) > now ? 'upcoming' : 'open'
}

/** @throws not_open_yet | collection_closed */
function holderOf(asked: LinkContext): Holder {
  if (asked.state === 'upcoming') throw problem('not_open_yet', { state: 'upcoming' })
  if (asked.state === 'closed') throw problem('collection_closed')
  return { ...asked, answerKey: asked.answerKey! }
}

/** @param attempt the secret of the device, without which nothing of what was saved is shown */
export async function standingOfLink(
  tx: Tx,
  asked: LinkContext,
  attempt: string | null,
): Promise<AnswerStatus> {
  return asked.state === 'open' ? answerStatusOf(tx, holderOf(asked), attempt) : { kind: 'open' }
}

/** @throws not_open_yet | collection_closed | invalid_answers | already_answered */
export async function keepAnswerOf(
  db: Db,
  asked: LinkContext,
  answers: readonly Answer[],
  attempt: string,
  now: Date,
): Promise<{ receipt: string }> {
  const holder = holderOf(asked)
  const fitting = checkAnswers(asked.questions, answers)
  const kept = await keepAnswer(db, holder, { answers: fitting, attempt }, now)
  if (kept === 'closed') throw problem('collection_closed')
  if (kept === 'answered') throw problem('already_answered')
  // It may have been the last answer.
  if (asked.autoClose) afterCommit(db.tx, 'work due', null)
  return kept
}

export type Progress = { answered: number; of: number }

/**
 * Saves what is there so far: it may miss what is required and pick too few, and must fit otherwise.
 * @param lenient leave out what does not fit, instead of refusing it: for what saves itself while somebody is typing
 * @throws not_open_yet | collection_closed | invalid_answers | already_answered
 */
export async function savePartialOf(
  db: Db,
  asked: LinkContext,
  answers: readonly Answer[],
  attempt: string,
  now: Date,
  lenient = false,
): Promise<Progress> {
  const holder = holderOf(asked)
  const fitting = (lenient ? fittingUnfinished : checkUnfinished)(asked.questions, answers)
  const saved = await savePartial(db, holder, { answers: fitting, attempt }, now)
  if (saved === 'closed') throw problem('collection_closed')
  if (saved === 'answered') throw problem('already_answered')
  return progressOf(asked.questions, fitting)
}

export async function discardPartialOf(tx: Tx, asked: LinkContext, attempt: string): Promise<void> {
  // Closed, there is nothing left to discard.
  if (asked.state === 'open') await discardPartial(tx, holderOf(asked), attempt)
}

/** How many of the questions that are put to somebody who gives these answers are answered. */
export function progressOf(questions: readonly Question[], answers: readonly Answer[]): Progress {
  const given = new Map(answers.map((answer) => [answer.question_id, answer]))
  const shown = questions.filter((question) => isShown(question, given))
  return { answered: shown.filter(({ id }) => given.has(id)).length, of: shown.length }
}

const unfinished = (question: Question): Question => ({
  ...definitionOf(question).unfinished(question),
  required: false,
})

/** @throws invalid_answers */
const checkUnfinished = (questions: readonly Question[], answers: readonly Answer[]): Answer[] =>
  checkAnswers(questions.map(unfinished), answers)

function fittingUnfinished(questions: readonly Question[], answers: readonly Answer[]): Answer[] {
  try {
    return checkUnfinished(questions, answers)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid_answers') throw error
    const wrong = new Set(error.extra.errors?.map(({ pointer }) => pointer))
    const rest = answers.filter((_, index) => !wrong.has(`/answers/${index}`))
    return rest.length < answers.length ? fittingUnfinished(questions, rest) : []
  }
}
