/** What pages read of insights, in the reader's language, as an application reads it for them. */
import type { DriverId } from '../../contract/drivers.ts'
import type { ReplyOf } from '../../client/client.ts'
import { asUser } from '../as-user.ts'
import { language } from '../messages.ts'
import { formatPercent, formatScore, formatSigned } from '../ui/number-format.ts'
import { read, readPages, useList } from '../queries.ts'
import { type KindGroup, kindGroups } from './kind-groups.ts'

export type Insight = ReplyOf<'listInsights'>['insights'][number]
export type Method = ReplyOf<'getInsightMethod'>

export type InsightFilter = {
  team?: string | undefined
  kind?: KindGroup | undefined
  driver?: DriverId | undefined
}

/** A finding is about a kilobyte, so a page of them is short. */
const pageSize = 15

export const queryOf = ({ team, kind, driver }: InsightFilter) => ({
  language,
  limit: pageSize,
  ...(team && { team_id: team }),
  ...(kind && { kind: kindGroups[kind] }),
  ...(driver && { driver }),
})

export const insightPages = (filter: InsightFilter) =>
  readPages(asUser, 'listInsights', { query: queryOf(filter) })

export const useInsights = (filter: InsightFilter) =>
  useList(insightPages(filter), ({ insights }) => insights)

const ofShares = ['theme', 'strength', 'level'] as const

const writeAs = (kind: Insight['kind']): ((value: number) => string) => {
  if (kind === 'enps') return formatSigned
  return ofShares.some((one) => one === kind) ? formatPercent : formatScore
}

/** As it is read: of themes and strengths, and of levels where nothing was asked on a scale, it is that of a share. */
export const intervalOf = ({ kind, interval }: Insight): { low: string; high: string } | null =>
  interval && { low: writeAs(kind)(interval[0]), high: writeAs(kind)(interval[1]) }

export const oneInsight = (id: string) => read(asUser, 'getInsight', { params: { id }, query: { language } })

export const methodOf = (id: string) =>
  read(asUser, 'getInsightMethod', { params: { id }, query: { language } })

/** For the group that a finding is about. */
export const trendAround = (checkInId: string, teamId: string | null) =>
  read(asUser, 'listTrends', {
    query: { check_in_id: checkInId, ...(teamId !== null && { team_id: teamId }), limit: 1, language },
  })

const teamsMax = 200

export const teamsToChoose = read(asUser, 'listTeams', { query: { limit: teamsMax } })
