/** Sends a table to the service as rows of JSON, to try it or to import it. */
import type { ReplyOf } from '../../client/client.ts'
import { importMedia } from '../../contract/import-columns.ts'
import { SondeError } from '../api.ts'
import { fetchAsThisUser } from '../as-user.ts'
import { useWrite } from '../queries.ts'
import { type Emptiness, type Mapping, partsOf } from './mapping.ts'
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

/** Another task between two parts: whoever types meanwhile is answered. A message waits less in a tab behind others than a timer does. */
const turn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null, [])
  })

async function contentOf({ table, mapping, options: { empty } }: Upload): Promise<Blob> {
  const parts: string[] = []
  for (const part of partsOf(table, mapping, empty)) {
    parts.push(part)
    await turn()
  }
  return new Blob(parts, { type: importMedia.lines })
}

const send =
  (dryRun: boolean) =>
  async (upload: Upload): Promise<Outcome> => {
    const { isWhole, isSure } = upload.options
    const query = new URLSearchParams({
      dry_run: String(dryRun),
      ...(isWhole && { missing: 'deactivate', confirm_deactivate: String(isSure) }),
    })
    const content = await contentOf(upload)
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
