/** Notices about a privacy request, to the person whom it is about, in their language. */
import type { PrivacyKind } from '../../contract/privacy.ts'
import { textsOf } from '../../locales/catalogue.ts'
import { firstLanguage, inWords } from '../language.ts'
import type { NoticeKind, Wording } from '../notices/notices.ts'
import { newCopyPath } from './copy-link.ts'

export type PrivacyFacts = {
  readonly event: 'received' | 'ready' | 'erased' | 'restricted' | 'lifted' | 'declined' | 'extended'
  /** What the request asks for. */
  readonly request?: PrivacyKind
  /** A day, YYYY-MM-DD: a deadline, or the end of a link. */
  readonly day?: string
  readonly reason?: string
}

type Text = Pick<Wording, 'subject' | 'request' | 'promise' | 'personal' | 'button'> &
  Partial<Pick<Wording, 'until'>>
type Context = {
  readonly say: ReturnType<typeof textsOf<'notice'>>
  readonly organisation: string
  /** What the request asks for, in words. */
  readonly request: string
  /** The day, in words. */
  readonly when: string
  readonly reason: string
}

const texts: Record<PrivacyFacts['event'], (context: Context) => Text> = {
  received: ({ say, ...it }) => ({
    subject: say('received_subject', it),
    request: say('received', it),
    promise: say('answer_by', it),
    personal: say('not_you'),
    button: say('see_requests'),
  }),
  ready: ({ say, ...it }) => ({
    subject: say('ready_subject', it),
    request: say('ready', it),
    promise: say('link_personal'),
    until: say('link_until', it),
    personal: say('not_you'),
    button: say('get_copy'),
  }),
  erased: ({ say, ...it }) => ({
    subject: say('erased_subject', it),
    request: say('erased', it),
    promise: say('complain'),
    personal: '',
    button: say('about_privacy'),
  }),
  restricted: ({ say, ...it }) => ({
    subject: say('restricted_subject', it),
    request: say('restricted', it),
    promise: say('not_you'),
    personal: '',
    button: say('see_requests'),
  }),
  lifted: ({ say, ...it }) => ({
    subject: say('lifted_subject', it),
    request: say('lifted', it),
    promise: say('complain'),
    personal: '',
    button: say('see_requests'),
  }),
  declined: ({ say, ...it }) => ({
    subject: say('declined_subject', it),
    request: say('declined', it),
    promise: say('because', it),
    personal: say('complain'),
    button: say('see_requests'),
  }),
  extended: ({ say, ...it }) => ({
    subject: say('extended_subject', it),
    request: say('extended', it),
    promise: say('because', it),
    until: say('answer_by', it),
    personal: say('complain'),
    button: say('see_requests'),
  }),
}

export const privacyNotices: NoticeKind<PrivacyFacts> = {
  name: 'privacy_request',
  compose: async (
    tx,
    { facts, organisation_id: organisationId, subject_id, organisation, ...reader },
    now,
  ) => {
    const { event, request = 'access', day, reason = '' } = facts
    const path =
      event === 'ready' ? await newCopyPath(tx, { organisationId, id: subject_id ?? '' }, now) : paths[event]
    // The copy can no longer be downloaded.
    if (path === null) return null
    const language = firstLanguage(reader.locale, reader.organisation_locale)
    const say = textsOf('notice', language)
    const when = day === undefined ? '' : inWords.day(language, day)
    return {
      kind: `privacy_${event}`,
      language,
      greeting: say('greeting'),
      title: organisation,
      ...texts[event]({ say, organisation, request: say(`request_${request}`), when, reason }),
      path,
    }
  },
}

const paths: Record<Exclude<PrivacyFacts['event'], 'ready'>, string> = {
  received: '/app/account',
  erased: '/docs/privacy',
  restricted: '/app/account',
  lifted: '/app/account',
  declined: '/app/account',
  extended: '/app/account',
}
