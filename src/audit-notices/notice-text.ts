/** The text of a digest, in the language of its reader: what happened, when and by whom. Details stay in the audit log. */
import { noticeActions } from '../../contract/audit-actions.ts'
import type { AuditEvent } from '../../contract/audit.ts'
import { isOneOf } from '../../contract/fields.ts'
import { textsOf } from '../../locales/catalogue.ts'
import { listEventsById } from '../audit/audit.ts'
import { firstLanguage, inWords } from '../language.ts'
import type { NoticeKind } from '../notices/notices.ts'
import { namesOf } from './store.ts'

type Facts = {
  /** The first of the events in it. */
  readonly event_ids: readonly string[]
  readonly total: number
  /** The name of somebody whose notice says that they are no longer an admin. */
  readonly former_admin?: string
}

export const digestNotices: NoticeKind<Facts> = {
  name: 'audit_digest',
  compose: async (tx, notice) => {
    const { organisation_id: organisationId, organisation, time_zone } = notice
    const { event_ids, total: count } = notice.facts
    const events = await listEventsById(tx, organisationId, event_ids)
    const { former_admin: formerAdmin } = notice.facts
    const isFormer = formerAdmin !== undefined
    // The log is for admins, and an entry that was deleted for its age is no news.
    if (!(notice.is_active_admin || isFormer) || events.length === 0) return null
    const ids = events
      .flatMap(({ actor }) => [actor.user_id, actor.application_id])
      .filter((id) => id !== null)
    const names = await namesOf(tx, organisationId, ids)
    const language = firstLanguage(notice.locale, notice.organisation_locale)
    const text = textsOf('notices', language)
    const actorOf = ({ kind, user_id, application_id }: AuditEvent['actor']): string => {
      if (kind === 'operator' || kind === 'clock') return text(`by_${kind}`)
      const known = [user_id, application_id].flatMap((id) => (id === null ? [] : [names.get(id) ?? id]))
      return known.join(' · ')
    }
    const entries = events.map(({ action, actor, occurred_at }) => ({
      what: isOneOf(noticeActions, action) ? text(action) : action,
      detail: [inWords.shortInstant(language, occurred_at, time_zone), actorOf(actor)].join(' · '),
    }))
    const others = count - events.length
    return {
      kind: 'audit_digest',
      language,
      subject: text('subject', { count, organisation }),
      preview: entries.map(({ what }) => what).join(' · '),
      greeting: text('greeting', { name: formerAdmin ?? notice.name ?? '' }),
      request: text('request', { organisation }),
      title: organisation,
      entries: others > 0 ? [...entries, { what: text('more', { count: others }), detail: null }] : entries,
      promise: text(isFormer ? 'check_former' : 'check'),
      personal: text(isFormer ? 'personal_former' : 'personal', { organisation }),
      button: isFormer ? textsOf('hold', language)('open') : text('open'),
      path: isFormer ? '/app' : '/app/settings/audit',
    }
  },
}
