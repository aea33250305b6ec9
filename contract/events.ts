/**
 * The catalogue of events: when each fires, what it says, and who may read it. Payloads are thin: ids and states, no text that people wrote, no
 * counts but for quarters of the response rate, and nothing about a single answer, recipient or message. Anyone who wants more asks the API, which decides by itself what may be seen.
 */
import type { Static, TObject } from 'typebox'
import { noticeActions } from './audit-actions.ts'
import { eventScopes, type EventType, eventTypeNames, nounOf } from './event-names.ts'
import { actionStates, checkInStates, instanceStates, pulseStates, replyStates } from './states.ts'
import { instant, nullable, oneOf, paging, strict } from './fields.ts'
import { limits } from './limits.ts'
import type { Operation } from './operation.ts'
import type { Scope } from './scopes.ts'
import { Type } from './schema.ts'

/**
 * survey       who sees the survey (src/visibility.ts)
 * action       who reads the results of the team of the action or the reply in the survey
 * directory    who may look up anybody in the directory
 * application  the application that the event is about
 * retention    who may see what is kept, and for how long
 * audit        who may follow the audit log: programs and admins
 */
type Readers = 'survey' | 'action' | 'directory' | 'application' | 'retention' | 'audit'

type Subject<T extends TObject = TObject> = {
  readonly payload: T
  readonly readers: Readers
  /** Any one of these, beside the scope of the feed; none: no other. */
  readonly scopes: readonly Scope[]
}

type EventDefinition<T extends TObject = TObject> = Subject<T> & { readonly description: string }

const event = <T extends TObject>(subject: Subject<T>, description: string): EventDefinition<T> => ({
  ...subject,
  description,
})

const pulse = {
  payload: Type.Object({ pulse_id: Type.String(), state: oneOf(pulseStates) }),
  readers: 'survey',
  scopes: eventScopes.pulse,
} as const satisfies Subject

const round = Type.Integer({ description: 'the number of the reminder' })

const pulseRound = { ...pulse, payload: Type.Object({ ...pulse.payload.properties, round }) } as const

const checkIn = {
  payload: Type.Object({ check_in_id: Type.String(), state: oneOf(checkInStates) }),
  readers: 'survey',
  scopes: eventScopes.check_in,
} as const satisfies Subject

const instance = {
  payload: Type.Object({
    check_in_id: Type.String(),
    check_in_instance_id: Type.String(),
    state: oneOf(instanceStates),
  }),
  readers: 'survey',
  scopes: eventScopes.check_in,
} as const satisfies Subject

const instanceRound = {
  ...instance,
  payload: Type.Object({ ...instance.payload.properties, round }),
} as const

const owner = {
  pulse_id: nullable(Type.String()),
  check_in_id: nullable(Type.String()),
  check_in_instance_id: nullable(Type.String()),
}
const ended = { pulse_id: owner.pulse_id, check_in_instance_id: owner.check_in_instance_id }

const data = {
  payload: Type.Object({ kind: oneOf(['answers', 'deliveries', 'survey']), ...ended }),
  readers: 'survey',
  scopes: eventScopes.data,
} as const satisfies Subject

const hold = {
  payload: Type.Object(ended),
  readers: 'retention',
  scopes: eventScopes.hold,
} as const satisfies Subject

const insight = {
  payload: Type.Object(owner),
  readers: 'survey',
  scopes: eventScopes.insight,
} as const satisfies Subject

const responseRate = {
  ...insight,
  payload: Type.Object({
    ...owner,
    percent: Type.Unsafe<25 | 50 | 75>({ type: 'integer', enum: [25, 50, 75] }),
  }),
} as const satisfies Subject

const action = {
  payload: Type.Object({
    action_id: Type.String(),
    state: oneOf(actionStates),
    ...owner,
    team_id: nullable(Type.String({ description: 'null for all recipients' })),
  }),
  readers: 'action',
  scopes: eventScopes.action,
} as const satisfies Subject

const reply = {
  payload: Type.Object({
    reply_id: Type.String(),
    state: oneOf(replyStates),
    ...owner,
    team_id: nullable(Type.String({ description: 'null for all recipients' })),
  }),
  readers: 'action',
  scopes: eventScopes.reply,
} as const satisfies Subject

const inDirectory = { readers: 'directory', scopes: eventScopes.directory } as const
const team = { ...inDirectory, payload: Type.Object({ team_id: Type.String() }) } as const
const member = { ...inDirectory, payload: Type.Object({ member_id: Type.String() }) } as const
const directory = { ...inDirectory, payload: Type.Object({}) } as const

