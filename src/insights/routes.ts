/** Insights over HTTP. */
import * as figures from '../../contract/figures.ts'
import * as contract from '../../contract/insights.ts'
import { type Api, route } from '../http/route.ts'
import * as read from './reading/figures.ts'
import * as insights from './insights.ts'
import { type PhraseFor, recompute } from './recompute.ts'
import { getSignals } from './reading/signals.ts'
import { listTrends } from './reading/trends.ts'

export function insightRoutes(api: Api, phraseFor: PhraseFor): void {
  route(api, contract.listInsights, ({ tx, actor, query, now }) =>
    insights.listInsights(tx, actor, query, now),
  )
  route(api, figures.listScores, ({ tx, actor, query, now }) => read.listScores(tx, actor, query, now))
  route(api, figures.listEnps, ({ tx, actor, query, now }) => read.listEnps(tx, actor, query, now))
  route(api, figures.listSentiment, ({ tx, actor, query, now }) => read.listSentiment(tx, actor, query, now))
  route(api, figures.listDrivers, ({ tx, actor, query, now }) => read.listDrivers(tx, actor, query, now))
  route(api, figures.listThemes, ({ tx, actor, query, now }) => read.listThemes(tx, actor, query, now))
  route(api, figures.listParticipation, ({ tx, actor, query, now }) =>
    read.listParticipation(tx, actor, query, now),
  )
  route(api, figures.listTrends, ({ tx, actor, query, now }) => listTrends(tx, actor, query, now))
  route(api, figures.getSignals, ({ tx, actor, query, now }) => getSignals(tx, actor, query, now))
  route(api, contract.recomputeInsights, (call) => recompute(call, phraseFor))
  route(api, contract.getInsight, ({ tx, actor, params, now }) =>
    insights.getInsight(tx, actor, params.id, now),
  )
  route(api, contract.getInsightMethod, ({ tx, actor, params, now }) =>
    insights.getInsightMethod(tx, actor, params.id, now),
  )
}
