/**
 * The audit log: who did what with credentials, minimum group sizes and released figures. It names measures, and group sizes
 * in steps; it never contains an answer, a comment, a figure or a secret.
 */
import type { Static } from 'typebox'
import { auditActions } from './audit-actions.ts'
import { id, instant, nullable, oneOf, page, paging, strict } from './fields.ts'
import type { Operation } from './operation.ts'
import { Type } from './schema.ts'

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

const ChainedAuditEvent = Type.Object(
  {
    ...AuditEvent.properties,
    hash: Type.String({
      description: 'SHA-256 over this event and the hash of the one before it, in hexadecimal',
    }),
  },
  { title: 'ChainedAuditEvent' },
)

const filters = {
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
}

export const listAuditEvents = {
  id: 'listAuditEvents',
  method: 'GET',
  path: '/api/audit-events',
  tag: 'Organisation',
  summary: 'Read the audit log',
  description:
    'Newest first, for people; programs follow `GET /api/audit-events/feed`. Send `Accept: text/csv` or `format=csv` for CSV; the `Link` header with rel="next" then names the next page.',
  caller: 'session',
  action: 'audit.read',
  query: strict({
    ...paging,
    ...filters,
    exclude: Type.Optional({
      ...oneOf(['readings']),
      description: '`readings`: leaves out who viewed results and who viewed the audit log',
    }),
    format: Type.Optional(oneOf(['json', 'csv'])),
  }),
  status: 200,
  response: page('audit_events', AuditEvent),
  csv: true,
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const followAuditEvents = {
  id: 'followAuditEvents',
  method: 'GET',
  path: '/api/audit-events/feed',
  tag: 'Organisation',
  summary: 'Follow the audit log',
  description:
    'For programs: oldest first, in the order of the chain. Send `next_cursor` back to read on, now or tomorrow; nothing is skipped, however late it was committed. With a filter a page may be empty and `has_more` true. Events that belong to a private pulse or check-in are left out. Send `Accept: application/jsonl` or `format=jsonl` for one event a line, `text/csv` or `format=csv` for CSV; headers then carry the cursor (`Sonde-Cursor`) and, while there is more, the next page (`Link`).',
  caller: 'application',
  action: 'audit.follow',
  scope: ['audit:read'],
  query: strict({ ...paging, ...filters, format: Type.Optional(oneOf(['json', 'csv', 'jsonl'])) }),
  status: 200,
  response: Type.Object({
    audit_events: Type.Array(ChainedAuditEvent),
    next_cursor: nullable(Type.String({ description: 'null only before the first event' })),
    has_more: Type.Boolean(),
    head: nullable(
      Type.Object(
        { id: Type.String(), hash: Type.String(), occurred_at: instant },
        {
          description:
            'the newest event of the chain: note its hash elsewhere, `sonde-server audit verify --expect` looks for it',
        },
      ),
    ),
  }),
  csv: true,
  lines: true,
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const AuditChain = Type.Object(
  {
    state: Type.Unsafe<'unchecked' | 'verified' | 'broken'>({
      ...oneOf(['unchecked', 'verified', 'broken']),
      description: 'unchecked until the first check, which the service repeats once a day',
    }),
    verified_at: nullable(instant),
    broken_at: nullable(instant),
    head: followAuditEvents.response.properties.head,
  },
  { title: 'AuditChain' },
)

export const getAuditChain = {
  id: 'getAuditChain',
  method: 'GET',
  path: '/api/audit-chain',
  tag: 'Organisation',
  summary: 'Get the state of the audit log’s chain',
  caller: 'session',
  action: 'audit.read',
  status: 200,
  response: AuditChain,
  errors: [],
} as const satisfies Operation

export type AuditEvent = Static<typeof AuditEvent>
export type AuditFeed = Static<typeof followAuditEvents.response>
export type AuditChain = Static<typeof AuditChain>
export type ChainedAuditEvent = Static<typeof ChainedAuditEvent>
