/** The audit log as a file: CSV of the API, page after page, led by its Link header. */
import { fetchFileInPerson } from '../api.ts'
import { download } from '../ui/download.ts'
import type { AuditFilter } from './audit-queries.ts'

/** More rows than a spreadsheet likes; who needs them narrows the days, or calls the API. */
const pagesMax = 250
const pageSize = 200

/**
 * @param onRows  told how many rows are in, after each page
 * @returns whether that was all there is
 * @throws SondeError
 */
export async function saveAuditLog(filter: AuditFilter, onRows: (rows: number) => void): Promise<boolean> {
  const parts: string[] = []
  let rows = 0
  let next: string | null =
    `/api/audit-events?${new URLSearchParams({ ...filter, format: 'csv', limit: String(pageSize) })}`
  for (let page = 0; next !== null && page < pagesMax; page++) {
    const reply: Response = await fetchFileInPerson(next, 'text/csv')
    const text = await reply.text()
    const afterHead = text.indexOf('\n') + 1
    parts.push(page === 0 ? text : text.slice(afterHead))
    rows += text.slice(afterHead).split('\n').filter(Boolean).length
    onRows(rows)
    next = nextOf(reply.headers.get('link'))
  }
  download(`audit-${new Date().toISOString().slice(0, 10)}.csv`, new Blob(parts, { type: 'text/csv' }))
  return next === null
}

/** Of this origin, whatever host the header names: the same process serves both. */
function nextOf(link: string | null): string | null {
  const found = link?.match(/<([^>]+)>;\s*rel="next"/)?.[1]
  if (!found) return null
  const { pathname, search } = new URL(found, location.origin)
  return pathname + search
}
