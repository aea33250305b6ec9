/** What the addresses of webhooks can say. Every page loads it, so it holds no more than that. */
import type { Delivery, Webhook } from './webhook-queries.ts'

export const webhookStates = [
  'unverified',
  'active',
  'paused',
  'disabled',
] as const satisfies readonly Webhook['state'][]
export const deliveryStates = [
  'waiting',
  'delivered',
  'failed',
  'cancelled',
] as const satisfies readonly Delivery['state'][]
export const webhookTabs = ['deliveries', 'settings'] as const
