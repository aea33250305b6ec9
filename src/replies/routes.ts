/** Replies over HTTP, for those who write them. What respondents read: src/respond. */
import * as contract from '../../contract/replies.ts'
import { type Api, route } from '../http/route.ts'
import * as replies from './replies.ts'

export function replyRoutes(api: Api): void {
  route(api, contract.createReply, replies.createReply)
  route(api, contract.listReplies, replies.listReplies)
  route(api, contract.getReply, replies.getReply)
  route(api, contract.updateReply, replies.updateReply)
  route(api, contract.publishReply, replies.publishReply)
  route(api, contract.withdrawReply, replies.withdrawReply)
  route(api, contract.deleteReply, replies.deleteReply)
}
