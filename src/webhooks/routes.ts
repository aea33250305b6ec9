/** Webhooks over HTTP. */
import * as contract from '../../contract/webhooks.ts'
import { type Api, route } from '../http/route.ts'
import * as deliveries from './deliveries.ts'
import type { Receivers } from './receivers.ts'
import { testWebhook } from './testing.ts'
import * as webhooks from './webhooks.ts'

export function webhookRoutes(api: Api, receivers: Receivers): void {
  const rules = webhooks.webhookRules(receivers)
  route(api, contract.listWebhooks, webhooks.listWebhooks)
  route(api, contract.createWebhook, rules.createWebhook)
  route(api, contract.getWebhook, webhooks.getWebhook)
  route(api, contract.updateWebhook, rules.updateWebhook)
  route(api, contract.deleteWebhook, webhooks.deleteWebhook)
  route(api, contract.rotateWebhookSecret, rules.rotateWebhookSecret)
  route(api, contract.testWebhook, testWebhook(receivers), { single: true })
  route(api, contract.pauseWebhook, webhooks.pauseWebhook)
  route(api, contract.enableWebhook, webhooks.enableWebhook)
  route(api, contract.listWebhookDeliveries, deliveries.listWebhookDeliveries)
  route(api, contract.getWebhookDelivery, deliveries.getWebhookDelivery)
  route(api, contract.retryWebhookDelivery, deliveries.retryWebhookDelivery)
  route(api, contract.replayWebhook, deliveries.replayWebhook)
}
