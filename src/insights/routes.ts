/** Insights over HTTP. */
import * as contract from '../../contract/insights.ts'
import { type Api, route } from '../http/route.ts'
import * as insights from './insights.ts'

export function insightRoutes(api: Api): void {
  route(api, contract.listInsights, (tx, actor, { query }, now) =>
    insights.listInsights(tx, actor, query, now),
  )
  route(api, contract.getInsight, (tx, actor, { params }, now) =>
    insights.getInsight(tx, actor, params.id, now),
  )
}
