/**
 * The figures behind insights: for each closed collection and group, summed over a window, and, for the audience of an attributed
 * collection, while it is open; as trends: trends.ts. Each figure has its n, interval and method. Hidden and empty groups are omitted.
 */
import type { Static, TProperties, TSchema } from 'typebox'
import { hiddenGroup } from './collections.ts'
import { driverIds } from './drivers.ts'
import { figure, readAccess } from './figure.ts'
import { Coverage, levelBases, levelStates } from './insights.ts'
import { id, instant, nullable, oneOf, page, type Page, paging, strict } from './fields.ts'
import type { Operation } from './operation.ts'
import { tones } from './theme-counts.ts'
import { Type } from './schema.ts'

const share = Type.Number({ minimum: 0, maximum: 1 })

const coverage = nullable(Coverage)

const Comparison = Type.Object(
  {
    comparison: oneOf(['parent', 'organisation']),
    n: Type.Integer({ description: 'the size of the comparison group: the larger group without this team' }),
    value: Type.Number(),
    difference: Type.Number(),
  },
  { title: 'FigureComparison' },
)

const skipped = nullable(
  Type.Integer({ description: 'people who answered other questions but not this one; not included in n' }),
)

const Counts = Type.Array(Type.Object({ value: Type.Number(), count: Type.Integer() }))

export const ScoreFigure = Type.Object(
  {
    question_id: Type.String(),
    text: Type.String(),
    unit: Type.Optional(
      Type.String({ description: 'the unit of the mean and of values, where the question has one' }),
    ),
    driver: nullable(oneOf(driverIds)),
    ...figure,
    mean: Type.Number(),
    min: Type.Number(),
    max: Type.Number(),
    favourable: nullable(
      Type.Object(
        {
          share,
          interval: nullable(Type.Array(Type.Number())),
          from: Type.Number({ description: 'the lowest favourable value: 4 of 1 to 5' }),
          to: Type.Number({ description: 'the highest; 2 where high values are bad news' }),
        },
        { description: 'null where high values are neither good news nor bad' },
      ),
    ),
    distribution: Counts,
    banded: Type.Boolean(),
    skipped,
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
    skipped,
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
    coverage,
    mean: Type.Number({ minimum: -1, maximum: 1 }),
    positive: share,
    negative: share,
    requests: nullable(
      Type.Object(
        { people: Type.Integer(), share, interval: nullable(Type.Array(Type.Number())) },
        { description: 'people who ask for something, if the question asks what to improve' },
      ),
    ),
  },
  { title: 'SentimentFigure' },
)

const topic = {
  ...figure,
  people: Type.Integer(),
  share,
  tone: nullable(oneOf(tones)),
  rated: nullable(
    Type.Integer({
      description:
        'of these people, how many wrote in a language whose tone is estimated; all of them for drivers. Null, like `negative`, where one or two of these people would stand out: by their tone, or by their language. `tone` is mostly of one kind only where the 95% interval of the share leaves out half, and null, like `sentiment`, where fewer than three are rated',
    }),
  ),
  negative: nullable(Type.Integer({ description: 'how many mention it negatively' })),
  sentiment: nullable(Type.Number({ minimum: -1, maximum: 1, description: 'the mean of those rated' })),
}

export const ThemeFigure = Type.Object(
  { theme: Type.String(), label: Type.String(), source: oneOf(['driver', 'emergent']), coverage, ...topic },
  { title: 'ThemeFigure' },
)

export const DriverFigure = Type.Object(
  {
    driver: oneOf(driverIds),
    name: Type.String(),
    scale: Type.Array(ScoreFigure, { description: 'measured: answers on a scale' }),
    text: nullable(Type.Object(topic, { description: 'estimated from comments' })),
    coverage,
    agreement: oneOf(['agree', 'differ', 'unclear']),
    level: nullable(
      Type.Object(
        {
          state: oneOf(levelStates),
          basis: oneOf(levelBases),
          reference: nullable(Type.Number()),
          times: Type.Integer({ description: 'for how many instances in a row' }),
          insight_id: Type.String({ description: 'the insight that says so' }),
        },
        {
          title: 'DriverLevel',
          description: 'from the report of the survey; null over a window, and where the report has none',
        },
      ),
    ),
  },
  { title: 'DriverFigure' },
)

export const ParticipationFigure = Type.Object(
  {
    ...figure,
    recipients: Type.Integer(),
    responded: Type.Integer({ description: 'how many answers are counted' }),
    responded_max: Type.Integer({
      description:
        'how many people may have answered: 1 of 6 and 0 of 6 both say 0 and 1, and 7 of 8 and 8 of 8 both say 7 and 8',
    }),
    response_rate: share,
  },
  { title: 'ParticipationFigure' },
)

const scope = Type.Object({
  pulse_id: Type.Optional(Type.String()),
  check_in_id: Type.Optional(Type.String()),
  check_in_instance_id: Type.Optional(Type.String()),
  team_id: nullable(Type.String({ description: 'null for all recipients' })),
})

