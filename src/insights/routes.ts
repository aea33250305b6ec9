/** Insights over HTTP. */
import * as contract from '../../contract/insights.ts'
import { type Api, route } from '../http/route.ts'
import * as insights from './insights.ts'

export function insightRoutes(api: Api): void {
  route(api, contract.listInsights, (tx, actor, { query }) => insights.listInsights(tx, actor, query))
  route(api, contract.getInsight, (tx, actor, { params }) => insights.getInsight(tx, actor, params.id))
}
