/** Which audit actions admins are told of by e-mail, and which admins. */
import type { Static } from 'typebox'
import { noticeActions } from './audit-actions.ts'
import { id, instant, nullable, oneOf, strict } from './fields.ts'
import type { Operation } from './operation.ts'
import { Type } from './schema.ts'

const actions = Type.Array(oneOf(noticeActions), { uniqueItems: true, maxItems: noticeActions.length })

export const AuditNotices = Type.Object(
  {
    actions: { ...actions, description: 'changes of this list and a broken chain are always among them' },
    recipients: nullable(
      Type.Array(Type.String(), {
        description: 'IDs of admins; null: every admin. An admin who acted is told in any case',
      }),
    ),
    version: Type.Integer({ description: 'also the ETag; 0 until an admin has chosen' }),
    updated_at: nullable(instant),
  },
  { title: 'AuditNotices' },
)

export const AuditNoticesPatch = strict(
  {
    actions: Type.Optional(actions),
    recipients: Type.Optional(
      nullable(Type.Array(id('usr'), { uniqueItems: true, minItems: 1, maxItems: 50 })),
    ),
  },
  { title: 'AuditNoticesPatch', minProperties: 1 },
)

const admins = {
  path: '/api/audit-notices',
  tag: 'Organisation',
  caller: 'session',
  action: 'organisation.manage',
} as const

export const getAuditNotices = {
  id: 'getAuditNotices',
  method: 'GET',
  ...admins,
  summary: 'Get the audit actions told by e-mail',
  status: 200,
  response: AuditNotices,
  errors: [],
} as const satisfies Operation

export const updateAuditNotices = {
  id: 'updateAuditNotices',
  method: 'PATCH',
  ...admins,
  summary: 'Choose the audit actions told by e-mail',
  description:
    'The first e-mail leaves within a minute; events of the ten minutes after it come in one more.',
  body: AuditNoticesPatch,
  status: 200,
  response: AuditNotices,
  errors: ['unprocessable', 'precondition_failed'],
} as const satisfies Operation

export type AuditNotices = Static<typeof AuditNotices>
