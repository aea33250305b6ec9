/** An event of the audit log as a sentence, and what little stands beside it in the list. All else, and every id, is in the drawer. */
import type { AuditEvent } from '../../contract/audit.ts'
import type { AuditAction } from '../../contract/audit-actions.ts'
import type { Say } from '../messages.ts'
import type { eventTexts } from './event-texts.ts'
import type { sentenceTexts } from './sentence-texts.ts'

/** About the organisation as a whole, or about something that has no name: the kind of the event is the sentence. */
export const withoutObject = [
  'agent.confirmed',
  'agent.declined',
  'agent.acted',
  'reply.published',
  'reply.withdrawn',
  'message.published',
  'message.withdrawn',
  'directory.imported',
  'directory.synced',
  'directory_sync.updated',
  'directory_sync.held',
  'directory_sync.token_created',
  'directory_sync.token_revoked',
  'organisation.created',
  'organisation.updated',
  'organisation.export_requested',
  'organisation.export_linked',
  'organisation.deletion_requested',
  'organisation.deletion_cancelled',
  'export.requested',
  'export.written',
  'export.linked',
  'export.downloaded',
  'export.cancelled',
  'export.scheduled',
  'export.rescheduled',
  'export.unscheduled',
  'export.schedule_stopped',
  'invitation.created',
  'invitation.resent',
  'invitation.revoked',
  'slack.connected',
  'slack.paused',
  'slack.disconnected',
  'microsoft_teams.connected',
  'microsoft_teams.paused',
  'microsoft_teams.disconnected',
  'alert.read',
  'alert.acknowledged',
  'audit.read',
  'audit.notices_updated',
  'audit.expired',
  'audit.chain_broken',
] as const satisfies readonly AuditAction[]

const unnamed: readonly AuditAction[] = withoutObject

/** The compiler asks sentence-texts.ts for each of them. */
type NamedAction = Exclude<AuditAction, (typeof withoutObject)[number]>

const isNamed = (action: AuditAction): action is NamedAction => !unnamed.includes(action)

/** Where an object is called otherwise than by a title or a name. */
const nameFields: Readonly<Record<string, string>> = {
  webhook: 'url',
  domain: 'domain',
  identity_provider: 'issuer',
}

/** What the event itself says of the name of its object: as it was when it was written. */
export function nameIn({ action, detail }: AuditEvent): string | null {
  const fields = Object(detail) as Record<string, unknown>
  const { title, name } = fields
  const other = fields[nameFields[action.split('.', 1)[0]] ?? '']
  const found = [title, name, other].find((one) => typeof one === 'string')
  if (typeof found !== 'string') return null
  return found === other && URL.canParse(found) ? new URL(found).host : found
}

const nameOfObject = (nameOf: NameOf, event: AuditEvent): string | null =>
  nameIn(event) ?? (event.target === null ? null : nameOf(event.target))

type NameOf = (id: string) => string | null

type Words = { say: Say<typeof sentenceTexts>; kind: Say<typeof eventTexts>; nameOf: NameOf }

export function sentenceOf({ say, kind, nameOf }: Words, event: AuditEvent): string {
  const target = nameOfObject(nameOf, event)
  return target !== null && isNamed(event.action) ? say(event.action, { target }) : kind(event.action)
}

/** Facts that a reader looks for in the list, by the kind of event. */
const factsBeside: Partial<Record<AuditAction, readonly string[]>> = {
  'team.managers_changed': ['added', 'removed'],
  'team.moved': ['parent_team_id'],
  'team.members_removed': ['members'],
  'person.updated': ['role', 'state'],
  'person.joined': ['role'],
  'invitation.created': ['role'],
  'directory.imported': ['created', 'updated', 'deactivated'],
  'directory.synced': ['created', 'updated', 'deactivated'],
  'directory_sync.held': ['deactivations'],
  'privacy.declined': ['reason'],
  'survey.stopped_for_author': ['reason'],
  'survey.transferred': ['from_user_id', 'to_user_id'],
  'survey.extended': ['closes_at'],
  'survey.cancelled': ['reason'],
  'hold.set': ['reason'],
  'hold.lifted': ['reason'],
  'audit.expired': ['before'],
}

export const isBeside = (action: AuditAction, fact: string): boolean =>
  factsBeside[action]?.includes(fact) ?? false

/** How many figures were released: their names say little in a line. */
export function figuresIn({ action, detail }: AuditEvent): number | null {
  const { measures } = Object(detail) as { measures?: unknown }
  return action === 'figures.released' && Array.isArray(measures) ? measures.length : null
}
