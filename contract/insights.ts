/** Insights: findings from the responses, each with its n, interval, method and version. The figures behind them: figures.ts. */
import type { Static } from 'typebox'
import { driverIds } from './drivers.ts'
import { id, instant, nullable, oneOf, page, paging, strict } from './fields.ts'
import { limits } from './limits.ts'
import type { Operation } from './operation.ts'
import { Type } from './schema.ts'

export const insightKinds = [
  'participation',
  'score',
  'enps',
  'driver',
  'level',
  'change',
  'sentiment_signal',
  'coverage',
  'theme',
  'recommended_action',
  'strength',
  'summary',
] as const
export type InsightKind = (typeof insightKinds)[number]

/** The languages that statements are written in. */
export const statementLanguages = ['en', 'de'] as const

const answersRead = Type.Object({ answers: Type.Integer(), read: Type.Integer() })

export const Coverage = Type.Object(
  {
    answers: Type.Integer({ description: 'people who wrote something' }),
    read: Type.Integer({ description: 'people whose words the analysis read' }),
    languages: Type.Record(Type.String(), answersRead, {
      description:
        'the same by language, as a tag of RFC 5646, of at least ten people each. `other` is the rest: other languages, and answers whose language is not clear; where these are fewer than ten people, they are counted with the language of most people',
    }),
  },
  {
    title: 'Coverage',
    description:
      'for figures about words: how many answers were read, and in which languages; null for other figures, and where comments are not shown',
  },
)

/** The model that reads a language other than English. */
export const LanguageModel = Type.Object(
  {
    language: Type.String({ description: 'a tag of RFC 5646' }),
    model: Type.String(),
    trained_on: Type.Literal('tweets'),
    agreement: Type.Object(
      { macro_f1: Type.Number(), n: Type.Integer(), on: Type.Literal('tweets') },
      {
        description:
          'agreement with people who rated texts that the model had not seen: macro-F1 in per cent, over n texts',
      },
    ),
    limitation: Type.String(),
  },
  { title: 'LanguageModel' },
)

export const Method = Type.Object(
  {
    name: Type.String(),
    version: Type.String(),
    models: Type.Optional(
      Type.Array(LanguageModel, {
        description: 'language models behind the figure, for languages that at least ten people wrote in',
      }),
    ),
  },
  { title: 'Method' },
)

/** What the kind `level` says of a question or driver: on the bad side of its reference, on the good side, clearly so, or neither. */
export const levelStates = ['problem', 'fine', 'strength', 'unclear'] as const

/** What tells a level: a scale, the tone of words, or requests in words. */
export const levelBases = ['scale', 'text', 'requests'] as const

export const Insight = Type.Object(
  {
    id: Type.String(),
    kind: oneOf(insightKinds),
    state: oneOf(['generating', 'ready', 'suppressed', 'superseded']),
    generation: Type.Integer({
      description: '1 when the survey closes; a recomputed finding that differs gets the next number',
    }),
    superseded_at: nullable(Type.String({ description: 'when a later generation replaced this insight' })),
    superseded_by: nullable(
      Type.String({
        description:
          'the insight of a later generation that is about the same; null if there is none, or if it was superseded before this was recorded',
      }),
    ),
    scope: Type.Object({
      pulse_id: Type.Optional(Type.String()),
      check_in_id: Type.Optional(Type.String()),
      check_in_instance_id: Type.Optional(Type.String()),
      team_id: nullable(Type.String({ description: 'null for all recipients' })),
      team_name: nullable(Type.String({ description: 'what the team is called now' })),
      question_id: Type.Optional(Type.String()),
    }),
    survey: Type.Object({
      title: Type.String(),
      opened_at: { ...instant, description: 'for a check-in: when the instance opened' },
      closed_at: nullable({ ...instant, description: 'when its answers were complete' }),
    }),
    subject: nullable(Type.String({ description: 'the question, driver or theme' })),
    headline: nullable(
      Type.String({
        description:
          'the finding in plain words, without the figures and the group, which are beside it; null where the statement has no shorter form',
      }),
    ),
    statement: Type.String({
      description: 'the finding in a sentence or a few, in the language that was asked for',
    }),
    n: nullable(Type.Integer()),
    value: Type.Unknown(),
    interval: nullable(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })),
    method: Method,
    evidence: Type.Array(Type.Unknown()),
    coverage: nullable(Coverage),
    created_at: instant,
  },
  { title: 'Insight' },
)

export const language = Type.Optional(
  Type.Unsafe<(typeof statementLanguages)[number]>({
    ...oneOf(statementLanguages),
    description: 'the language of sentences that are made for the reader, English by default',
  }),
)

const readAccess = {
  tag: 'Insights',
  caller: 'application',
  action: 'results.read',
  scope: ['insights:read', 'insights:write'],
} as const

