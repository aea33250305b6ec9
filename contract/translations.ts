/**
 * The wording of one survey in several languages. Texts of the survey itself are in its main language; a translation repeats those of
 * them that it has, by the ids of questions, options and rows. Answers name ids and never texts, so figures know no languages.
 */
import type { Static } from 'typebox'
import { name, nullable, strict } from './fields.ts'
import { limits } from './limits.ts'
import { questionIdName, unit, wording } from './questions.ts'
import { Type } from './schema.ts'

/** A language, such as `de`. */
export const tag = '^[a-z]{2,3}$'

const linesById = (description: string) =>
  Type.Optional(
    Type.Record(questionIdName, wording, {
      maxProperties: limits.optionsMax,
      additionalProperties: false,
      description,
    }),
  )

export const QuestionTranslation = strict(
  {
    text: Type.Optional(wording),
    help: Type.Optional(wording),
    labels: Type.Optional(
      Type.Array(nullable(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })), {
        minItems: 2,
        maxItems: limits.scaleStepsMax,
        description: 'as many as the question has; null: not translated',
      }),
    ),
    unit: Type.Optional(unit),
    options: linesById('texts of options by id'),
    rows: linesById('texts of rows by id'),
  },
  { title: 'QuestionTranslation' },
)

export const Translation = strict(
  {
    title: Type.Optional(name),
    description: Type.Optional(wording),
    questions: Type.Optional(
      Type.Record(questionIdName, QuestionTranslation, {
        maxProperties: limits.questionsMax,
        additionalProperties: false,
        description: 'by the id of the question',
      }),
    ),
  },
  { title: 'Translation' },
)

export const Translations = Type.Record(Type.String({ pattern: tag }), Translation, {
  maxProperties: limits.translationsMax,
  additionalProperties: false,
  title: 'Translations',
  description:
    'by language, such as `de`. Recipients read the survey in their language where it has a translation, text by text, otherwise in the main one',
})

export type QuestionTranslation = Static<typeof QuestionTranslation>
export type Translation = Static<typeof Translation>
export type Translations = Static<typeof Translations>

/** Members that pulses and check-ins have in drafts and patches. */
export const wordingFields = {
  language: Type.Optional(
    nullable(
      Type.String({
        pattern: tag,
        description:
          'the main language: that of title, description and questions, such as `en`; null, the default: the organisation’s',
      }),
    ),
  ),
  translations: Type.Optional(Translations),
}

/** The same in replies. */
export const wordingReply = {
  language: nullable(Type.String({ description: 'the main language; null: the organisation’s' })),
  translations: Type.Unsafe<Translations>(Type.Record(Type.String(), Type.Unknown())),
}

/** Texts that a translation lacks. */
export const MissingTranslation = Type.Object(
  {
    language: Type.String(),
    missing: Type.Array(Type.String(), {
      description: 'JSON pointers to the texts of the survey that it lacks, such as `/questions/0/text`',
    }),
  },
  { title: 'MissingTranslation' },
)
