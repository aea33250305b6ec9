/**
 * Imports: the directory from one file, all of it or nothing.
 *
 * Rows are read as they arrive and staged in one transaction; then the file is matched with the directory, checked as a whole, and
 * written set by set. Other changes of the directory wait while the file is checked and written, not while it arrives. A dry run
 * does all of it and rolls back. Importing the same file twice changes nothing: no version, no event.
 */
import type * as contract from '../../../contract/imports.ts'
import type { Import, ImportRow } from '../../../contract/imports.ts'
import { limits } from '../../../contract/limits.ts'
import type { Query } from '../../../contract/operation.ts'
import { actedBy, type AuditedActor, recordAudit, recordAudits } from '../../audit/audit.ts'
import type { Call, Upload } from '../../call.ts'
import { afterCommit, isUniqueViolation, run, sql, type Tx } from '../../db/db.ts'
import { recordEvent } from '../../events/events.ts'
import { disableUsersOf, enableUsersOf } from '../../identity/identity.ts'
import { newId } from '../../ids.ts'
import {
  type Faults,
  faultsOf,
  numberOf,
  rowsOf,
  rowsOfJson,
  type SourceRow,
  stageRows,
} from '../../imports/imports.ts'
import { impossible, problem } from '../../problem.ts'
import { timesOf } from '../address-changes.ts'
import { endChanges, keepRemoved, startChanges } from '../address-changes-store.ts'
import { assertFewRemovals, type Removing, removingBy } from '../removals.ts'
import { lockDirectory } from '../teams-store.ts'
import { endInvitationsOfMembers } from '../ways-back.ts'
import { writeAbsences } from './absences.ts'
import * as apply from './apply.ts'
import { changesOf } from './changes.ts'
import { checkManaged, checkPlan } from './checks.ts'
import { directoryColumns } from './columns.ts'
import * as plans from './plan.ts'
import { checkRow } from './row.ts'
import { resolveTeams } from './teams.ts'

type Source = { upload: Upload } | { rows: readonly ImportRow[] }

export type DirectoryImport = {
  organisationId: string
  actor: AuditedActor
  source: Source
  options: Query<typeof contract.importDirectory>
  /** null: the operator, who may deactivate as many as they like. */
  removing: Removing | null
}

/** @throws unprocessable  the application is limited to some teams; and as runDirectoryImport */
export function importDirectory({
  tx,
  actor,
  upload,
  body,
  query,
  now,
}: Call<typeof contract.importDirectory>): Promise<Import> {
  const source = upload ? { upload } : { rows: body.rows }
  const { organisationId } = actor
  if (actor.kind === 'organisation' && actor.resultsTeams)
    throw impossible(
      '',
      'An application limited to some teams cannot import the directory. Use an application without `results_team_ids`.',
      'out_of_reach',
    )
  return runDirectoryImport(
    tx,
    {
      organisationId,
      actor: actedBy(actor),
      source,
      options: query,
      removing: removingBy(actor, now),
    },
    now,
  )
}

/**
 * @throws import_refused     what is wrong with the file, line by line; nothing was changed
 * @throws unprocessable      more than half of the directory would be deactivated, and that was not confirmed
 * @throws import_running     the organisation has another import under way
 * @throws conflict           the directory changed during the import
 * @throws last_admin         it would deactivate the only admin who has signed in
 * @throws fresh_sign_in_required  many would be deactivated, or taken out of teams, by a person whose sign-in is long ago
 * @throws managed_by_directory  it would deactivate somebody whom directory sync maintains
 * @throws payload_too_large
 */
