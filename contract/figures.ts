/**
 * Figures of insights, read by themselves: of each closed collection and group, over a window, as trends; and of an attributed
 * collection while it is open, for the readers of its names. Each carries its n, interval and method. Hidden groups and empty ones
 * are left out alike.
 */
import { Type, type Static, type TProperties, type TSchema } from 'typebox'
import { driverIds } from './drivers.ts'
import { id, instant, nullable, oneOf, page, type Page, paging, strict } from './fields.ts'
import { type Operation } from './operation.ts'

const share = Type.Number({ minimum: 0, maximum: 1 })
const method = Type.Object({ name: Type.String(), version: Type.String() })

/** What every figure carries. */
const figure = {
  n: Type.Integer({ description: 'people who answered it; over a window, answers' }),
  interval: nullable(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })),
  method,
}

const Comparison = Type.Object(
  {
    comparison: oneOf(['parent', 'organisation']),
    n: Type.Integer({ description: 'of the others: the larger group without this team' }),
    value: Type.Number(),
    difference: Type.Number(),
  },
  { title: 'FigureComparison' },
)

const Counts = Type.Array(Type.Object({ value: Type.Number(), count: Type.Integer() }))

export const ScoreFigure = Type.Object(
  {
    question_id: Type.String(),
    text: Type.String(),
    driver: nullable(oneOf(driverIds)),
    ...figure,
    mean: Type.Number(),
    min: Type.Number(),
    max: Type.Number(),
    favourable: Type.Object({
      share,
      interval: nullable(Type.Array(Type.Number())),
      from: Type.Number({
        description: 'the lowest value that counts: the upper two of five, or as many in proportion',
      }),
    }),
    distribution: Counts,
    banded: Type.Boolean(),
    skipped: nullable(Type.Integer({ description: 'answered other questions and not this one; not in n' })),
    compared: Type.Array(Comparison),
  },
  { title: 'ScoreFigure' },
)

export const EnpsFigure = Type.Object(
  {
    question_id: Type.String(),
    text: Type.String(),
    ...figure,
    enps: Type.Integer({ minimum: -100, maximum: 100 }),
    promoters: share,
    passives: share,
    detractors: share,
    distribution: Counts,
    banded: Type.Boolean(),
    skipped: nullable(Type.Integer({ description: 'answered other questions and not this one; not in n' })),
    compared: Type.Array(Comparison),
  },
  { title: 'EnpsFigure' },
)

export const SentimentFigure = Type.Object(
  {
    question_id: Type.String(),
    text: Type.String(),
    intent: nullable(oneOf(['praise', 'improve', 'open'])),
    ...figure,
    mean: Type.Number({ minimum: -1, maximum: 1 }),
    positive: share,
    negative: share,
    requests: nullable(
      Type.Object(
        { people: Type.Integer(), share, interval: nullable(Type.Array(Type.Number())) },
        { description: 'who asks for something, where the question asks what to improve' },
      ),
    ),
  },
  { title: 'SentimentFigure' },
)

const topic = {
  ...figure,
  people: Type.Integer(),
  share,
  negative: Type.Integer({ description: 'people who mention it negatively' }),
  sentiment: Type.Number({ minimum: -1, maximum: 1 }),
}

export const ThemeFigure = Type.Object(
  { theme: Type.String(), label: Type.String(), source: oneOf(['driver', 'emergent']), ...topic },
  { title: 'ThemeFigure' },
)

export const DriverFigure = Type.Object(
  {
    driver: oneOf(driverIds),
    name: Type.String(),
    scale: Type.Array(ScoreFigure, { description: 'measured: what people chose on a scale' }),
    text: nullable(Type.Object(topic, { description: 'estimated: what people wrote' })),
    agreement: oneOf(['agree', 'differ', 'not enough data to tell']),
  },
  { title: 'DriverFigure' },
)

export const ParticipationFigure = Type.Object(
  { ...figure, recipients: Type.Integer(), responded: Type.Integer(), response_rate: share },
  { title: 'ParticipationFigure' },
)

const scope = Type.Object({
  pulse_id: Type.Optional(Type.String()),
  check_in_id: Type.Optional(Type.String()),
  check_in_instance_id: Type.Optional(Type.String()),
  team_id: nullable(Type.String({ description: 'null: all recipients' })),
})