export const listInsights = {
  id: 'listInsights',
  method: 'GET',
  path: '/api/insights',
  summary: 'List insights',
  ...readAccess,
  description:
    'Newest first. A `level` says whether the figure of a question or driver is a problem, fine, a strength or unclear, against its target or the middle of the scale, and for how long; a `change` says how it differs from last time, from the others, or over several instances. The other kinds state what was measured. With pulses:read you get the insights of the pulses that you may see. Superseded insights are listed only with state=superseded.',
  scope: ['insights:read', 'insights:write', 'pulses:read'],
  query: strict({
    ...paging,
    kind: Type.Optional(
      Type.String({ maxLength: 200, description: 'one or more kinds, separated by commas' }),
    ),
    pulse_id: Type.Optional(id('pls')),
    check_in_id: Type.Optional(id('chk')),
    check_in_instance_id: Type.Optional(id('cki')),
    team_id: Type.Optional(id('tem')),
    driver: Type.Optional({
      ...oneOf(driverIds),
      description: 'only insights whose `subject` is this driver',
    }),
    everyone: Type.Optional(
      Type.Boolean({ description: 'only insights about all recipients, not about a team' }),
    ),
    state: Type.Optional(oneOf(['ready', 'superseded'])),
    pinned: Type.Optional(
      Type.Boolean({
        description: 'only insights that the user has pinned; an application by itself has none',
      }),
    ),
    language,
    from: Type.Optional(instant),
    to: Type.Optional(instant),
    updated_since: Type.Optional({ ...instant, description: 'made or superseded since' }),
  }),
  status: 200,
  response: page('insights', Insight),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const getInsight = {
  id: 'getInsight',
  method: 'GET',
  path: '/api/insights/{id}',
  summary: 'Get an insight',
  ...readAccess,
  scope: ['insights:read', 'insights:write', 'pulses:read'],
  params: Type.Object({ id: id('ins') }),
  query: strict({ language }),
  status: 200,
  response: Insight,
  errors: ['not_found'],
} as const satisfies Operation

const pin = {
  path: '/api/insights/{id}/pin',
  tag: 'Insights',
  caller: 'user',
  action: 'insights.pin',
  scope: ['insights:write'],
  params: Type.Object({ id: id('ins') }),
  status: 204,
  response: Type.Null(),
} as const

export const pinInsight = {
  id: 'pinInsight',
  method: 'PUT',
  ...pin,
  summary: 'Pin an insight',
  description: `It stays at the top of the user’s own list (GET /api/insights?pinned=true), which nobody else sees. At most ${limits.insightPinsMax}. When it is recomputed, the pin moves to the insight that supersedes it; so does a pin of one that was superseded already.`,
  errors: ['not_found', 'conflict', 'unprocessable'],
} as const satisfies Operation

export const unpinInsight = {
  id: 'unpinInsight',
  method: 'DELETE',
  ...pin,
  summary: 'Unpin an insight',
  description: 'Unpinning it again changes nothing.',
  errors: ['not_found'],
} as const satisfies Operation

const statements = Type.Array(Type.String())

export const InsightMethod = Type.Object(
  {
    insight_id: Type.String(),
    kind: oneOf(insightKinds),
    statement: Type.String(),
    measured: Type.String({ description: 'what was measured, and in which group' }),
    people: Type.String({ description: 'how many people are behind it, and the minimum' }),
    uncertainty: Type.String({ description: 'what the interval means, and how it was computed' }),
    comparison: Type.String({
      description: 'which test was used, over how many comparisons, and its result',
    }),
    limitations: statements,
    models: Type.Array(LanguageModel, {
      description: 'that read words behind it in other languages than English',
    }),
    versions: Type.Record(Type.String(), Type.String()),
    recompute: Type.Object({
      figures: Type.Array(Type.String(), {
        description: 'where to read the figures that it was computed from',
      }),
      how: statements,
    }),
  },
  { title: 'InsightMethod' },
)

export const getInsightMethod = {
  id: 'getInsightMethod',
  method: 'GET',
  path: '/api/insights/{id}/method',
  summary: 'Explain an insight',
  description:
    'Explains to a team lead what was measured, how many people it is about, which test was used, what the insight does not show, and how to recompute it from published figures.',
  ...readAccess,
  scope: ['insights:read', 'insights:write', 'pulses:read'],
  params: Type.Object({ id: id('ins') }),
  query: strict({ language }),
  status: 200,
  response: InsightMethod,
  errors: ['not_found'],
} as const satisfies Operation

export const recomputeInsights = {
  id: 'recomputeInsights',
  method: 'POST',
  path: '/api/insights/recompute',
  tag: 'Insights',
  summary: 'Recompute insights',
  description:
    'For one closed pulse or instance that the caller may see. Released figures do not change; the report is computed from them again. Comments are analysed again if the text rules have changed since and every answer still exists. The same rules give the same insights, and then nothing changes. An insight that differs supersedes the old one, which remains available by its ID.',
  caller: 'user',
  action: 'insights.recompute',
  scope: ['insights:write'],
  rate: 'bulk',
  body: strict(
    { pulse_id: Type.Optional(id('pls')), check_in_instance_id: Type.Optional(id('cki')) },
    { title: 'RecomputeRequest', minProperties: 1 },
  ),
  status: 200,
  response: Type.Object(
    {
      generation: Type.Integer(),
      unchanged: Type.Integer(),
      added: Type.Integer(),
      superseded: Type.Integer(),
    },
    { title: 'RecomputeResult' },
  ),
  errors: ['not_the_author', 'unprocessable'],
} as const satisfies Operation

export type Insight = Static<typeof Insight>
export type LanguageModel = Static<typeof LanguageModel>
export type Method = Static<typeof Method>
export type Coverage = Static<typeof Coverage>
export type LevelState = (typeof levelStates)[number]
export type InsightMethod = Static<typeof InsightMethod>
export type Recomputed = Static<(typeof recomputeInsights)['response']>
