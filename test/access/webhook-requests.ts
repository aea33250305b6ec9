/** A request that succeeds for every operation on webhooks. */
import { inDays, type Prepared } from './prepared.ts'
import type { Request } from './requests.ts'

const of = (id: string, rest: Omit<Request, 'params'> = {}): Request => ({ params: { id }, ...rest })

export const webhookRequests: Record<string, (it: Prepared) => Request | Promise<Request>> = {
  listWebhooks: () => ({ query: { limit: '2' } }),
  createWebhook: async (it) => ({ body: await it.webhookDraft() }),
  getWebhook: async (it) => of((await it.usedWebhook()).id),
  updateWebhook: async (it) =>
    of((await it.usedWebhook()).id, { body: { types: ['team.*'], signatures: ['v1a'] } }),
  deleteWebhook: async (it) => of(await it.newWebhook()),
  rotateWebhookSecret: async (it) => of((await it.usedWebhook()).id),
  testWebhook: async (it) => of((await it.usedWebhook()).id),
  pauseWebhook: async (it) => of((await it.usedWebhook()).id),
  enableWebhook: async (it) => of((await it.usedWebhook()).id),
  listWebhookDeliveries: async (it) =>
    of((await it.usedWebhook()).id, { query: { limit: '2', state: 'waiting' } }),
  getWebhookDelivery: async (it) => ({ params: await it.usedWebhook() }),
  retryWebhookDelivery: async (it) => ({ params: await it.usedWebhook() }),
  replayWebhook: async (it) =>
    of((await it.usedWebhook()).id, { body: { since: inDays(-1), types: ['pulse.*'] } }),
}
