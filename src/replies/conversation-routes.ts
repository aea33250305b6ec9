/** Conversations over HTTP, for readers of named answers. What the person reads and writes: src/respond. */
import * as contract from '../../contract/conversations.ts'
import type { CollectionSource } from '../collection/collection.ts'
import { type Api, route } from '../http/route.ts'
import * as conversations from './conversations.ts'

/** @param sources  pulses and check-in instances */
export function conversationRoutes(api: Api, sources: readonly CollectionSource[]): void {
  for (const source of sources) {
    const { operations } = source
    route(api, operations.getConversation, (call) => conversations.getConversation(call, source))
    route(api, operations.createMessage, (call) => conversations.createMessage(call, source))
  }
  route(api, contract.listUnansweredConversations, conversations.listUnansweredConversations)
  route(api, contract.updateMessage, conversations.updateMessage)
  route(api, contract.publishMessage, conversations.publishMessage)
  route(api, contract.withdrawMessage, conversations.withdrawMessage)
  route(api, contract.deleteMessage, conversations.deleteMessage)
}
