/** Alerts of harm, for admins in person: that an answer speaks of harm, and nothing else. */
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
    acknowledged_by: nullable(Type.String({ description: 'the admin who acknowledged it first' })),
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
    'An alert tells that at least one answer of a closed collection with k_score answers or more speaks of harassment, self-harm or danger. It holds no words, team, person or number: it is meant to protect people, not to find them. Alerts of a private collection are for its author alone.',
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
  summary: 'Acknowledge an alert',
  description: 'Records the first admin who acknowledges the alert; acknowledging it again changes nothing.',
  caller: 'admin',
  params: Type.Object({ id: id('alr') }),
  status: 200,
  response: Alert,
  errors: ['not_found'],
} as const satisfies Operation

export type Alert = Static<typeof Alert>
