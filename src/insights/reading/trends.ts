/**
 * Trends: one figure of one group over the instances of a check-in. Each point is a released figure of its own; the verdict comes
 * from a permuted slope (statistics/slope.ts), corrected over all series of the group. Below four instances, and where chance
 * explains it, there is no trend; both are results of their own. A driver's scale and its texts are two series,
 * compared only by whether they move together.
 */
import { setImmediate } from 'node:timers/promises'
import type { SentimentCell } from '../text-cells.ts'
import type { listTrends as operation, TrendEntry, TrendSeries } from '../../../contract/trends.ts'
import type { StatementLanguage } from '../../../locales/statements/statements.ts'
import type { Page } from '../../../contract/fields.ts'
import { unitIn } from '../../../contract/form-items.ts'
import type { Question } from '../../../contract/questions.ts'
import type { Call } from '../../call.ts'
import { resultsIdOf } from '../../collection/collection.ts'
import { everyone, type ParticipationCell, type QuestionCell, questionMeasure } from '../../cells/cells.ts'
import {
  participationMeasure,
  type Released,
  releasedSeries,
  releasedTo,
  type SeriesGroup,
} from '../../confidentiality/confidentiality.ts'
import { paged, pageOf } from '../../db/paging.ts'
import { readerOf } from '../../directory/directory.ts'
import { enpsPoint, isAlike, isAveraged, measureOf } from '../../questions/questions.ts'
import { seedOf } from '../../text/text.ts'
import { closedCollections, type CollectionSummary, instancesInScope } from '../collection-store.ts'
import { boundsOf, cellsOf, histogram, round, sum, version } from '../finding.ts'
import { message, type Message, render } from '../message.ts'
import { auditFigures, measuresOf } from './groups.ts'
import { binsOf, enpsOf, participationOf, scoreOf, sentimentOf } from '../measurements.ts'
import { driversMeasure, sentimentMeasure } from '../measures.ts'
import {
  benjaminiHochberg,
  type Histogram,
  isTrend,
  permutedSlope,
  type Slope,
  spearman,
  trendInstancesMin,
} from '../../statistics/statistics.ts'
import type { Reader } from '../../visibility.ts'
import { allTopics } from '../report/topics.ts'

const trendInstancesMax = 60

/** An instance, and the figures that it shows of the group. */
type InstanceFigures = { collection: CollectionSummary; released: readonly Released<unknown>[] }

type Point = TrendSeries['points'][number]

/** A series before its verdict. `values`: what the test is made from. */
type Series = Pick<TrendSeries, 'measure' | 'question_id' | 'text' | 'driver' | 'min' | 'max'> & {
  points: (Point & { values: Histogram })[]
}

