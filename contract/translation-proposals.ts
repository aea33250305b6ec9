/** Translations of a survey that a language model proposes. A person reads, changes and saves them; asking for them saves nothing. */
import type { Static } from 'typebox'
import { id, nullable, oneOf, strict } from './fields.ts'
import type { Operation } from './operation.ts'
import { checkInTransitions, pulseTransitions } from './states.ts'
import type { Translation } from './translations.ts'
import { Type } from './schema.ts'

/** Why a text of the model is not proposed. Without schemas in use: pages name each. */
export const proposalFaults = [
  'absent',
  'too_long',
  'characters',
  'placeholders',
  'links',
  'numbers',
  'unchanged',
  'not_distinct',
] as const

export type ProposalFault = (typeof proposalFaults)[number]

const pointer = Type.String({ maxLength: 200, pattern: '^/' })

export const TranslationProposalRequest = strict(
  {
    language: Type.String({
      pattern: '^[a-z]{2,3}$',
      description: 'into which: one of the languages of the answer page, such as `de`',
    }),
    all: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'propose every text; otherwise only those that the translation lacks',
      }),
    ),
    from: Type.Optional({
      ...pointer,
      description: 'for a long survey: `next` of the reply before, where it goes on',
    }),
  },
  { title: 'TranslationProposalRequest' },
)

export const TranslationProposal = Type.Object(
  {
    language: Type.String(),
    source_language: Type.String({ description: 'the main language of the survey' }),
    version: Type.Integer({ description: 'the version of the survey that was read' }),
    provider: Type.String({ description: 'the host of the language model' }),
    model: Type.String(),
    translation: Type.Unsafe<Translation>(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'in the form of a member of `translations`, with only the proposed texts. It is not saved: put the texts that a person accepts into `translations`',
      }),
    ),
    rejected: Type.Array(
      Type.Object({
        pointer: Type.String(),
        reason: {
          ...oneOf(proposalFaults),
          description:
            'absent: the model gave none; too_long: too long for its place; characters: mark-up, control characters or more lines; placeholders, links, numbers: others than in the text; unchanged: it is still in the main language; not_distinct: two options would read the same',
        },
      }),
      {
        description:
          'texts for which the model gave no usable translation, as JSON pointers such as `/questions/0/text`',
      },
    ),
    next: nullable(
      Type.String({
        description: 'the text at which a next request goes on with `from`; null: that was all',
      }),
    ),
  },
  { title: 'TranslationProposal' },
)

const access = { caller: 'user', action: 'survey.run', rate: 'bulk' } as const
const description =
  'Sends texts of the survey, and nothing else, to the language model that the operator has set up. The organisation must have agreed to that (`translation_model`). Every text that comes back is checked against its original, and the reply says which were left out. Nothing is saved, and repeating the call is harmless. At most about 9,600 characters at a time and 30 seconds.'
const errors = [
  'not_found',
  'not_the_author',
  'precondition_failed',
  'unprocessable',
  'language_model_not_set_up',
  'translation_not_agreed',
  'nothing_to_translate',
  'language_model_failed',
  'unavailable',
] as const

export const proposePulseTranslation = {
  id: 'proposePulseTranslation',
  method: 'POST',
  path: '/api/pulses/{id}/translation-proposals',
  tag: 'Pulses',
  summary: 'Propose a translation of a pulse',
  description,
  ...access,
  scope: ['pulses:write'],
  params: Type.Object({ id: id('pls') }),
  body: TranslationProposalRequest,
  status: 200,
  response: TranslationProposal,
  errors: [...errors, pulseTransitions.edit.refusal],
} as const satisfies Operation

export const proposeCheckInTranslation = {
  id: 'proposeCheckInTranslation',
  method: 'POST',
  path: '/api/check-ins/{id}/translation-proposals',
  tag: 'Check-ins',
  summary: 'Propose a translation of a check-in',
  description,
  ...access,
  scope: ['checkins:write'],
  params: Type.Object({ id: id('chk') }),
  body: TranslationProposalRequest,
  status: 200,
  response: TranslationProposal,
  errors: [...errors, checkInTransitions.edit.refusal],
} as const satisfies Operation

export type TranslationProposal = Static<typeof TranslationProposal>
