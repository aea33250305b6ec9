/** The mail of a notice, in the language of its reader: what happened, when and by whom. Details stay in the audit log. */
import { noticeActions } from '../../contract/audit-actions.ts'
import { type AuditEvent } from '../../contract/audit.ts'
import { isOneOf } from '../../contract/fields.ts'
import { textsOf } from '../../locales/catalogue.ts'
import { directionOf } from '../../locales/format.ts'
import { type MessageContent } from '../channels/channels.ts'
import { firstLanguage, inWords } from '../language.ts'
import { type MailRow } from './store.ts'

type Report = { events: readonly AuditEvent[]; names: ReadonlyMap<string, string>; url: string }

export function contentOf(mail: MailRow, { events, names, url }: Report): MessageContent {
  const { organisation, total: count, time_zone } = mail
  const language = firstLanguage(mail.locale, mail.organisation_locale)
  const text = textsOf('notices', language)
  const actorOf = ({ kind, user_id, application_id }: AuditEvent['actor']): string => {
    if (kind === 'operator' || kind === 'clock') return text(`by_${kind}`)
    const known = [user_id, application_id].flatMap((id) => (id === null ? [] : [names.get(id) ?? id]))
    return known.join(' · ')
  }
  const lines = events.map(({ action, actor, occurred_at }) => {
    const when = inWords.instant(language, occurred_at, time_zone)
    const event = isOneOf(noticeActions, action) ? text(action) : action
    return text('line', { when, event, actor: actorOf(actor) })
  })
  const others = count - events.length
  return {
    language,
    direction: directionOf(language),
    subject: text('subject', { count, organisation }),
    preview: lines[0],
    greeting: text('greeting', { name: mail.name ?? '' }),
    request: text('request', { organisation }),
    title: organisation,
    description: null,
    lines: others > 0 ? [...lines, text('more', { count: others })] : lines,
    promise: text('check'),
    until: null,
    personal: text('personal', { organisation }),
    reason: null,
    button: text('open'),
    url,
    unsubscribe: null,
  }
}
