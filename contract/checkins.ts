/** Check-ins: recurring surveys. Each occurrence is an instance with its own collection. */
import type { Static } from 'typebox'
import { Channels, QuietHours, Recipients, Reminders, ShownRecipients } from './collections.ts'
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
import { holidayFields, onHoliday, scheduledFields, SkippedHoliday } from './holidays.ts'
import { Lifecycle } from './lifecycle.ts'
import { limits } from './limits.ts'
import type { Operation } from './operation.ts'
import { LowParticipation } from './participation.ts'
import { Preview, PreviewQuery, TestRequest } from './previews.ts'
import { Questions, QuestionsSent } from './questions.ts'
import { templateFields, templateReply } from './templates.ts'
import { Rotation } from './rotation.ts'
import { wordingFields, wordingReply } from './translations.ts'
import { checkInTransitions, checkInStates } from './states.ts'
import { transferOperation, transitionOperations, Why, WhyInQuery } from './transition-operations.ts'
import { Type } from './schema.ts'

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
        description:
          'dates; an occurrence on one is recorded as skipped, with the reason `holiday`, or moved',
      }),
    ),
    ...holidayFields,
    exdates: Type.Optional(
      Type.Array(localDate, { maxItems: 500, uniqueItems: true, description: 'dates without an occurrence' }),
    ),
    moved_dates: Type.Optional(
      Type.Array(strict({ from: localDate, to: localDate }), {
        maxItems: limits.movedDatesMax,
        description: `the occurrence of the date \`from\` opens on \`to\`, even if one of them is a holiday. \`to\` is between the occurrences before and after it, and at most ${limits.movedDaysMax} days away. A date that the rule does not have is ignored`,
      }),
    ),
  },
  { title: 'Recurrence' },
)

const visibility = oneOf(['public', 'private'])

const editableFields = {
  title: name,
  description: Type.Optional(nullable(text)),
  visibility: Type.Optional(visibility),
  questions: Questions,
  ...wordingFields,
  recipients: Recipients,
  confidentiality: Type.Optional(ConfidentialityChoice),
  breakdown: Type.Optional(nullable(Breakdown)),
  channels: Type.Optional(Channels),
  time_zone: Type.Optional(timeZone),
  recurrence: Type.Optional(Recurrence),
  lifecycle: Type.Optional(nullable(Lifecycle)),
  window: Type.Optional(duration),
  roster_mode: Type.Optional(oneOf(['dynamic', 'fixed'])),
  overlap: Type.Optional(oneOf(['skip', 'close_previous'])),
  rotation: Type.Optional(nullable(Rotation)),
  reminders: Type.Optional(Reminders),
  quiet_hours: Type.Optional(nullable(QuietHours)),
  auto_close: Type.Optional(Type.Boolean({ description: 'close each occurrence by itself, as of a pulse' })),
  low_participation: Type.Optional(nullable(LowParticipation)),
}

export const CheckInDraft = strict({ ...editableFields, ...templateFields }, { title: 'CheckInDraft' })
export const CheckInPatch = strict(
  {
    ...editableFields,
    title: Type.Optional(name),
    questions: Type.Optional(Questions),
    recipients: Type.Optional(Recipients),
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
    ...templateReply,
    ...wordingReply,
    recipients: ShownRecipients,
    confidentiality: Confidentiality,
    breakdown: nullable(Breakdown),
    channels: Type.Array(Type.String()),
    time_zone: Type.String(),
    recurrence: Type.Object({
      rrule: Type.String(),
      starts_on: Type.String(),
      time: Type.String(),
      mode: oneOf(['organisation_time', 'recipient_local_time']),
      holidays: Type.Array(Type.String()),
      holiday_calendar_ids: Type.Array(Type.String()),
      on_holiday: oneOf(onHoliday),
      exdates: Type.Array(Type.String()),
      moved_dates: Type.Array(Type.Object({ from: Type.String(), to: Type.String() })),
    }),
    lifecycle: nullable(Lifecycle),
    window: Type.String(),
    roster_mode: oneOf(['dynamic', 'fixed']),
    overlap: oneOf(['skip', 'close_previous']),
    rotation: nullable(Rotation),
    reminders: Reminders,
    quiet_hours: nullable(QuietHours),
    auto_close: Type.Boolean(),
    low_participation: nullable(LowParticipation),
    questions_version: Type.Integer(),
    next_opens_at: nullable(instant),
    deleted_at: nullable(instant),
    ...stamps,
  },
  { title: 'CheckIn' },
)

