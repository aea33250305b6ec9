/**
 * The audit log: who did what with credentials, minimum group sizes and released figures. It names measures, and group sizes
 * in steps; it never contains an answer, a comment, a figure or a secret.
 */
import { Type, type Static } from 'typebox'
import { auditActions } from './audit-actions.ts'
import { id, instant, nullable, oneOf, page, paging, strict } from './fields.ts'
import { type Operation } from './operation.ts'

export { type AuditAction, auditActions } from './audit-actions.ts'

/**
 * application  an application with its own credentials
 * user         a user through an application
 * person       a user in a browser session
 * operator     an operator at the command line
 * clock        the system: a scheduled time, the last answer, or a consequence of closing
 */
export const actorKinds = ['application', 'user', 'person', 'operator', 'clock'] as const

export const AuditEvent = Type.Object(
  {
    id: Type.String(),
    action: oneOf(auditActions),
    actor: Type.Object({
      kind: oneOf(actorKinds),
      user_id: nullable(Type.String()),
      application_id: nullable(Type.String()),
    }),
    target: nullable(Type.String({ description: 'the ID of the pulse, instance, member, application …' })),
    detail: Type.Unknown(),
    occurred_at: instant,
  },
  { title: 'AuditEvent' },
)

export const listAuditEvents = {
  id: 'listAuditEvents',
  method: 'GET',
  path: '/api/audit-events',
  tag: 'Organisation',
  summary: 'Read the audit log',
  description:
    'Newest first. Send `Accept: text/csv` or `format=csv` for CSV; the `Link` header with rel="next" then names the next page.',
  caller: 'session',
  action: 'audit.read',
  query: strict({
    ...paging,
    action: Type.Optional(oneOf(auditActions)),
    actor: Type.Optional(
      Type.String({
        pattern: '^(usr|app)_[0-7][0-9a-hjkmnp-tv-z]{25}$',
        maxLength: 40,
        description: 'the ID of a user or an application',
      }),
    ),
    target: Type.Optional(id('[a-z]{3}')),
    from: Type.Optional(instant),
    to: Type.Optional(instant),
    format: Type.Optional(oneOf(['json', 'csv'])),
  }),
  status: 200,
  response: page('audit_events', AuditEvent),
  csv: true,
  errors: ['invalid_cursor'],
} as const satisfies Operation

export type AuditEvent = Static<typeof AuditEvent>
