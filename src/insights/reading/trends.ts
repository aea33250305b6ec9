/**
 * Trends: one figure of one group over the instances of a check-in. Each point is a released figure of its own; the verdict is a
 * permuted slope (statistics/slope.ts), corrected over all series of the group. Below four instances, and where chance explains it, a
 * trend is not told: "not enough data to tell" is a result of its own. A driver's scale and its texts are two series, and what
 * is told of both is whether they move together.
 */
import { setImmediate } from 'node:timers/promises'
import { type TrendEntry, type TrendSeries } from '../../../contract/figures.ts'
import { type Page } from '../../../contract/fields.ts'
import { type Question } from '../../../contract/questions.ts'
import { type ApplicationActor } from '../../actor.ts'
import { everyone, type QuestionCell, questionMeasure } from '../../cells/cells.ts'
import {
  type ParticipationCell,
  participationMeasure,
  type Released,
  releasedSeries,
  releasedTo,
  type SeriesGroup,
} from '../../confidentiality/confidentiality.ts'
import { type Tx } from '../../db/db.ts'
import { paged, pageOf } from '../../db/paging.ts'
import { enpsPoint, isAlike, isAveraged, measureOf } from '../../questions/questions.ts'
import { seedOf } from '../../text/text.ts'
import { type Asked, type AskedFilter, closedOf, lookedForSeries } from '../collection-store.ts'
import { cellsOf, histogram, round, sum, version } from '../finding.ts'
import { auditFigures, measuresOf } from './groups.ts'
import { binsOf, enpsOf, participationOf, scoreOf, sentimentOf } from '../measurements.ts'
import { driversMeasure, type SentimentCell, sentimentMeasure } from '../measures.ts'
import {
  benjaminiHochberg,
  type Histogram,
  isTrend,
  permutedSlope,
  type Slope,
  spearman,
  trendInstancesMin,
} from '../../statistics/statistics.ts'
import { allTopics } from '../report/topics.ts'

export const trendInstancesMax = 60

type Query = Pick<AskedFilter, 'check_in_id' | 'from' | 'to'> & {
  limit?: number
  cursor?: string
  team_id?: string
}

/** An instance, and what it shows of the group. */
type Told = { asked: Asked; released: readonly Released<unknown>[] }

type Point = TrendSeries['points'][number]

/** A series before its verdict. values: what the test is made of. */
type Series = Pick<TrendSeries, 'measure' | 'question_id' | 'text' | 'driver'> & {
  points: (Point & { values: Histogram })[]
}

/** Check-ins newest first, in each everyone before the teams. @throws invalid_cursor */
export async function listTrends(
  tx: Tx,
  actor: ApplicationActor,
  query: Query,
  now: Date,
): Promise<Page<'trends', TrendEntry>> {
  const { organisationId } = actor
  const paging = paged(`trends of ${organisationId}`, query)
  const [seriesId, teamId] = paging.after?.split(' ') ?? []
  const found = await releasedSeries(tx, organisationId, lookedForSeries(actor, query), {
    teamId: query.team_id ?? null,
    after: seriesId === undefined ? null : { series_id: seriesId, team_id: teamId },
    limit: paging.limit + 1,
  })
  const { trends: groups, ...rest } = pageOf(
    'trends',
    found,
    paging,
    (one) => `${one.series_id} ${one.team_id}`,
  )
  const trends: TrendEntry[] = []
  for (const [series, some] of Map.groupBy(groups, (one) => one.series_id))
    trends.push(...(await trendsOf(tx, actor, { ...query, check_in_id: series }, some, now)))
  return { trends, ...rest }
}

