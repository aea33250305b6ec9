/**
 * Directory sync: an identity provider keeps members and teams up to date by SCIM 2.0. The door of this room.
 *
 * serving → (users | groups) → applying: what the provider sends is kept as it is (users-store, groups-store), and the directory is brought in line
 * with it, or it is planned that it will be. connection: what an admin decides. catching-up: what was planned, written.
 */
import type { TransactionTask } from '../jobs/jobs.ts'
import { catchUpTask } from './catching-up.ts'
import { endRunsTask, purgeTask } from './runs.ts'

export { leakedTokens } from './leaked-tokens.ts'
export { forgetUser as forgetSynced } from './users-store.ts'

export const syncTasks: readonly TransactionTask[] = [catchUpTask, endRunsTask, purgeTask]
