/**
 * Questions and their answers. A question is one of the types below, distinguished by `type`; each type has its own members and
 * refuses others. The rules of each type are in src/questions/, one file per type.
 *
 * Authors write a form: questions, matrices of several questions on one scale, and statements that ask nothing. Answers and figures
 * are about its parts alone: a matrix has one for each row, `{matrix}.{row}`, and a rating that allows a comment has a second one,
 * `{rating}.comment`. No id contains a dot, so that no part has the id of another question.
 */
import type { Static, TLiteral, TObject, TProperties } from 'typebox'
import { driverIds } from './drivers.ts'
import { type Icon, icons, sliderDefaults } from './form-items.ts'
import { localDate, oneOf, strict } from './fields.ts'
import { limits } from './limits.ts'
import { Type } from './schema.ts'

const idPattern = '^[a-z0-9][a-z0-9_-]*$'
export const questionId = Type.String({ pattern: idPattern, maxLength: 64 })
/** As the name of a member. */
export const questionIdName = Type.String({ pattern: idPattern })
export const wording = Type.String({ minLength: 1, maxLength: limits.textLengthMax, pattern: '\\S' })
const bound = (description: string) =>
  Type.Optional(Type.Number({ minimum: -1e9, maximum: 1e9, description }))
const choice = Type.Union([Type.String({ maxLength: 200 }), Type.Number(), Type.Boolean()])

const labels = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }), {
    minItems: 2,
    maxItems: limits.scaleStepsMax,
    description: 'labels for both ends, or one for each step',
  }),
)
const endLabels = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }), {
    minItems: 2,
    maxItems: 2,
    description: 'labels for both ends',
  }),
)
/** It appears in sentences, after figures: nothing in it ends a line or turns the figure's direction (UAX #9), and it begins with no digit. */
const notInUnit = '\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069'
/** The unit of a number, and its translation. */
export const unit = Type.String({
  minLength: 1,
  maxLength: limits.unitLengthMax,
  pattern: `^[^\\S${notInUnit}]*[^\\s\\d${notInUnit}][^${notInUnit}]*$`,
})
const unitMember = {
  unit: Type.Optional({
    ...unit,
    description:
      'what the number counts or measures, such as `hours`, `km` or `%`: shown beside it wherever it is asked or reported',
  }),
}
const options = Type.Array(strict({ id: questionId, text: wording }), {
  minItems: 2,
  maxItems: limits.optionsMax,
})
const minPicks = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: limits.optionsMax, description }))
const maxPicks = Type.Optional(Type.Integer({ minimum: 1, maximum: limits.optionsMax + 1 }))
const other = Type.Optional(
  Type.Boolean({
    description: 'allows an answer in the respondent’s own words, sent as `text`; it counts as one pick',
  }),
)
const maxLength = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: limits.answerLengthMax, description }))

/** Which answers are good news. */
export const polarities = ['good', 'bad', 'neutral'] as const

/** A text beside a rating: a question of its own for answers, figures and the smallest groups. */
const commentMembers = {
  allow_comment: Type.Optional(
    Type.Boolean({
      description:
        'offers a field for a comment under the rating. Its answer is sent as one to a text question of its own, `{id}.comment`. Results and exports never show the two together; readers of named answers in an attributed survey see both',
    }),
  ),
}

/** How reports judge answers on steps. */
const judged = {
  high_is: Type.Optional(
    Type.Unsafe<(typeof polarities)[number]>({
      ...oneOf(polarities),
      description:
        'whether high values are good news, `good` by default; with `bad` (“I have too much work”) low values are favourable; with `neutral` reports judge neither',
    }),
  ),
}
const target = (description: string, range: { minimum?: number; maximum?: number } = {}) =>
  Type.Optional(Type.Number({ minimum: -1e9, maximum: 1e9, ...range, description }))
const meanTarget = target(
  'the mean that the organisation aims for; reports compare with it, and with the middle of the scale where there is none',
)

