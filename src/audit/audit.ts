/**
 * The audit log: who did what with credentials, minimum group sizes and released figures. It never contains an answer, a comment,
 * a figure or a secret. Its actions are those of the catalogue (contract/audit-actions.ts). Entries are written with what they tell
 * (recording.ts) and chained by their hashes right after (chain.ts).
 */
import type { TransactionTask } from '../jobs/jobs.ts'
import { chainTask } from './chain.ts'
import { byClock, recordAudit } from './recording.ts'
import { checkTask } from './verification.ts'

export { type AuditedActor, entriesAfter, listEventsById, recentEntries } from './store.ts'
export { beginChain, type ChainedRow } from './chain-store.ts'
export { followAuditEvents } from './feed.ts'
export { expireAudit } from './expiry.ts'
export { takeUnnoticed, unnoticed } from './noticing.ts'
export {
  actedBy,
  byApplication,
  byClock,
  byPerson,
  operator,
  type Read,
  recordAudit,
  recordAudits,
  recordReading,
} from './recording.ts'
export { type ChainReport, verifyChains } from './verification.ts'
export { datedEntries, lastDeletions, recordOldRows } from './old-entries.ts'

/** Due work: chaining within a second, and a check of every chain once a day. */
export const auditTasks = (): TransactionTask[] => [
  chainTask(),
  checkTask((tx, organisationId, { fault }, at) =>
    recordAudit(tx, {
      organisationId,
      actor: byClock,
      action: 'audit.chain_broken',
      target: organisationId,
      detail: { fault },
      at,
    }),
  ),
]
