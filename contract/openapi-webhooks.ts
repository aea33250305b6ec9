/**
 * What receivers of webhooks get, as `webhooks` of the OpenAPI document: a path item for each type of event, with the schema of what it says,
 * and one for the test. Source: OpenAPI 3.1.1 §4.8.1.
 */
import type { TObject } from 'typebox'
import { definitionOf, Event, eventTypeNames, type EventType } from './events.ts'
import { Type } from './schema.ts'
import { TestEvent, testType } from './webhooks.ts'

type Json = Record<string, unknown>

/** `PulseOpened` of `pulse.opened`. */
const pascal = (type: string): string =>
  type
    .split(/[._]/)
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join('')

/** The body of a delivery of this type. It may get members: receivers pass over what they do not know. */
const deliveryOf = (type: EventType): TObject =>
  Type.Object(
    {
      id: Type.String({ description: 'also the header `webhook-id`: the same when it is sent again' }),
      seq: Event.properties.seq,
      type: Type.Literal(type),
      occurred_at: Event.properties.occurred_at,
      data: definitionOf(type).payload,
    },
    { title: `${pascal(type)}Event` },
  )

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

/** Components of the document, since every delivery has them. */
export const deliveryHeaders: Record<string, Json> = {
  WebhookId: header('webhook-id', 'the ID of the event: the same when it is delivered twice'),
  WebhookTimestamp: header('webhook-timestamp', 'when this attempt was made, in seconds since 1970'),
  WebhookSignature: header(
    'webhook-signature',
    'signatures of id, timestamp and body with dots between; check one before you read the body',
  ),
}

const responses = {
  '2XX': {
    description: 'Taken. The body is not read, and the first characters are kept for the list of attempts',
  },
  410: { description: 'The address is gone: the webhook is disabled' },
  default: { description: 'Sent again, ten times in three days. A redirect is one of these' },
}

/** @param write  gives a schema as it is in the document */
export function webhooksOf(write: (schema: TObject) => unknown): Record<string, Json> {
  const item = (type: string, description: string, schema: TObject): Json => ({
    post: {
      operationId: `receive${pascal(type)}`,
      tags: ['Webhooks'],
      summary: type,
      description: `${description[0].toUpperCase()}${description.slice(1)}.`,
      security: [],
      parameters: Object.keys(deliveryHeaders).map((name) => ({
        $ref: `#/components/parameters/${name}`,
      })),
      requestBody: { required: true, content: { 'application/json': { schema: write(schema) } } },
      responses,
    },
  })
  const events = eventTypeNames.map((type) => [
    type,
    item(type, definitionOf(type).description, deliveryOf(type)),
  ])
  return {
    ...Object.fromEntries(events),
    [testType]: item(testType, 'somebody sent a test of this webhook', TestEvent),
  }
}
