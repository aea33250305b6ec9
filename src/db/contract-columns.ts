/**
 * Columns with a type of the contract, where the schema knows only jsonb and text. tables.ts uses each in place of the schema's type, and
 * nothing checks the type itself, so a column is listed only where one type is right for every row. A column whose type depends on the row
 * (`cells.figures`) is typed by the shape that reads it.
 */
import type { Action, ActionEffect } from '../../contract/actions.ts'
import type { Alert } from '../../contract/alerts.ts'
import type { AuditAction, NoticeAction } from '../../contract/audit-actions.ts'
import type { Recurrence } from '../../contract/checkins.ts'
import type { ConfirmationState } from '../../contract/confirmation-states.ts'
import type { Plan } from '../../contract/confirmations.ts'
import type {
  Channel,
  QuietHours,
  RecipientsSet,
  Reminder,
  SendingChannel,
} from '../../contract/collections.ts'
import type { Breakdown, Confidentiality } from '../../contract/confidentiality.ts'
import type { SyncCounts } from '../../contract/directory-sync.ts'
import type { EventType } from '../../contract/events.ts'
import type { ExportRhythm, ExportSchedule } from '../../contract/export-schedules.ts'
import type { Dataset, ExportFault, ExportFilter, ExportFormat, ExportState } from '../../contract/exports.ts'
import type { HolidayDays } from '../../contract/holidays.ts'
import type { ClaimedRole, ProfileName } from '../../contract/identity-providers.ts'
import type { Coverage, Insight, InsightKind } from '../../contract/insights.ts'
import type { ListedMember } from '../../contract/members.ts'
import type { Logo, Organisation } from '../../contract/organisation.ts'
import type { LowParticipation } from '../../contract/participation.ts'
import type { Answer, FormQuestion, Question } from '../../contract/questions.ts'
import type { ReplyKind } from '../../contract/replies.ts'
import type { LoggedField } from '../../contract/requests.ts'
import type { Lifecycle } from '../../contract/lifecycle.ts'
import type { Rotation } from '../../contract/rotation.ts'
import type { RegisteredScope, Scope } from '../../contract/scopes.ts'
import type { Template, TemplateKind } from '../../contract/templates.ts'
import type { Translations } from '../../contract/translations.ts'
import type { SyncState } from '../../contract/sync-states.ts'
import type { TenantPauseReason } from '../../contract/microsoft-teams.ts'
import type { PauseReason } from '../../contract/slack.ts'
import type { Static } from 'typebox'
import type { Message } from '../../locales/statements/statements.ts'
import { type Columns, jsonbOf, textListOf, textOf } from './shape.ts'
import type { Webhook, WebhookDelivery } from '../../contract/webhooks.ts'

const roster = jsonbOf<Static<typeof RecipientsSet>>()
const scopes = textListOf<RegisteredScope>()

/** Columns of both pulses and check-ins. */
const request = {
  questions: jsonbOf<FormQuestion[]>(),
  translations: jsonbOf<Translations>(),
  recipients: roster,
  confidentiality: jsonbOf<Confidentiality>(),
  breakdown: jsonbOf<Breakdown>(),
  channels: textListOf<Channel>(),
  reminders: jsonbOf<Reminder[]>(),
  quiet_hours: jsonbOf<QuietHours>(),
  low_participation: jsonbOf<LowParticipation>(),
}

