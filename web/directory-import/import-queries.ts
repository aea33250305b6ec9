/** Sends a table to the service as rows of JSON, to try it or to import it. */
import type { ReplyOf } from '../../client/client.ts'
import { importMedia } from '../../contract/import-columns.ts'
import { SondeError } from '../api.ts'
import { fetchAsThisUser } from '../as-user.ts'
import { useWrite } from '../queries.ts'
import { type Emptiness, linesOf, type Mapping } from './mapping.ts'
import type { Table } from './read-file.ts'

export type Outcome = ReplyOf<'importDirectory'>

export type Options = {
  empty: Emptiness
  /** The file lists everybody: members with an external id who are not in it are deactivated. */
  isWhole: boolean
  /** Also where that is more than half of them. */
  isSure: boolean
}

export type Upload = { table: Table; mapping: Mapping; options: Options }

const send =
  (dryRun: boolean) =>
  async ({ table, mapping, options: { empty, isWhole, isSure } }: Upload): Promise<Outcome> => {
    const query = new URLSearchParams({
      dry_run: String(dryRun),
      ...(isWhole && { missing: 'deactivate', confirm_deactivate: String(isSure) }),
    })
    const content = new Blob([linesOf(table, mapping, empty)], { type: importMedia.lines })
    const reply = await fetchAsThisUser(
      `/api/imports?${query}`,
      { method: 'POST', body: content },
      { 'content-type': content.type },
    )
    const body: unknown = await reply.json()
    if (!reply.ok) throw new SondeError(reply.status, body as Record<string, unknown>)
    return body as Outcome
  }

/** Nothing is written. */
export const useTrial = (onDone: (outcome: Outcome) => void) =>
  useWrite({ send: send(true), changes: [], onDone })

export const useImport = (onDone: (outcome: Outcome) => void) =>
  useWrite({
    send: send(false),
    changes: ['getMember', 'listMembers', 'getTeamTree', 'listTeams', 'listAuditEvents'],
    onDone,
  })

/** What is wrong with one line of the file; `detail` in English, as the service says it. */
export type RowFault = { line: number | null; column: string | null; detail: string }

const place = /^\/lines\/(\d+)(?:\/(.+))?$/

/** Why a file was refused, line by line; null: it was refused for another reason. */
export function rowFaultsOf(error: unknown): readonly RowFault[] | null {
  if (!(error instanceof SondeError) || error.code !== 'import_refused') return null
  const { errors = [] } = error.problem as { errors?: { pointer: string; detail: string }[] }
  return errors.map(({ pointer, detail }) => {
    const [, line, column] = place.exec(pointer) ?? []
    return {
      line: line ? Number(line) : null,
      column: column ?? null,
      // Line and column stand beside it.
      detail: detail.replace(/^Line \d+(?:, [^:]+)?: /, ''),
    }
  })
}