const readAccess = {
  tag: 'Check-ins',
  caller: 'application',
  action: 'survey.read',
  scope: ['checkins:read', 'checkins:write', 'pulses:read'],
} as const
const writeAccess = {
  tag: 'Check-ins',
  caller: 'user',
  action: 'survey.run',
  scope: ['checkins:write'],
} as const
const createAccess = { ...writeAccess, action: 'survey.create' } as const
const stopAccess = { ...writeAccess, action: 'survey.stop' } as const
const writeErrors = ['not_found', 'not_the_author', 'precondition_failed'] as const
const stopErrors = [...writeErrors, 'reason_required'] as const

export const listCheckIns = {
  id: 'listCheckIns',
  method: 'GET',
  path: '/api/check-ins',
  summary: 'List check-ins',
  ...readAccess,
  query: strict({
    ...paging,
    state: Type.Optional(Type.String({ maxLength: 100 })),
    q: Type.Optional(Type.String({ maxLength: 200 })),
    updated_since: Type.Optional(instant),
    deleted: Type.Optional(
      Type.Boolean({ description: 'list only your own deleted check-ins that can still be restored' }),
    ),
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
  ...createAccess,
  body: CheckInDraft,
  dryRun: true,
  status: 201,
  response: CheckIn,
  errors: ['unprocessable'],
} as const satisfies Operation

export const getCheckIn = {
  id: 'getCheckIn',
  method: 'GET',
  path: '/api/check-ins/{id}',
  summary: 'Get a check-in',
  ...readAccess,
  params,
  status: 200,
  response: CheckIn,
  errors: ['not_found'],
} as const satisfies Operation

export const previewCheckIn = {
  id: 'previewCheckIn',
  method: 'GET',
  path: '/api/check-ins/{id}/preview',
  summary: 'Preview the next occurrence',
  description: 'It shows what its recipients will see.',
  ...readAccess,
  params,
  query: PreviewQuery,
  status: 200,
  response: Preview,
  errors: ['not_found'],
} as const satisfies Operation

export const sendCheckInTest = {
  id: 'sendCheckInTest',
  method: 'POST',
  path: '/api/check-ins/{id}/send-test',
  summary: 'Send the invitation to yourself',
  ...createAccess,
  description:
    'One e-mail to the address of the user who calls, as recipients would get it now, marked as a test. Facts that are known only when it opens are left out: how many people were added recently, and the end if none is set. Its button opens the draft, so nothing can be answered with it.',
  params,
  body: Type.Optional(TestRequest),
  status: 204,
  response: nothing,
  errors: ['not_found'],
} as const satisfies Operation

export const updateCheckIn = {
  id: 'updateCheckIn',
  method: 'PATCH',
  path: '/api/check-ins/{id}',
  summary: 'Update a check-in',
  description: 'Changes hold from its next instance on.',
  ...writeAccess,
  params,
  body: CheckInPatch,
  dryRun: true,
  status: 200,
  response: CheckIn,
  errors: [...writeErrors, checkInTransitions.edit.refusal, 'recipients_out_of_reach', 'unprocessable'],
} as const satisfies Operation

export const deleteCheckIn = {
  id: 'deleteCheckIn',
  method: 'DELETE',
  path: '/api/check-ins/{id}',
  summary: 'Delete a draft or an ended check-in',
  ...stopAccess,
  description:
    'A draft is deleted immediately. An ended check-in is archived, only its author can see it and its instances, and it is deleted permanently after 30 days with everything that was asked and answered; until then `restore` brings it back. While an instance is open it cannot be deleted.',
  params,
  query: WhyInQuery,
  status: 204,
  response: nothing,
  errors: [...stopErrors, checkInTransitions.archive.refusal],
} as const satisfies Operation

const subject = {
  noun: 'CheckIn',
  path: '/api/check-ins/{id}',
  params,
  response: CheckIn,
  transitions: checkInTransitions,
} as const
const transition = transitionOperations({ ...subject, access: writeAccess, errors: writeErrors })
const stop = transitionOperations({ ...subject, access: stopAccess, errors: stopErrors })

export const activateCheckIn = transition('activate', 'Start the recurrence', [
  'recipients_out_of_reach',
  'unprocessable',
])
export const pauseCheckIn = {
  ...stop('pause', 'Pause the recurrence'),
  body: Why,
} as const satisfies Operation
export const resumeCheckIn = transition('resume', 'Resume the recurrence', ['recipients_out_of_reach'])
export const endCheckIn = {
  ...stop('end', 'End the recurrence permanently'),
  body: Why,
} as const satisfies Operation
export const archiveCheckIn = {
  ...stop('archive', 'Archive an ended check-in'),
  body: Why,
} as const satisfies Operation
export const unarchiveCheckIn = transition('unarchive', [
  'Take a check-in out of the archive',
  'It has ended, or is a draft where it never had an instance; a deleted one is restored first.',
])
export const transferCheckIn = transferOperation({
  ...subject,
  name: 'check-in',
  access: stopAccess,
  errors: stopErrors,
})
export const restoreCheckIn = transition('restore', 'Restore a deleted check-in')

export const getCheckInSchedule = {
  id: 'getCheckInSchedule',
  method: 'GET',
  path: '/api/check-ins/{id}/schedule',
  summary: 'Preview the next openings',
  description:
    'In recipients’ local time each date is listed once for each of their time zones, for the author who may ask them and for who sees the directory; for others once, in the time zone of the check-in.',
  ...readAccess,
  params,
  query: strict({
    count: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.scheduleCountMax,
        default: 5,
        description: 'number of dates',
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
        ...scheduledFields,
      }),
    ),
    skipped: Type.Array(SkippedHoliday, {
      description: 'the occurrences before the last of these openings that are skipped because of a holiday',
    }),
  }),
  errors: ['not_found'],
} as const satisfies Operation

