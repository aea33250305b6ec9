/** What a notice says, in the reader's language. */
import { type PrivacyKind } from '../../contract/privacy.ts'
import { textsOf } from '../../locales/catalogue.ts'
import { directionOf } from '../../locales/format.ts'
import { type MessageContent } from '../channels/channels.ts'
import { inWords, type Language } from '../language.ts'

const noticeKinds = [
  'received',
  'ready',
  'erased',
  'restricted',
  'lifted',
  'declined',
  'extended',
  'deletion',
  'deletion_soon',
  'deletion_kept',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

export type NoticeFacts = {
  /** What the privacy request asks for. */
  request?: PrivacyKind
  /** A day, YYYY-MM-DD: a deadline, the end of a link, the day of a deletion. */
  day?: string
  reason?: string
  /** The name of the admin who acted. */
  admin?: string
}

export type Notice = {
  organisationId: string
  kind: NoticeKind
  /** The privacy request that it is about. */
  subjectId: string | null
  address: string
  /** The reader's; null: the organisation's. */
  locale: string | null
  facts: NoticeFacts
}

type Wording = Pick<MessageContent, 'subject' | 'request' | 'promise' | 'personal' | 'button'> &
  Partial<Pick<MessageContent, 'until'>>

type Say = ReturnType<typeof textsOf<'notice'>>
type Context = { say: Say; organisation: string; facts: NoticeFacts; language: Language }

const requestOf = ({ say, facts }: Context): string => say(`request_${facts.request ?? 'access'}`)
const dayOf = ({ facts, language }: Context): string => (facts.day ? inWords.day(language, facts.day) : '')

const wordings: Record<NoticeKind, (context: Context) => Wording> = {
  received: (it) => ({
    subject: it.say('received_subject', it),
    request: it.say('received', { organisation: it.organisation, request: requestOf(it) }),
    promise: it.say('answer_by', { when: dayOf(it) }),
    personal: it.say('not_you'),
    button: it.say('see_requests'),
  }),
  ready: (it) => ({
    subject: it.say('ready_subject', it),
    request: it.say('ready', it),
    promise: it.say('link_personal'),
    until: it.say('link_until', { when: dayOf(it) }),
    personal: it.say('not_you'),
    button: it.say('get_copy'),
  }),
  erased: (it) => ({
    subject: it.say('erased_subject', it),
    request: it.say('erased', it),
    promise: it.say('complain'),
    personal: '',
    button: it.say('about_privacy'),
  }),
  restricted: (it) => ({
    subject: it.say('restricted_subject', it),
    request: it.say('restricted', it),
    promise: it.say('not_you'),
    personal: '',
    button: it.say('see_requests'),
  }),
  lifted: (it) => ({
    subject: it.say('lifted_subject', it),
    request: it.say('lifted', it),
    promise: it.say('complain'),
    personal: '',
    button: it.say('see_requests'),
  }),
  declined: (it) => ({
    subject: it.say('declined_subject', it),
    request: it.say('declined', { organisation: it.organisation, request: requestOf(it) }),
    promise: it.say('because', { reason: it.facts.reason ?? '' }),
    personal: it.say('complain'),
    button: it.say('see_requests'),
  }),
  extended: (it) => ({
    subject: it.say('extended_subject', it),
    request: it.say('extended', { organisation: it.organisation, request: requestOf(it) }),
    promise: it.say('because', { reason: it.facts.reason ?? '' }),
    until: it.say('answer_by', { when: dayOf(it) }),
    personal: it.say('complain'),
    button: it.say('see_requests'),
  }),
  deletion: (it) => ({
    subject: it.say('deletion_subject', it),
    request: it.say('deletion', { admin: it.facts.admin ?? '', organisation: it.organisation }),
    promise: it.say('deletion_when', { when: dayOf(it) }),
    until: it.say('deletion_final'),
    personal: it.say('you_are_admin'),
    button: it.say('deletion_settings'),
  }),
  deletion_soon: (it) => ({
    subject: it.say('deletion_soon_subject', it),
    request: it.say('deletion_soon', it),
    promise: it.say('deletion_when', { when: dayOf(it) }),
    until: it.say('deletion_final'),
    personal: it.say('you_are_admin'),
    button: it.say('deletion_settings'),
  }),
  deletion_kept: (it) => ({
    subject: it.say('deletion_kept_subject', it),
    request: it.say('deletion_kept', { admin: it.facts.admin ?? '', organisation: it.organisation }),
    promise: it.say('you_are_admin'),
    personal: '',
    button: it.say('deletion_settings'),
  }),
}

export function contentOf(
  { kind, facts, organisation }: { kind: NoticeKind; facts: NoticeFacts; organisation: string },
  language: Language,
  url: string,
): MessageContent {
  const say = textsOf('notice', language)
  const { until = null, ...wording } = wordings[kind]({ say, organisation, facts, language })
  return {
    language,
    direction: directionOf(language),
    preview: wording.request,
    greeting: say('greeting'),
    title: organisation,
    description: null,
    until,
    reason: null,
    url,
    unsubscribe: null,
    ...wording,
  }
}