const ofApplication = { readers: 'application', scopes: eventScopes.application } as const
const application = { ...ofApplication, payload: Type.Object({ application_id: Type.String() }) } as const
const newApplication = {
  ...ofApplication,
  payload: Type.Object({ application_id: Type.String(), client_id: Type.String() }),
} as const
const applicationSecret = {
  ...ofApplication,
  payload: Type.Object({ application_id: Type.String(), secret_id: Type.String() }),
} as const
const leak = {
  ...ofApplication,
  payload: Type.Object({
    application_id: Type.String(),
    kind: oneOf(['client_secret', 'access_token', 'authorization_code', 'refresh_token', 'webhook_secret']),
  }),
} as const
const webhook = {
  ...ofApplication,
  payload: Type.Object({
    webhook_id: Type.String(),
    application_id: Type.String(),
    reason: oneOf(['gone', 'failing', 'application_revoked', 'secret_leaked']),
  }),
} as const
const file = {
  readers: 'application',
  scopes: eventScopes.export,
  payload: Type.Object({
    export_id: Type.String(),
    schedule_id: nullable(Type.String()),
    application_id: Type.String(),
  }),
} as const satisfies Subject
const grant = {
  ...ofApplication,
  payload: Type.Object({ grant_id: Type.String(), application_id: Type.String() }),
} as const

const auditEntry = {
  payload: Type.Object({ audit_event_id: Type.String(), action: oneOf(noticeActions) }),
  readers: 'audit',
  scopes: eventScopes.audit,
} as const satisfies Subject

export const eventTypes = {
  'pulse.created': event(pulse, 'a draft was created'),
  'pulse.scheduled': event(pulse, 'a pulse was scheduled for its opens_at'),
  'pulse.unscheduled': event(pulse, 'a scheduled pulse became a draft again'),
  'pulse.opened': event(pulse, 'invitations are being sent'),
  'pulse.reminded': event(pulseRound, 'recipients were reminded'),
  'pulse.extended': event(
    pulse,
    'the closing time was extended: by its author, or once by itself because few had answered',
  ),
  'pulse.closing_soon': event(
    pulse,
    'nearly everybody has answered, so the closing time was moved to a day from now',
  ),
  'pulse.closed': event(pulse, 'answers are no longer accepted'),
  'pulse.cancelled': event(pulse, 'a pulse was cancelled'),
  'pulse.archived': event(pulse, 'an ended pulse was archived'),
  'pulse.unarchived': event(pulse, 'an archived pulse was taken out of the archive'),
  'pulse.deleted': event(
    pulse,
    'a draft or an ended pulse was deleted; an ended pulse can be restored for 30 days',
  ),
  'pulse.restored': event(pulse, 'a deleted pulse was restored'),
  'check_in.created': event(checkIn, 'a check-in was created, as a draft or by an import'),
  'check_in.activated': event(checkIn, 'a recurrence started'),
  'check_in.paused': event(checkIn, 'a recurrence was paused'),
  'check_in.resumed': event(checkIn, 'a recurrence was resumed'),
  'check_in.ended': event(checkIn, 'a recurrence ended'),
  'check_in.archived': event(checkIn, 'an ended check-in, or a draft, was archived'),
  'check_in.unarchived': event(checkIn, 'an archived check-in was taken out of the archive'),
  'check_in_instance.scheduled': event(instance, 'an occurrence was scheduled'),
  'check_in_instance.opened': event(instance, 'invitations are being sent'),
  'check_in_instance.reminded': event(instanceRound, 'recipients were reminded'),
  'check_in_instance.extended': event(
    instance,
    'the closing time was extended: by a call, or once by itself because few had answered',
  ),
  'check_in_instance.closing_soon': event(
    instance,
    'nearly everybody has answered, so the closing time was moved to a day from now',
  ),
  'check_in_instance.closed': event(instance, 'answers are no longer accepted'),
  'check_in_instance.skipped': event(instance, 'an occurrence was skipped'),
  'check_in_instance.cancelled': event(instance, 'an occurrence was cancelled'),
  'check_in_instance.imported': event(instance, 'a past survey was imported as a closed instance'),
  'check_in.deleted': event(
    checkIn,
    'a draft or an ended check-in was deleted; an ended one can be restored for 30 days',
  ),
  'check_in.restored': event(checkIn, 'a deleted check-in was restored'),
  'data.deleted': event(data, 'the time of answers or messages was over, or a deleted survey was purged'),
  'hold.set': event(hold, 'an admin put a survey on legal hold, or changed the reason'),
  'hold.lifted': event(hold, 'an admin lifted a legal hold'),
  'insight.ready': event(insight, 'the insights of a collection are available'),
  'insight.superseded': event(
    insight,
    'insights were replaced: the same collection was analysed again and says something else',
  ),
  'response_rate.threshold_crossed': event(
    responseRate,
    'a quarter, half or three quarters have answered, by the rate that is shown while a collection is open; never near its ends',
  ),
  'action.suggested': event(action, 'a report recommends an action to a team'),
  'action.accepted': event(action, 'a team accepted an action'),
  'action.started': event(action, 'work on an action started'),
  'action.completed': event(action, 'an action was completed'),
  'action.dismissed': event(action, 'a team dismissed an action, with a reason'),
  'action.deleted': event(action, 'whoever made an action deleted it; `state` is the one before'),
  'reply.published': event(reply, 'somebody replied to a finding, to all recipients'),
  'reply.withdrawn': event(reply, 'a reply was withdrawn, and is on no page any more'),
  'team.created': event(team, 'a team was created'),
  'team.updated': event(team, 'a team or its members changed'),
  'team.archived': event(team, 'a team was archived'),
  'member.created': event(member, 'a member was added to the directory'),
  'member.updated': event(member, 'a member changed'),
  'member.deactivated': event(member, 'a member was deactivated'),
  'member.erased': event(member, 'the personal data of a member was erased'),
  'directory.imported': event(directory, 'an import changed teams or members'),
  'application.created': event(newApplication, 'an application was created'),
  'application.secret_rotated': event(application, 'a new client secret was created'),
  'application.revoked': event(application, 'an application and its tokens were revoked'),
  'application.secret_revoked': event(applicationSecret, 'a client secret was revoked as compromised'),
  'application.secret_guessed': event(application, 'many wrong client secrets were tried within an hour'),
  'application.refresh_token_reused': event(
    application,
    'a refresh token was used twice; all tokens of its family were revoked',
  ),
  'application.credential_leaked': event(leak, 'a credential was reported as public and was revoked'),
  'webhook.disabled': event(
    webhook,
    'a webhook was disabled: it is gone, has failed for days, its secret was public, or its application was revoked',
  ),
  'export.ready': event(file, 'the file of an export can be fetched, by whoever asked for it'),
  'grant.withdrawn': event(grant, 'a user withdrew access from an application'),
  'audit.recorded': event(
    auditEntry,
    'an action that admins can be notified about was recorded in the audit log; routine reads are not included',
  ),
} as const satisfies Record<EventType, EventDefinition>

