/** The mail by which the author of a survey learns that an admin put it on legal hold, or lifted that. Due work like every other message. */
import { randomUUID } from 'node:crypto'
import { textsOf } from '../../locales/catalogue.ts'
import { directionOf } from '../../locales/format.ts'
import type { Channels, MessageContent } from '../channels/channels.ts'
import { pathInWorkspace } from '../collection-ref.ts'
import { claimWithin } from '../db/claiming.ts'
import { type Db, one, run, sql, type Tx } from '../db/db.ts'
import { nullable, type RowOf, shape, text, textOf } from '../db/shape.ts'
import { collections, organisations, users } from '../db/tables.ts'
import type { DueTask } from '../jobs/jobs.ts'
import { firstLanguage } from '../language.ts'

/** When a worker dies while it sends, or the mail was not taken, it is sent again after this. */
const leaseMs = 300_000
const attemptsMax = 8

const noticeRow = shape({
  organisation_id: collections.organisation_id,
  id: collections.id,
  owner_kind: collections.owner_kind,
  owner_id: collections.owner_id,
  series_id: collections.series_id,
  state: collections.state,
  title: collections.title,
  hold_reason: nullable(text),
  notice: textOf<'set' | 'lifted'>(),
  attempts: collections.hold_notice_attempts,
  name: users.name,
  email: users.email,
  status: users.status,
  organisation: organisations.name,
  locale: organisations.locale,
})

type Notice = RowOf<typeof noticeRow>

type Setup = { db: Pick<Db, 'transaction'>; channels: Channels; baseUrl: () => string }

export const holdNoticeTask = ({ db, channels, baseUrl }: Setup): DueTask => ({
  name: 'hold.notice',
  everyMs: 10_000,
  waiting: (now) => sql`select 1 ${dueNotices(now)} limit 1`,
  run: async (now) => {
    if (!(await channels.ready(now)).includes('email')) return 0
    const notice = await db.transaction((tx) => claim(tx, now))
    if (!notice) return 0
    // Anyone who has left is told nothing.
    const isTold = notice.status !== 'active' || (await isSent(channels, notice, baseUrl(), now))
    if (isTold || notice.attempts >= attemptsMax) await db.transaction((tx) => settle(tx, notice))
    return 1
  },
})

const dueNotices = (now: Date) => sql`from collections where hold_notice_due_at <= ${now}`

const claim = (tx: Tx, now: Date): Promise<Notice | undefined> =>
  claimWithin(
    tx,
    sql`
      select organisation_id
      ${dueNotices(now)}
      order by hold_notice_due_at`,
    (organisationId) =>
      one(
        tx,
        noticeRow,
        sql`
      update collections c
      set hold_notice_due_at = ${new Date(now.getTime() + leaseMs)},
          hold_notice_attempts = c.hold_notice_attempts + 1
      from organisations o, users u
      where c.organisation_id = ${organisationId}
        and c.id = (
          select id
          ${dueNotices(now)}
            and organisation_id = ${organisationId}
          order by hold_notice_due_at
          limit 1
          for update skip locked)
        and o.id = ${organisationId}
        and u.organisation_id = ${organisationId}
        and u.id = c.author_user_id
      returning c.organisation_id, c.id, c.owner_kind, c.owner_id, c.series_id, c.state, c.title, c.hold_reason, c.hold_notice as notice, c.hold_notice_attempts as attempts,
                u.name, u.email, u.status, o.name as organisation, o.locale`,
      ),
  )

/** Unless something else was to be told meanwhile. */
const settle = (tx: Tx, { organisation_id: organisationId, id, notice }: Notice): Promise<number> =>
  run(
    tx,
    sql`
      update collections
      set hold_notice = null,
          hold_notice_due_at = null,
          hold_notice_attempts = 0
      where organisation_id = ${organisationId}
        and id = ${id}
        and hold_notice = ${notice}`,
  )

async function isSent(channels: Channels, notice: Notice, url: string, now: Date): Promise<boolean> {
  const outcome = await channels.send(
    {
      organisationId: notice.organisation_id,
      name: randomUUID().replaceAll('-', ''),
      channel: 'email',
      to: notice.email,
      at: now.toISOString(),
      follows: null,
      content: contentOf(notice, url),
      form: null,
    },
    now,
  )
  return outcome.kind === 'sent'
}

function contentOf(notice: Notice, baseUrl: string): MessageContent {
  const { title, organisation, name, notice: event, locale, hold_reason: reason } = notice
  const language = firstLanguage(locale)
  const say = textsOf('hold', language)
  const request = say(event === 'set' ? 'request_set' : 'request_lifted', { organisation, title })
  return {
    kind: `hold_${event}`,
    language,
    direction: directionOf(language),
    subject: say(event === 'set' ? 'subject_set' : 'subject_lifted', { title }),
    preview: request,
    greeting: say('greeting', { name }),
    request,
    title,
    description: reason === null ? null : say('reason', { reason }),
    promise: say('told'),
    until: null,
    personal: say('personal'),
    reason: null,
    button: say('open'),
    url: `${baseUrl}${pathInWorkspace(notice, notice.state === 'closed' ? 'results' : 'live')}`,
    unsubscribe: null,
  }
}
