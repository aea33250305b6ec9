/** Notices to admins that their organisation will be deleted, or will not. */
import { textsOf } from '../../locales/catalogue.ts'
import { firstLanguage, inWords } from '../language.ts'
import type { NoticeKind } from '../notices/notices.ts'

export type DeletionEvent = 'deletion' | 'deletion_soon' | 'deletion_kept'

type Facts = {
  readonly event: DeletionEvent
  /** The day of the deletion, YYYY-MM-DD. */
  readonly day: string
  /** The name of the admin who acted. */
  readonly admin: string
}

export const deletionNotices: NoticeKind<Facts> = {
  name: 'organisation_deletion',
  compose: (_tx, { facts: { event, day, admin }, organisation, ...reader }) => {
    const language = firstLanguage(reader.locale, reader.organisation_locale)
    const say = textsOf('notice', language)
    const frame = {
      kind: `organisation_${event}` as const,
      language,
      greeting: say('greeting'),
      title: organisation,
      button: say('deletion_settings'),
      path: '/app/settings/data',
    }
    if (event === 'deletion_kept')
      return {
        ...frame,
        subject: say('deletion_kept_subject', { organisation }),
        request: say('deletion_kept', { admin, organisation }),
        promise: '',
        personal: say('you_are_admin'),
      }
    return {
      ...frame,
      subject: say(`${event}_subject`, { organisation }),
      request: event === 'deletion' ? say(event, { admin, organisation }) : say(event, { organisation }),
      promise: say('deletion_when', { when: inWords.day(language, day) }),
      until: say('deletion_final'),
      personal: say('you_are_admin'),
    }
  },
}
