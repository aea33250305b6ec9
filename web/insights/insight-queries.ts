/** What pages read of insights, in the reader's language, as an application reads it for them. */
import type { ReplyOf } from '../../client/client.ts'
import { asUser } from '../as-user.ts'
import { language } from '../messages.ts'
import { read, readPages, useList } from '../queries.ts'

export type Insight = ReplyOf<'listInsights'>['insights'][number]
export type Method = ReplyOf<'getInsightMethod'>

/** What somebody may look for, with the kinds of insight that it means. */
export const kindGroups = {
  level: 'level,strength',
  change: 'change',
  score: 'score,driver,enps',
  comments: 'theme,sentiment_signal,coverage,summary',
  action: 'recommended_action',
  participation: 'participation',
} as const

export type KindGroup = keyof typeof kindGroups
export const kindGroupNames = Object.keys(kindGroups) as KindGroup[]

export type InsightFilter = { team?: string | undefined; kind?: KindGroup | undefined }

/** A finding is about a kilobyte, so a page of them is short. */
const pageSize = 15

export const queryOf = ({ team, kind }: InsightFilter) => ({
  language,
  limit: pageSize,
  ...(team && { team_id: team }),
  ...(kind && { kind: kindGroups[kind] }),
})

export const insightPages = (filter: InsightFilter) =>
  readPages(asUser, 'listInsights', { query: queryOf(filter) })

export const useInsights = (filter: InsightFilter) =>
  useList(insightPages(filter), ({ insights }) => insights)

export const oneInsight = (id: string) => read(asUser, 'getInsight', { params: { id }, query: { language } })

export const methodOf = (id: string) => read(asUser, 'getInsightMethod', { params: { id } })

const teamsMax = 200

export const teamsToChoose = read(asUser, 'listTeams', { query: { limit: teamsMax } })