const recipientScopes = ['teams:write', 'checkins:write'] as const

export const getCheckInRecipients = {
  id: 'getCheckInRecipients',
  method: 'GET',
  path: '/api/check-ins/{id}/recipients',
  summary: 'Get the recipients of a check-in',
  tag: 'Check-ins',
  caller: 'application',
  action: 'survey.read',
  scope: ['teams:read', 'checkins:read', ...recipientScopes],
  params,
  status: 200,
  response: ShownRecipients,
  errors: ['not_found'],
} as const satisfies Operation

export const setCheckInRecipients = {
  id: 'setCheckInRecipients',
  method: 'PUT',
  path: '/api/check-ins/{id}/recipients',
  summary: 'Replace the recipients of a check-in',
  tag: 'Check-ins',
  caller: 'application',
  action: 'recipients.assign',
  scope: recipientScopes,
  params,
  body: Recipients,
  status: 200,
  response: ShownRecipients,
  errors: ['not_found', 'not_the_author', 'check_in_ended', 'recipients_out_of_reach', 'unprocessable'],
} as const satisfies Operation

export const addCheckInRecipients = {
  ...setCheckInRecipients,
  id: 'addCheckInRecipients',
  method: 'POST',
  summary: 'Add recipients to a check-in',
} as const satisfies Operation

export const removeCheckInRecipients = {
  ...setCheckInRecipients,
  id: 'removeCheckInRecipients',
  method: 'DELETE',
  summary: 'Remove recipients from a check-in',
} as const satisfies Operation

export type CheckIn = Static<typeof CheckIn>
export type CheckInDraft = Static<typeof CheckInDraft>
export type CheckInPatch = Static<typeof CheckInPatch>
export type Recurrence = Static<typeof Recurrence>