const help = Type.Optional(Type.String({ maxLength: limits.textLengthMax }))
const driver = Type.Optional(oneOf(driverIds))
const showIf = Type.Optional(
  strict(
    {
      question_id: questionId,
      any_of: Type.Array(choice, { minItems: 1, maxItems: limits.optionsMax + 1 }),
    },
    {
      description:
        'shown only to people who answered an earlier question with one of these values; `other` means an answer in their own words',
    },
  ),
)

/** The members that every question may have. */
const shared = {
  help,
  required: Type.Optional(Type.Boolean()),
  driver,
  intent: Type.Optional(oneOf(['praise', 'improve', 'open'])),
  show_if: showIf,
  // A program that sends every option of a form may send `other: false` for any type.
  other: Type.Optional(
    Type.Literal(false, {
      description: 'only choice questions can allow an answer in the respondent’s own words',
    }),
  ),
}

const scaleMembers = {
  min: bound('the lowest value, 1 by default'),
  max: bound('the highest value, 5 by default'),
  labels,
  ...judged,
  target: meanTarget,
}

/** The types, and the members that each has beside the shared ones. */
const typeMembers = {
  scale: { ...scaleMembers, ...commentMembers },
  enps: {
    labels,
    ...commentMembers,
    target: target('the eNPS that the organisation aims for, in points; 0 by default', {
      minimum: -100,
      maximum: 100,
    }),
  },
  single_choice: {
    options,
    other,
    max_length: maxLength('the maximum length of an answer in the respondent’s own words'),
  },
  multi_choice: {
    options,
    other,
    min_picks: minPicks('the minimum number of picks, 0 by default'),
    max_picks: maxPicks,
    max_length: maxLength('the maximum length of an answer in the respondent’s own words'),
  },
  yes_no: {},
  mood: { labels, ...judged, target: meanTarget, ...commentMembers },
  slider: {
    min: bound(`the lowest value, ${sliderDefaults.min} by default`),
    max: bound(`the highest value, ${sliderDefaults.max} by default`),
    step: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1e9,
        description: `from one value to the next, ${sliderDefaults.step} by default; a slider has at most ${limits.sliderStepsMax} values`,
      }),
    ),
    labels: endLabels,
    ...unitMember,
    ...judged,
    target: meanTarget,
    ...commentMembers,
  },
  icons: {
    icon: Type.Optional(
      Type.Unsafe<Icon>({ ...oneOf(icons), description: 'what is drawn, `star` by default' }),
    ),
    count: Type.Optional(
      Type.Integer({
        minimum: limits.iconsMin,
        maximum: limits.iconsMax,
        description: 'the number of icons, 5 by default; values run from 1 to it',
      }),
    ),
    labels: endLabels,
    ...judged,
    target: meanTarget,
    ...commentMembers,
  },
  ranking: {
    options,
    min_picks: minPicks(
      'the minimum number of picks; all options by default, unless min_picks or max_picks is set',
    ),
    max_picks: maxPicks,
  },
  number: { min: bound('the lowest value'), max: bound('the highest value'), ...unitMember },
  date: { earliest: Type.Optional(localDate), latest: Type.Optional(localDate) },
  text: { max_length: maxLength('the maximum length of the answer') },
} as const satisfies Record<string, TProperties>

export type QuestionType = keyof typeof typeMembers
export const questionTypes = Object.keys(typeMembers) as QuestionType[]

type TypeMembers<T extends QuestionType> = (typeof typeMembers)[T]
type Members<T extends QuestionType> = Omit<typeof shared, keyof TypeMembers<T>> &
  TypeMembers<T> & { id: typeof questionId; type: TLiteral<T>; text: typeof wording }

export type QuestionOf<T extends QuestionType> = Static<TObject<Members<T>>>
export type Question = { [T in QuestionType]: QuestionOf<T> }[QuestionType]

/** single_choice → SingleChoiceQuestion */
const titleOf = (type: string): string =>
  `_${type}Question`.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())

const schemas = questionTypes.map((type) =>
  strict(
    { id: questionId, type: Type.Literal(type), text: wording, ...shared, ...typeMembers[type] },
    { title: titleOf(type) },
  ),
)