/** What an event of a type says. */
export type PayloadOf<T extends EventType> = Static<(typeof eventTypes)[T]['payload']>

export const definitionOf = (type: EventType): EventDefinition => eventTypes[type]

export const Event = Type.Object(
  {
    id: Type.String(),
    seq: Type.Integer({
      description:
        'greater than that of every earlier event of the organisation; the distance between two says little about how many events lie between them',
    }),
    type: oneOf(eventTypeNames),
    occurred_at: Type.Unsafe<string>({ ...instant, description: 'when it happened' }),
    data: Type.Unknown({ description: 'ids and states; the guide on events lists them for each type' }),
  },
  { title: 'Event' },
)

export { type EventType, eventTypeNames, typesNamedBy } from './event-names.ts'

/** Names of types, and `pulse.*` for all of a noun. */
export const eventTypePatterns: readonly string[] = [
  ...eventTypeNames,
  ...new Set(eventTypeNames.map((name) => `${nounOf(name)}.*`)),
]

/** Where a reader of the feed begins who has no cursor. */
export const eventStarts = ['oldest', 'newest', 'recent'] as const
export type EventStart = (typeof eventStarts)[number]

export const listEvents = {
  id: 'listEvents',
  method: 'GET',
  path: '/api/events',
  tag: 'Events',
  summary: 'Follow what happens',
  description:
    'Oldest first, in an order that never changes: send `next_cursor` back to read on, now or tomorrow, and no event is skipped or read twice, however late it was committed. The first call without a cursor begins at the oldest event that is kept, with `start=newest` behind the newest, with `start=recent` at the newest `limit` events. Each token reads the events of what it may see, so it needs the scope of a noun in addition to `events:read`. With a filter a page may be empty and `has_more` true.',
  caller: 'application',
  action: 'events.read',
  scope: ['events:read'],
  query: strict({
    ...paging,
    types: Type.Optional(
      Type.String({
        maxLength: 2_000,
        description: 'names of types, separated by commas; `pulse.*` names all of a noun',
      }),
    ),
    start: Type.Optional(
      Type.Unsafe<EventStart>({
        ...oneOf(eventStarts),
        description:
          'where to begin without a cursor. `recent`: the newest `limit` events that match, of the last 5,000, also oldest first; `next_cursor` goes on behind the newest of all',
      }),
    ),
    wait: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: limits.eventsWaitSecondsMax,
        description: 'how many seconds to wait for an event if there is none yet',
      }),
    ),
  }),
  status: 200,
  response: Type.Object({
    events: Type.Array(Event),
    next_cursor: Type.String(),
    has_more: Type.Boolean(),
  }),
  errors: ['invalid_cursor', 'cursor_expired'],
} as const satisfies Operation

export type Event = Static<typeof Event>
export type EventPage = Static<typeof listEvents.response>
