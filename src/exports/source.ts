/** Where the rows of a dataset come from: lists of the API, one after another, each read page by page with its own cursors. */
import type { Row } from '../../contract/export-rows.ts'
import type { ExportFilter } from '../../contract/exports.ts'
import type { Asking } from '../http/asking.ts'

/** A place in one list. */
export type Position = { readonly filter: ExportFilter; readonly cursor: string | undefined }

/** The rows of one page of a list, and the cursor of the next. */
export type Part<R extends Row> = { readonly rows: readonly R[]; readonly next: string | null }

export type Source<R extends Row> = (asking: Asking, position: Position) => Promise<Part<R>>

/** The query of a page, with the time under the name that the list has for it. */
export const onPage = <const N extends string>(
  { filter: { released_since: since }, cursor }: Position,
  limit: number,
  name: N,
): { limit: number; cursor?: string } & { [K in N]?: string } =>
  ({ limit, ...(cursor !== undefined && { cursor }), ...(since !== undefined && { [name]: since }) }) as {
    limit: number
    cursor?: string
  } & { [K in N]?: string }

/** The later of two instants. */
export const later = (one: string, other: string): string =>
  Date.parse(one) < Date.parse(other) ? other : one

/** Whether a row is of the survey and the team that a filter names. Its time is for the lists to compare. */
export const isWithin = (row: Row, { pulse_id, check_in_id, team_id }: ExportFilter): boolean =>
  Object.entries({ pulse_id, check_in_id, team_id }).every(
    ([name, wanted]) => wanted === undefined || row[name] === wanted,
  )
