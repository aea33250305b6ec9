/**
 * Notices as due work: chained entries are gathered, and one mail tells of all that happened meanwhile. The first leaves after half a minute,
 * the next not before ten minutes have passed: whatever imports ten thousand people makes one mail to each admin, or two.
 */
import { alwaysNoticed } from '../../contract/audit-actions.ts'
import { isOneOf } from '../../contract/fields.ts'
import { type ChainedRow, takeUnnoticed, unnoticed } from '../audit/audit.ts'
import type { Tx } from '../db/db.ts'
import { forRow, type TransactionTask } from '../jobs/jobs.ts'
import { queueNotice } from '../notices/notices.ts'
import { choiceOf } from './choice.ts'
import { digestNotices } from './notice-text.ts'
import * as store from './store.ts'

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
      const recent = entries.filter(
        ({ private_to, occurred_at }) => private_to === null && Date.parse(occurred_at) > oldest,
      )
      await tellFormerAdmins(tx, organisationId, recent, now)
      const news = recent.filter(({ action }) => chosen.includes(action))
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

/**
 * Anyone who loses the rights of an admin is told at once, at their address and whatever is chosen: they get no other notice any more, and whoever
 * has taken over an admin's session would otherwise begin by removing those who could notice.
 */
async function tellFormerAdmins(
  tx: Tx,
  organisationId: string,
  entries: readonly ChainedRow[],
  now: Date,
): Promise<void> {
  for (const { id, target, detail } of entries.filter(({ action }) => action === 'person.updated')) {
    const admin = target && (await store.findFormerAdmin(tx, organisationId, target, wasAdmin(detail)))
    if (!admin) continue
    const to = { address: admin.email, locale: admin.language }
    const facts = { event_ids: [id], total: 1, former_admin: admin.name }
    await queueNotice(tx, digestNotices, { organisationId, to, facts }, now)
  }
}

/** As src/users/users.ts records a change of role. */
const wasAdmin = ({ role }: Record<string, unknown>): boolean =>
  typeof role === 'object' && role !== null && 'from' in role && role.from === 'admin'

const digestTask: TransactionTask = {
  name: 'audit.digest_notices',
  everyMs: 1_000,
  waiting: store.digestDue,
  run: async (tx, now, quarantined) => {
    const digest = await store.claimDigest(tx, quarantined, now)
    if (!digest) return 0
    const { organisation_id: organisationId, actor_ids, to_all, event_ids, total } = digest
    await forRow(organisationId, async () => {
      const { recipients } = await choiceOf(tx, organisationId)
      const admins = await store.listAdmins(tx, organisationId)
      const listed = admins.filter((id) => recipients?.includes(id))
      const isToAll = to_all || listed.length === 0
      const to = isToAll ? admins : admins.filter((id) => listed.includes(id) || actor_ids.includes(id))
      const facts = { event_ids, total }
      for (const userId of to)
        await queueNotice(tx, digestNotices, { organisationId, to: { userId }, facts }, now)
      await store.emptyDigest(tx, organisationId, new Date(now.getTime() + pauseMs))
    })
    return 1
  },
}

export const auditNoticeTasks: TransactionTask[] = [gatherTask, digestTask]