/** Several instances added up: of one check-in, and of one group. */
const windowOf = (figures: TSchema, title: string) =>
  nullable(
    Type.Object(
      {
        from: nullable(instant),
        to: nullable(instant),
        team_id: nullable(Type.String()),
        instances: Type.Integer({ description: 'that closed in the window, the newest 100 at most' }),
        shown: Type.Integer({
          description: 'of them show the group: whole released cells of these are added up',
        }),
        figures,
      },
      { title, description: 'On the first page, where check_in_id is given.' },
    ),
  )

const filters = {
  ...paging,
  pulse_id: Type.Optional(id('pls')),
  check_in_id: Type.Optional(id('chk')),
  check_in_instance_id: Type.Optional(id('cki')),
  team_id: Type.Optional(id('tem')),
  from: Type.Optional(instant),
  to: Type.Optional(instant),
}

const reads = {
  method: 'GET',
  tag: 'Insights',
  caller: 'application',
  scope: ['insights:read', 'insights:write', 'pulses:read'],
  status: 200,
  errors: ['invalid_cursor'],
} as const

const Entry = <T extends TProperties>(properties: T, title: string) =>
  Type.Object({ scope, title: Type.String(), closed_at: instant, ...properties }, { title })

/** A page that may say something of the whole window beside its entries. */
const pageAndWindow = <const N extends string, T extends TSchema, W extends TSchema>(
  noun: N,
  item: T,
  window: W,
) =>
  Type.Unsafe<Page<N, Static<T>> & { window: Static<W> }>(
    Type.Object({
      [noun]: Type.Array(item),
      window,
      next_cursor: nullable(Type.String()),
      has_more: Type.Boolean(),
    }),
  )

const description =
  'Of closed collections that the caller may see, newest first; an entry is one collection and one group, everyone’s before the teams’. `from` and `to` select collections by when they closed. Groups that may not be shown are left out, like groups without members.'

export const ScoresEntry = Entry({ questions: Type.Array(ScoreFigure) }, 'Scores')
export const listScores = {
  id: 'listScores',
  path: '/api/insights/scores',
  summary: 'Read scores',
  description,
  ...reads,
  query: strict(filters),
  response: pageAndWindow('scores', ScoresEntry, windowOf(Type.Array(ScoreFigure), 'ScoresWindow')),
} as const satisfies Operation

export const EnpsEntry = Entry({ questions: Type.Array(EnpsFigure) }, 'Enps')
export const listEnps = {
  id: 'listEnps',
  path: '/api/insights/enps',
  summary: 'Read eNPS',
  description,
  ...reads,
  query: strict(filters),
  response: pageAndWindow('enps', EnpsEntry, windowOf(Type.Array(EnpsFigure), 'EnpsWindow')),
} as const satisfies Operation

export const SentimentEntry = Entry({ questions: Type.Array(SentimentFigure) }, 'Sentiment')
export const listSentiment = {
  id: 'listSentiment',
  path: '/api/insights/sentiment',
  summary: 'Read the sentiment of texts',
  description,
  ...reads,
  query: strict(filters),
  response: pageAndWindow(
    'sentiment',
    SentimentEntry,
    windowOf(Type.Array(SentimentFigure), 'SentimentWindow'),
  ),
} as const satisfies Operation

export const DriversEntry = Entry({ drivers: Type.Array(DriverFigure) }, 'Drivers')
export const listDrivers = {
  id: 'listDrivers',
  path: '/api/insights/drivers',
  summary: 'Read drivers',
  description: `${description} A scale is a measurement and a text an estimate: they are shown side by side and never averaged.`,
  ...reads,
  query: strict(filters),
  response: pageAndWindow('drivers', DriversEntry, windowOf(Type.Array(DriverFigure), 'DriversWindow')),
} as const satisfies Operation

export const ThemesEntry = Entry({ themes: Type.Array(ThemeFigure) }, 'Themes')
export const listThemes = {
  id: 'listThemes',
  path: '/api/insights/themes',
  summary: 'Read what people write about',
  description: `${description} Insights of kind \`theme\` hold the quotes.`,
  ...reads,
  query: strict(filters),
  response: page('themes', ThemesEntry),
} as const satisfies Operation

export const ParticipationEntry = Entry({ participation: ParticipationFigure }, 'Participation')
export const listParticipation = {
  id: 'listParticipation',
  path: '/api/insights/participation',
  summary: 'Read how many took part',
  description,
  ...reads,
  query: strict(filters),
  response: pageAndWindow(
    'participation',
    ParticipationEntry,
    windowOf(Type.Array(ParticipationFigure, { maxItems: 1 }), 'ParticipationWindow'),
  ),
} as const satisfies Operation

