/** Questions and the answers that fit them. Which members a type needs is checked in src/collection/questions.ts. */
import { Type, type Static } from 'typebox'
import { driverIds } from './drivers.ts'
import { localDate, oneOf, strict } from './fields.ts'
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
const bound = (description: string) =>
  Type.Optional(Type.Number({ minimum: -1e9, maximum: 1e9, description }))
const choice = Type.Union([Type.String({ maxLength: 200 }), Type.Number(), Type.Boolean()])

export const Question = strict(
  {
    id: key,
    type: oneOf(questionTypes),
    text: wording,
    help: Type.Optional(Type.String({ maxLength: limits.textLengthMax })),
    required: Type.Optional(Type.Boolean()),
    min: bound('scale (1 unless given) and number: the lowest value'),
    max: bound('scale (5 unless given) and number: the highest value'),
    labels: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }), {
        minItems: 2,
        maxItems: limits.scaleStepsMax,
        description: 'scale, enps, mood: words for both ends, or one for each step',
      }),
    ),
    options: Type.Optional(
      Type.Array(strict({ id: key, text: wording }), { minItems: 2, maxItems: limits.optionsMax }),
    ),
    min_picks: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: limits.optionsMax,
        description:
          'multi_choice: none unless given; ranking: all options unless min_picks or max_picks is given',
      }),
    ),
    max_picks: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.optionsMax + 1 })),
    other: Type.Optional(
      Type.Boolean({
        description: 'choices: an answer of one’s own is allowed, given as `text`; it counts as one pick',
      }),
    ),
    earliest: Type.Optional(localDate),
    latest: Type.Optional(localDate),
    max_length: Type.Optional(
      Type.Integer({ minimum: 1, maximum: limits.answerLengthMax, description: 'text, and other words' }),
    ),
    driver: Type.Optional(oneOf(driverIds)),
    intent: Type.Optional(oneOf(['praise', 'improve', 'open'])),
    show_if: Type.Optional(
      strict(
        { question_id: key, any_of: Type.Array(choice, { minItems: 1, maxItems: limits.optionsMax + 1 }) },
        {
          description:
            'put only to those who gave an earlier question one of these values; `other` stands for an answer in one’s own words',
        },
      ),
    ),
  },
  { title: 'Question' },
)

export const Questions = Type.Array(Question, { minItems: 1, maxItems: limits.questionsMax })

/** What a choice in one's own words is called where values are listed; no option may have this id beside it. */
export const otherValue = 'other'

/** One reply. `value` for everything that can be counted, `text` for words. */
export const Answer = strict(
  {
    question_id: Type.String({ maxLength: 64 }),
    value: Type.Optional(
      Type.Union([choice, Type.Array(Type.String({ maxLength: 200 }), { maxItems: limits.optionsMax })]),
    ),
    text: Type.Optional(Type.String({ maxLength: limits.answerLengthMax })),
    do_not_quote: Type.Optional(
      Type.Boolean({
        description:
          'text questions: the words are counted and analysed, and shown as no comment and no quote',
      }),
    ),
  },
  { title: 'Answer' },
)

export const Answers = Type.Array(Answer, { maxItems: limits.questionsMax })

export type Question = Static<typeof Question>
export type Answer = Static<typeof Answer>
