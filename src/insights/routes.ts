/** Insights over HTTP. */
import * as figures from '../../contract/figures.ts'
import * as contract from '../../contract/insights.ts'
import * as trends from '../../contract/trends.ts'
import { type Api, route } from '../http/route.ts'
import * as reading from './reading/figures.ts'
import * as insights from './insights.ts'
import { pinInsight, unpinInsight } from './pins.ts'
import { type PhraseFor, recompute } from './recompute.ts'
import { getSignals } from './reading/signals.ts'
import { listTrends } from './reading/trends.ts'

export function insightRoutes(api: Api, phraseFor: PhraseFor): void {
  route(api, contract.listInsights, insights.listInsights)
  route(api, figures.listScores, reading.listScores)
  route(api, figures.listEnps, reading.listEnps)
  route(api, figures.listSentiment, reading.listSentiment)
  route(api, figures.listDrivers, reading.listDrivers)
  route(api, figures.listThemes, reading.listThemes)
  route(api, figures.listParticipation, reading.listParticipation)
  route(api, trends.listTrends, listTrends)
  route(api, figures.getSignals, getSignals)
  route(api, contract.recomputeInsights, (call) => recompute(call, phraseFor))
  route(api, contract.pinInsight, pinInsight)
  route(api, contract.unpinInsight, unpinInsight)
  route(api, contract.getInsight, insights.getInsight)
  route(api, contract.getInsightMethod, insights.getInsightMethod)
}
