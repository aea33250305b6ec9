/** Tools that give figures: side by side, over time, by driver, and why a team has none. Each figure is one that the API lists. */
import * as operations from '../../contract/figures.ts'
import { listInsights as listInsightsOperation } from '../../contract/insights.ts'
import { limits } from '../../contract/limits.ts'
import * as contract from '../../contract/tools.ts'
import type { Arguments, Result } from '../../contract/tool.ts'
import type { ToolMeasure } from '../../contract/tools.ts'
import { listTrends as listTrendsOperation, type TrendEntry } from '../../contract/trends.ts'
import {
  listDrivers,
  listEnps,
  listInsights,
  listParticipation,
  listScores,
  listSentiment,
  listTrends,
} from '../insights/insights.ts'
import { problem } from '../problem.ts'
import { ask, type ToolCall } from './asking.ts'
import { scopeOf } from './collections.ts'
import { fitting, untrusted } from './untrusted.ts'

/** The figures of one group of one collection. */
type Group = { collection: string; team: string | undefined }

/** Says that a figure counts only the shown parts of a team that is hidden itself. */
type Partly = { readonly without_small_teams?: true }

export const partly = ({ without_small_teams: isPartial }: Partly): Partly =>
  isPartial ? { without_small_teams: true } : {}

type Figure = { value: number; n: number; interval: number[] | null } & Partly

/** A group in one list of figures. */
type Listed = {
  readonly scope: { readonly team_id: string | null }
  readonly suppressed?: true
  readonly counted_in?: string | null
}

const queryOf = ({ collection, team }: Group) => ({
  ...scopeOf(collection),
  ...(team !== undefined && { team_id: team }),
  limit: limits.pageSizeMax,
})

/** A list is one of all groups; without a team the group of everyone is meant. */
const ofGroup = <E extends Listed>(entries: readonly E[], { team }: Group): E | undefined =>
  entries.find(({ scope }) => scope.team_id === (team ?? null))

/** @returns null where it is not shown, and where there is none */
async function figureOf(
  call: ToolCall,
  group: Group,
  measure: ToolMeasure,
  questionId: string | undefined,
): Promise<Figure | null> {
  const query = queryOf(group)
  if (measure === 'participation') {
    const { participation } = await ask(call, operations.listParticipation, listParticipation, { query })
    const figure = ofGroup(participation, group)?.participation
    return figure
      ? { value: figure.response_rate, n: figure.n, interval: figure.interval, ...partly(figure) }
      : null
  }
  if (questionId === undefined)
    throw problem('invalid_request', {
      detail: 'question_id is missing',
      errors: [{ pointer: '/question_id', code: 'missing', detail: 'question_id is missing' }],
    })
  const isAsked = ({ question_id }: { question_id: string }): boolean => question_id === questionId
  if (measure === 'score') {
    const { scores } = await ask(call, operations.listScores, listScores, { query })
    const figure = ofGroup(scores, group)?.questions.find(isAsked)
    return figure ? { value: figure.mean, n: figure.n, interval: figure.interval, ...partly(figure) } : null
  }
  if (measure === 'enps') {
    const { enps } = await ask(call, operations.listEnps, listEnps, { query })
    const figure = ofGroup(enps, group)?.questions.find(isAsked)
    return figure ? { value: figure.enps, n: figure.n, interval: figure.interval, ...partly(figure) } : null
  }
  const { sentiment } = await ask(call, operations.listSentiment, listSentiment, { query })
  const figure = ofGroup(sentiment, group)?.questions.find(isAsked)
  return figure ? { value: figure.mean, n: figure.n, interval: figure.interval, ...partly(figure) } : null
}

type Compared = Result<typeof contract.compare>

