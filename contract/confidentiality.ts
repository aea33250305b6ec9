/** The promise to everyone who is asked: mode, thresholds, readers. Frozen when a collection opens. */
import { Type, type Static } from 'typebox'
import { attributeName, id, nullable, oneOf, strict } from './fields.ts'
import { limits } from './limits.ts'

export const modes = ['attributed', 'confidential', 'anonymous'] as const
export type Mode = (typeof modes)[number]

const threshold = (minimum: number) => Type.Optional(Type.Integer({ minimum, maximum: 1000 }))

/** What an author may choose: a mode and higher thresholds, never lower ones. */
export const ConfidentialityChoice = strict(
  {
    mode: oneOf(modes),
    k_score: threshold(limits.kScoreMin),
    k_comment: threshold(limits.kCommentMin),
    k_rate: threshold(limits.kRateMin),
    audience: Type.Optional(
      Type.Array(id('usr'), {
        maxItems: 50,
        description: 'attributed mode: users who may read names, besides the author',
      }),
    ),
  },
  { title: 'ConfidentialityChoice' },
)

export const Confidentiality = Type.Object(
  {
    mode: oneOf(modes),
    k_score: Type.Integer(),
    k_comment: Type.Integer(),
    k_rate: Type.Integer(),
    audience: Type.Array(Type.String()),
  },
  { title: 'Confidentiality' },
)

/** A second partition of the people, across their teams: declared before opening, and a part of the promise. */
export const Breakdown = strict(
  { attribute: attributeName },
  {
    title: 'Breakdown',
    description:
      'scores are also shown by this attribute of members, as far as teams and values together single nobody out; opening is refused where no such score could be shown',
  },
)

export const Promise_ = Type.Object(
  {
    mode: oneOf(modes),
    k_score: Type.Integer(),
    k_comment: Type.Integer(),
    k_rate: Type.Integer(),
    audience: Type.Array(Type.Object({ user_id: Type.String(), name: Type.String() })),
    breakdown: nullable(Type.Object({ attribute: Type.String() })),
    language_model: nullable(
      Type.String({ description: 'the host that comments may be sent to, to put findings into words' }),
    ),
    sentence: Type.String({ description: 'The promise as the answer page words it' }),
    details: Type.Array(Type.String()),
    retention: Type.String(),
    frozen: Type.Boolean({ description: 'true once the collection has opened' }),
    hash: nullable(
      Type.String({
        description:
          'SHA-256 of questions, mode, thresholds, audience, breakdown and language model; null until open',
      }),
    ),
  },
  { title: 'Promise' },
)

export type ConfidentialityChoice = Static<typeof ConfidentialityChoice>
export type Confidentiality = Static<typeof Confidentiality>
export type Breakdown = Static<typeof Breakdown>
export type PromiseMade = Static<typeof Promise_>