/** The newest check-ins first, in each everyone before the teams. @throws invalid_cursor */
export async function listTrends(call: Call<typeof operation>): Promise<Page<'trends', TrendEntry>> {
  const { tx, actor, query } = call
  const { organisationId } = actor
  const paging = paged(`trends of ${organisationId}`, query)
  const [seriesId, teamId] = paging.after?.split(' ') ?? []
  const reader = await readerOf(tx, actor)
  const found = await releasedSeries(tx, organisationId, instancesInScope(reader, query), {
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
  for (const [checkInId, some] of Map.groupBy(groups, (one) => one.series_id))
    trends.push(...(await trendsOf({ ...call, reader }, checkInId, some)))
  return { trends, ...rest }
}

const trendKinds = ['scores', 'enps', 'sentiment', 'drivers'] as const

async function trendsOf(
  { tx, actor, reader, query, now }: Call<typeof operation> & { readonly reader: Reader },
  checkInId: string,
  groups: readonly SeriesGroup[],
): Promise<TrendEntry[]> {
  const filter = { ...query, check_in_id: checkInId }
  const newestFirst = await closedCollections(tx, reader, filter, trendInstancesMax)
  const collections = newestFirst.toReversed()
  await auditFigures({ tx, actor, now }, 'trends', collections)
  const rows = await releasedTo<unknown>(
    tx,
    actor.organisationId,
    groups.flatMap(({ team_id }) => collections.map(({ id }) => ({ collection_id: id, team_id }))),
    [...new Set(collections.flatMap((one) => trendKinds.flatMap((kind) => measuresOf(kind, one))))],
  )
  const released = Map.groupBy(rows, (row) => `${row.collection_id} ${row.team_id}`)
  const trends: TrendEntry[] = []
  for (const { team_id: group } of groups) {
    const instances = collections
      .filter(({ shared }) => shared === null || shared.includes(group))
      .map((collection): InstanceFigures => ({
        collection,
        released: (released.get(`${collection.id} ${group}`) ?? []).map((row) => ({
          ...row,
          teamId: group,
        })),
      }))
    trends.push({
      scope: { check_in_id: checkInId, team_id: group === everyone ? null : group },
      title: newestFirst[0]?.title ?? '',
      instances: instances.length,
      series: await withVerdicts(seriesOf(instances, group), query.language),
      agreement: agreementsOf(instances, group),
    })
  }
  return trends
}

/** Questions join on their ids; all of them take the newest wording. */
function questionsOf(instances: readonly InstanceFigures[]): Question[] {
  const newest = new Map(
    instances.flatMap(({ collection }) =>
      collection.questions.map((question) => [question.id, question] as const),
    ),
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

function seriesOf(instances: readonly InstanceFigures[], group: string): Series[] {
  const along = (
    head: Omit<Series, 'points'>,
    measure: (one: InstanceFigures) => Measured | null,
  ): Series[] => {
    const points = instances.flatMap((one) => {
      const found = measure(one)
      return found
        ? [
            {
              check_in_instance_id: resultsIdOf(one.collection),
              opened_at: one.collection.opened_at,
              closed_at: one.collection.closed_at,
              ...found,
            },
          ]
        : []
    })
    return points.length > 0 ? [{ ...head, points }] : []
  }
  const basis = { responded: null, readBy: null }
  const ofQuestion = (question: Question): Series[] => {
    const head = { question_id: question.id, text: question.text, driver: question.driver ?? null }
    const isAskedAlike = ({ collection }: InstanceFigures): boolean =>
      collection.questions.some((one) => one.id === question.id && isAlike(one, question))
    const cells = <C>(one: InstanceFigures, measure: string): C[] | null =>
      isAskedAlike(one) ? cellsOf<C>(one.released, group, measure) : null
    switch (measureOf(question)) {
      case 'score':
        return along({ measure: 'score', ...head, ...unitIn(question), ...boundsOf(question) }, (one) => {
          const own = cells<QuestionCell>(one, questionMeasure(question.id))
          const found = own && scoreOf(question, own, basis)
          return own && found ? { ...found, value: found.mean, values: histogram(own) } : null
        })
      case 'enps':
        return along({ measure: 'enps', ...head, min: -100, max: 100 }, (one) => {
          const own = cells<QuestionCell>(one, questionMeasure(question.id))
          const found = own && enpsOf(question, own, basis)
          return own && found ? { ...found, value: found.enps, values: pointsOf(histogram(own)) } : null
        })
      case 'sentiment':
        return along({ measure: 'sentiment', ...head, min: -1, max: 1 }, (one) => {
          const own = cells<SentimentCell>(one, sentimentMeasure(question.id))
          const found =
            own && sentimentOf(question, own, null, { ...basis, readBy: one.collection.text_version })
          return own && found ? { ...found, value: found.mean, values: binsOf(own) } : null
        })
      case null:
        return []
    }
  }
  return [
    ...questionsOf(instances).flatMap(ofQuestion),
    ...along({ measure: 'participation', driver: null, min: 0, max: 1 }, (one) => {
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

/** A slope is a function of its series alone, and draws take a while, so slopes are cached. */
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

/** Those that were made as the newest was: a difference of others may be one of readers or rules, and not of people. */
const comparable = (points: Series['points']): Series['points'] =>
  points.filter(({ method }) => method.version === points.at(-1)?.method.version)

async function withVerdicts(
  series: readonly Series[],
  language: StatementLanguage = 'en',
): Promise<TrendSeries[]> {
  const found: { one: Series; slope: Slope | null }[] = []
  for (const one of series) {
    found.push({ one, slope: slopeOf(comparable(one.points), `${one.measure} ${one.question_id ?? ''}`) })
    await setImmediate()
  }
  const tested = found.flatMap(({ slope }) => slope ?? [])
  const corrected = benjaminiHochberg(tested.map(({ p }) => p))
  const adjusted = new Map(tested.map((slope, index) => [slope, corrected[index]] as const))
  return found.map(({ one, slope }) =>
    withVerdict(one, slope && { ...slope, adjusted: adjusted.get(slope) ?? 1 }, language),
  )
}

/** A slope with its p corrected over the series of the group. */
type Corrected = Slope & { adjusted: number }

const verdictOf = (slope: Corrected | null): TrendSeries['verdict'] =>
  slope === null
    ? 'too few instances'
    : !isTrend(slope, slope.adjusted)
      ? 'no clear trend'
      : slope.slope > 0
        ? 'rising'
        : 'falling'

function withVerdict(
  { points, ...head }: Series,
  slope: Corrected | null,
  language: StatementLanguage,
): TrendSeries {
  return {
    ...head,
    points: points.map(({ check_in_instance_id, opened_at, closed_at, value, n, interval, method }) => ({
      check_in_instance_id,
      opened_at,
      closed_at,
      value,
      n,
      interval,
      method,
    })),
    verdict: verdictOf(slope),
    statement: render(statementOf(head, comparable(points).length, slope), language),
    slope: slope && round(slope.slope, 4),
    p: slope && round(slope.p, 4),
    p_adjusted: slope && round(slope.adjusted, 4),
    method: {
      name: slope ? `permuted slope (${slope.method === 'normal' ? 'normal limit' : 'draws'})` : 'none',
      version,
    },
  }
}

function statementOf(
  { measure, text }: Pick<Series, 'measure' | 'text'>,
  instances: number,
  slope: Corrected | null,
): Message {
  const subject = message(`trend_of_${measure}`, { question: text ?? '' })
  if (slope === null) return message('trend_too_few', { subject, instances, least: trendInstancesMin })
  const verdict = verdictOf(slope)
  if (verdict === 'no clear trend') return message('trend_none', { subject, instances })
  const key = verdict === 'rising' ? 'trend_rising' : 'trend_falling'
  return message(key, { subject, instances, step: round(Math.abs(slope.slope)) })
}

/** Scale and text of each driver that has both, over the instances that show both. */
function agreementsOf(instances: readonly InstanceFigures[], group: string): TrendEntry['agreement'] {
  return questionsOf(instances)
    .filter(isAveraged)
    .flatMap(({ id, driver }) => {
      if (driver === undefined) return []
      const pairs = instances.flatMap(({ released }) => {
        const scale = cellsOf<QuestionCell>(released, group, questionMeasure(id))
        const text = allTopics({ released }, { group, name: '' }, driversMeasure).find(
          (topic) => topic.id === driver,
        )
        if (!scale || !text || text.sums.few) return []
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
          driver,
          question_id: id,
          instances: pairs.length,
          correlation: correlation === null ? null : round(correlation, 3),
        },
      ]
    })
}
