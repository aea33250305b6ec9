/** What pages read and write about webhooks. Admins manage those of all applications, by the pages' own. */
import { useQuery } from '@tanstack/react-query'
import type { BodyOf, QueryOf, ReplyOf } from '../../client/client.ts'
import { asUser } from '../as-user.ts'
import { read, readPages, useList, useWrite } from '../queries.ts'

export type Webhook = ReplyOf<'getWebhook'>
export type NewWebhook = ReplyOf<'createWebhook'>
export type WebhookTest = ReplyOf<'testWebhook'>
export type WebhookDraft = BodyOf<'createWebhook'>
export type Delivery = ReplyOf<'listWebhookDeliveries'>['deliveries'][number]
export type DeliveryDetails = ReplyOf<'getWebhookDelivery'>
export type Attempt = DeliveryDetails['last_attempts'][number]

const pageSize = 100

export const webhookPages = readPages(asUser, 'listWebhooks', { query: { limit: pageSize } })

export const useWebhooks = () => useList(webhookPages, ({ webhooks }) => webhooks)

export const webhookQuery = (id: string) => read(asUser, 'getWebhook', { params: { id } })

type DeliveryFilter = Pick<NonNullable<QueryOf<'listWebhookDeliveries'>>, 'state'>

export const deliveryPages = (id: string, query: DeliveryFilter) =>
  readPages(asUser, 'listWebhookDeliveries', { params: { id }, query })

const pollMs = 10_000

export const useDeliveries = (id: string, query: DeliveryFilter) =>
  useList({ ...deliveryPages(id, query), refetchInterval: pollMs }, ({ deliveries }) => deliveries)

export const useDelivery = (id: string, deliveryId: string) =>
  useQuery({
    ...read(asUser, 'getWebhookDelivery', { params: { id, delivery_id: deliveryId } }),
    refetchInterval: pollMs,
  })

/** Operations whose replies a change of a webhook changes, and of its deliveries. */
const changes = ['getWebhook', 'listWebhooks'] as const
const deliveryChanges = ['listWebhookDeliveries', 'getWebhookDelivery'] as const

export const useWebhookCreation = () =>
  useWrite({ send: (body: WebhookDraft) => asUser.call('createWebhook', { body }), changes })

export const useWebhookUpdate = ({ id, version }: Webhook, onDone: () => void) =>
  useWrite({
    send: (body: BodyOf<'updateWebhook'>) =>
      asUser.call('updateWebhook', { params: { id }, ifMatch: version, body }),
    changes: [...changes, ...deliveryChanges],
    onDone,
  })

export const useWebhookDeletion = ({ id }: Webhook, onDone: () => void) =>
  useWrite({
    send: () => asUser.call('deleteWebhook', { params: { id } }),
    changes: ['listWebhooks'],
    onDone,
  })

export const useSecretRotation = ({ id }: Webhook) =>
  useWrite({ send: () => asUser.call('rotateWebhookSecret', { params: { id } }), changes })

export const useWebhookTest = (id: string) =>
  useWrite({ send: () => asUser.call('testWebhook', { params: { id } }), changes })

export const useWebhookSwitch = ({ id }: Webhook, onDone: (webhook: Webhook) => void) =>
  useWrite({
    send: (to: 'pause' | 'enable') =>
      to === 'pause'
        ? asUser.call('pauseWebhook', { params: { id } })
        : asUser.call('enableWebhook', { params: { id } }),
    changes: [...changes, ...deliveryChanges],
    onDone,
  })

export const useRetry = (id: string, onDone: () => void) =>
  useWrite({
    send: (deliveryId: string) =>
      asUser.call('retryWebhookDelivery', { params: { id, delivery_id: deliveryId } }),
    changes: deliveryChanges,
    onDone,
  })

export const useReplay = ({ id }: Webhook, onDone: (deliveries: number) => void) =>
  useWrite({
    send: (body: BodyOf<'replayWebhook'>) => asUser.call('replayWebhook', { params: { id }, body }),
    changes: deliveryChanges,
    onDone: ({ deliveries }) => onDone(deliveries),
  })
