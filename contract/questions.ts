/** Questions and the answers that fit them. Which members a type needs is checked in src/collection/questions.ts. */
import { Type, type Static } from 'typebox'
import { oneOf, strict } from './fields.ts'
import { limits } from './limits.ts'

export const questionTypes = [
  'scale',
  'enps',
  'single_choice',
  'multi_choice',
  'yes_no',
  'mood',
  'ranking',
  'number',
  'date',
  'text',
] as const
export type QuestionType = (typeof questionTypes)[number]

const key = Type.String({ pattern: '^[a-z0-9][a-z0-9_-]*$', maxLength: 64 })
const wording = Type.String({ minLength: 1, maxLength: limits.textLengthMax, pattern: '\\S' })
const choice = Type.Union([Type.String({ maxLength: 200 }), Type.Number(), Type.Boolean()])

export const Question = strict(
  {
    id: key,
    type: oneOf(questionTypes),
    text: wording,
    help: Type.Optional(Type.String({ maxLength: limits.textLengthMax })),
    required: Type.Optional(Type.Boolean()),
    min: Type.Optional(Type.Number({ minimum: -1e9, maximum: 1e9 })),
    max: Type.Optional(Type.Number({ minimum: -1e9, maximum: 1e9 })),
    labels: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 11 })),
    options: Type.Optional(
      Type.Array(strict({ id: key, text: wording }), { minItems: 2, maxItems: limits.optionsMax }),
    ),
    min_picks: Type.Optional(Type.Integer({ minimum: 0, maximum: limits.optionsMax })),
    max_picks: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.optionsMax })),
    other: Type.Optional(
      Type.Boolean({ description: 'choices: an answer of one’s own is allowed, given as `text`' }),
    ),
    max_length: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.answerLengthMax })),
    driver: Type.Optional(Type.String({ maxLength: 64 })),
    intent: Type.Optional(oneOf(['praise', 'improve', 'open'])),
    show_if: Type.Optional(
      strict({ question_id: key, any_of: Type.Array(choice, { minItems: 1, maxItems: limits.optionsMax }) }),
    ),
  },
  { title: 'Question' },
)

export const Questions = Type.Array(Question, { minItems: 1, maxItems: limits.questionsMax })

/** One reply. `value` for everything that can be counted, `text` for words. */
export const Answer = strict(
  {
    question_id: Type.String({ maxLength: 64 }),
    value: Type.Optional(
      Type.Union([choice, Type.Array(Type.String({ maxLength: 200 }), { maxItems: limits.optionsMax })]),
    ),
    text: Type.Optional(Type.String({ maxLength: limits.answerLengthMax })),
  },
  { title: 'Answer' },
)

export const Answers = Type.Array(Answer, { maxItems: limits.questionsMax })

export type Question = Static<typeof Question>
export type Answer = Static<typeof Answer>
