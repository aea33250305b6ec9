/**
 * The audit trail: who did what with credentials, with floors and with released figures. It names measures and sizes of
 * groups in steps, never an answer, a comment, a figure or a secret.
 */
import { Type, type Static } from 'typebox'
import { id, instant, nullable, oneOf, page, paging, strict } from './fields.ts'
import { type Operation } from './operation.ts'

/** The catalogue: whatever is written down is one of these. */
export const auditActions = {
  'application.created': 'an application was registered',
  'application.updated': 'an application was changed',
  'application.secret_rotated': 'an application got a new secret',
  'application.revoked': 'an application and its tokens were revoked',
  'application.allowed': 'a person allowed an application to act for him',
  'authorization_code.replayed': 'a code was shown twice, and the tokens that it gave were ended',
  'directory.imported': 'an import changed teams or members',
  'member.erased': 'what was known of a member was erased',
  'organisation.updated': 'name, zone, locale or floors of the organisation were changed',
  'figures.released': 'a collection closed or was analysed, and figures of it can be read from here on',
  'figures.read': 'released figures of a collection were read; once a day for each reader and operation',
  'responses.read_by_name':
    'answers of an attributed collection were read by name; once a day for each reader',
  'audit.read': 'the audit trail was read; once a day for each reader',
} as const

export type AuditAction = keyof typeof auditActions

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
    action: oneOf(Object.keys(auditActions) as AuditAction[]),
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
    action: Type.Optional(oneOf(Object.keys(auditActions) as AuditAction[])),
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
