/**
 * Notices as due work: chained entries are gathered, and one mail tells of all that happened meanwhile. The first leaves after half a minute,
 * the next not before ten minutes have passed: whatever imports ten thousand people makes one mail to each admin, or two.
 */
import { randomBytes } from 'node:crypto'
import { alwaysNoticed } from '../../contract/audit-actions.ts'
import { isOneOf } from '../../contract/fields.ts'
import { listEventsById, takeUnnoticed, unnoticed } from '../audit/audit.ts'
import { type Channels, type Outcome } from '../channels/channels.ts'
import { type Db } from '../db/db.ts'
import { type DueLag, type DueTask, forRow, type TransactionTask } from '../jobs/jobs.ts'
import { choiceOf } from './choice.ts'
import { contentOf } from './notice-mail.ts'
import * as store from './store.ts'
import { type MailRow } from './store.ts'

/** Older entries are no news: those of a log that is chained for the first time, or of a service that was down. */
const newsMs = 86_400_000
const gatherMs = 30_000
const pauseMs = 600_000
/** Events that a mail lists; it counts the others. */
const shownMax = 20

const gatherTask: TransactionTask = {
  name: 'audit.gather_notices',
  everyMs: 1_000,
  waiting: unnoticed,
  run: async (tx, now, quarantined) => {
    const didTake = await takeUnnoticed(tx, quarantined, async (organisationId, entries) => {
      const chosen: readonly string[] = (await choiceOf(tx, organisationId)).actions
      const oldest = now.getTime() - newsMs
      const news = entries.filter(
        ({ action, private_to, occurred_at }) =>
          chosen.includes(action) && private_to === null && Date.parse(occurred_at) > oldest,
      )
      if (news.length === 0) return
      const noted = {
        ids: news.map(({ id }) => id),
        actorIds: [...new Set(news.flatMap(({ user_id }) => (user_id === null ? [] : [user_id])))],
        toAll: news.some(({ action }) => isOneOf(alwaysNoticed, action)),
        total: news.length,
      }
      const dueAt = new Date(now.getTime() + gatherMs)
      await store.addToDigest(tx, organisationId, noted, { dueAt, shownMax })
    })
    return didTake ? 1 : 0
  },
}

const digestTask: TransactionTask = {
  name: 'audit.digest_notices',
  everyMs: 1_000,
  waiting: store.digestDue,
  run: async (tx, now, quarantined) => {
    const digest = await store.claimDigest(tx, quarantined, now)
    if (!digest) return 0
    const { organisation_id: organisationId, actor_ids, to_all } = digest
    await forRow(organisationId, async () => {
      const { recipients } = await choiceOf(tx, organisationId)
      const admins = await store.listAdmins(tx, organisationId)
      const listed = admins.filter((id) => recipients?.includes(id))
      const isToAll = to_all || listed.length === 0
      const to = isToAll ? admins : admins.filter((id) => listed.includes(id) || actor_ids.includes(id))
      const mails = to.map((userId) => ({ id: randomBytes(16).toString('hex'), userId }))
      await store.insertMails(tx, digest, mails, now)
      await store.emptyDigest(tx, organisationId, new Date(now.getTime() + pauseMs))
    })
    return 1
  },
}

export const auditNoticeTasks: TransactionTask[] = [gatherTask, digestTask]

const everyMs = 1_000
/** When a worker dies while it sends, the mail is sent again after this, under the same name. */
const leaseMs = 300_000
const laterFirstMs = 60_000
const attemptsMax = 8

type Setup = { db: Pick<Db, 'tx' | 'transaction'>; channels: Channels; developerUrl: () => string }

export const auditNoticeMailTask = ({ db, channels, developerUrl }: Setup): DueTask => ({
  name: 'audit.notice_mail',
  everyMs,
  run: async (now) => {
    if (!(await channels.ready(now)).includes('email')) return 0
    const mail = await db.transaction((tx) => store.claimMail(tx, new Date(now.getTime() + leaseMs), now))
    if (!mail) return 0
    const { email } = mail
    const events = await listEventsById(db.tx, mail.organisation_id, mail.event_ids)
    if (email === null || events.length === 0) {
      await store.deleteMail(db.tx, mail)
      return 1
    }
    const ids = events
      .flatMap(({ actor }) => [actor.user_id, actor.application_id])
      .filter((id) => id !== null)
    const names = await store.namesOf(db.tx, mail.organisation_id, ids)
    const outcome = await channels.send(
      {
        name: mail.id,
        channel: 'email',
        to: email,
        at: now.toISOString(),
        follows: null,
        content: contentOf(mail, { events, names, url: `${developerUrl()}/app/settings/audit` }),
        form: null,
      },
      now,
    )
    await settle(db, mail, outcome, now)
    return outcome.kind === 'down' ? 0 : 1
  },
})

/** A server that is down costs no attempt. A mail that cannot be sent goes: the audit log tells all that it told. */
async function settle({ tx }: Setup['db'], mail: MailRow, outcome: Outcome, now: Date): Promise<void> {
  const { attempts } = mail
  if (outcome.kind === 'down') await store.postponeMail(tx, mail, { dueAt: now, attempts: attempts - 1 })
  else if (outcome.kind === 'later' && attempts < attemptsMax) {
    const dueAt = new Date(now.getTime() + laterFirstMs * 2 ** (attempts - 1))
    await store.postponeMail(tx, mail, { dueAt, attempts })
  } else await store.deleteMail(tx, mail)
}

export const auditNoticeLag: DueLag = { work: 'audit_notice', oldest: store.oldestMail }
