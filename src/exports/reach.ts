/**
 * Of which teams the file of an export tells, and whether somebody may still read all of that. A file is written once and fetched for a day: by
 * then its caller may be a member who was an analyst, or lead one team fewer, or be a program whose teams an admin has narrowed; and a survey may
 * be deleted.
 */
import { createExport, type Dataset } from '../../contract/exports.ts'
import type { ApplicationActor } from '../actor.ts'
import type { Tx } from '../db/db.ts'
import { directoryReachOf, readerOf } from '../directory/directory.ts'
import type { Asking } from '../http/asking.ts'
import { assertMayCall } from '../http/route.ts'
import { currentAccess } from '../oauth/oauth.ts'
import { Problem } from '../problem.ts'
import { assertMayRead } from './rows.ts'
import { hasLost, type Written } from './store.ts'

/** null: all teams. Anyone who is asked, or listed as a reader, sees surveys whatever their teams, and stays the same person. */
export type TeamIds = readonly string[] | null

/** The teams of which the rows of a dataset tell a caller. */
export async function teamsTold(tx: Tx, dataset: Dataset, actor: ApplicationActor): Promise<TeamIds> {
  if (dataset === 'collections' || dataset === 'audit') return []
  if (dataset === 'teams') {
    const seen = await directoryReachOf(tx, actor)
    return seen.kind === 'all' ? null : seen.teams
  }
  const { reach } = await readerOf(tx, actor)
  if (reach.kind === 'all') return null
  return reach.kind === 'application' ? reach.teams : [...reach.teams, ...reach.above]
}

/** Whether the caller may read all that a file tells: of these teams, and of surveys and answers that are still there. */
export async function reachesFile(tx: Tx, written: Written, actor: ApplicationActor): Promise<boolean> {
  const now = await teamsTold(tx, written.dataset, actor)
  const { team_ids: teams } = written
  const isWithin = now === null || (teams !== null && new Set(teams).isSubsetOf(new Set(now)))
  return isWithin && !(await hasLost(tx, written))
}

type Caller = Parameters<typeof currentAccess>[1]

/** Who asked for an export, with what they may do now. @returns null where they may no longer make it */
export async function readerNow(
  { api, tx }: Pick<Asking, 'api' | 'tx'>,
  dataset: Dataset,
  caller: Caller,
): Promise<ApplicationActor | null> {
  const actor = await currentAccess(tx, caller)
  if (!actor) return null
  try {
    assertMayCall(api, createExport, actor)
    assertMayRead(api, dataset, actor)
    return actor
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}
