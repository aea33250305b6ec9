/**
 * The audit trail: who did what with credentials, with floors and with released figures. It names measures and sizes of
 * groups in steps, never an answer, a comment, a figure or a secret.
 */
import { Type, type Static } from 'typebox'
import { auditActions } from './audit-actions.ts'
import { id, instant, nullable, oneOf, page, paging, strict } from './fields.ts'
import { type Operation } from './operation.ts'

export { type AuditAction, auditActions } from './audit-actions.ts'

/**
 * application  by its own credentials, no person behind it
 * user         a person through an application
 * person       a person in person
 * operator     the command line
 * clock        nobody: it was time, everybody had answered, or it followed from a close
 */
export const auditedKinds = ['application', 'user', 'person', 'operator', 'clock'] as const

export const AuditEvent = Type.Object(
  {
    id: Type.String(),
    action: oneOf(auditActions),
    actor: Type.Object({
      kind: oneOf(auditedKinds),
      user_id: nullable(Type.String()),
      application_id: nullable(Type.String()),
    }),
    target: nullable(Type.String({ description: 'id of the pulse, instance, member, application …' })),
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
  summary: 'Read the audit trail',
  description:
    'Newest first. As CSV by Accept: text/csv or format=csv; the next page is then named by a Link header, rel="next".',
  caller: 'admin',
  query: strict({
    ...paging,
    action: Type.Optional(oneOf(auditActions)),
    actor: Type.Optional(
      Type.String({
        pattern: '^(usr|app)_[0-7][0-9a-hjkmnp-tv-z]{25}$',
        maxLength: 40,
        description: 'a user, or an application',
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