/** What a form has beside questions: several of them on one scale, and text that asks nothing. */
const formSchemas = {
  matrix: strict(
    {
      id: questionId,
      type: Type.Literal('matrix'),
      text: wording,
      help,
      required: Type.Optional(Type.Boolean({ description: 'every row needs an answer' })),
      driver,
      show_if: showIf,
      rows: Type.Array(strict({ id: questionId, text: wording, driver }), {
        minItems: 1,
        maxItems: limits.matrixRowsMax,
        description:
          'each row is a question of its own, `{id}.{row}`, for answers, figures and the smallest groups; its driver is that of the matrix unless it has one',
      }),
      ...scaleMembers,
    },
    { title: 'MatrixQuestion' },
  ),
  statement: strict(
    { id: questionId, type: Type.Literal('statement'), text: wording, show_if: showIf },
    { title: 'Statement' },
  ),
}

type FormOnly = keyof typeof formSchemas
export type FormType = QuestionType | FormOnly
export const formTypes = [...questionTypes, 'matrix', 'statement'] as const satisfies readonly FormType[]

/** One item of a form. */
export type FormQuestion = Question | { [T in FormOnly]: Static<(typeof formSchemas)[T]> }[FormOnly]
export type FormQuestionOf<T extends FormType> = Extract<FormQuestion, { type: T }>

const allSchemas = [...schemas, ...Object.values(formSchemas)]

export const FormQuestion = Type.Unsafe<FormQuestion>({
  type: 'object',
  required: ['type'],
  oneOf: allSchemas,
  discriminator: { propertyName: 'type' },
  title: 'Question',
})

export const Questions = Type.Array(FormQuestion, { minItems: 1, maxItems: limits.questionsMax })

type NameIn<Q> = Q extends unknown ? keyof Q : never
type MemberIn<Q, Name> = Q extends unknown ? (Name extends keyof Q ? Q[Name] : never) : never

/** The members of all types of question: what one may have before its type is known. */
export type AnyMembers = { [Name in NameIn<Question>]?: MemberIn<Question, Name> }
export const anyMembers: TProperties = Object.assign({}, shared, ...Object.values(typeMembers))

const hasOther = (type: FormType): boolean =>
  type in typeMembers && 'other' in typeMembers[type as QuestionType]

/** The members that questions of each type may have, and those that they must have. */
export const membersOf = Object.fromEntries(
  allSchemas.map(({ properties, required = [] }) => {
    const type = properties.type.const
    const names = Object.keys(properties).filter((name) => name !== 'other' || hasOther(type))
    return [type, { all: names, required }]
  }),
) as unknown as Record<FormType, { all: readonly string[]; required: readonly string[] }>

/** The value of an answer in one's own words in lists of values. No option of the same question may have this ID. */
export const otherValue = 'other'

/** The answer to one question: `value` for everything that can be counted, `text` for words. */
export const Answer = strict(
  {
    question_id: Type.String({
      maxLength: limits.partIdLengthMax,
      description: 'for a row of a matrix: `{matrix}.{row}`; for a comment on a rating: `{rating}.comment`',
    }),
    value: Type.Optional(
      Type.Union([choice, Type.Array(Type.String({ maxLength: 200 }), { maxItems: limits.optionsMax })]),
    ),
    text: Type.Optional(Type.String({ maxLength: limits.answerLengthMax })),
    do_not_quote: Type.Optional(
      Type.Boolean({
        description:
          'text questions: never shown as a comment or quote; analysed where at least k_score people of a group keep theirs back',
      }),
    ),
  },
  { title: 'Answer' },
)

export const Answers = Type.Array(Answer, { maxItems: limits.partsMax })

export type Answer = Static<typeof Answer>

/** An answer without the ID of its question. */
export type Reply = Omit<Answer, 'question_id'>
export type Value = NonNullable<Answer['value']>

/** Questions and answers in replies, as they were checked when they came in. */
export const QuestionsSent = Type.Unsafe<FormQuestion[]>(Type.Array(Type.Unknown()))
export const AnswersSent = Type.Unsafe<Answer[]>(Type.Array(Type.Unknown()))
