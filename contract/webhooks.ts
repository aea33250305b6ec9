/**
 * Webhooks: addresses of an application to which events are sent, signed as Standard Webhooks says. An address gets the events that the
 * application could read from the feed by itself (contract/events.ts), at least once and in no promised order.
 * Source: Standard Webhooks 1.0.0.
 */
import type { Static } from 'typebox'
import { Event, eventTypePatterns } from './events.ts'
import { id, instant, nothing, nullable, oneOf, page, paging, stamps, strict, text } from './fields.ts'
import { limits } from './limits.ts'
import type { Operation } from './operation.ts'
import { Type } from './schema.ts'

/**
 * unverified  no test has been answered with 2xx yet: nothing else is sent
 * paused      nothing is sent; what happens meanwhile is sent later
 * disabled    nothing is sent, and what happens meanwhile is not kept for it
 */
export const webhookStates = ['unverified', 'active', 'paused', 'disabled'] as const
export const disabledReasons = ['gone', 'failing', 'application_revoked', 'secret_leaked'] as const
export const webhookDeliveryStates = ['waiting', 'delivered', 'failed', 'cancelled'] as const

const url = Type.String({ minLength: 1, maxLength: limits.webhookUrlLengthMax })
const types = Type.Array(oneOf(eventTypePatterns), {
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  description: 'names of types, and `pulse.*` for all of a noun',
})
const signatures = Type.Array(oneOf(['v1', 'v1a']), {
  minItems: 1,
  maxItems: 2,
  uniqueItems: true,
  description: 'v1 is always among them; with v1a deliveries can be checked by a public key, too',
})

export const WebhookDraft = strict(
  {
    application_id: Type.Optional(id('app')),
    url,
    types,
    description: Type.Optional(text),
    signatures: Type.Optional(signatures),
  },
  { title: 'WebhookDraft' },
)

export const WebhookPatch = strict(
  {
    url: Type.Optional(url),
    types: Type.Optional(types),
    description: Type.Optional(text),
    signatures: Type.Optional(signatures),
  },
  { title: 'WebhookPatch', minProperties: 1 },
)

const webhook = {
  id: Type.String(),
  application_id: Type.String(),
  url: Type.String(),
  types: Type.Array(Type.String()),
  description: Type.String(),
  state: oneOf(webhookStates),
  disabled_reason: nullable(oneOf(disabledReasons)),
  signatures: Type.Array(Type.String()),
  public_key: nullable(Type.String({ description: 'checks signatures of v1a: whpk_ and the key in base64' })),
  previous_secret_until: nullable(
    Type.Unsafe<string>({ ...instant, description: 'until then deliveries are signed with both secrets' }),
  ),
  last_delivered_at: nullable(instant),
  failing_since: nullable(instant),
  ...stamps,
}

export const Webhook = Type.Object(webhook, { title: 'Webhook' })
export const NewWebhook = Type.Object(
  { ...webhook, secret: Type.String({ description: 'shown only once: whsec_ and the key in base64' }) },
  { title: 'NewWebhook' },
)

const attempt = {
  at: instant,
  milliseconds: Type.Integer(),
  status: nullable(Type.Integer({ description: 'null: there was no answer' })),
  error: nullable(Type.String()),
  answer: Type.String({ description: `the first ${limits.webhookAnswerCharsMax} characters of the answer` }),
}

export const WebhookTest = Type.Object(
  { event_id: Type.String(), is_delivered: Type.Boolean(), state: oneOf(webhookStates), ...attempt },
  { title: 'WebhookTest' },
)

const delivery = {
  id: Type.String(),
  event_id: Type.String(),
  type: Type.String(),
  state: oneOf(webhookDeliveryStates),
  attempts: Type.Integer(),
  next_attempt_at: nullable(instant),
  created_at: instant,
  ended_at: nullable(instant),
}

export const WebhookDelivery = Type.Object(delivery, { title: 'WebhookDelivery' })
export const WebhookDeliveryDetail = Type.Object(
  { ...delivery, event: Event, last_attempts: Type.Array(Type.Object(attempt)) },
  { title: 'WebhookDeliveryDetail' },
)

const access = {
  tag: 'Webhooks',
  caller: 'application',
  action: 'webhooks.manage',
  scope: ['webhooks:write'],
} as const
const params = Type.Object({ id: id('whk') })
const deliveryParams = Type.Object({ id: id('whk'), delivery_id: id('whd') })

