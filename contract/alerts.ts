/** Alerts for admins: an answer mentions harm, or a group that is asked is mostly of recently added people. They reveal nothing else. */
import type { Static } from 'typebox'
import { id, instant, nullable, oneOf, page, paging, strict } from './fields.ts'
import type { Operation } from './operation.ts'
import { Type } from './schema.ts'

export const Alert = Type.Object(
  {
    id: Type.String(),
    subject: oneOf(['harm', 'recent_members']),
    kinds: Type.Array(oneOf(['harassment', 'self_harm', 'safety']), {
      description: 'kinds of harm; empty for recent_members',
    }),
    statement: Type.String(),
    scope: Type.Object({
      pulse_id: Type.Optional(Type.String()),
      check_in_instance_id: Type.Optional(Type.String()),
    }),
    title: nullable(
      Type.String({ description: 'the title of the survey; null for a private one of somebody else' }),
    ),
    created_at: instant,
    acknowledged_at: nullable(instant),
    acknowledged_by: nullable(Type.String({ description: 'the admin who acknowledged it' })),
  },
  { title: 'Alert' },
)

export const listAlerts = {
  id: 'listAlerts',
  method: 'GET',
  path: '/api/alerts',
  tag: 'Organisation',
  summary: 'List alerts',
  description:
    '`harm`: at least one answer of a closed survey with k_score or more answers mentions harassment, self-harm or danger. An alert never reveals who, how many, which team or what was written: offer help to everyone, do not search for the author. For a private survey only its author gets this alert, if they are an admin. `recent_members`: a survey opened in which fewer people of a group than the minimum group size were in the directory two weeks ago. Who adds people who do not exist can read the answers of the others out of the figures: check that the group is real.',
  caller: 'session',
  action: 'alerts.handle',
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
  description: 'The first admin who acknowledges the alert is recorded; doing it again changes nothing.',
  caller: 'session',
  action: 'alerts.handle',
  params: Type.Object({ id: id('alr') }),
  status: 200,
  response: Alert,
  errors: ['not_found'],
} as const satisfies Operation

export type Alert = Static<typeof Alert>
