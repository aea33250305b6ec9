/** Check-ins: recurring requests; each occurrence is an instance with a collection of its own. */
import { Type, type Static } from 'typebox'
import { Channels, QuietHours, Recipients, RecipientsSet, Reminders } from './collections.ts'
import { Breakdown, Confidentiality, ConfidentialityChoice } from './confidentiality.ts'
import {
  duration,
  id,
  instant,
  localDate,
  name,
  nothing,
  nullable,
  oneOf,
  page,
  paging,
  stamps,
  strict,
  text,
  timeZone,
} from './fields.ts'
import { limits } from './limits.ts'
import { type Operation } from './operation.ts'
import { Questions, QuestionsSent } from './questions.ts'
import { checkInTransitions, checkInStates } from './states.ts'
import { transitionOperations } from './transition-operations.ts'

const params = Type.Object({ id: id('chk') })

export const Recurrence = strict(
  {
    rrule: Type.String({ minLength: 5, maxLength: 500, description: 'RFC 5545, without DTSTART' }),
    starts_on: localDate,
    time: Type.Optional(Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', default: '09:00' })),
    mode: Type.Optional(oneOf(['organisation_time', 'recipient_local_time'])),
    holidays: Type.Optional(
      Type.Array(localDate, {
        maxItems: 500,
        uniqueItems: true,
        description: 'an occurrence on one is kept as skipped, with the reason `holiday`',
      }),
    ),
    exdates: Type.Optional(
      Type.Array(localDate, { maxItems: 500, uniqueItems: true, description: 'dates that do not occur' }),
    ),
  },
  { title: 'Recurrence' },
)

const visibility = oneOf(['public', 'private'])

const writable = {
  title: name,
  description: Type.Optional(nullable(text)),
  visibility: Type.Optional(visibility),
  questions: Questions,
  recipients: Recipients,
  confidentiality: Type.Optional(ConfidentialityChoice),
  breakdown: Type.Optional(nullable(Breakdown)),
  channels: Type.Optional(Channels),
  time_zone: Type.Optional(timeZone),
  recurrence: Recurrence,
  window: Type.Optional(duration),
  roster_mode: Type.Optional(oneOf(['dynamic', 'fixed'])),
  overlap: Type.Optional(oneOf(['skip', 'close_previous'])),
  reminders: Type.Optional(Reminders),
  quiet_hours: Type.Optional(nullable(QuietHours)),
  auto_close: Type.Optional(Type.Boolean()),
}

export const CheckInDraft = strict(writable, { title: 'CheckInDraft' })
export const CheckInPatch = strict(
  {
    ...writable,
    title: Type.Optional(name),
    questions: Type.Optional(Questions),
    recipients: Type.Optional(Recipients),
    recurrence: Type.Optional(Recurrence),
  },
  { title: 'CheckInPatch', minProperties: 1 },
)

export const CheckIn = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    description: nullable(Type.String()),
    visibility,
    author_user_id: Type.String(),
    application_id: nullable(Type.String()),
    state: oneOf(checkInStates),
    questions: QuestionsSent,
    recipients: RecipientsSet,
    confidentiality: Confidentiality,
    breakdown: nullable(Breakdown),
    channels: Type.Array(Type.String()),
    time_zone: Type.String(),
    recurrence: Type.Object({
      rrule: Type.String(),
      starts_on: Type.String(),
      time: Type.String(),
      mode: Type.String(),
      holidays: Type.Array(Type.String()),
      exdates: Type.Array(Type.String()),
    }),
    window: Type.String(),
    roster_mode: oneOf(['dynamic', 'fixed']),
    overlap: oneOf(['skip', 'close_previous']),
    reminders: Reminders,
    quiet_hours: nullable(QuietHours),
    auto_close: Type.Boolean(),
    questions_version: Type.Integer(),
    next_opens_at: nullable(instant),
    ...stamps,
  },
  { title: 'CheckIn' },
)

const reads = { tag: 'Check-ins', caller: 'application', scope: ['checkins:read', 'checkins:write'] } as const
const writes = { tag: 'Check-ins', caller: 'user', scope: ['checkins:write'] } as const
const stale = ['not_found', 'not_the_author', 'precondition_failed'] as const