export const listWebhooks = {
  id: 'listWebhooks',
  method: 'GET',
  path: '/api/webhooks',
  summary: 'List webhooks',
  ...access,
  query: strict({ ...paging, application_id: Type.Optional(id('app')) }),
  status: 200,
  response: page('webhooks', Webhook),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const createWebhook = {
  id: 'createWebhook',
  method: 'POST',
  path: '/api/webhooks',
  summary: 'Create a webhook',
  description:
    'It sends nothing but tests until one was answered with 2xx. The webhook belongs to the application of the token, and an address gets what that application may read by itself.',
  ...access,
  body: WebhookDraft,
  status: 201,
  response: NewWebhook,
  errors: ['unprocessable', 'address_refused'],
  secret: true,
} as const satisfies Operation

export const getWebhook = {
  id: 'getWebhook',
  method: 'GET',
  path: '/api/webhooks/{id}',
  summary: 'Get a webhook',
  ...access,
  params,
  status: 200,
  response: Webhook,
  errors: ['not_found'],
} as const satisfies Operation

export const updateWebhook = {
  id: 'updateWebhook',
  method: 'PATCH',
  path: '/api/webhooks/{id}',
  summary: 'Change a webhook',
  description: 'With another address it is unverified again, until a test was answered with 2xx.',
  ...access,
  params,
  body: WebhookPatch,
  status: 200,
  response: Webhook,
  errors: ['not_found', 'unprocessable', 'address_refused', 'precondition_failed'],
} as const satisfies Operation

export const deleteWebhook = {
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/api/webhooks/{id}',
  summary: 'Delete a webhook',
  description: 'Its deliveries are deleted, and what waits is not sent.',
  ...access,
  params,
  status: 204,
  response: nothing,
  errors: ['not_found'],
} as const satisfies Operation

export const rotateWebhookSecret = {
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/api/webhooks/{id}/rotate-secret',
  summary: 'Replace the secret of a webhook',
  description: 'For 24 hours deliveries are signed with the old and the new one.',
  ...access,
  params,
  status: 200,
  response: NewWebhook,
  errors: ['not_found'],
  secret: true,
} as const satisfies Operation

export const testWebhook = {
  id: 'testWebhook',
  method: 'POST',
  path: '/api/webhooks/{id}/test',
  summary: 'Send a test to a webhook',
  description:
    'Sends a signed `webhook.test` at once, and says what came back. A webhook that was unverified is active after a 2xx, and gets what happens from then on.',
  ...access,
  params,
  status: 200,
  response: WebhookTest,
  errors: ['not_found'],
} as const satisfies Operation

export const pauseWebhook = {
  id: 'pauseWebhook',
  method: 'POST',
  path: '/api/webhooks/{id}/pause',
  summary: 'Pause a webhook',
  description: 'Nothing is sent until it is enabled again; events in between are sent then.',
  ...access,
  params,
  status: 200,
  response: Webhook,
  errors: ['not_found', 'webhook_not_verified', 'webhook_disabled'],
} as const satisfies Operation

export const enableWebhook = {
  id: 'enableWebhook',
  method: 'POST',
  path: '/api/webhooks/{id}/enable',
  summary: 'Enable a webhook',
  description:
    'One that was paused goes on where it stopped. One that was disabled begins with what happens from now on; replay what it missed.',
  ...access,
  params,
  status: 200,
  response: Webhook,
  errors: ['not_found', 'webhook_not_verified', 'webhook_disabled'],
} as const satisfies Operation

export const listWebhookDeliveries = {
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/api/webhooks/{id}/deliveries',
  summary: 'List the deliveries of a webhook',
  description: 'Newest first. They are kept for as long as their events.',
  ...access,
  params,
  query: strict({
    ...paging,
    state: Type.Optional(oneOf(webhookDeliveryStates)),
    event_id: Type.Optional(id('evt')),
  }),
  status: 200,
  response: page('deliveries', WebhookDelivery),
  errors: ['not_found', 'invalid_cursor'],
} as const satisfies Operation

export const getWebhookDelivery = {
  id: 'getWebhookDelivery',
  method: 'GET',
  path: '/api/webhooks/{id}/deliveries/{delivery_id}',
  summary: 'Get a delivery',
  description: 'It says what was sent and what came back.',
  ...access,
  params: deliveryParams,
  status: 200,
  response: WebhookDeliveryDetail,
  errors: ['not_found'],
} as const satisfies Operation

export const retryWebhookDelivery = {
  id: 'retryWebhookDelivery',
  method: 'POST',
  path: '/api/webhooks/{id}/deliveries/{delivery_id}/retry',
  summary: 'Send a delivery again',
  description: 'With the same `webhook-id`, also where it was delivered.',
  ...access,
  params: deliveryParams,
  status: 200,
  response: WebhookDelivery,
  errors: ['not_found', 'webhook_not_verified', 'webhook_disabled'],
} as const satisfies Operation

export const replayWebhook = {
  id: 'replayWebhook',
  method: 'POST',
  path: '/api/webhooks/{id}/replay',
  summary: 'Send the events of a period again',
  description: `At most ${limits.webhookReplayMax.toLocaleString('en')} events by one call; narrow the period for more.`,
  ...access,
  params,
  body: strict(
    {
      since: instant,
      until: Type.Optional(instant),
      types: Type.Optional(types),
      only: Type.Optional(
        Type.Unsafe<'failed' | 'all'>({
          ...oneOf(['failed', 'all']),
          description: 'failed: what was given up; all: everything, and what was never sent',
        }),
      ),
    },
    { title: 'WebhookReplay' },
  ),
  status: 200,
  response: Type.Object({ deliveries: Type.Integer() }),
  errors: ['not_found', 'unprocessable', 'webhook_not_verified', 'webhook_disabled'],
} as const satisfies Operation

/** What a test says. It is in no feed. */
export const testType = 'webhook.test'
export const TestEvent = Type.Object(
  {
    id: Type.String(),
    seq: Type.Literal(0, { description: 'a test has no place among events' }),
    type: Type.Literal(testType),
    occurred_at: instant,
    data: Type.Object({ webhook_id: Type.String() }),
  },
  { title: 'WebhookTestEvent' },
)

export type Webhook = Static<typeof Webhook>
export type NewWebhook = Static<typeof NewWebhook>
export type WebhookTest = Static<typeof WebhookTest>
export type WebhookDelivery = Static<typeof WebhookDelivery>
export type WebhookDeliveryDetail = Static<typeof WebhookDeliveryDetail>
export type WebhookAttempt = WebhookDeliveryDetail['last_attempts'][number]
