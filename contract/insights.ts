/** Insights: what the responses say. Each carries its n, interval, method and version. */
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
] as const
export type InsightKind = (typeof insightKinds)[number]

export const Insight = Type.Object(
  {
    id: Type.String(),
    kind: oneOf(insightKinds),
    state: oneOf(['generating', 'ready', 'suppressed', 'superseded']),
    scope: Type.Object({
      pulse_id: Type.Optional(Type.String()),
      check_in_id: Type.Optional(Type.String()),
      check_in_instance_id: Type.Optional(Type.String()),
      team_id: nullable(Type.String({ description: 'null: everyone who was asked' })),
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
  description: 'Newest first. Also open to pulses:read for the insights of pulses that the caller may see.',
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

export type Insight = Static<typeof Insight>