export async function runDirectoryImport(
  tx: Tx,
  { organisationId, actor, source, options, removing }: DirectoryImport,
  now: Date,
): Promise<Import> {
  const { dry_run: dryRun = false, missing = 'keep', confirm_deactivate: isConfirmed = false } = options
  const isComplete = missing === 'deactivate'
  if (!(await plans.claimImport(tx, organisationId))) throw problem('import_running')
  await plans.makeTables(tx)
  const kind = 'upload' in source ? 'lines' : 'rows'
  const faults = faultsOf(kind)
  const rows = await stageAll(tx, source, faults, isComplete)

  await lockDirectory(tx, organisationId)
  await run(tx, sql`savepoint before_import`)
  await planAll(tx, organisationId, isComplete)
  await checkPlan(tx, organisationId, faults, kind === 'lines' ? 'line' : 'row')
  const teamsCreated = await resolveTeams(tx, organisationId, faults, now)
  faults.throwIfAny()
  const deactivated = await checkDeactivations(tx, organisationId, isConfirmed)
  const status = await apply.statusChanges(tx)
  const membersOut = status.deactivated.length
  if (!dryRun && removing) await assertFewRemovals(tx, removing, { kind: 'people', more: membersOut }, now)

  await apply.planMembershipChanges(tx, organisationId)
  await checkManaged(tx, organisationId, faults)
  faults.throwIfAny()
  await plans.analyze(tx, 'import_membership_changes')
  await plans.markChanged(tx, organisationId)
  await plans.analyze(tx, 'import_plan')
  const { created, updated, unchanged, added, removed } = await plans.countChanges(tx)
  if (!dryRun && removing) await assertFewRemovals(tx, removing, { kind: 'memberships', more: removed }, now)
  const addresses = await plans.addressChanges(tx, organisationId)
  const changes = await changesOf(tx, organisationId, dryRun)
  const counts = {
    rows,
    created,
    updated,
    unchanged,
    deactivated,
    teams_created: teamsCreated,
    memberships_added: added,
    memberships_removed: removed,
    addresses_pending: addresses.started.length,
  }
  const changed = created + updated + deactivated
  if (changed + teamsCreated > 0) {
    const byProgram = actor.kind === 'application'
    const managers = await apply.managerChanges(tx, organisationId)
    await keepRemoved(tx, organisationId, await plans.removedAddresses(tx, organisationId), now)
    await write(tx, organisationId, { addedBy: actor.applicationId, byProgram }, now)
    await writeAddressChanges(tx, organisationId, { ...addresses, byProgram }, now)
    const entry = { organisationId, at: now }
    await recordEvent(tx, { ...entry, type: 'directory.imported', payload: {} })
    const detail = { ...counts, members_out: membersOut }
    await recordAudit(tx, { ...entry, actor, action: 'directory.imported', detail })
    await recordAudits(
      tx,
      { ...entry, actor, action: 'team.managers_changed' },
      managers.map(({ team_id: target, ...changes }) => ({ target, detail: changes })),
    )
  }
  if (dryRun) await run(tx, sql`rollback to savepoint before_import`)
  return { dry_run: dryRun, ...counts, changes, changes_truncated: changed > changes.length }
}

/** @returns how many rows there are */
const stageAll = (tx: Tx, source: Source, faults: Faults, isComplete: boolean): Promise<number> =>
  stageRows({
    rows:
      'upload' in source
        ? rowsOf(source.upload.media, source.upload.chunks, directoryColumns)
        : rowsOfJson(source.rows),
    rowsMax: limits.importRowsMax,
    faults,
    rowOf: (row) => stagedOf(row, faults, isComplete),
    write: (batch) => plans.stage(tx, batch),
  })

function stagedOf(row: SourceRow, faults: Faults, isComplete: boolean): plans.StagedRow {
  const line = numberOf(row.place)
  const { fields, faults: own } = checkRow(row)
  if (isComplete && !fields.external_id && own.every(({ column }) => column !== 'external_id')) {
    const detail = 'With missing=deactivate every row needs an external_id'
    own.push({ column: 'external_id', code: 'missing', detail })
  }
  for (const fault of own) faults.add({ at: line, ...fault })
  const { absences } = fields
  const named = Array.isArray(absences)
    ? { ...fields, absences: absences.map((one: object) => ({ ...one, id: newId('absence') })) }
    : fields
  return { line, fresh_id: newId('member'), faulty: own.length > 0, fields: named }
}

async function planAll(tx: Tx, organisationId: string, isComplete: boolean): Promise<void> {
  await plans.analyze(tx, 'import_rows')
  await plans.plan(tx, organisationId, isComplete)
  await plans.holdAddresses(tx, organisationId)
  await plans.analyze(tx, 'import_plan')
  await plans.planDirectory(tx, organisationId, isComplete)
  await plans.analyze(tx, 'import_directory')
  await plans.planManagers(tx)
}

/** @returns how many members the file does not name and so deactivates */
async function checkDeactivations(tx: Tx, organisationId: string, isConfirmed: boolean): Promise<number> {
  const { current, deactivated } = await plans.countDeactivations(tx, organisationId)
  if (deactivated * 2 > current && !isConfirmed) {
    const detail = `This would deactivate ${deactivated} of ${current} members; send confirm_deactivate=true to do so`
    throw impossible('/confirm_deactivate', detail, 'too_many')
  }
  return deactivated
}

async function write(tx: Tx, organisationId: string, source: apply.Source, now: Date): Promise<void> {
  const { deactivated, activated } = await apply.statusChanges(tx)
  await endInvitationsOfMembers(tx, organisationId, deactivated, now)
  try {
    await apply.writeMembers(tx, organisationId, source, now)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw problem('conflict', { detail: 'The directory changed during the import; import again' })
  }
  await apply.writeMemberships(tx, organisationId, now)
  await writeAbsences(tx, organisationId, now)
  await apply.touchTeams(tx, organisationId, now)
  await disableUsersOf(tx, organisationId, deactivated, now)
  await enableUsersOf(tx, organisationId, activated, now)
}

type AddressChanges = { started: readonly string[]; ended: readonly string[]; byProgram: boolean }

/** The mails leave after the commit, so a dry run sends none. */
async function writeAddressChanges(
  tx: Tx,
  organisationId: string,
  { started, ended, byProgram }: AddressChanges,
  now: Date,
): Promise<void> {
  if (ended.length > 0) await endChanges(tx, organisationId, ended, { state: 'cancelled', now })
  if (started.length === 0) return
  await startChanges(tx, organisationId, started, { ...timesOf(now), byProgram })
  afterCommit(tx, 'work due', null)
}
