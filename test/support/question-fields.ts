/**
 * Where every type of question is asked, answered and read: a field for each. The tests of a field go through all types, so that a new type has
 * every one or says here why it has not.
 *
 * | field         | tested in                          |
 * | ------------- | ---------------------------------- |
 * | script … dark | src/respond/every-question.e2e.test.ts |
 * | slack         | src/channels/slack-form.test.ts    |
 * | the others    | test/flows/every-question.test.ts      |
 */
import type { FormQuestion, FormType } from '../../contract/questions.ts'
import { everyForm } from './every-question.ts'

export type Field =
  | 'script'
  | 'no script'
  | 'keyboard'
  | 'touch'
  | 'names'
  | '360 px'
  | 'right to left'
  | 'dark'
  | 'e-mail'
  | 'csv'
  | 'parquet'
  | 'insight'

const noAnswer = 'nobody answers it'
const noSignal = 'its results are counts, of which no signal is made'

/** Why a type has no test in a field. */
const exceptions: Partial<Record<FormType, Partial<Record<Field, string>>>> = {
  statement: {
    script: noAnswer,
    'no script': noAnswer,
    keyboard: noAnswer,
    touch: noAnswer,
    csv: noAnswer,
    parquet: noAnswer,
    insight: noAnswer,
  },
  single_choice: { insight: noSignal },
  multi_choice: { insight: noSignal },
  yes_no: { insight: noSignal },
  ranking: { insight: noSignal },
  number: { insight: noSignal },
  date: { insight: noSignal },
}

/** The items that have a test in a field: one of every other type, and a rating with a comment. */
export const itemsWith = (field: Field): FormQuestion[] =>
  everyForm.filter(({ type }) => exceptions[type]?.[field] === undefined)
