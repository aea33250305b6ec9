/**
 * Replies as text/csv: RFC 4180, every cell quoted, CR LF after each line.
 *
 * A spreadsheet runs a cell that begins with = + - @ as a formula, also after TAB, CR, LF, NUL and white space; some read the full-width
 * signs alike. Such a cell gets an apostrophe in front, and spreadsheets then show it as text.
 * Source: OWASP ASVS 5.0, 1.2.10; OWASP, CSV Injection.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'

export type Table = {
  name: string
  columns: readonly string[]
  rows: readonly (readonly (string | null)[])[]
}

const formula = /^[\s\0\ufeff\u200b]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n\0]/

/** A cell with a text, which no spreadsheet runs. */
export const cellOf = (value: string | null): string => {
  const text = value ?? ''
  return `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}

export const csvOf = ({ columns, rows }: Omit<Table, 'name'>): string =>
  [columns, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

/** A query as its schema has validated it, as text again. */
const parameters = (query: unknown): URLSearchParams =>
  new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  )

/** The parameter decides, otherwise the first media type of Accept; null: JSON, or something that only another part of the service knows. */
export const formatOf = ({ query, headers: { accept = '' } }: FastifyRequest): string | null =>
  parameters(query).get('format') ??
  (accept.startsWith('text/csv') ? 'csv' : accept.startsWith('application/jsonl') ? 'jsonl' : null)

export const wantsCsv = (request: FastifyRequest): boolean => formatOf(request) === 'csv'

export function linkNext(request: FastifyRequest, reply: FastifyReply, cursor: string): void {
  const query = parameters(request.query)
  query.set('cursor', cursor)
  reply.header('link', `<${request.url.split('?')[0]}?${query}>; rel="next"`)
}

/** Where the page of a list ends. */
export type PageEnd = { readonly cursor: string | null; readonly hasMore: boolean }

/** Sends the page that JSON would hold; a Link header names the next one (RFC 8288). */
export function sendCsv(
  request: FastifyRequest,
  reply: FastifyReply,
  table: Table,
  { cursor, hasMore }: PageEnd,
): FastifyReply {
  if (cursor !== null && hasMore) linkNext(request, reply, cursor)
  return reply
    .headers({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${table.name}.csv"`,
      'cache-control': 'no-store',
    })
    .serializer(String)
    .send(csvOf(table))
}
