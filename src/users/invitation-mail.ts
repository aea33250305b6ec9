/**
 * The mail of an invitation, in the organisation's language: due work like every other message. Its link holds the token
 * behind a `#`, which browsers do not send: no log, proxy or referrer sees it.
 */
import { randomUUID } from 'node:crypto'
import { textsOf } from '../../locales/catalogue.ts'
import { directionOf } from '../../locales/format.ts'
import type { Channels, MessageContent, Outcome } from '../channels/channels.ts'
import type { Db } from '../db/db.ts'
import type { DueLag, DueTask } from '../jobs/jobs.ts'
import { firstLanguage, inWords } from '../language.ts'
import {
  claimMail,
  type DueMail,
  type MailResult,
  mailWaiting,
  oldestDueMail,
  settleMail,
} from './invitation-store.ts'

const everyMs = 1000
/** When a worker dies while it sends, the mail is sent again after this. */
const leaseMs = 300_000
const laterFirstMs = 60_000
const attemptsMax = 8

type Setup = { db: Pick<Db, 'transaction'>; channels: Channels; developerUrl: () => string }

export const invitationTask = ({ db, channels, developerUrl }: Setup): DueTask => ({
  name: 'invitation.mail',
  everyMs,
  waiting: mailWaiting,
  run: async (now) => {
    if (!(await channels.ready(now)).includes('email')) return 0
    const mail = await db.transaction((tx) => claimMail(tx, new Date(now.getTime() + leaseMs), now))
    if (!mail) return 0
    const outcome = await channels.send(
      {
        organisationId: mail.organisation_id,
        name: randomUUID().replaceAll('-', ''),
        channel: 'email',
        to: mail.email,
        at: now.toISOString(),
        follows: null,
        content: contentOf(mail, `${developerUrl()}/invitation#${mail.token}`),
        form: null,
      },
      now,
    )
    await db.transaction((tx) => settleMail(tx, mail, resultOf(outcome, mail.attempts + 1, now)))
    return outcome.kind === 'down' ? 0 : 1
  },
})

export const invitationLag: DueLag = { work: 'invitation', oldest: oldestDueMail }

/** A server that is down costs no attempt: the channel itself pauses, and is tried before the next message. */
function resultOf(outcome: Outcome, attempts: number, now: Date): MailResult {
  if (outcome.kind === 'sent') return { state: 'sent', reason: null, attempts, dueAt: null }
  const { reason } = outcome
  if (outcome.kind === 'down') return { state: 'due', reason, attempts: attempts - 1, dueAt: now }
  if (outcome.kind === 'later' && attempts < attemptsMax) {
    const dueAt = new Date(now.getTime() + laterFirstMs * 2 ** (attempts - 1))
    return { state: 'due', reason, attempts, dueAt }
  }
  return { state: 'failed', reason, attempts, dueAt: null }
}

function contentOf({ organisation, inviter, ...mail }: DueMail, url: string): MessageContent {
  const language = firstLanguage(mail.locale)
  const text = textsOf('invitation', language)
  return {
    kind: 'user_invitation',
    language,
    direction: directionOf(language),
    subject: text('subject', { organisation, inviter }),
    preview: text('preview', { organisation }),
    greeting: text('greeting'),
    request: text('request', { organisation, inviter }),
    title: organisation,
    description: null,
    promise: text('address', { address: mail.email }),
    until: text('until', { when: inWords.instant(language, mail.expires_at, mail.time_zone) }),
    personal: text('personal'),
    reason: null,
    button: text('accept'),
    url,
    unsubscribe: null,
  }
}
