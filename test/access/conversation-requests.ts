/** Requests to the operations of conversations and of what respondents read of replies. */
import type { Make } from './requests.ts'

const body = { text: 'Shall we talk about it on Monday?' }

export const conversationRequests: Record<string, Make> = {
  getPulseResponse: async (it) => ({ params: await it.namedAnswer() }),
  getInstanceResponse: async (it) => ({ params: await it.namedInstanceAnswer() }),
  getPulseConversation: async (it) => ({ params: await it.namedAnswer() }),
  createPulseMessage: async (it) => ({ params: await it.namedAnswer(), body }),
  getInstanceConversation: async (it) => ({ params: await it.namedInstanceAnswer() }),
  createInstanceMessage: async (it) => ({ params: await it.namedInstanceAnswer(), body }),
  listUnansweredConversations: () => ({ query: { limit: '2' } }),
  updateMessage: async (it) => ({ params: { id: await it.newMessage() }, body }),
  publishMessage: async (it) => ({ params: { id: await it.newMessage() } }),
  withdrawMessage: async (it) => ({ params: { id: await it.newMessage('publish') } }),
  deleteMessage: async (it) => ({ params: { id: await it.newMessage() } }),
  readOwnConversation: async (it) => ({ params: { key: await it.conversationKey() } }),
  writeOwnMessage: async (it) => ({ params: { key: await it.conversationKey() }, body }),
  withdrawOwnMessage: async (it) => ({ params: await it.ownMessage() }),
  readLinkReplies: async (it) => ({ params: { token: await it.linkOf((await it.openPulse()).id) } }),
  readReceiptReplies: async (it) => ({ params: { receipt: await it.countedReceipt() } }),
  readReplies: async (it) => ({ params: { key: await it.replyKey() } }),
}
