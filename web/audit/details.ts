/** What is beside an event, as a reader would say it: sentences or facts by their labels, with names in place of ids, and nothing that is empty. */
import type { Say } from '../messages.ts'
import type { NameOf } from '../people/names-by-id.ts'
import { formatNumber } from '../ui/number-format.ts'
import { exactTime } from '../ui/time.tsx'
import type { AuditEvent } from './audit-queries.ts'
import type { detailTexts } from './detail-texts.ts'
import { wordOf } from './value-words.ts'

type Words = Say<typeof detailTexts>

/** `label`: null of a sentence, which says by itself what it is. `parts`: more than one where it is a list. */
export type Detail = { name: string; label: string | null; parts: readonly string[] }

/** Beside an event of the list: the whole list is in the drawer. */
export const partsInLine = 3

/** How they are in a line of the list: sentences one after another, facts apart. */
export const inLine = (say: Words, details: readonly Detail[]): string =>
  details
    .map((one) => factInLine(say, one))
    .join(details.every(({ label }) => label === null) ? ' ' : ' ·\u00a0')

function factInLine(say: Words, { label, parts }: Detail): string {
  const more = parts.length - partsInLine
  const shown = parts.slice(0, partsInLine).join(', ')
  const value = more > 0 ? say('some_of', { shown, count: more }) : shown
  return label === null ? value : `${label}: ${value}`
}

const sentences: Partial<Record<AuditEvent['action'], (say: Words, detail: Fields) => string[]>> = {
  'recipients.added_lately': (say, { asked, added_lately: added, by_this_application: own, alert }) => [
    say('recipients_added_lately', { added: Number(added), asked: Number(asked) }),
    ...(Number(own) > 0 ? [say('recipients_by_application', { count: Number(own) })] : []),
    ...(alert === true ? [say('recipients_alert')] : []),
  ],
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (detail: unknown): Fields =>
  typeof detail === 'object' && detail !== null ? Object.fromEntries(Object.entries(detail)) : {}

export function detailsOf(
  { say, nameOf }: { say: Words; nameOf: NameOf },
  { action, detail }: Pick<AuditEvent, 'action' | 'detail'>,
): Detail[] {
  const fields = fieldsOf(detail)
  const said = sentences[action]?.(say, fields)
  if (said) return said.map((sentence, at) => ({ name: `${action} ${at}`, label: null, parts: [sentence] }))
  // Counts of several kinds stand side by side with the rest.
  return Object.entries(fields)
    .flatMap(([name, value]) =>
      isGroup(value) ? Object.entries(value).map((one) => one) : [[name, value] as const],
    )
    .map(([name, value]) => ({
      name,
      label: labelOf(say, name),
      parts: partsOf(say, (text) => wordOf(say, name, text) ?? nameOf(text), value),
    }))
    .filter(({ parts }) => parts.length > 0)
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('from' in value && 'to' in value)

const labels = [
  'act',
  'added',
  'admin',
  'application_id',
  'archived',
  'author_user_id',
  'before',
  'channels',
  'check_in_id',
  'closes_at',
  'confirmation_id',
  'confirmed',
  'created',
  'dataset',
  'deactivated',
  'deactivations',
  'deactivations_max',
  'decided_on',
  'document_url',
  'domain',
  'event_id',
  'events',
  'export_id',
  'failures',
  'families_ended',
  'fault',
  'fields',
  'filter',
  'format',
  'from_user_id',
  'hash',
  'identity_id',
  'insight_id',
  'invitation_id',
  'issuer',
  'kind',
  'language',
  'local_date',
  'measures',
  'members',
  'members_out',
  'model',
  'name',
  'operation',
  'owner_id',
  'parent_team_id',
  'plan_hash',
  'prompt_version',
  'provider',
  'provider_id',
  'questions',
  'reason',
  'recipients',
  'refused',
  'removed',
  'request_id',
  'requests',
  'response_rate_below',
  'role',
  'rows',
  'schedule_id',
  'smallest_cell',
  'scopes',
  'state',
  'team_id',
  'texts',
  'title',
  'to_user_id',
  'tokens_ended',
  'tool',
  'updated',
  'url',
  'user_id',
  'version',
] as const

/** A fact without a label is called as it is stored. */
function labelOf(say: Words, name: string): string {
  const known = labels.find((one) => one === name)
  if (known) return say(known)
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

/** Of nothing, no part: null and an empty list say nothing to a reader. */
function partsOf(say: Words, nameOf: NameOf, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => partsOf(say, nameOf, one))
  if (value === null || value === undefined || value === '') return []
  if (typeof value === 'boolean') return [say(value ? 'yes' : 'no')]
  if (typeof value === 'number') return [formatNumber(value)]
  if (typeof value === 'string') return [instant.test(value) ? exactTime(value) : (nameOf(value) ?? value)]
  if (typeof value === 'object' && 'from' in value && 'to' in value) {
    const side = (of: unknown): string => partsOf(say, nameOf, of).join(', ') || say('nothing')
    return [say('changed', { from: side(value.from), to: side(value.to) })]
  }
  return [JSON.stringify(value)]
}
