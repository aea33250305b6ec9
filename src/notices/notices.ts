/**
 * Notices: e-mails of the service itself about a privacy request or the end of an organisation. Queued in the transaction of what they tell,
 * sent as due work, and deleted once sent: the row holds an address, which may be all that is left of somebody who was erased.
 *
 * A notice that found no way after eight attempts is deleted too. While e-mail is down, no attempt counts.
 */
import { limits } from '../../contract/limits.ts'
import { type Channels, type Outcome } from '../channels/channels.ts'
import { afterCommit, type Db, type Tx } from '../db/db.ts'
import { type DueLag, type DueTask } from '../jobs/jobs.ts'
import { firstLanguage } from '../language.ts'
import { contentOf, type Notice, type NoticeKind } from './content.ts'
import {
  claimNotice,
  deleteNotice,
  deleteNoticesAbout,
  type DueNotice,
  insertNotice,
  oldestNotice,
  postponeNotice,
} from './store.ts'

export { type Notice } from './content.ts'

export async function queueNotice(tx: Tx, notice: Notice, now: Date): Promise<void> {
  await insertNotice(tx, notice, now)
  afterCommit(tx, 'work due', null)
}

/** Those about these subjects that were not sent yet are not sent any more. */
export const forgetNotices = (
  tx: Tx,
  organisationId: string,
  subjectIds: readonly string[],
): Promise<number> => deleteNoticesAbout(tx, organisationId, subjectIds)

const everyMs = 1000
/** When a worker dies while it sends, the notice is sent again after this. */
const leaseMs = 300_000
const laterFirstMs = 60_000

/** A personal link for a notice, made when it is sent; null: it leads nowhere any more, and the notice is not sent. */
export type LinkFor = (tx: Tx, organisationId: string, subjectId: string, now: Date) => Promise<string | null>

type Setup = {
  db: Pick<Db, 'transaction'>
  channels: Channels
  developerUrl: () => string
  /** Passed in by app.ts: what a link leads to is above this room. */
  copyLink: LinkFor
}

export const noticeTask = ({ db, channels, developerUrl, copyLink }: Setup): DueTask => {
  const urlOf = async (tx: Tx, notice: DueNotice, now: Date): Promise<string | null> => {
    if (notice.kind === 'ready' && notice.subject_id !== null)
      return copyLink(tx, notice.organisation_id, notice.subject_id, now)
    return `${developerUrl()}${pathOf[notice.kind]}`
  }
  return {
    name: 'notices.send',
    everyMs,
    run: async (now) => {
      if (!(await channels.ready(now)).includes('email')) return 0
      const claimed = await db.transaction(async (tx) => {
        const notice = await claimNotice(tx, new Date(now.getTime() + leaseMs), now)
        return notice && { notice, url: await urlOf(tx, notice, now) }
      })
      if (!claimed) return 0
      const { notice, url } = claimed
      if (url === null) return db.transaction((tx) => deleteNotice(tx, notice))
      const language = firstLanguage(notice.locale, notice.organisation_locale)
      const outcome = await channels.send(
        {
          // The same for every attempt, so that one that was sent twice is recognised.
          name: notice.id,
          channel: 'email',
          to: notice.address,
          at: now.toISOString(),
          follows: null,
          content: contentOf(notice, language, url),
          form: null,
        },
        now,
      )
      await db.transaction((tx) => settle(tx, notice, outcome, now))
      return outcome.kind === 'down' ? 0 : 1
    },
  }
}

const pathOf: Record<NoticeKind, string> = {
  received: '/app/account',
  ready: '/app/account',
  erased: '/docs/privacy',
  restricted: '/app/account',
  lifted: '/app/account',
  declined: '/app/account',
  extended: '/app/account',
  deletion: '/app/settings/data',
  deletion_soon: '/app/settings/data',
  deletion_kept: '/app/settings/data',
}

/** `attempts` counts the one that was just made. */
function settle(tx: Tx, notice: DueNotice, outcome: Outcome, now: Date): Promise<number> {
  const { attempts } = notice
  if (outcome.kind === 'down') return postponeNotice(tx, notice, { attempts: attempts - 1, dueAt: now })
  if (outcome.kind === 'later' && attempts < limits.deliveryAttemptsMax) {
    const dueAt = new Date(now.getTime() + laterFirstMs * 2 ** (attempts - 1))
    return postponeNotice(tx, notice, { attempts, dueAt })
  }
  return deleteNotice(tx, notice)
}

export const noticeLag: DueLag = { work: 'notice', oldest: oldestNotice }