async function trendsOf(
  tx: Tx,
  actor: ApplicationActor,
  filter: AskedFilter,
  groups: readonly SeriesGroup[],
  now: Date,
): Promise<TrendEntry[]> {
  const asked = (await closedOf(tx, actor, filter, trendInstancesMax)).toReversed()
  await auditFigures(tx, actor, 'listTrends', 'trends', asked, now)
  const rows = await releasedTo<unknown>(
    tx,
    actor.organisationId,
    groups.flatMap(({ team_id }) => asked.map(({ id }) => ({ collection_id: id, team_id }))),
    [
      ...new Set(
        asked.flatMap((one) =>
          (['scores', 'enps', 'sentiment', 'drivers'] as const).flatMap((kind) => measuresOf(kind, one)),
        ),
      ),
    ],
  )
  const shown = Map.groupBy(rows, (row) => `${row.collection_id} ${row.team_id}`)
  const trends: TrendEntry[] = []
  for (const { series_id: checkInId, team_id: group } of groups) {
    const told = asked.map((one): Told => ({
      asked: one,
      released: (shown.get(`${one.id} ${group}`) ?? []).map((row) => ({ ...row, teamId: group })),
    }))
    trends.push({
      scope: { check_in_id: checkInId, team_id: group === everyone ? null : group },
      title: asked.at(-1)!.title,
      instances: asked.length,
      series: await withVerdicts(seriesOf(told, group)),
      agreement: agreementsOf(told, group),
    })
  }
  return trends
}

/** Questions join on their ids; the newest wording stands for all. */
function questionsOf(told: readonly Told[]): Question[] {
  const newest = new Map(
    told.flatMap(({ asked }) => asked.questions.map((question) => [question.id, question] as const)),
  )
  return [...newest.values()]
}

type Measured = {
  value: number
  n: number
  interval: number[] | null
  method: Point['method']
  values: Histogram
}

export function seriesOf(told: readonly Told[], group: string): Series[] {
  const along = (head: Omit<Series, 'points'>, measure: (one: Told) => Measured | null): Series[] => {
    const points = told.flatMap((one) => {
      const found = measure(one)
      return found
        ? [
            {
              check_in_instance_id: one.asked.check_in_instance_id!,
              closed_at: one.asked.closed_at,
              ...found,
            },
          ]
        : []
    })
    return points.length > 0 ? [{ ...head, points }] : []
  }
  const place = { seed: `trend ${group === everyone ? '' : 'team'}`, responded: null }
  const ofQuestion = (question: Question): Series[] => {
    const head = { question_id: question.id, text: question.text, driver: question.driver ?? null }
    const isAskedAlike = ({ asked }: Told): boolean =>
      asked.questions.some((one) => one.id === question.id && isAlike(one, question))
    const cells = <C>(one: Told, measure: string): C[] | null =>
      isAskedAlike(one) ? cellsOf<C>(one.released, group, measure) : null
    switch (measureOf(question)) {
      case 'score':
        return along({ measure: 'score', ...head }, (one) => {
          const own = cells<QuestionCell>(one, questionMeasure(question.id))
          const found = own && scoreOf(question, own, place)
          return found ? { ...found, value: found.mean, values: histogram(own!) } : null
        })
      case 'enps':
        return along({ measure: 'enps', ...head }, (one) => {
          const own = cells<QuestionCell>(one, questionMeasure(question.id))
          const found = own && enpsOf(question, own, place)
          return found ? { ...found, value: found.enps, values: pointsOf(histogram(own!)) } : null
        })
      case 'sentiment':
        return along({ measure: 'sentiment', ...head }, (one) => {
          const own = cells<SentimentCell>(one, sentimentMeasure(question.id))
          const found = own && sentimentOf(question, own, null, place)
          return found ? { ...found, value: found.mean, values: binsOf(own!) } : null
        })
      case null:
        return []
    }
  }
  return [
    ...questionsOf(told).flatMap(ofQuestion),
    ...along({ measure: 'participation', driver: null }, (one) => {
      const own = cellsOf<ParticipationCell>(one.released, group, participationMeasure)
      const found = own && participationOf(own)
      return found
        ? {
            ...found,
            value: found.response_rate,
            values: [
              { value: 0, count: found.recipients - found.responded },
              { value: 1, count: found.responded },
            ],
          }
        : null
    }),
  ]
}

/** Promoters are worth 100, detractors −100: the mean of these is the eNPS. */
const pointsOf = (values: Histogram): Histogram =>
  [-1, 0, 1].map((point) => ({
    value: 100 * point,
    count: sum(values.map(({ value, count }) => (enpsPoint(value) === point ? count : 0))),
  }))