export async function compare(
  call: ToolCall,
  {
    measure,
    question_id,
    collection,
    team,
    other_collection = collection,
    other_team = team,
  }: Arguments<typeof contract.compare>,
): Promise<Compared> {
  const groups: Group[] = [
    { collection, team },
    { collection: other_collection, team: other_team },
  ]
  const [one, other] = await Promise.all(groups.map((group) => figureOf(call, group, measure, question_id)))
  const figures = [one, other].map((figure, at) => ({
    collection: groups[at].collection,
    team_id: groups[at].team ?? null,
    shown: figure !== null,
    value: figure?.value ?? null,
    n: figure?.n ?? null,
    interval: figure?.interval ?? null,
    ...(figure && partly(figure)),
  }))
  if (!one || !other) return { figures, difference: null, why: 'not_shown' }
  const untested = { figures, difference: null, why: 'not_tested' } as const
  if (team !== other_team || measure === 'participation') return untested
  const subject = { measure, questionId: question_id }
  if ((await instanceBefore(call, groups[0], subject)) !== other_collection) return untested
  return { figures, ...(await changeOf(call, groups[0], { questionId: question_id, before: other.value })) }
}

type Subject = { measure: ToolMeasure; questionId: string | undefined }

/** @returns the instance before this one that shows the figure of the group; null if there is none, as with a pulse */
async function instanceBefore(
  call: ToolCall,
  group: Group,
  { measure, questionId }: Subject,
): Promise<string | null> {
  const { participation } = await ask(call, operations.listParticipation, listParticipation, {
    query: queryOf(group),
  })
  const checkIn = participation.find(({ scope }) => scope.check_in_id)?.scope.check_in_id
  if (!checkIn) return null
  const trend = await trendOf(call, { checkIn, team: group.team })
  const points = trend?.series.find(
    (series) => series.measure === measure && series.question_id === questionId,
  )?.points
  const at = points?.findIndex((point) => point.check_in_instance_id === group.collection) ?? -1
  return points?.[at - 1]?.check_in_instance_id ?? null
}

async function trendOf(
  call: ToolCall,
  { checkIn, team }: { checkIn: string; team: string | undefined },
): Promise<TrendEntry | undefined> {
  const { trends } = await ask(call, listTrendsOperation, listTrends, {
    query: { check_in_id: checkIn, ...(team !== undefined && { team_id: team }), limit: limits.pageSizeMax },
  })
  return trends.find(({ scope }) => scope.team_id === (team ?? null))
}

/** What an insight about a question says of the last time. */
type Change = {
  comparison?: unknown
  told?: unknown
  metric?: unknown
  value?: unknown
  difference?: unknown
}

/** The difference to last time as the report of the later collection tells it, if that compared it with this very figure. */
async function changeOf(
  call: ToolCall,
  { collection, team }: Group,
  { questionId, before }: { questionId: string | undefined; before: number },
): Promise<Pick<Compared, 'difference' | 'why'>> {
  const { insights } = await ask(call, listInsightsOperation, listInsights, {
    query: {
      ...scopeOf(collection),
      ...(team === undefined ? { everyone: true } : { team_id: team }),
      kind: 'score,driver,enps,sentiment_signal',
      limit: limits.pageSizeMax,
    },
  })
  const about = insights.find(({ scope }) => scope.question_id === questionId)
  const change = (about?.evidence as Change[] | undefined)?.find(
    ({ comparison }) => comparison === 'previous',
  )
  if (!about || typeof change?.difference !== 'number' || typeof change.value !== 'number')
    return { difference: null, why: 'not_tested' }
  const times = change.metric === 'enps' ? 100 : 1
  if (Math.abs(change.value * times - before) > roundingMax * times)
    return { difference: null, why: 'not_tested' }
  if (change.told !== true) return { difference: null, why: 'chance_could_explain_it' }
  const adjusted = (change as { p_adjusted?: unknown }).p_adjusted
  return {
    difference: {
      value: change.difference * times,
      p_adjusted: typeof adjusted === 'number' ? adjusted : null,
      insight_id: about.id,
    },
    why: null,
  }
}

/** Means are rounded to three digits where they are listed, an eNPS to a whole number. */
const roundingMax = 0.006