/** The sum of several instances of one check-in, for one group. */
const windowOf = (figures: TSchema, title: string) =>
  nullable(
    Type.Object(
      {
        from: nullable(instant),
        to: nullable(instant),
        team_id: nullable(Type.String()),
        instances: Type.Integer({
          description: 'the number of instances that closed in the window, at most the newest 100',
        }),
        shown: Type.Integer({
          description: 'how many of these show the group; their released figures are summed',
        }),
        figures,
      },
      { title, description: 'Only on the first page, and only with check_in_id.' },
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
  released_since: Type.Optional(instant),
}

const Entry = <T extends TProperties>(properties: T, title: string) =>
  Type.Object(
    {
      scope,
      title: Type.String(),
      closed_at: instant,
      released_at: Type.String({
        format: 'date-time',
        description: 'when the figures appeared: at the close, or at the import of a past survey',
      }),
      ...hiddenGroup,
      ...properties,
    },
    { title },
  )

/** A page of entries, with the figures of the whole window beside them. */
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
  'For closed surveys that the caller may see, newest first. Each entry covers one survey and one group; the group of all recipients comes before the teams. `from` and `to` limit the closing time; `released_since` lists what appeared since. Groups that may not be shown are omitted, like empty ones; with `team_id` they are listed with `suppressed`.'

export const ScoresEntry = Entry({ questions: Type.Array(ScoreFigure) }, 'Scores')
export const listScores = {
  id: 'listScores',
  path: '/api/insights/scores',
  summary: 'List scores',
  description,
  ...readAccess,
  query: strict(filters),
  response: pageAndWindow('scores', ScoresEntry, windowOf(Type.Array(ScoreFigure), 'ScoresWindow')),
} as const satisfies Operation

export const EnpsEntry = Entry({ questions: Type.Array(EnpsFigure) }, 'Enps')
export const listEnps = {
  id: 'listEnps',
  path: '/api/insights/enps',
  summary: 'List eNPS',
  description,
  ...readAccess,
  query: strict(filters),
  response: pageAndWindow('enps', EnpsEntry, windowOf(Type.Array(EnpsFigure), 'EnpsWindow')),
} as const satisfies Operation

export const SentimentEntry = Entry({ questions: Type.Array(SentimentFigure) }, 'Sentiment')
export const listSentiment = {
  id: 'listSentiment',
  path: '/api/insights/sentiment',
  summary: 'List the sentiment of comments',
  description,
  ...readAccess,
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
  summary: 'List drivers',
  description: `${description} A scale is a measurement and a comment an estimate: both are listed, and they are never averaged.`,
  ...readAccess,
  query: strict(filters),
  response: pageAndWindow('drivers', DriversEntry, windowOf(Type.Array(DriverFigure), 'DriversWindow')),
} as const satisfies Operation

export const ThemesEntry = Entry({ themes: Type.Array(ThemeFigure) }, 'Themes')
export const listThemes = {
  id: 'listThemes',
  path: '/api/insights/themes',
  summary: 'List themes of comments',
  description: `${description} Quotes are in the insights of kind \`theme\`.`,
  ...readAccess,
  query: strict(filters),
  response: page('themes', ThemesEntry),
} as const satisfies Operation

export const ParticipationEntry = Entry({ participation: nullable(ParticipationFigure) }, 'Participation')
export const listParticipation = {
  id: 'listParticipation',
  path: '/api/insights/participation',
  summary: 'List participation',
  description,
  ...readAccess,
  query: strict(filters),
  response: pageAndWindow(
    'participation',
    ParticipationEntry,
    windowOf(Type.Array(ParticipationFigure, { maxItems: 1 }), 'ParticipationWindow'),
  ),
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
  summary: 'Get figures of an open attributed survey',
  description:
    'The figures of all answers so far, updated with every answer. Only for the audience that the promise names, who can read each answer by name anyway. A confidential or anonymous survey shows nothing before it closes.',
  caller: 'user',
  action: 'answers.read',
  // A figure that changes with one answer reveals that answer, so insights:read is not enough.
  scope: ['responses:read'],
  query: strict(
    { pulse_id: Type.Optional(id('pls')), check_in_instance_id: Type.Optional(id('cki')) },
    { minProperties: 1 },
  ),
  status: 200,
  response: Type.Object({ answers: Type.Integer(), groups: Type.Array(SignalsGroup) }, { title: 'Signals' }),
  errors: ['not_found', 'names_not_promised', 'not_in_audience', 'collection_closed'],
} as const satisfies Operation

type StaticOf<T> = T extends TSchema ? Static<T> : never
export type ScoreFigure = StaticOf<typeof ScoreFigure>
export type EnpsFigure = StaticOf<typeof EnpsFigure>
export type SentimentFigure = StaticOf<typeof SentimentFigure>
export type ThemeFigure = StaticOf<typeof ThemeFigure>
export type DriverFigure = StaticOf<typeof DriverFigure>
export type ParticipationFigure = StaticOf<typeof ParticipationFigure>
export type FigureScope = Static<typeof scope>
export type FigureWindow<F> = Omit<NonNullable<Static<ReturnType<typeof windowOf>>>, 'figures'> & {
  figures: F[]
}
export type Signals = Static<(typeof getSignals)['response']>
