/** Alerts of harm, for admins in person: that an answer speaks of it, and nothing else. */
import { Type, type Static } from 'typebox'
import { id, instant, nullable, oneOf, page, paging, strict } from './fields.ts'
import { type Operation } from './operation.ts'

export const Alert = Type.Object(
  {
    id: Type.String(),
    kinds: Type.Array(oneOf(['harassment', 'self_harm', 'safety'])),
    statement: Type.String(),
    scope: Type.Object({
      pulse_id: Type.Optional(Type.String()),
      check_in_instance_id: Type.Optional(Type.String()),
    }),
    title: Type.String({ description: 'of the collection' }),
    created_at: instant,
    acknowledged_at: nullable(instant),
    acknowledged_by: nullable(Type.String({ description: 'the admin who looks after it' })),
  },
  { title: 'Alert' },
)

export const listAlerts = {
  id: 'listAlerts',
  method: 'GET',
  path: '/api/alerts',
  tag: 'Organisation',
  summary: 'Read alerts of harm',
  description:
    'At least one answer of a closed collection, of k_score or more, speaks of harassment, self-harm or danger. No words, no team, no person, no number: look after people, not for them. Of a private collection its author alone is told.',
  caller: 'admin',
  query: strict({ ...paging, acknowledged: Type.Optional(oneOf(['true', 'false'])) }),
  status: 200,
  response: page('alerts', Alert),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const acknowledgeAlert = {
  id: 'acknowledgeAlert',
  method: 'POST',
  path: '/api/alerts/{id}/acknowledge',
  tag: 'Organisation',
  summary: 'Say that an alert is looked after',
  description: 'The first admin who says so stays; saying it again changes nothing.',
  caller: 'admin',
  params: Type.Object({ id: id('alr') }),
  status: 200,
  response: Alert,
  errors: ['not_found'],
} as const satisfies Operation

export type Alert = Static<typeof Alert>
