/** What a respondent would see of a survey: its page as HTML, its promise and how long it takes. For pulses and check-ins at once. */
import type { Static } from 'typebox'
import { sendingChannels } from './channels.ts'
import { ConfidentialityPromise } from './confidentiality.ts'
import { RotationPlan } from './rotation.ts'
import { MissingTranslation } from './translations.ts'
import { channelsForOperator, nullable, instant, oneOf, strict } from './fields.ts'
import { Type } from './schema.ts'

/** A language of the service, or of the survey. */
const language = Type.String({ pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$', maxLength: 35 })

export const TestRequest = strict({
  language: Type.Optional({
    ...language,
    description:
      'the language of the message. The default, also for an unsupported language, is the organisation’s',
  }),
})

export const previewThemes = ['light', 'dark'] as const

export const PreviewQuery = strict({
  language: Type.Optional({
    ...language,
    description:
      'the language of the page, and of the survey where it has a translation. The default, also for an unsupported language, is the organisation’s',
  }),
  theme: Type.Optional({
    ...oneOf(previewThemes),
    description: 'without it the page follows the reader’s device',
  }),
})

export const Preview = Type.Object(
  {
    html: Type.String({
      description:
        'the page that a recipient would get, as a document without script, link or address to send to. Its style sheet is `/assets/respond.css` of this service. Show it in a sandboxed frame',
    }),
    language: Type.String({ description: 'the language of the service’s own texts' }),
    languages: Type.Array(Type.String(), { description: 'which recipients can choose' }),
    translations: Type.Array(MissingTranslation, {
      description:
        'what each translation of the survey lacks; recipients read those texts in the main language',
    }),
    translation_model: nullable(
      Type.String({
        description:
          'the host of the language model that proposes translations; null where none is set up, or the organisation has not agreed to it',
      }),
    ),
    minutes: Type.Integer({
      description: 'the approximate time to answer, from the number and types of questions',
    }),
    question_count: Type.Integer({
      description: 'the questions that everybody gets, as the page and its messages say them',
    }),
    conditional_count: Type.Integer({
      description: 'further questions, which some get after an earlier answer',
    }),
    channels_not_set_up: Type.Array(oneOf(sendingChannels), {
      description:
        'channels by which nobody is reached: the operator has set up no sender, or the organisation has connected no workspace or tenant',
    }),
    channels_for_operator: channelsForOperator,
    closes_at: nullable(
      Type.Unsafe<string>({ ...instant, description: 'when it opens; for a check-in, its next occurrence' }),
    ),
    rotation: nullable(RotationPlan),
    confidentiality: ConfidentialityPromise,
  },
  { title: 'Preview' },
)

export type Preview = Static<typeof Preview>
