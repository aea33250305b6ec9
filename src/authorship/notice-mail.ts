/** The mails to authors, in the organisation's language: due work like every other message. */
import { randomUUID } from 'node:crypto'
import { textsOf } from '../../locales/catalogue.ts'
import { directionOf } from '../../locales/format.ts'
import { type Channels, type MessageContent, type Outcome } from '../channels/channels.ts'
import { type Db, type Tx } from '../db/db.ts'
import { type DueTask } from '../jobs/jobs.ts'
import { firstLanguage } from '../language.ts'
import { claimNotice, deleteNotice, type DueNotice, postponeNotice } from './notice-store.ts'

const everyMs = 1000
/** When a worker dies while it sends, the mail is sent again after this. */
const leaseMs = 300_000
const laterFirstMs = 60_000
const attemptsMax = 8

type Setup = { db: Pick<Db, 'transaction'>; channels: Channels; developerUrl: () => string }

export const authorNoticeTask = ({ db, channels, developerUrl }: Setup): DueTask => ({
  name: 'author.notice',
  everyMs,
  run: async (now) => {
    if (!(await channels.ready(now)).includes('email')) return 0
    const notice = await db.transaction((tx) => claimNotice(tx, new Date(now.getTime() + leaseMs), now))
    if (!notice) return 0
    const outcome = await channels.send(
      {
        name: randomUUID().replaceAll('-', ''),
        channel: 'email',
        to: notice.email,
        at: now.toISOString(),
        follows: null,
        content: contentOf(notice, `${developerUrl()}/app`),
        form: null,
      },
      now,
    )
    await db.transaction((tx) => settle(tx, notice, outcome, now))
    return outcome.kind === 'down' ? 0 : 1
  },
})

/** A server that is down costs no attempt: the channel itself pauses, and is tried before the next message. */
async function settle(tx: Tx, notice: DueNotice, outcome: Outcome, now: Date): Promise<void> {
  const attempts = notice.attempts + 1
  if (outcome.kind === 'down') await postponeNotice(tx, notice, { attempts: notice.attempts, dueAt: now })
  else if (outcome.kind === 'later' && attempts < attemptsMax) {
    const dueAt = new Date(now.getTime() + laterFirstMs * 2 ** (attempts - 1))
    await postponeNotice(tx, notice, { attempts, dueAt })
  } else await deleteNotice(tx, notice)
}

function contentOf(notice: DueNotice, url: string): MessageContent {
  const { kind, title, by_name: by, name, reason, organisation } = notice
  const language = firstLanguage(notice.locale)
  const text = textsOf('authorship', language)
  const isTheirs = kind === 'handed_over' || kind === 'inherited'
  return {
    language,
    direction: directionOf(language),
    subject: isTheirs ? text('subject_yours', { title }) : text('subject_changed', { title, by }),
    preview: text(kind, { by }),
    greeting: text('greeting', { name }),
    request: text(kind, { by }),
    title,
    description: reason === null ? null : text('reason', { reason }),
    promise: text('recorded', { organisation }),
    until: text('survey', { title }),
    personal: text('personal'),
    reason: null,
    button: text('button'),
    url,
    unsubscribe: null,
  }
}
