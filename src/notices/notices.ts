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
  type Addressed,
  claimNotice,
  deleteNotice,
  deleteNoticesAbout,
  type DueNotice,
  insertNotice,
  insertNotices,
  noticeWaiting,
  oldestNotice,
  postponeNotice,
  type Recipient,
} from './store.ts'

/** What is particular to a notice; the frame is the same for all. */
export type Wording = Pick<
  MessageContent,
  'kind' | 'language' | 'subject' | 'greeting' | 'request' | 'title' | 'promise' | 'personal' | 'button'
> &
  Partial<
    Pick<
      MessageContent,
      | 'brand'
      | 'preview'
      | 'isReminder'
      | 'aside'
      | 'description'
      | 'lines'
      | 'entries'
      | 'quotes'
      | 'until'
      | 'named'
      | 'stored'
      | 'question'
      | 'reason'
    >
  > & {
    /** Where the button leads, on the host of the kind. */
    readonly path: string
    /** The name of a message that this one repeats: the outbox forgets both together. */
    readonly repeats?: string
    /** Where one unsubscribes from a series, there. */
    readonly leave?: { readonly label: string; readonly path: string } | null
  }

/** What notices may be about. `name` is stored with each, and so are its facts. */
export type NoticeKind<Facts> = {
  readonly name: string
  /** Whose pages the button leads to: of respondents, or else of people who sign in. */
  readonly host?: 'answers'
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

type NewNotices<Facts> = {
  readonly organisationId: string
  readonly notices: readonly (Addressed & { readonly facts: Facts })[]
}

/** Many at once, each to an address of any channel, when it is due. */
export async function queueNotices<Facts>(
  tx: Tx,
  { name: kind }: NoticeKind<Facts>,
  { organisationId, notices }: NewNotices<NoInfer<Facts>>,
  now: Date,
): Promise<void> {
  for (let at = 0; at < notices.length; at += rowsAtOnce)
    await insertNotices(tx, { organisationId, kind, notices: notices.slice(at, at + rowsAtOnce) }, now)
  afterCommit(tx, 'work due', null)
}

/** Those about these subjects that were not sent yet are not sent any more. */
export const forgetNotices = (
  tx: Tx,
  organisationId: string,
  subjectIds: readonly string[],
): Promise<number> => deleteNoticesAbout(tx, organisationId, subjectIds)

const rowsAtOnce = 1000
const everyMs = 1000
/** When a worker dies while it sends, the notice is sent again after this. */
const leaseMs = 300_000
const laterFirstMs = 60_000

type Setup = {
  /** Of this task: notices to many wait in their own line, so that nobody waits behind them for a notice about their account. */
  readonly name?: string
  readonly db: Pick<Db, 'transaction'>
  readonly channels: Channels
  readonly developerUrl: () => string
  /** The address of the pages of respondents; without it, their buttons lead to the developer URL. */
  readonly baseUrl?: () => string
  /** The kinds of every room that queues notices. app.ts passes them in, because those rooms are above this one. */
  readonly kinds: readonly NoticeKind<unknown>[]
}

export const noticeTask = ({
  name = 'notices.send',
  db,
  channels,
  developerUrl,
  baseUrl = developerUrl,
  kinds,
}: Setup): DueTask => {
  const names = kinds.map((kind) => kind.name)
  const kindOf = new Map(kinds.map((kind) => [kind.name, kind]))
  const compose = async (tx: Tx, notice: DueNotice, now: Date): Promise<Wording | null> => {
    const kind = kindOf.get(notice.kind)
    if (!kind) throw new Error(`${notice.kind} is not a kind of notice`)
    return kind.compose(tx, notice, now)
  }
  return {
    name,
    everyMs,
    waiting: (now) => noticeWaiting(names, now),
    run: async (now) => {
      const ready = await channels.ready(now)
      if (ready.length === 0) return 0
      const leaseUntil = new Date(now.getTime() + leaseMs)
      const notice = await db.transaction((tx) => claimNotice(tx, { names, ready, leaseUntil }, now))
      if (!notice) return 0
      // Apart from the claim, so that a text that fails is tried again after the lease, and the others go first.
      const wording = await db.transaction((tx) => compose(tx, notice, now))
      if (wording === null) return db.transaction((tx) => deleteNotice(tx, notice))
      const outcome = await channels.send(
        {
          organisationId: notice.organisation_id,
          // The same for every attempt, so that one that was sent twice is recognised.
          name: wording.repeats === undefined ? notice.id : `${wording.repeats}.${notice.id}`,
          channel: notice.channel,
          to: notice.address,
          at: now.toISOString(),
          follows: null,
          content: contentOf(
            wording,
            kindOf.get(notice.kind)?.host === 'answers' ? baseUrl() : developerUrl(),
          ),
          form: null,
        },
        now,
      )
      await db.transaction((tx) => settle(tx, notice, outcome, now))
      return outcome.kind === 'down' ? 0 : 1
    },
  }
}

const contentOf = (
  { path, leave = null, repeats: _repeats, ...wording }: Wording,
  host: string,
): MessageContent => ({
  direction: directionOf(wording.language),
  preview: wording.request,
  description: null,
  until: null,
  reason: null,
  url: `${host}${path}`,
  unsubscribe: leave && { label: leave.label, url: `${host}${leave.path}` },
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