/** A slope is a function of its series alone, and draws take a while: what was drawn once is kept. */
const slopes = new Map<string, Slope | null>()
const slopesMax = 5_000

function slopeOf(points: Series['points'], seed: string): Slope | null {
  const series = points.map(({ values }, at) => ({ at, values }))
  const key = `${seed} ${JSON.stringify(series)}`
  const known = slopes.get(key)
  if (known !== undefined) return known
  const slope = permutedSlope(series, seedOf(seed))
  if (slopes.size >= slopesMax) slopes.clear()
  slopes.set(key, slope)
  return slope
}

async function withVerdicts(series: readonly Series[]): Promise<TrendSeries[]> {
  const found: (Slope | null)[] = []
  for (const one of series) {
    found.push(slopeOf(one.points, `${one.measure} ${one.question_id ?? ''}`))
    await setImmediate()
  }
  const tested = found.filter((slope) => slope !== null)
  const adjusted = new Map(
    benjaminiHochberg(tested.map(({ p }) => p)).map((p, index) => [tested[index], p] as const),
  )
  return series.map((one, index) => told(one, found[index], adjusted.get(found[index]!) ?? null))
}

function told({ points, ...head }: Series, slope: Slope | null, adjusted: number | null): TrendSeries {
  const isTold = slope !== null && adjusted !== null && isTrend(slope, adjusted)
  const verdict =
    slope === null
      ? 'not enough data to tell'
      : !isTold
        ? 'no trend told'
        : slope.slope > 0
          ? 'rising'
          : 'falling'
  return {
    ...head,
    points: points.map(({ check_in_instance_id, closed_at, value, n, interval, method }) => ({
      check_in_instance_id,
      closed_at,
      value,
      n,
      interval,
      method,
    })),
    verdict,
    statement: statementOf(head, points.length, slope, verdict),
    slope: slope && round(slope.slope, 4),
    p: slope && round(slope.p, 4),
    p_adjusted: adjusted === null ? null : round(adjusted, 4),
    method: {
      name: slope ? `permuted slope (${slope.method === 'normal' ? 'normal limit' : 'draws'})` : 'none',
      version,
    },
  }
}

const nouns: Record<TrendSeries['measure'], string> = {
  score: 'The score',
  enps: 'The eNPS',
  sentiment: 'How answers read',
  participation: 'Participation',
}

function statementOf(
  { measure, text }: Pick<Series, 'measure' | 'text'>,
  instances: number,
  slope: Slope | null,
  verdict: TrendSeries['verdict'],
): string {
  const subject = text ? `${nouns[measure]} of “${text}”` : nouns[measure]
  if (verdict === 'not enough data to tell')
    return `${subject}: not enough data to tell a trend (${instances} of at least ${trendInstancesMin} instances).`
  if (verdict === 'no trend told')
    return `${subject} went up and down over ${instances} instances as chance alone would make it: no trend is told.`
  return `${subject} is ${verdict} over ${instances} instances, by about ${round(Math.abs(slope!.slope))} each time.`
}

/** Scale and text of each driver that has both, over the instances that show both. */
function agreementsOf(all: readonly Told[], group: string): TrendEntry['agreement'] {
  return questionsOf(all)
    .filter((question) => question.driver !== undefined && isAveraged(question))
    .flatMap(({ id, driver }) => {
      const pairs = all.flatMap(({ released }) => {
        const scale = cellsOf<QuestionCell>(released, group, questionMeasure(id))
        const text = allTopics({ released }, { group, name: '' }, driversMeasure).find(
          (topic) => topic.id === driver,
        )
        if (!scale || !text) return []
        const n = sum(scale.map((cell) => cell.n))
        return [[sum(scale.map((cell) => cell.sum)) / n, text.sums.sum / text.sums.people] as const]
      })
      if (pairs.length === 0) return []
      const correlation =
        pairs.length < trendInstancesMin
          ? null
          : spearman(
              pairs.map(([scale]) => scale),
              pairs.map(([, text]) => text),
            )
      return [
        {
          driver: driver!,
          question_id: id,
          instances: pairs.length,
          correlation: correlation === null ? null : round(correlation, 3),
        },
      ]
    })
}