export const contractColumns = {
  agentConfirmations: { plan: jsonbOf<Plan>(), state: textOf<ConfirmationState>() },
  addressChanges: { state: textOf<'pending' | 'confirmed' | 'rejected' | 'cancelled' | 'expired'>() },
  alerts: { kinds: textListOf<Alert['kinds'][number]>(), subject: textOf<'harm' | 'recent_members'>() },
  accessTokens: { scopes },
  actions: {
    driver: textOf<NonNullable<Action['driver']>>(),
    catalogue: jsonbOf<NonNullable<Action['catalogue']>>(),
    owner_role: textOf<NonNullable<Action['owner_role']>>(),
    effort: textOf<NonNullable<Action['effort']>>(),
    confidence: textOf<NonNullable<Action['confidence']>>(),
    effect: jsonbOf<ActionEffect>(),
    named: jsonbOf<NonNullable<Action['named']>>(),
    words_de: jsonbOf<{ title: string; first_step: string; measure: string }>(),
  },
  apiRequests: { query: jsonbOf<Record<string, string>>(), errors: jsonbOf<LoggedField[]>() },
  applications: { scopes },
  auditEvents: { action: textOf<AuditAction>(), detail: jsonbOf<Record<string, unknown>>() },
  auditNotices: { actions: textListOf<NoticeAction>() },
  authorizationCodes: { scopes },
  exports: {
    dataset: textOf<Dataset>(),
    format: textOf<ExportFormat>(),
    state: textOf<ExportState>(),
    fault: textOf<ExportFault>(),
    filter: jsonbOf<ExportFilter>(),
    scopes: textListOf<Scope>(),
  },
  exportSchedules: {
    dataset: textOf<Dataset>(),
    format: textOf<ExportFormat>(),
    filter: jsonbOf<ExportFilter>(),
    every: textOf<ExportRhythm>(),
    state: textOf<ExportSchedule['state']>(),
    stopped_reason: textOf<'access_ended'>(),
    scopes: textListOf<Scope>(),
  },
  directorySyncs: { state: textOf<SyncState>() },
  directorySyncRuns: { state: textOf<SyncState>(), counts: jsonbOf<SyncCounts>() },
  checkIns: {
    ...request,
    rotation: jsonbOf<Rotation>(),
    lifecycle: jsonbOf<Lifecycle>(),
    recurrence: jsonbOf<Required<Recurrence>>(),
  },
  holidayCalendars: { days: jsonbOf<HolidayDays>() },
  recipients: { uncounted_because: textOf<'newcomer' | 'missing' | 'quiet'>() },
  collections: {
    questions: jsonbOf<Question[]>(),
    form: request.questions,
    translations: request.translations,
    roster,
    channels: request.channels,
    breakdown: request.breakdown,
    quiet_hours: request.quiet_hours,
    low_participation: request.low_participation,
    sitting_out: jsonbOf<Record<string, string[]>>(),
  },
  deliveries: { channel: textOf<Channel>() },
  events: { type: textOf<EventType>(), payload: jsonbOf<Record<string, unknown>>() },
  grants: { scopes },
  identityProviders: {
    profile: textOf<ProfileName>(),
    role_values: jsonbOf<Record<string, ClaimedRole>>(),
  },
  notices: { channel: textOf<SendingChannel>() },
  replies: { kind: textOf<ReplyKind>() },
  insights: {
    kind: textOf<InsightKind>(),
    method: jsonbOf<Insight['method']>(),
    evidence: jsonbOf<unknown[]>(),
    message: jsonbOf<Message>(),
    coverage: jsonbOf<Coverage>(),
  },
  members: {
    attributes: jsonbOf<Record<string, string>>(),
    channels: jsonbOf<ListedMember['channels']>(),
    quiet_hours: request.quiet_hours,
  },
  organisations: {
    second_factor: textOf<Organisation['second_factor']>(),
    agents: textOf<Organisation['agents']>(),
    agent_confirmation: textOf<Organisation['agent_confirmation']>(),
    contacts: jsonbOf<Organisation['contacts']>(),
    logo: jsonbOf<Logo>(),
  },
  microsoftTenants: { paused_because: textOf<TenantPauseReason>() },
  pulses: { ...request, metadata: jsonbOf<Record<string, string>>() },
  refreshFamilies: { scopes },
  responses: { answers: jsonbOf<Answer[]>() },
  slackWorkspaces: { paused_because: textOf<PauseReason>() },
  templates: {
    kind: textOf<TemplateKind>(),
    suggested: jsonbOf<Template['suggested']>(),
    questions: request.questions,
    translations: request.translations,
  },
  suppressions: { channel: textOf<Channel>() },
  webhooks: {
    state: textOf<Webhook['state']>(),
    disabled_reason: textOf<NonNullable<Webhook['disabled_reason']>>(),
  },
  webhookDeliveries: { state: textOf<WebhookDelivery['state']>() },
} satisfies Record<string, Columns>
