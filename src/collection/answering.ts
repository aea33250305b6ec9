/**
 * Answering by link: from what a link leads to (links.ts) to a stored answer. Two statements: the one that resolves the link, and the
 * guarded insert of the vault; the keys are remembered. In anonymous mode nothing here writes a row that knows who answered.
 */
import { takesAnswer } from '../../contract/form-items.ts'
import type { Answer, FormQuestion } from '../../contract/questions.ts'
import { afterCommit, type Db, type Tx } from '../db/db.ts'
import { Problem, problem } from '../problem.ts'
import { definitionOf, isQuestion, leadingParts } from '../questions/questions.ts'
import {
  type AnswerStatus,
  answerStatusOf,
  discardSaved,
  type Holder,
  keepAnswer,
  saveAnswer,
} from '../vault/vault.ts'
import { checkAnswers, isShown } from './answers.ts'
import type { LinkContext } from './links.ts'

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
  const outcome = await saveAnswer(db, holder, { answers: checked, attempt }, now)
  if (outcome === 'closed') throw problem('collection_closed')
  if (outcome === 'answered') throw problem('already_answered')
  return progressOf(context.questions, checked)
}

export async function discardPartialAnswers(tx: Tx, context: LinkContext, attempt: string): Promise<void> {
  // Once it has closed there is nothing left to discard.
  if (context.state === 'open') await discardSaved(tx, holderOf(context), attempt)
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
