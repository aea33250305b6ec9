/**
 * Imports: the directory by one file, whole or not at all.
 *
 * Rows are read as they arrive and staged in one transaction; then the file is matched with the directory, checked as a whole, and
 * written set by set. While it arrives nobody waits; while it is checked and written, other changes of the directory do. A dry run
 * does all of it and takes it back. The same file a second time changes nothing: no version, no event.
 */
import { type Import, type ImportRow } from '../../../contract/imports.ts'
import { type AuditEntry, recordAudit } from '../../audit/audit.ts'
import { isUniqueViolation, run, sql, type Tx } from '../../db/db.ts'
import { recordEvent } from '../../events/events.ts'
import { type Upload } from '../../call.ts'
import {
  BrokenFile,
  type Faults,
  faultsOf,
  type GivenRow,
  numberOf,
  rowsOf,
  rowsOfJson,
} from '../../imports/imports.ts'
import { disableUsersOf, enableUsersOf } from '../../identity/identity.ts'
import { newId } from '../../ids.ts'
import { impossible, problem } from '../../problem.ts'
import * as apply from './apply.ts'
import { changesOf } from './changes.ts'
import { checkPlan } from './checks.ts'
import { directoryColumns } from './columns.ts'
import * as plans from './plan.ts'
import { checkRow } from './row.ts'
import { resolveTeams } from './teams.ts'
import { limits } from '../../../contract/limits.ts'
import { lockDirectory } from '../teams-store.ts'

export type ImportOptions = {
  dry_run?: boolean
  missing?: 'keep' | 'deactivate'
  confirm_deactivate?: boolean
}
export type ImportedBy = { organisationId: string; actor: AuditEntry['actor'] }
export type ImportSource = { upload?: Upload; rows?: readonly ImportRow[] }

const batchRows = 1000

/**
 * @throws import_refused     what is wrong with the file, line by line; nothing was changed
 * @throws unprocessable      more than half of the directory would be deactivated, and that was not confirmed
 * @throws conflict           another import of this organisation is running
 * @throws payload_too_large
 */
export async function importDirectory(
  tx: Tx,
  by: ImportedBy,
  source: ImportSource,
  { dry_run: dryRun = false, missing = 'keep', confirm_deactivate: confirmed = false }: ImportOptions,
  now: Date,
): Promise<Import> {
  const { organisationId } = by
  const complete = missing === 'deactivate'
  if (!(await plans.claimImport(tx, organisationId)))
    throw problem('conflict', { detail: 'Another import of this organisation is running' })
  await plans.makeTables(tx)
  const kind = source.upload ? 'lines' : 'rows'
  const faults = faultsOf(kind)
  const rows = await stageAll(tx, source, faults, complete)

  await lockDirectory(tx, organisationId)
  await run(tx, sql`savepoint before_import`)
  await planAll(tx, organisationId, complete)
  await checkPlan(tx, organisationId, faults, kind === 'lines' ? 'line' : 'row')
  const teamsCreated = await resolveTeams(tx, organisationId, faults, now)
  faults.refuse()
  const leaving = await checkLeaving(tx, organisationId, confirmed)

  await apply.planMoves(tx, organisationId)
  await plans.analyze(tx, 'import_moves')
  await plans.markChanged(tx, organisationId)
  await plans.analyze(tx, 'import_plan')
  const { created, updated, unchanged, added, removed } = await plans.tally(tx)
  const changes = await changesOf(tx, organisationId, dryRun)
  const counts = {
    rows,
    created,
    updated,
    unchanged,
    deactivated: leaving,
    teams_created: teamsCreated,
    memberships_added: added,
    memberships_removed: removed,
  }
  const changed = created + updated + leaving
  if (changed + teamsCreated > 0) await write(tx, by, counts, now)
  if (dryRun) await run(tx, sql`rollback to savepoint before_import`)
  return { dry_run: dryRun, ...counts, changes, changes_truncated: changed > changes.length }
}

/** @returns how many rows there are */
async function stageAll(
  tx: Tx,
  { upload, rows = [] }: ImportSource,
  faults: Faults,
  complete: boolean,
): Promise<number> {
  const given = upload ? rowsOf(upload.media, upload.chunks, directoryColumns) : rowsOfJson(rows)
  let count = 0
  let batch: plans.StagedRow[] = []
  let staging: Promise<unknown> = Promise.resolve()
  // One batch is written while the next is read.
  const flush = async (): Promise<void> => {
    await staging
    staging = plans.stage(tx, batch)
    staging.catch(() => {})
    batch = []
  }
  try {
    for await (const row of given) {
      if (++count > limits.importRowsMax)
        throw new BrokenFile(
          row.place,
          null,
          'too_many',
          `An import has at most ${limits.importRowsMax} rows`,
        )
      const staged = stagedOf(row, faults, complete)
      if (staged) batch.push(staged)
      if (batch.length === batchRows) await flush()
    }
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error
    await staging
    faults.add(error.fault)
    faults.refuse()
  }
  await flush()
  await staging
  return count
}

function stagedOf(row: GivenRow, faults: Faults, complete: boolean): plans.StagedRow | undefined {
  const line = numberOf(row.place)
  if (row.fault) {
    faults.add(row.fault)
    return undefined
  }
  const { fields, faults: own } = checkRow(row)
  if (complete && !fields.external_id && own.every(({ column }) => column !== 'external_id')) {
    const detail = 'With missing=deactivate every row has an external_id'
    own.push({ column: 'external_id', code: 'missing', detail })
  }
  for (const fault of own) faults.add({ at: line, ...fault })
  return { line, fresh_id: newId('member'), faulty: own.length > 0, fields }
}

async function planAll(tx: Tx, organisationId: string, complete: boolean): Promise<void> {
  await plans.analyze(tx, 'import_rows')
  await plans.plan(tx, organisationId, complete)
  await plans.analyze(tx, 'import_plan')
  await plans.planDirectory(tx, organisationId, complete)
  await plans.analyze(tx, 'import_directory')
  await plans.planManagers(tx)
}

/** @returns how many members the file leaves out and so deactivates */
async function checkLeaving(tx: Tx, organisationId: string, confirmed: boolean): Promise<number> {
  const { present, leaving } = await plans.countLeaving(tx, organisationId)
  if (leaving * 2 > present && !confirmed) {
    const detail = `This would deactivate ${leaving} of ${present} members; confirm_deactivate=true does it all the same`
    throw impossible('/confirm_deactivate', detail, 'too_many')
  }
  return leaving
}

async function write(
  tx: Tx,
  { organisationId, actor }: ImportedBy,
  counts: Record<string, number>,
  now: Date,
): Promise<void> {
  try {
    await apply.writeMembers(tx, organisationId, now)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw problem('conflict', { detail: 'The directory was changed meanwhile; import again' })
  }
  await apply.writeMemberships(tx, organisationId, now)
  await apply.touchTeams(tx, organisationId, now)
  const { off, on } = await apply.turned(tx)
  await disableUsersOf(tx, organisationId, off, now)
  await enableUsersOf(tx, organisationId, on, now)
  await recordEvent(tx, { organisationId, type: 'directory.imported', payload: counts, at: now })
  await recordAudit(tx, {
    organisationId,
    actor,
    action: 'directory.imported',
    detail: counts,
    at: now,
  })
}
