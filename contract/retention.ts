/**
 * How long things are kept. An organisation sets what is for all of its surveys; an author may set fewer days for one. What people were told
 * when a survey opened may become shorter and never longer. A hold stops the clock for one survey.
 */
import type { Static } from 'typebox'
import { instant, nullable, oneOf, page, paging, strict } from './fields.ts'
import { limits } from './limits.ts'
import type { Operation } from './operation.ts'
import { Type } from './schema.ts'

const days = (minimum: number, maximum: number, description: string) =>
  Type.Integer({ minimum, maximum, description })

/** What an organisation sets, each in days. */
export const retentionSettings = {
  answers_days: days(
    limits.retentionDaysMin,
    limits.retentionDaysMax,
    'days from the close: single answers, comments and quotes. The most that a survey may set. A smaller number also applies to surveys that have opened; a larger one does not',
  ),
  deliveries_days: days(
    limits.retentionDaysMin,
    limits.retentionDaysMax,
    'days from the close: messages, with the addresses that they went to',
  ),
  events_days: days(limits.retentionDaysMin, limits.eventsKeptDaysMax, 'events'),
  audit_days: days(
    limits.auditKeptDaysMin,
    limits.retentionDaysMax,
    'the audit log; at least a year, so that nobody can remove the traces of what they have just done',
  ),
}

/** What is deleted of a survey, and of an organisation. */
export const deletionKinds = ['answers', 'deliveries', 'survey', 'events', 'audit'] as const
export type DeletionKind = (typeof deletionKinds)[number]

const surveyIds = {
  pulse_id: nullable(Type.String()),
  check_in_instance_id: nullable(Type.String()),
}

const Deletion = Type.Object(
  {
    kind: oneOf(deletionKinds),
    ...surveyIds,
    at: instant,
    counts: Type.Record(Type.String(), Type.Integer(), {
      description:
        'rows by what they are. The number of answers is the one that everybody may know, so it is a step where the survey shows steps',
    }),
  },
  { title: 'Deletion' },
)

const DueDeletion = Type.Object(
  {
    kind: oneOf(deletionKinds),
    surveys: Type.Integer({ description: 'how many surveys it is about; 0 for events and the audit log' }),
    held: Type.Integer({ description: 'how many more will be deleted once a hold is lifted' }),
    counts: Type.Record(Type.String(), Type.Integer()),
    next_at: nullable(Type.String({ format: 'date-time', description: 'when the next of this kind is due' })),
  },
  { title: 'DueDeletion' },
)

export const Retention = Type.Object(
  {
    settings: Type.Object(retentionSettings),
    until: instant,
    next_run_at: Type.String({ format: 'date-time', description: 'the service looks once an hour' }),
    due: Type.Array(DueDeletion, { description: 'what is deleted by `until` if nothing changes' }),
    in_progress: Type.Integer({ description: 'how many surveys something is being deleted of now' }),
    last: Type.Array(Deletion, { description: 'the last twenty deletions; the audit log has all of them' }),
  },
  { title: 'Retention' },
)

export const Hold = Type.Object(
  {
    id: Type.String({ description: 'the ID of the pulse or the check-in instance' }),
    ...surveyIds,
    title: nullable(Type.String({ description: 'null for a private survey of somebody else' })),
    reason: Type.String(),
    held_at: instant,
    held_by: Type.String({ description: 'the admin who set it' }),
    answers_due_at: nullable(
      Type.String({ format: 'date-time', description: 'when its answers would be deleted without the hold' }),
    ),
  },
  { title: 'Hold' },
)

const admins = {
  tag: 'Organisation',
  caller: 'session',
  action: 'retention.manage',
} as const

const reason = Type.String({ minLength: 1, maxLength: limits.textLengthMax, pattern: '\\S' })
const held = Type.Object({
  id: Type.String({ pattern: '^(pls|cki)_[0-7][0-9a-hjkmnp-tv-z]{25}$', maxLength: 40 }),
})

export const getRetention = {
  id: 'getRetention',
  method: 'GET',
  path: '/api/retention',
  ...admins,
  summary: 'Get what is deleted, and when',
  description:
    'A dry run: nothing is deleted by reading it. With `answers_days` and the others it says what would be due if the organisation set them.',
  query: strict({
    days: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 366, default: 30, description: 'how far ahead to look' }),
    ),
    answers_days: Type.Optional(retentionSettings.answers_days),
    deliveries_days: Type.Optional(retentionSettings.deliveries_days),
    events_days: Type.Optional(retentionSettings.events_days),
    audit_days: Type.Optional(retentionSettings.audit_days),
  }),
  status: 200,
  response: Retention,
  errors: [],
} as const satisfies Operation

export const listHolds = {
  id: 'listHolds',
  method: 'GET',
  path: '/api/retention/holds',
  ...admins,
  summary: 'List legal holds',
  query: strict({ ...paging }),
  status: 200,
  response: page('holds', Hold),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const setHold = {
  id: 'setHold',
  method: 'PUT',
  path: '/api/retention/holds/{id}',
  ...admins,
  summary: 'Put a survey on legal hold',
  description:
    'Until the hold is lifted, nothing of this pulse or check-in instance is deleted by the clock, it cannot be cancelled while it is open, and a deleted one is not purged. The answer page and the receipt say so. Erasing a person still deletes their answers. The author gets a message. Setting it again changes the reason.',
  params: held,
  body: strict({ reason }),
  status: 200,
  response: Hold,
  errors: ['not_found'],
} as const satisfies Operation

export const liftHold = {
  id: 'liftHold',
  method: 'DELETE',
  path: '/api/retention/holds/{id}',
  ...admins,
  fresh: true,
  summary: 'Lift a legal hold',
  description: 'Data that is due is deleted at the next run. Lifting it again changes nothing.',
  params: held,
  body: strict({ reason }),
  status: 204,
  response: Type.Null(),
  errors: ['not_found'],
} as const satisfies Operation

export type RetentionSettings = { [K in keyof typeof retentionSettings]: number }
export type Retention = Static<typeof Retention>
export type DueDeletion = Static<typeof DueDeletion>
export type Deletion = Static<typeof Deletion>
export type Hold = Static<typeof Hold>
