/**
 * Questions and the answers that fit them. A question is one of the types below, told apart by `type`; each has members of its
 * own and takes no others. What a type means beyond its members is in src/questions/, one file a type.
 */
import { Type, type Static, type TLiteral, type TObject, type TProperties } from 'typebox'
import { driverIds } from './drivers.ts'
import { localDate, oneOf, strict } from './fields.ts'
import { limits } from './limits.ts'

export const questionId = Type.String({ pattern: '^[a-z0-9][a-z0-9_-]*$', maxLength: 64 })
export const wording = Type.String({ minLength: 1, maxLength: limits.textLengthMax, pattern: '\\S' })
const bound = (description: string) =>
  Type.Optional(Type.Number({ minimum: -1e9, maximum: 1e9, description }))
const choice = Type.Union([Type.String({ maxLength: 200 }), Type.Number(), Type.Boolean()])

const labels = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }), {
    minItems: 2,
    maxItems: limits.scaleStepsMax,
    description: 'words for both ends, or one for each step',
  }),
)
const options = Type.Array(strict({ id: questionId, text: wording }), {
  minItems: 2,
  maxItems: limits.optionsMax,
})
const leastPicks = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: limits.optionsMax, description }))
const mostPicks = Type.Optional(Type.Integer({ minimum: 1, maximum: limits.optionsMax + 1 }))
const other = Type.Optional(
  Type.Boolean({
    description: 'an answer in the respondent’s own words is allowed, given as `text`; it counts as one pick',
  }),
)
const maxLength = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: limits.answerLengthMax, description }))

/** What any question may have. */
const shared = {
  help: Type.Optional(Type.String({ maxLength: limits.textLengthMax })),
  required: Type.Optional(Type.Boolean()),
  driver: Type.Optional(oneOf(driverIds)),
  intent: Type.Optional(oneOf(['praise', 'improve', 'open'])),
  show_if: Type.Optional(
    strict(
      {
        question_id: questionId,
        any_of: Type.Array(choice, { minItems: 1, maxItems: limits.optionsMax + 1 }),
      },
      {
        description:
          'put only to those who gave an earlier question one of these values; `other` stands for an answer in one’s own words',
      },
    ),
  ),
  // A program that writes every switch of a form may write this one too, off.
  other: Type.Optional(Type.Literal(false, { description: 'only choices can allow other words' })),
}

/** The types, and the members that each has beside the shared ones. */
const own = {
  scale: {
    min: bound('the lowest value, 1 unless given'),
    max: bound('the highest value, 5 unless given'),
    labels,
  },
  enps: { labels },
  single_choice: { options, other, max_length: maxLength('of other words') },
  multi_choice: {
    options,
    other,
    min_picks: leastPicks('none unless given'),
    max_picks: mostPicks,
    max_length: maxLength('of other words'),
  },
  yes_no: {},
  mood: { labels },
  ranking: {
    options,
    min_picks: leastPicks('all options unless min_picks or max_picks is given'),
    max_picks: mostPicks,
  },
  number: { min: bound('the lowest value'), max: bound('the highest value') },
  date: { earliest: Type.Optional(localDate), latest: Type.Optional(localDate) },
  text: { max_length: maxLength('of the answer') },
} as const satisfies Record<string, TProperties>

export type QuestionType = keyof typeof own
export const questionTypes = Object.keys(own) as QuestionType[]

type Own<T extends QuestionType> = (typeof own)[T]
type Members<T extends QuestionType> = Omit<typeof shared, keyof Own<T>> &
  Own<T> & { id: typeof questionId; type: TLiteral<T>; text: typeof wording }

export type QuestionOf<T extends QuestionType> = Static<TObject<Members<T>>>
export type Question = { [T in QuestionType]: QuestionOf<T> }[QuestionType]

/** single_choice → SingleChoiceQuestion */
const titleOf = (type: string): string =>
  `_${type}Question`.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())

const schemas = questionTypes.map((type) =>
  strict(
    { id: questionId, type: Type.Literal(type), text: wording, ...shared, ...own[type] },
    { title: titleOf(type) },
  ),
)

export const Question = Type.Unsafe<Question>({
  type: 'object',
  required: ['type'],
  oneOf: schemas,
  discriminator: { propertyName: 'type' },
  title: 'Question',
})

export const Questions = Type.Array(Question, { minItems: 1, maxItems: limits.questionsMax })

type NameIn<Q> = Q extends unknown ? keyof Q : never
type MemberIn<Q, Name> = Q extends unknown ? (Name extends keyof Q ? Q[Name] : never) : never

/** The members of every type together: what may be known of a question before its type is. */
export type AnyMembers = { [Name in NameIn<Question>]?: MemberIn<Question, Name> }
export const anyMembers: TProperties = Object.assign({}, shared, ...Object.values(own))

/** The names of the members that questions of a type may have, and of those that they must have. */
export const membersOf = Object.fromEntries(
  schemas.map(({ properties, required = [] }) => {
    const type = properties.type.const
    const names = Object.keys(properties).filter((name) => name !== 'other' || name in own[type])
    return [type, { all: names, required }]
  }),
) as unknown as Record<QuestionType, { all: readonly string[]; required: readonly string[] }>

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

export type Answer = Static<typeof Answer>

/** What an answer says, without the question that it answers. */
export type Reply = Omit<Answer, 'question_id'>
export type Value = NonNullable<Answer['value']>

/** Questions and answers in replies, as they were checked when they came in. */
export const QuestionsSent = Type.Unsafe<Question[]>(Type.Array(Type.Unknown()))
export const AnswersSent = Type.Unsafe<Answer[]>(Type.Array(Type.Unknown()))
