/** A collection of 20 questions of every type, as everybody in it answers, and its close: for the benchmarks of the gate. */
import type { Mode } from '../contract/confidentiality.ts'
import type { Answer, Question, QuestionType } from '../contract/questions.ts'
import { byClock } from '../src/audit/audit.ts'
import { closeWithoutAnalysis } from '../src/collection/collection.ts'
import type { CollectionRef } from '../src/collection-ref.ts'
import type { Db } from '../src/db/db.ts'
import { definitionOf, isText } from '../src/questions/questions.ts'
import { mulberry32, type Random } from '../src/text/text.ts'
import { keepAnswer, keysOf, linkOf } from '../src/vault/vault.ts'
import { recipientsOf } from './fixture.ts'

const types: QuestionType[] = ['scale', 'enps', 'mood', 'yes_no', 'single_choice', 'multi_choice', 'number']
const options = ['a', 'b', 'c', 'd'].map((id) => ({ id, text: `Option ${id}` }))

/** 20 questions: 17 that are counted, in turn of every type, and 3 texts. */
export const twentyQuestions: Question[] = Array.from({ length: 20 }, (_, at): Question => {
  const type = at % 7 === 6 && at > 0 ? 'text' : types[at % types.length]
  return {
    id: `q${at}`,
    type,
    text: `Question ${at}`,
    ...(type.endsWith('_choice') && { options }),
    ...(type === 'number' && { min: 0, max: 60 }),
  } as Question
})

const words =
  'we wait for reviews and nobody decides while the release is late but the team helps a lot'.split(' ')

function answersBy(questions: readonly Question[], random: Random): Answer[] {
  const whole = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1))
  const value = (question: Question): Answer['value'] => {
    const tally = definitionOf(question).tally(question)
    if (tally.kind === 'one') return tally.values[whole(0, tally.values.length - 1)]
    return tally.kind === 'several'
      ? tally.values.slice(0, whole(1, tally.values.length)).map(String)
      : whole(0, 60)
  }
  return questions.map((question) => ({
    question_id: question.id,
    ...(isText(question)
      ? { text: Array.from({ length: whole(5, 30) }, () => words[whole(0, words.length - 1)]).join(' ') }
      : { value: value(question) }),
  }))
}

/** Everybody who was asked answers, four at a time. */
export async function answeredByAll(
  db: Db,
  ref: CollectionRef,
  mode: Mode,
  questions: readonly Question[],
): Promise<void> {
  const now = new Date()
  const keys = await keysOf(db.tx, { ...ref, mode })
  if (!keys) throw new Error('the collection has no keys: it is not open')
  const { linkKey, answerKey } = keys
  const recipients = await recipientsOf(db, ref)
  const random = mulberry32(7)
  const answer = async (): Promise<void> => {
    for (let next = recipients.pop(); next; next = recipients.pop()) {
      const link = linkOf(linkKey, next.member_id)
      const who = { memberId: next.member_id, teamId: next.team_id, attributeValue: null }
      const holder = { ...ref, ...who, mode, answerKey, link }
      await keepAnswer(db, holder, { answers: answersBy(questions, random), attempt: 'a' }, now)
    }
  }
  await Promise.all([answer(), answer(), answer(), answer()])
}

/** Closes from the call to the commit. @returns seconds */
export async function closed(db: Db, ref: CollectionRef): Promise<number> {
  const began = performance.now()
  await db.transaction((tx) => closeWithoutAnalysis(tx, ref, { by: byClock, now: new Date() }))
  return (performance.now() - began) / 1000
}
