/** The confidentiality promise to recipients: mode, minimum group sizes and audience. Frozen when a collection opens. */
import type { Static } from 'typebox'
import { attributeName, id, instant, nullable, oneOf, strict } from './fields.ts'
import { limits } from './limits.ts'
import { Type } from './schema.ts'

export const modes = ['attributed', 'confidential', 'anonymous'] as const
export type Mode = (typeof modes)[number]

/**
 * Who reads what the release gate lets out. The author, analysts and admins read it in any case, and applications as far as they are
 * registered for it; of a private survey its author alone (`author`).
 */
export const resultsAudiences = ['everyone', 'asked', 'managers', 'listed'] as const
export type ResultsAudience = (typeof resultsAudiences)[number]
const resultsAudience = oneOf([...resultsAudiences, 'author'])

const threshold = (minimum: number) => Type.Optional(Type.Integer({ minimum, maximum: 1000 }))

/** What an author may choose: a mode, and minimum group sizes above the organisation's, never below. */
export const ConfidentialityChoice = strict(
  {
    mode: oneOf(modes),
    k_score: threshold(limits.kScoreMin),
    k_comment: threshold(limits.kCommentMin),
    k_rate: threshold(limits.kRateMin),
    audience: Type.Optional(
      Type.Array(id('usr'), {
        maxItems: 50,
        description: 'attributed mode: users who can read named answers besides the author',
      }),
    ),
    results_audience: Type.Optional(
      Type.Unsafe<ResultsAudience>({
        ...oneOf(resultsAudiences),
        description:
          'who can read results besides the author, analysts and admins: everyone, the recipients, managers of their own teams (the default of check-ins of several teams), or the users in results_readers',
      }),
    ),
    results_readers: Type.Optional(
      Type.Array(id('usr'), { maxItems: 50, description: 'the users, with `listed`' }),
    ),
    retention_days: Type.Optional(
      nullable(
        Type.Integer({
          minimum: limits.retentionDaysMin,
          maximum: limits.retentionDaysMax,
          description:
            'how many days after close answers and comments are kept: at most as many as the organisation sets, which is what null means',
        }),
      ),
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
    results_audience: resultsAudience,
    results_readers: Type.Array(Type.String()),
    retention_days: nullable(
      Type.Integer({
        description:
          'what was promised at opening; before that what its author has set, null for as many as the organisation sets',
      }),
    ),
  },
  { title: 'Confidentiality' },
)

/** A second grouping of people, across teams. It is declared before opening and is part of the promise. */
export const Breakdown = strict(
  {
    attribute: attributeName,
    instead_of_teams: Type.Optional(
      Type.Boolean({
        description:
          'no figures by team: for surveys in which figures by team and by the attribute together would single people out',
      }),
    ),
  },
  {
    title: 'Breakdown',
    description:
      'scores are also shown by this member attribute, where the combination of teams and values singles nobody out; a survey cannot open if no group could be shown',
  },
)

/** While it lasts people count where they were when it began. */
export const SeasonDates = Type.Object(
  {
    began_at: instant,
    ends_at: instant,
  },
  {
    title: 'SeasonDates',
    description:
      'Teams are as of `began_at`: until `ends_at`, people count in the group that they were in then whenever one of these questions is asked.',
  },
)

export const ConfidentialityPromise = Type.Object(
  {
    mode: oneOf(modes),
    k_score: Type.Integer(),
    k_comment: Type.Integer(),
    k_rate: Type.Integer(),
    audience: Type.Array(Type.Object({ user_id: Type.String(), name: Type.String() })),
    results_audience: resultsAudience,
    results_readers: Type.Array(Type.Object({ user_id: Type.String(), name: Type.String() })),
    breakdown: nullable(
      Type.Object({ attribute: Type.String(), instead_of_teams: Type.Optional(Type.Boolean()) }),
    ),
    language_model: nullable(
      Type.String({ description: 'the host to which comments may be sent, to phrase findings' }),
    ),
    links_delivered_by: nullable(
      Type.String({
        description:
          'the application that reads personal links to deliver them; null: no application does by itself',
      }),
    ),
    codes: Type.Boolean({
      description: 'some people are asked by a code on paper, and nobody knows who drew which code',
    }),
    sentence: Type.String({ description: 'the promise in one or two sentences, as messages say it' }),
    headline: Type.String({ description: 'who sees answers with names, as the answer page says it first' }),
    summary: Type.Array(
      Type.Object({
        about: oneOf(['name', 'results', 'readers', 'with_name', 'without_name', 'kept', 'new']),
        label: Type.String(),
        text: Type.String(),
      }),
      {
        description:
          'what matters most, in the order of the answer page: what happens to the name, of how many people at least results and comments are shown and who reads them (in attributed mode: who reads answers with the name, and what all others see without it), how long answers are kept, and people added recently, where there are any',
      },
    ),
    recent_members: nullable(
      Type.String({
        description:
          'how many people are asked, how many of them were added in the 14 days before it opened, and how many of these by the application that asks; null where none was, until the survey opens, and of check-ins around joining or leaving',
      }),
    ),
    season: nullable(SeasonDates),
    details: Type.Array(Type.String()),
    retention: Type.String({ description: 'how long answers are kept, as the answer page shows it' }),
    retention_days: nullable(
      Type.Integer({
        description:
          'days after close; fewer than promised if the organisation has shortened its time since; null for surveys that opened before the promise said it',
      }),
    ),
    answers_due_at: nullable(
      Type.String({
        format: 'date-time',
        description: 'when answers are deleted; null until the survey closes',
      }),
    ),
    answers_deleted_at: nullable(Type.String({ format: 'date-time' })),
    legal_hold: Type.Boolean({ description: 'an admin has stopped the deletion' }),
    frozen: Type.Boolean({ description: 'true once the collection has opened' }),
    hash: nullable(
      Type.String({
        description:
          'SHA-256 of questions, mode, minimum group sizes, audiences, breakdown, language model, the application that delivers links, codes on paper and the days that answers are kept; null until the survey opens',
      }),
    ),
  },
  { title: 'ConfidentialityPromise' },
)

export type ConfidentialityChoice = Static<typeof ConfidentialityChoice>
export type Confidentiality = Static<typeof Confidentiality>
export type Breakdown = Static<typeof Breakdown>
export type SeasonDates = Static<typeof SeasonDates>
export type ConfidentialityPromise = Static<typeof ConfidentialityPromise>
