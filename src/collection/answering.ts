/**
 * Answering by link: from the token in the address to a kept answer. Two statements: what is asked, and the guarded insert
 * of the vault. Nothing here writes a row that knows who answered in anonymous mode.
 */
import { type Mode } from '../../contract/confidentiality.ts'
import { type Answer, type Question } from '../../contract/questions.ts'
import { hasAnswered, type Holder, isLink, keepAnswer } from '../confidentiality/confidentiality.ts'
import { type Db, type Tx } from '../db/db.ts'
import { sha256 } from '../ids.ts'
import { problem } from '../problem.ts'
import { checkAnswers } from './questions.ts'

export type AskedBy = {
  organisationId: string
  collectionId: string
  memberId: string
  teamId: string | null
  link: string
  mode: Mode
  /** null once the keys are destroyed */
  answerKey: Buffer | null
  open: boolean
  closesAt: string | null
  title: string
  description: string | null
  organisation: string
  locale: string | null
  questions: Question[]
  autoClose: boolean
}

type Row = {
  organisation_id: string
  collection_id: string
  member_id: string
  team_id: string | null
  mode: Mode
  answer_key: Buffer | null
  state: string
  closes_at: string | null
  title: string
  description: string | null
  organisation: string
  locale: string | null
  questions: Question[]
  auto_close: boolean
}

/** @throws not_found  no link of this service, or of a collection that was called off */
export async function findAsked(db: Db, link: string, now: Date): Promise<AskedBy> {
  if (!isLink(link)) throw problem('not_found')
  const { rows } = await db.pool.query<Row>({
    name: 'find_asked',
    text: `
      select r.organisation_id, r.collection_id, r.member_id, r.team_id, c.mode, k.answer_key, c.state, c.closes_at,
             c.title, c.description, o.name as organisation, coalesce(m.locale, o.locale) as locale, c.questions, c.auto_close
      from recipients r
      join collections c on c.organisation_id = r.organisation_id and c.id = r.collection_id
      join organisations o on o.id = r.organisation_id
      join members m on m.organisation_id = r.organisation_id and m.id = r.member_id
      left join collection_keys k on k.organisation_id = r.organisation_id and k.collection_id = r.collection_id
      where r.token_sha256 = $1
        and c.state <> 'cancelled'`,
    values: [sha256(link)],
  })
  const row = rows[0]
  if (!row) throw problem('not_found')
  return {
    organisationId: row.organisation_id,
    collectionId: row.collection_id,
    memberId: row.member_id,
    teamId: row.team_id,
    link,
    mode: row.mode,
    answerKey: row.answer_key,
    open:
      row.state === 'open' &&
      row.answer_key !== null &&
      (row.closes_at === null || new Date(row.closes_at) > now),
    closesAt: row.closes_at,
    title: row.title,
    description: row.description,
    organisation: row.organisation,
    locale: row.locale,
    questions: row.questions,
    autoClose: row.auto_close,
  }
}

const holderOf = (asked: AskedBy): Holder => ({ ...asked, answerKey: asked.answerKey! })

export const hasAnsweredBy = async (tx: Tx, asked: AskedBy): Promise<boolean> =>
  asked.open && hasAnswered(tx, holderOf(asked))

/** @throws collection_closed | invalid_answers | already_answered */
export async function keepAnswerOf(
  db: Db,
  asked: AskedBy,
  answers: readonly Answer[],
  attempt: string,
  now: Date,
): Promise<{ receipt: string }> {
  if (!asked.open) throw problem('collection_closed')
  const fitting = checkAnswers(asked.questions, answers)
  const kept = await keepAnswer(db, holderOf(asked), fitting, attempt, now)
  if (kept === 'closed') throw problem('collection_closed')
  if (kept === 'answered') throw problem('already_answered')
  return kept
}
