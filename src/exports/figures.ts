/** Rows of figures: each is one that a list of the API gives, with its interval. */
import type { Static } from 'typebox'
import * as operations from '../../contract/figures.ts'
import type { FigureRow, ParticipationRow } from '../../contract/export-rows.ts'
import {
  listDrivers,
  listEnps,
  listParticipation,
  listScores,
  listSentiment,
  listThemes,
} from '../insights/insights.ts'
import { ask } from '../http/asking.ts'
import { onPage, type Source } from './source.ts'

/** Entries of a page of a list: each is one survey and one group, and becomes a row for each figure in it. */
const entriesAPage = 20

type Entry = Pick<Static<typeof operations.ScoresEntry>, 'scope' | 'title' | 'closed_at' | 'released_at'>

const surveyOf = ({ scope, title }: Entry) => ({
  schema_version: 1,
  pulse_id: scope.pulse_id ?? null,
  check_in_id: scope.check_in_id ?? null,
  check_in_instance_id: scope.check_in_instance_id ?? null,
  title,
  team_id: scope.team_id,
})

const timesOf = ({ closed_at, released_at }: Entry) => ({ closed_at, released_at })

/** What figures of every kind have. */
type Figure = {
  readonly n: number
  readonly interval: number[] | null
  readonly method: { readonly name: string; readonly version: string }
  readonly without_small_teams?: true
  readonly banded?: boolean
  readonly question_id?: string
  readonly text?: unknown
  readonly unit?: string
}

type Measured = Pick<FigureRow, 'measure' | 'value'> & {
  readonly interval?: number[] | null
  readonly driver?: string | null
  readonly theme?: string
  readonly option?: number
}

const rowsOf =
  (entry: Entry) =>
  (figure: Figure, measures: readonly (Measured | null)[]): FigureRow[] =>
    measures.flatMap((measured) => {
      if (measured === null) return []
      const { measure, value, interval, driver = null, theme = null, option } = measured
      return [
        {
          ...surveyOf(entry),
          measure,
          question_id: figure.question_id ?? null,
          question: typeof figure.text === 'string' ? figure.text : null,
          unit: figure.unit ?? null,
          driver,
          theme,
          option: option === undefined ? null : String(option),
          n: figure.n,
          value,
          low: interval?.[0] ?? null,
          high: interval?.[1] ?? null,
          banded: figure.banded ?? false,
          without_small_teams: figure.without_small_teams ?? false,
          method: figure.method.name,
          method_version: figure.method.version,
          ...timesOf(entry),
        },
      ]
    })

const countsOf = (distribution: readonly { value: number; count: number }[]): Measured[] =>
  distribution.map(({ value: option, count }) => ({ measure: 'count', value: count, option }))

const scoreRows: Source<FigureRow> = async (asking, position) => {
  const query = onPage(position, entriesAPage, 'released_since')
  const page = await ask(asking, operations.listScores, listScores, { query })
  const rows = page.scores.flatMap((entry) =>
    entry.questions.flatMap((figure) => {
      const { driver, favourable } = figure
      return rowsOf(entry)(figure, [
        { measure: 'score', value: figure.mean, interval: figure.interval, driver },
        favourable && {
          measure: 'favourable',
          value: favourable.share,
          interval: favourable.interval,
          driver,
        },
        ...countsOf(figure.distribution).map((count) => ({ ...count, driver })),
      ])
    }),
  )
  return { rows, next: page.next_cursor }
}

const enpsRows: Source<FigureRow> = async (asking, position) => {
  const query = onPage(position, entriesAPage, 'released_since')
  const page = await ask(asking, operations.listEnps, listEnps, { query })
  const rows = page.enps.flatMap((entry) =>
    entry.questions.flatMap((figure) =>
      rowsOf(entry)(figure, [
        { measure: 'enps', value: figure.enps, interval: figure.interval },
        { measure: 'promoters', value: figure.promoters },
        { measure: 'passives', value: figure.passives },
        { measure: 'detractors', value: figure.detractors },
        ...countsOf(figure.distribution),
      ]),
    ),
  )
  return { rows, next: page.next_cursor }
}

const sentimentRows: Source<FigureRow> = async (asking, position) => {
  const query = onPage(position, entriesAPage, 'released_since')
  const page = await ask(asking, operations.listSentiment, listSentiment, { query })
  const rows = page.sentiment.flatMap((entry) =>
    entry.questions.flatMap((figure) => {
      const { requests } = figure
      return rowsOf(entry)(figure, [
        { measure: 'sentiment', value: figure.mean, interval: figure.interval },
        { measure: 'positive', value: figure.positive },
        { measure: 'negative', value: figure.negative },
        requests && { measure: 'requests', value: requests.share, interval: requests.interval },
      ])
    }),
  )
  return { rows, next: page.next_cursor }
}

/** Of comments alone: drivers of scale questions are scores, which have rows of their own. */
const driverRows: Source<FigureRow> = async (asking, position) => {
  const query = onPage(position, entriesAPage, 'released_since')
  const page = await ask(asking, operations.listDrivers, listDrivers, { query })
  const rows = page.drivers.flatMap((entry) =>
    entry.drivers.flatMap(({ driver, text }) =>
      text === null
        ? []
        : rowsOf(entry)(text, [
            { measure: 'driver', value: text.share, interval: text.interval, driver },
            text.sentiment === null ? null : { measure: 'driver_sentiment', value: text.sentiment, driver },
          ]),
    ),
  )
  return { rows, next: page.next_cursor }
}

const themeRows: Source<FigureRow> = async (asking, position) => {
  const query = onPage(position, entriesAPage, 'released_since')
  const page = await ask(asking, operations.listThemes, listThemes, { query })
  const rows = page.themes.flatMap((entry) =>
    entry.themes.flatMap((figure) =>
      rowsOf(entry)(figure, [
        { measure: 'theme', value: figure.share, interval: figure.interval, theme: figure.label },
        figure.sentiment === null
          ? null
          : { measure: 'theme_sentiment', value: figure.sentiment, theme: figure.label },
      ]),
    ),
  )
  return { rows, next: page.next_cursor }
}

export const figureSources: readonly Source<FigureRow>[] = [
  scoreRows,
  enpsRows,
  sentimentRows,
  driverRows,
  themeRows,
]

const participationRows: Source<ParticipationRow> = async (asking, position) => {
  const query = onPage(position, entriesAPage, 'released_since')
  const page = await ask(asking, operations.listParticipation, listParticipation, { query })
  const rows = page.participation.flatMap((entry): ParticipationRow[] => {
    const { participation: figure } = entry
    if (figure === null) return []
    return [
      {
        ...surveyOf(entry),
        recipients: figure.recipients,
        responded: figure.responded,
        responded_max: figure.responded_max,
        n: figure.n,
        value: figure.response_rate,
        low: figure.interval?.[0] ?? null,
        high: figure.interval?.[1] ?? null,
        without_small_teams: figure.without_small_teams ?? false,
        ...timesOf(entry),
      },
    ]
  })
  return { rows, next: page.next_cursor }
}

export const participationSources: readonly Source<ParticipationRow>[] = [participationRows]
