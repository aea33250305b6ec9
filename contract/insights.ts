/** Insights: what the responses show. Each carries its n, interval, method and version. Figures read by themselves: figures.ts. */
import { Type, type Static } from 'typebox'
import { id, instant, nullable, oneOf, page, paging, strict } from './fields.ts'
import { type Operation } from './operation.ts'

export const insightKinds = [
  'participation',
  'score',
  'enps',
  'driver',
  'sentiment_signal',
  'theme',
  'recommended_action',
  'strength',
  'summary',
] as const
export type InsightKind = (typeof insightKinds)[number]

export const Insight = Type.Object(
  {
    id: Type.String(),
    kind: oneOf(insightKinds),
    state: oneOf(['generating', 'ready', 'suppressed', 'superseded']),
    generation: Type.Integer({
      description: '1 at close; a finding that differs when it is computed again has the next',
    }),
    superseded_at: nullable(
      Type.String({ description: 'when a finding of a later generation took its place' }),
    ),
    scope: Type.Object({
      pulse_id: Type.Optional(Type.String()),
      check_in_id: Type.Optional(Type.String()),
      check_in_instance_id: Type.Optional(Type.String()),
      team_id: nullable(Type.String({ description: 'null: all recipients' })),
      question_id: Type.Optional(Type.String()),
    }),
    subject: nullable(Type.String({ description: 'question, driver or theme' })),
    statement: Type.String({ description: 'the finding in one sentence' }),
    n: nullable(Type.Integer()),
    value: Type.Unknown(),
    interval: nullable(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })),
    method: Type.Object({ name: Type.String(), version: Type.String() }),
    evidence: Type.Array(Type.Unknown()),
    created_at: instant,
  },
  { title: 'Insight' },
)

const reads = { tag: 'Insights', caller: 'application', scope: ['insights:read', 'insights:write'] } as const

export const listInsights = {
  id: 'listInsights',
  method: 'GET',
  path: '/api/insights',
  summary: 'List insights',
  ...reads,
  description:
    'Newest first. Also open to pulses:read for the insights of pulses that the caller may see. Superseded insights are listed only with state=superseded.',
  scope: ['insights:read', 'insights:write', 'pulses:read'],
  query: strict({
    ...paging,
    kind: Type.Optional(
      Type.String({ maxLength: 200, description: 'one or several kinds, separated by commas' }),
    ),
    pulse_id: Type.Optional(id('pls')),
    check_in_id: Type.Optional(id('chk')),
    check_in_instance_id: Type.Optional(id('cki')),
    team_id: Type.Optional(id('tem')),
    state: Type.Optional(oneOf(['ready', 'superseded'])),
    from: Type.Optional(instant),
    to: Type.Optional(instant),
  }),
  status: 200,
  response: page('insights', Insight),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const getInsight = {
  id: 'getInsight',
  method: 'GET',
  path: '/api/insights/{id}',
  summary: 'Read an insight',
  ...reads,
  scope: ['insights:read', 'insights:write', 'pulses:read'],
  params: Type.Object({ id: id('ins') }),
  status: 200,
  response: Insight,
  errors: ['not_found'],
} as const satisfies Operation

const sentences = Type.Array(Type.String())

export const InsightMethod = Type.Object(
  {
    insight_id: Type.String(),
    kind: oneOf(insightKinds),
    statement: Type.String(),
    measured: Type.String({ description: 'what was measured, of whom' }),
    people: Type.String({ description: 'how many are behind it, and how few would have been too few' }),
    uncertainty: Type.String({ description: 'what the interval means, and how it was computed' }),
    comparison: Type.String({ description: 'which test, over how many comparisons, and what it found' }),
    limitations: Type.Array(Type.String(), { description: 'what the finding does not show' }),
    versions: Type.Record(Type.String(), Type.String()),
    recompute: Type.Object({
      figures: Type.Array(Type.String(), { description: 'where to read the figures behind it' }),
      how: sentences,
    }),
  },
  { title: 'InsightMethod' },
)

export const getInsightMethod = {
  id: 'getInsightMethod',
  method: 'GET',
  path: '/api/insights/{id}/method',
  summary: 'Read how an insight was found',
  description:
    'In words for people who lead a team: what was measured, how many people it is about, which test was made, what its limitations are, and how to compute it again from figures that can be read.',
  ...reads,
  scope: ['insights:read', 'insights:write', 'pulses:read'],
  params: Type.Object({ id: id('ins') }),
  status: 200,
  response: InsightMethod,
  errors: ['not_found'],
} as const satisfies Operation

export const recomputeInsights = {
  id: 'recomputeInsights',
  method: 'POST',
  path: '/api/insights/recompute',
  tag: 'Insights',
  summary: 'Compute insights again',
  description:
    'For one closed pulse or instance that the caller may see. Released figures stay; the report is made from them again, and texts are measured again where the rules for texts have changed and no answer has been erased since. The same rules give the same bytes, and nothing changes. A finding that differs supersedes the old one, which can still be read by its id.',
  caller: 'user',
  scope: ['insights:write'],
  rate: 'bulk',
  body: strict(
    { pulse_id: Type.Optional(id('pls')), check_in_instance_id: Type.Optional(id('cki')) },
    { title: 'Recompute', minProperties: 1 },
  ),
  status: 200,
  response: Type.Object(
    {
      generation: Type.Integer(),
      unchanged: Type.Integer(),
      added: Type.Integer(),
      superseded: Type.Integer(),
    },
    { title: 'Recomputed' },
  ),
  errors: ['unprocessable'],
} as const satisfies Operation

export type Insight = Static<typeof Insight>
export type InsightMethod = Static<typeof InsightMethod>
export type Recomputed = Static<(typeof recomputeInsights)['response']>
