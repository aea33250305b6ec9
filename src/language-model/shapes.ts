/** The replies of a model, as JSON schemas for the provider and as validators for us. */
import { Ajv } from 'ajv'
import type { Static, TSchema } from 'typebox'
import { driverIds } from '../../contract/drivers.ts'
import { strict } from '../../contract/fields.ts'
import { Type } from '../../contract/schema.ts'
import { TranslatedTexts } from './translation-prompt.ts'

const ref = Type.String({ maxLength: 8 })
const refs = Type.Array(ref, { maxItems: 100 })

export const labelLengthMax = 60
export const sentenceLengthMax = 240
const sentencesMax = 6

export const Proposal = strict({
  tags: Type.Array(
    strict({
      id: ref,
      drivers: Type.Array(Type.Unsafe<(typeof driverIds)[number]>({ type: 'string', enum: [...driverIds] }), {
        maxItems: 3,
      }),
    }),
    { maxItems: 100 },
  ),
  labels: Type.Array(strict({ theme: ref, label: Type.String({ maxLength: labelLengthMax }), ids: refs }), {
    maxItems: 20,
  }),
  sentences: Type.Array(strict({ text: Type.String({ maxLength: sentenceLengthMax }), ids: refs }), {
    maxItems: sentencesMax,
  }),
})

export const Votes = strict({
  labels: Type.Array(strict({ theme: ref, choice: ref }), { maxItems: 20 }),
  sentences: Type.Array(strict({ sentence: ref, ids: refs }), { maxItems: 100 }),
})

export type Proposal = Static<typeof Proposal>
export type Votes = Static<typeof Votes>

const ajv = new Ajv()
const validator = <S extends TSchema>(schema: S) => ajv.compile<Static<S>>(schema)

/** Compiled when first used: most organisations never use a model. */
let validators: { proposal: ReturnType<typeof validator>; votes: ReturnType<typeof validator> } | undefined

const compiled = () => (validators ??= { proposal: validator(Proposal), votes: validator(Votes) })

export const isProposal = (value: unknown): value is Proposal => compiled().proposal(value)
export const areVotes = (value: unknown): value is Votes => compiled().votes(value)

let translationValidator: ReturnType<typeof validator<typeof TranslatedTexts>> | undefined

export const isTranslation = (value: unknown): value is TranslatedTexts =>
  (translationValidator ??= validator(TranslatedTexts))(value)
