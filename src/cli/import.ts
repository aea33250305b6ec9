/** `sonde-server import FILE`: imports the directory from a file, like POST /api/imports; prints the changes, or the errors. */
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { messageOf } from '../caught.ts'
import { importMedia } from '../../contract/import-columns.ts'
import type { Import } from '../../contract/imports.ts'
import { operator } from '../audit/audit.ts'
import { type Db, exists, sql } from '../db/db.ts'
import { Problem } from '../problem.ts'
import { type DirectoryImport, runDirectoryImport } from '../directory/directory.ts'

export type ImportCommand = {
  organisation: string
  dryRun: boolean
  missing: string
  confirmDeactivate: boolean
}

/**
 * Bytes of the file, `-` for standard input; `.ndjson` and `.jsonl` are JSON by line, all else is CSV.
 * @throws Problem
 */
export async function importFile(
  db: Db,
  file: string,
  { organisation, dryRun, missing, confirmDeactivate }: ImportCommand,
  now: Date,
): Promise<Import> {
  if (missing !== 'keep' && missing !== 'deactivate')
    throw new Problem('invalid_request', { detail: '--missing is keep or deactivate' })
  if (!(await exists(db.tx, sql`select 1 from organisations where id = ${organisation}`)))
    throw new Problem('not_found', { detail: `There is no organisation ${organisation}` })
  const upload = await uploadOf(file)
  const command: DirectoryImport = {
    organisationId: organisation,
    actor: operator,
    source: { upload },
    options: { dry_run: dryRun, missing, confirm_deactivate: confirmDeactivate },
    removing: null,
  }
  return db.transaction((tx) => runDirectoryImport(tx, command, now))
}

/** @throws invalid_request  there is no such file */
export const uploadOf = async (file: string) => ({
  media: /\.(ndjson|jsonl)$/i.test(file) ? importMedia.lines : importMedia.csv,
  chunks: await bytesOf(file),
})

async function bytesOf(file: string): Promise<Readable> {
  if (file === '-') return process.stdin
  try {
    const handle = await open(file)
    if ((await handle.stat()).isFile()) return handle.createReadStream()
    await handle.close()
  } catch (error) {
    throw new Problem('invalid_request', { detail: messageOf(error) })
  }
  throw new Problem('invalid_request', { detail: `${file} is not a file` })
}

const quoted = (value: string | null): string => (value === null ? '–' : JSON.stringify(value))

/** A line for each change, and one with the counts. */
export function wordsOf(done: Import): string[] {
  const { changes, changes_truncated, dry_run, ...counts } = done
  const lines = changes.map(({ line, action, name, fields }) => {
    const values = Object.entries(fields).map(
      ([column, { from, to }]) => `${column} ${quoted(from)} → ${quoted(to)}`,
    )
    return `${line === null ? '' : `${line}: `}${action} ${name}: ${values.join(', ')}`
  })
  const summary = Object.entries(counts).map(([what, count]) => `${what.replaceAll('_', ' ')} ${count}`)
  return [
    ...lines,
    ...(changes_truncated ? ['…'] : []),
    `${dry_run ? 'It would be: ' : ''}${summary.join(', ')}`,
  ]
}
