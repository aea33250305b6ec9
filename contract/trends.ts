/** Trends: the figures of one group over the instances of a check-in, each series with its verdict in a sentence. */
import type { Static } from 'typebox'
import { driverIds } from './drivers.ts'
import { id, instant, nullable, oneOf, page, paging, strict } from './fields.ts'
import { figure, readAccess } from './figure.ts'
import { language, Method } from './insights.ts'
import type { Operation } from './operation.ts'
import { Type } from './schema.ts'

export const trendVerdicts = ['rising', 'falling', 'no clear trend', 'too few instances'] as const

const TrendSeries = Type.Object(
  {
    measure: oneOf(['score', 'enps', 'sentiment', 'participation']),
    question_id: Type.Optional(Type.String()),
    text: Type.Optional(Type.String()),
    unit: Type.Optional(Type.String({ description: 'the unit of a score, where its question has one' })),
    driver: nullable(oneOf(driverIds)),
    min: Type.Number({ description: 'the lowest value that its points can have' }),
    max: Type.Number({ description: 'the highest' }),
    points: Type.Array(
      Type.Object({
        check_in_instance_id: Type.String(),
        opened_at: instant,
        closed_at: instant,
        value: Type.Number(),
        ...figure,
      }),
      { description: 'oldest first; instances that do not show the group are omitted' },
    ),
    verdict: oneOf(trendVerdicts),
    statement: Type.String(),
    slope: nullable(Type.Number({ description: 'the change from one instance to the next' })),
    p: nullable(Type.Number()),
    p_adjusted: nullable(
      Type.Number({ description: 'adjusted over all series of this group (Benjamini–Hochberg)' }),
    ),
    method: Method,
  },
  { title: 'TrendSeries' },
)

const Agreement = Type.Object({
  driver: oneOf(driverIds),
  question_id: Type.String(),
  instances: Type.Integer({
    description: 'the number of instances with both a scale and comments about the driver',
  }),
  correlation: nullable(
    Type.Number({ description: 'Spearman correlation; null with fewer than four instances' }),
  ),
})

export const TrendEntry = Type.Object(
  {
    scope: Type.Object({ check_in_id: Type.String(), team_id: nullable(Type.String()) }),
    title: Type.String(),
    instances: Type.Integer({ description: 'the number of instances considered, at most the newest 60' }),
    series: Type.Array(TrendSeries),
    agreement: Type.Array(Agreement, {
      description: 'whether the scale and the comments of a driver change together',
    }),
  },
  { title: 'Trend' },
)

export const listTrends = {
  id: 'listTrends',
  path: '/api/insights/trends',
  summary: 'List trends of check-ins',
  description:
    'Each entry covers one check-in and one group, with a series for each measure. A trend needs at least four instances and is tested by permutation of the slope; the verdict says if there are too few, or if chance explains the change.',
  ...readAccess,
  query: strict({
    ...paging,
    check_in_id: Type.Optional(id('chk')),
    team_id: Type.Optional(id('tem')),
    from: Type.Optional(instant),
    to: Type.Optional(instant),
    language,
  }),
  response: page('trends', TrendEntry),
} as const satisfies Operation

export type TrendEntry = Static<typeof TrendEntry>
export type TrendSeries = TrendEntry['series'][number]
