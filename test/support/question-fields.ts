/**
 * Where every type of question is asked, answered and read: a field for each. The tests of a field go through all types, so that a new type has
 * every one or says here why it has not.
 * Slack has all of them in src/channels/slack-form.test.ts.
 */
import type { FormQuestion, FormType } from '../../contract/questions.ts'
import { everyForm } from './every-question.ts'

const onPages = 'src/respond/every-question.e2e.test.ts'
const inFlow = 'test/flows/every-question.test.ts'

/** Each with the file that has a suite of it. */
export const fields = {
  script: onPages,
  'no script': onPages,
  keyboard: onPages,
  touch: onPages,
  names: onPages,
  '360 px': onPages,
  'right to left': onPages,
  dark: onPages,
  'e-mail': inFlow,
  csv: inFlow,
  parquet: inFlow,
  insight: inFlow,
} as const

export type Field = keyof typeof fields

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
