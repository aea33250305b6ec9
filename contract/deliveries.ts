/** Bounced messages and suppressed addresses. */
import type { Static } from 'typebox'
import { channelNames } from './collections.ts'
import { id, instant, nothing, oneOf, page, paging, strict } from './fields.ts'
import { limits } from './limits.ts'
import type { Operation } from './operation.ts'
import { Type } from './schema.ts'

export const bounceTypes = ['hard', 'soft', 'complaint'] as const

const Bounce = strict(
  {
    message_id: Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'the Message-ID of the message: <…@sonde>, with or without angle brackets. For an SMS, the `id` that the gateway got',
    }),
    type: oneOf(bounceTypes),
    reason: Type.Optional(Type.String({ maxLength: 200 })),
  },
  { title: 'Bounce' },
)

export const reportBounces = {
  id: 'reportBounces',
  method: 'POST',
  path: '/api/deliveries/bounces',
  tag: 'Deliveries',
  summary: 'Report bounces',
  description:
    'For mail services that report bounces by webhook. A hard bounce or a complaint suppresses the address; after a hard bounce the recipient gets the message by the next channel. Reporting a bounce twice changes nothing.',
  caller: 'application',
  action: 'directory.change',
  scope: ['teams:write', 'checkins:write'],
  body: strict(
    { bounces: Type.Array(Bounce, { minItems: 1, maxItems: limits.bouncesMax }) },
    { title: 'Bounces' },
  ),
  status: 200,
  response: Type.Object(
    {
      recorded: Type.Integer({ description: 'bounces of messages of this organisation' }),
      unknown: Type.Integer({ description: 'bounces that match no message of this organisation' }),
    },
    { title: 'BounceCounts' },
  ),
  errors: [],
} as const satisfies Operation

export const suppressionSources = ['channel', 'dsn', 'webhook'] as const

export const Suppression = Type.Object(
  {
    id: Type.String(),
    channel: oneOf(channelNames),
    address: Type.String({ description: 'the address in lower case' }),
    source: oneOf(suppressionSources),
    reason: Type.String(),
    since: instant,
  },
  {
    title: 'Suppression',
    description: 'An address that permanently rejected a message. Nothing is sent to it.',
  },
)

export const listSuppressions = {
  id: 'listSuppressions',
  method: 'GET',
  path: '/api/suppressions',
  tag: 'Deliveries',
  summary: 'List suppressed addresses',
  caller: 'application',
  action: 'suppressions.read',
  scope: ['teams:read', 'teams:write'],
  query: strict({
    ...paging,
    channel: Type.Optional(oneOf(channelNames)),
    address: Type.Optional(Type.String({ maxLength: 500 })),
  }),
  status: 200,
  response: page('suppressions', Suppression),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const liftSuppression = {
  id: 'liftSuppression',
  method: 'DELETE',
  path: '/api/suppressions/{id}',
  tag: 'Deliveries',
  summary: 'Lift the suppression of an address',
  caller: 'application',
  action: 'directory.change',
  scope: ['teams:write'],
  params: Type.Object({ id: id('sup') }),
  status: 204,
  response: nothing,
  errors: ['not_found'],
} as const satisfies Operation

export type Suppression = Static<typeof Suppression>
export type BounceReport = Static<typeof Bounce>