export const trendVerdicts = ['rising', 'falling', 'no trend told', 'not enough data to tell'] as const

const TrendSeries = Type.Object(
  {
    measure: oneOf(['score', 'enps', 'sentiment', 'participation']),
    question_id: Type.Optional(Type.String()),
    text: Type.Optional(Type.String()),
    driver: nullable(oneOf(driverIds)),
    points: Type.Array(
      Type.Object({
        check_in_instance_id: Type.String(),
        closed_at: instant,
        value: Type.Number(),
        ...figure,
      }),
      { description: 'oldest first; instances that show nothing of the group are left out' },
    ),
    verdict: oneOf(trendVerdicts),
    statement: Type.String(),
    slope: nullable(Type.Number({ description: 'change of the value from one instance to the next' })),
    p: nullable(Type.Number()),
    p_adjusted: nullable(
      Type.Number({ description: 'over all series of this group: Benjamini and Hochberg' }),
    ),
    method,
  },
  { title: 'TrendSeries' },
)

const Agreement = Type.Object({
  driver: oneOf(driverIds),
  question_id: Type.String(),
  instances: Type.Integer({ description: 'with both a scale and texts that name the driver' }),
  correlation: nullable(Type.Number({ description: 'Spearman; null below four instances' })),
})

export const TrendEntry = Type.Object(
  {
    scope: Type.Object({ check_in_id: Type.String(), team_id: nullable(Type.String()) }),
    title: Type.String(),
    instances: Type.Integer({ description: 'that were looked at, the newest 60 at most' }),
    series: Type.Array(TrendSeries),
    agreement: Type.Array(Agreement, { description: 'whether scale and text of a driver move together' }),
  },
  { title: 'Trend' },
)

export const listTrends = {
  id: 'listTrends',
  path: '/api/insights/trends',
  summary: 'Read trends over the instances of check-ins',
  description:
    'An entry is one check-in and one group, with a series for each measure. A trend needs four instances and a significant permuted slope; otherwise the verdict says so.',
  ...reads,
  query: strict({
    ...paging,
    check_in_id: Type.Optional(id('chk')),
    team_id: Type.Optional(id('tem')),
    from: Type.Optional(instant),
    to: Type.Optional(instant),
  }),
  response: page('trends', TrendEntry),
} as const satisfies Operation

export const SignalsGroup = Type.Object(
  {
    team_id: nullable(Type.String()),
    n: Type.Integer(),
    scores: Type.Array(ScoreFigure),
    enps: Type.Array(EnpsFigure),
    sentiment: Type.Array(SentimentFigure),
    drivers: Type.Array(DriverFigure),
  },
  { title: 'SignalsGroup' },
)

export const getSignals = {
  id: 'getSignals',
  method: 'GET',
  path: '/api/insights/signals',
  tag: 'Insights',
  summary: 'Read an attributed collection while it is open',
  description:
    'The figures of the answers so far, updated with every answer. Only for the readers whom the promise names: they read each answer by name anyway. A confidential or anonymous collection shows nothing before it closes.',
  caller: 'user',
  // A figure that moves with one answer is that answer: what reads it may read answers, and not insights alone.
  scope: ['responses:read'],
  query: strict(
    { pulse_id: Type.Optional(id('pls')), check_in_instance_id: Type.Optional(id('cki')) },
    { minProperties: 1 },
  ),
  status: 200,
  response: Type.Object({ answers: Type.Integer(), groups: Type.Array(SignalsGroup) }, { title: 'Signals' }),
  errors: ['not_found', 'names_not_promised', 'not_in_audience', 'collection_closed'],
} as const satisfies Operation

type Of<T> = T extends TSchema ? Static<T> : never
export type ScoreFigure = Of<typeof ScoreFigure>
export type EnpsFigure = Of<typeof EnpsFigure>
export type SentimentFigure = Of<typeof SentimentFigure>
export type ThemeFigure = Of<typeof ThemeFigure>
export type DriverFigure = Of<typeof DriverFigure>
export type ParticipationFigure = Of<typeof ParticipationFigure>
export type TrendEntry = Of<typeof TrendEntry>
export type TrendSeries = TrendEntry['series'][number]
export type FigureScope = Static<typeof scope>
export type FigureWindow<F> = Omit<NonNullable<Static<ReturnType<typeof windowOf>>>, 'figures'> & {
  figures: F[]
}
export type Signals = Static<(typeof getSignals)['response']>