export const listCheckIns = {
  id: 'listCheckIns',
  method: 'GET',
  path: '/api/check-ins',
  summary: 'List check-ins',
  ...reads,
  query: strict({
    ...paging,
    state: Type.Optional(Type.String({ maxLength: 100 })),
    q: Type.Optional(Type.String({ maxLength: 200 })),
    updated_since: Type.Optional(instant),
  }),
  status: 200,
  response: page('check_ins', CheckIn),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const createCheckIn = {
  id: 'createCheckIn',
  method: 'POST',
  path: '/api/check-ins',
  summary: 'Create a check-in',
  ...writes,
  body: CheckInDraft,
  status: 201,
  response: CheckIn,
  errors: ['unprocessable'],
} as const satisfies Operation

export const getCheckIn = {
  id: 'getCheckIn',
  method: 'GET',
  path: '/api/check-ins/{id}',
  summary: 'Read a check-in',
  ...reads,
  params,
  status: 200,
  response: CheckIn,
  errors: ['not_found'],
} as const satisfies Operation

export const updateCheckIn = {
  id: 'updateCheckIn',
  method: 'PATCH',
  path: '/api/check-ins/{id}',
  summary: 'Change a check-in from its next instance on',
  ...writes,
  params,
  body: CheckInPatch,
  status: 200,
  response: CheckIn,
  errors: [...stale, checkInTransitions.edit.refusal, 'unprocessable'],
} as const satisfies Operation

export const deleteCheckIn = {
  id: 'deleteCheckIn',
  method: 'DELETE',
  path: '/api/check-ins/{id}',
  summary: 'Delete a draft, or archive an ended check-in',
  ...writes,
  params,
  status: 204,
  response: nothing,
  errors: [...stale, checkInTransitions.archive.refusal],
} as const satisfies Operation

const transition = transitionOperations({
  noun: 'CheckIn',
  path: '/api/check-ins/{id}',
  params,
  response: CheckIn,
  access: writes,
  errors: stale,
  transitions: checkInTransitions,
})

export const activateCheckIn = transition('activate', 'Start the recurrence', ['unprocessable'])
export const pauseCheckIn = transition('pause', 'Open no further instance until resumed')
export const resumeCheckIn = transition('resume', 'Go on with the recurrence')
export const endCheckIn = transition('end', 'End the recurrence for good')
export const archiveCheckIn = transition('archive', 'Archive an ended check-in')

export const getCheckInSchedule = {
  id: 'getCheckInSchedule',
  method: 'GET',
  path: '/api/check-ins/{id}/schedule',
  summary: 'Preview the next openings',
  ...reads,
  params,
  query: strict({
    count: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.scheduleCountMax,
        default: 5,
        description: 'dates; by the recipients’ own time each comes once for every zone that they live in',
      }),
    ),
    from: Type.Optional(localDate),
    zone: Type.Optional(timeZone),
  }),
  status: 200,
  response: Type.Object({
    openings: Type.Array(
      Type.Object({
        local_date: Type.String(),
        opens_at: instant,
        closes_at: instant,
        time_zone: Type.String(),
      }),
    ),
  }),
  errors: ['not_found'],
} as const satisfies Operation

const recipientScopes = ['teams:write', 'checkins:write'] as const

export const getCheckInRecipients = {
  id: 'getCheckInRecipients',
  method: 'GET',
  path: '/api/check-ins/{id}/recipients',
  summary: 'Read whom a check-in asks',
  tag: 'Check-ins',
  caller: 'application',
  scope: ['teams:read', 'checkins:read', ...recipientScopes],
  params,
  status: 200,
  response: RecipientsSet,
  errors: ['not_found'],
} as const satisfies Operation

export const setCheckInRecipients = {
  id: 'setCheckInRecipients',
  method: 'PUT',
  path: '/api/check-ins/{id}/recipients',
  summary: 'Replace whom a check-in asks',
  tag: 'Check-ins',
  caller: 'application',
  scope: recipientScopes,
  params,
  body: Recipients,
  status: 200,
  response: RecipientsSet,
  errors: ['not_found', 'check_in_ended', 'unprocessable'],
} as const satisfies Operation

export const addCheckInRecipients = {
  ...setCheckInRecipients,
  id: 'addCheckInRecipients',
  method: 'POST',
  summary: 'Add to whom a check-in asks',
} as const satisfies Operation

export const removeCheckInRecipients = {
  ...setCheckInRecipients,
  id: 'removeCheckInRecipients',
  method: 'DELETE',
  summary: 'Take out of whom a check-in asks',
} as const satisfies Operation

export type CheckIn = Static<typeof CheckIn>
export type CheckInDraft = Static<typeof CheckInDraft>
export type CheckInPatch = Static<typeof CheckInPatch>
export type Recurrence = Static<typeof Recurrence>