export async function showTrend(
  call: ToolCall,
  { check_in_id, measure, question_id, team }: Arguments<typeof contract.showTrend>,
): Promise<Result<typeof contract.showTrend>> {
  const trend = await trendOf(call, { checkIn: check_in_id, team })
  const wanted = (trend?.series ?? []).filter(
    (series) =>
      series.measure === measure && (question_id === undefined || series.question_id === question_id),
  )
  const series = wanted.map(({ question_id: id = null, verdict, slope, statement, points }) => ({
    question_id: id,
    verdict,
    slope,
    statement: untrusted('finding', statement),
    points: points
      .slice(-limits.toolPointsMax)
      .map(({ check_in_instance_id, closed_at, value, n, interval }) => ({
        collection: check_in_instance_id,
        closed_at,
        value,
        n,
        interval,
      })),
  }))
  const { fit, isCut } = fitting(series)
  return { team_id: team ?? null, instances: trend?.instances ?? 0, series: fit, has_more: isCut }
}

export async function rankDrivers(
  call: ToolCall,
  { collection, team }: Arguments<typeof contract.rankDrivers>,
): Promise<Result<typeof contract.rankDrivers>> {
  const group = { collection, team }
  const { drivers: listed } = await ask(call, operations.listDrivers, listDrivers, { query: queryOf(group) })
  const drivers = ofGroup(listed, group)?.drivers ?? []
  const { fit, isCut } = fitting(
    drivers
      .toSorted((one, other) => urgencyOf(one) - urgencyOf(other))
      .map(({ driver, level, scale, text }) => ({
        driver,
        level: level?.state ?? null,
        insight_id: level?.insight_id ?? null,
        scale: scale.map(({ question_id, n, mean, favourable, ...figure }) => ({
          question_id,
          n,
          mean,
          favourable: favourable?.share ?? null,
          ...partly(figure),
        })),
        text: text && {
          people: text.people,
          n: text.n,
          tone: text.tone,
          negative: text.negative,
          ...partly(text),
        },
      })),
  )
  return { team_id: team ?? null, shown: drivers.length > 0, drivers: fit, has_more: isCut }
}

/** Problems first, then the least favourable; drivers that only words are about come last. */
function urgencyOf({ level, scale }: operations.DriverFigure): number {
  const shares = scale.flatMap(({ favourable }) => favourable?.share ?? [])
  const least = shares.length > 0 ? Math.min(...shares) : 2
  return (level?.state === 'problem' ? 0 : 4) + least
}

/** A team with too few people, one in which nobody answered and one that was not asked get the same reply, except for the team above. */
export async function explainHidden(
  call: ToolCall,
  { collection, team }: Arguments<typeof contract.explainHidden>,
): Promise<Result<typeof contract.explainHidden>> {
  const asked = { query: queryOf({ collection, team }) }
  const lists = await Promise.all([
    ask(call, operations.listScores, listScores, asked).then(({ scores }) => scores),
    ask(call, operations.listEnps, listEnps, asked).then(({ enps }) => enps),
    ask(call, operations.listSentiment, listSentiment, asked).then(({ sentiment }) => sentiment),
    ask(call, operations.listParticipation, listParticipation, asked).then((page) => page.participation),
  ])
  const entries = lists.flat().filter(({ scope }) => scope.team_id === team)
  const figures = entries.flatMap((entry): readonly (Partly & Pick<Listed, 'counted_in'>)[] =>
    'questions' in entry ? entry.questions : entry.participation ? [entry.participation] : [],
  )
  // The sum of its shown parts is no figure of the team.
  if (figures.some((figure) => !figure.without_small_teams))
    return { team_id: team, shown: true, rule: null, counted_in: null }
  const above = [...entries, ...figures].find((one) => one.counted_in !== undefined)?.counted_in
  return {
    team_id: team,
    shown: false,
    rule: contract.hiddenRule,
    counted_in: above === undefined ? null : { team_id: above },
  }
}
