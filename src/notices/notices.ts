/**
 * Notices: e-mails of the service about itself, to admins, to authors and to whoever made a privacy request. The room that has something to
 * say queues a notice in the transaction of its write, and brings the text (NoticeKind). This room sends each once, as due work after the
 * commit, and deletes it then: its row holds an address, which may be all that is left of somebody who was erased.
 *
 * A text is written when its notice is sent: in the reader's language, with a personal link that nothing has stored before. A notice that
 * found no way after eight attempts is deleted too. While e-mail is down, no attempt counts.
 */
import { limits } from '../../contract/limits.ts'
import { directionOf } from '../../locales/format.ts'
import type { Channels, MessageContent, Outcome } from '../channels/channels.ts'
import { afterCommit, type Db, type Tx } from '../db/db.ts'
import type { DueLag, DueTask } from '../jobs/jobs.ts'
import {
  claimNotice,
  deleteNotice,
  deleteNoticesAbout,
  type DueNotice,
  insertNotice,
  noticeWaiting,
  oldestNotice,
  postponeNotice,
  type Recipient,
} from './store.ts'

/** What is particular to a notice; the frame is the same for all. */
export type Wording = Pick<
  MessageContent,
  'language' | 'subject' | 'greeting' | 'request' | 'title' | 'promise' | 'personal' | 'button'
> &
  Partial<Pick<MessageContent, 'preview' | 'description' | 'lines' | 'until'>> & {
    /** Where the button leads, on the developer host. */
    readonly path: string
  }

/** What notices may be about. `name` is stored with each, and so are its facts. */
export type NoticeKind<Facts> = {
  readonly name: string
  /** null: there is nothing to say any more, and nothing is sent. What it writes is committed before the mail leaves. */
  compose(
    tx: Tx,
    notice: DueNotice & { readonly facts: Facts },
    now: Date,
  ): Promise<Wording | null> | Wording | null
}

type NewNotice<Facts> = {
  readonly organisationId: string
  readonly to: Recipient
  readonly facts: Facts
  /** What `forgetNotices` finds it by. */
  readonly subjectId?: string
}

/** A user whose access has ended gets none. */
export async function queueNotice<Facts>(
  tx: Tx,
  { name: kind }: NoticeKind<Facts>,
  notice: NewNotice<NoInfer<Facts>>,
  now: Date,
): Promise<void> {
  await insertNotice(tx, { ...notice, kind }, now)
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

type Setup = {
  readonly db: Pick<Db, 'transaction'>
  readonly channels: Channels
  readonly developerUrl: () => string
  /** Of every room that queues notices; app.ts brings them, because those lie above. */
  readonly kinds: readonly NoticeKind<unknown>[]
}

export const noticeTask = ({ db, channels, developerUrl, kinds }: Setup): DueTask => {
  const kindOf = new Map(kinds.map((kind) => [kind.name, kind]))
  const compose = async (tx: Tx, notice: DueNotice, now: Date): Promise<Wording | null> => {
    const kind = kindOf.get(notice.kind)
    if (!kind) throw new Error(`${notice.kind} is no kind of notice`)
    return kind.compose(tx, notice, now)
  }
  return {
    name: 'notices.send',
    everyMs,
    waiting: noticeWaiting,
    run: async (now) => {
      if (!(await channels.ready(now)).includes('email')) return 0
      const notice = await db.transaction((tx) => claimNotice(tx, new Date(now.getTime() + leaseMs), now))
      if (!notice) return 0
      // Apart from the claim, so that a text that fails is tried again after the lease, and the others go first.
      const wording = await db.transaction((tx) => compose(tx, notice, now))
      if (wording === null) return db.transaction((tx) => deleteNotice(tx, notice))
      const outcome = await channels.send(
        {
          // The same for every attempt, so that one that was sent twice is recognised.
          name: notice.id,
          channel: 'email',
          to: notice.address,
          at: now.toISOString(),
          follows: null,
          content: contentOf(wording, developerUrl()),
          form: null,
        },
        now,
      )
      await db.transaction((tx) => settle(tx, notice, outcome, now))
      return outcome.kind === 'down' ? 0 : 1
    },
  }
}

const contentOf = ({ path, ...wording }: Wording, developerUrl: string): MessageContent => ({
  direction: directionOf(wording.language),
  preview: wording.request,
  description: null,
  until: null,
  reason: null,
  url: `${developerUrl}${path}`,
  unsubscribe: null,
  ...wording,
})

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
