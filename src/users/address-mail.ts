/**
 * The two mails of a change of address, in the language of the member: due work like every other message. The new address is asked; the old
 * one is told, and may keep itself. Their links hold secrets behind a `#`, as those of invitations do (invitation-mail.ts).
 */
import { randomUUID } from 'node:crypto'
import { textsOf } from '../../locales/catalogue.ts'
import { directionOf } from '../../locales/format.ts'
import type { Channels, MessageContent, Outcome } from '../channels/channels.ts'
import type { Db } from '../db/db.ts'
import {
  type AddressMail,
  claimConfirmation,
  claimNotice,
  confirmationWaiting,
  noticeWaiting,
  oldestDueAddressMail,
  settleConfirmation,
  settleNotice,
} from '../directory/directory.ts'
import type { DueLag, DueTask } from '../jobs/jobs.ts'
import { firstLanguage, inWords } from '../language.ts'

const everyMs = 1000
/** When a worker dies while it sends, the mail is sent again after this. */
const leaseMs = 300_000
const laterFirstMs = 60_000
const attemptsMax = 8

type Setup = { db: Pick<Db, 'transaction'>; channels: Channels; developerUrl: () => string }

type Kind = {
  name: string
  waiting: typeof confirmationWaiting
  claim: typeof claimConfirmation
  settle: typeof settleConfirmation
  contentOf(mail: AddressMail, url: string): MessageContent
}

const kinds: readonly Kind[] = [
  {
    name: 'address.confirmation',
    waiting: confirmationWaiting,
    claim: claimConfirmation,
    settle: settleConfirmation,
    contentOf: (mail, url) => ({ ...contentOf(mail, 'confirm'), url }),
  },
  {
    name: 'address.notice',
    waiting: noticeWaiting,
    claim: claimNotice,
    settle: settleNotice,
    contentOf: (mail, url) => ({ ...contentOf(mail, 'keep'), url }),
  },
]

export const addressMailTasks = ({ db, channels, developerUrl }: Setup): DueTask[] =>
  kinds.map(({ name, waiting, claim, settle, contentOf: content }) => ({
    name,
    everyMs,
    waiting,
    run: async (now) => {
      if (!(await channels.ready(now)).includes('email')) return 0
      const leaseUntil = new Date(now.getTime() + leaseMs)
      const mail = await db.transaction((tx) => claim(tx, leaseUntil, now))
      if (!mail) return 0
      const outcome = await channels.send(
        {
          organisationId: mail.organisation_id,
          name: randomUUID().replaceAll('-', ''),
          channel: 'email',
          to: mail.to,
          at: now.toISOString(),
          follows: null,
          content: content(mail, `${developerUrl()}/address#${mail.token}`),
          form: null,
        },
        now,
      )
      const result = resultOf(outcome, mail.attempts + 1, now)
      await db.transaction((tx) => settle(tx, mail, result))
      return outcome.kind === 'down' ? 0 : 1
    },
  }))

export const addressMailLag: DueLag = { work: 'address', oldest: oldestDueAddressMail }

/** A server that is down costs no attempt; what cannot be delivered is given up, and the change expires. */
function resultOf(outcome: Outcome, attempts: number, now: Date): { attempts: number; dueAt: Date | null } {
  if (outcome.kind === 'down') return { attempts: attempts - 1, dueAt: now }
  if (outcome.kind === 'later' && attempts < attemptsMax)
    return { attempts, dueAt: new Date(now.getTime() + laterFirstMs * 2 ** (attempts - 1)) }
  return { attempts, dueAt: null }
}

function contentOf(mail: AddressMail, way: 'confirm' | 'keep'): MessageContent {
  const { organisation } = mail
  const language = firstLanguage(mail.locale, mail.organisation_locale)
  const text = textsOf('address', language)
  return {
    kind: `address_${way}`,
    language,
    direction: directionOf(language),
    subject: text(`${way}_subject`, { organisation }),
    preview: text(`${way}_effect`),
    greeting: text('greeting'),
    request: text(`${way}_request`, { organisation }),
    title: organisation,
    description: null,
    promise: text(`${way}_effect`),
    until: text('until', { when: inWords.instant(language, mail.expires_at, mail.time_zone) }),
    personal: text(`${way}_personal`),
    reason: null,
    button: text(way),
    url: '',
    unsubscribe: null,
  }
}
