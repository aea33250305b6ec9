/**
 * Keyset paging: page 400 costs what page 1 costs. A cursor is the last id of a page, signed together with its filter, so that it can be
 * neither invented nor used for another list.
 */
import { hash, timingSafeEqual } from 'node:crypto'
import { limits } from '../../contract/limits.ts'
import type { Page } from '../../contract/fields.ts'
import { problem } from '../problem.ts'

/** Not a secret: a cursor gives no access, and the key only keeps callers from relying on its form. */
const key = 'sonde cursor 1'

const seal = (position: string, filter: string): string =>
  hash('sha256', `${key}\n${filter}\n${position}`, 'base64url').slice(0, 16)

export type Paged = { limit: number; after: string | null; filter: string }

/**
 * Reads `limit` and `cursor` of a query; everything else in it, and `scope`, is the filter.
 * @throws invalid_cursor  forged, damaged, or of another list or filter
 */
export function paged(scope: string, query: { limit?: number; cursor?: string }): Paged {
  const { limit = limits.pageSizeDefault, cursor, ...rest } = query
  const filter = `${scope}?${JSON.stringify(Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1)))}`
  if (cursor === undefined) return { limit, after: null, filter }
  const dot = cursor.lastIndexOf('.')
  const position = Buffer.from(cursor.slice(0, Math.max(dot, 0)), 'base64url').toString()
  const signature = Buffer.from(cursor.slice(dot + 1))
  const expected = Buffer.from(seal(position, filter))
  if (dot < 1 || signature.length !== expected.length || !timingSafeEqual(signature, expected))
    throw problem('invalid_cursor')
  return { limit, after: position, filter }
}

/** The cursor behind a position. */
export const cursorAt = (position: string, { filter }: Paged): string =>
  `${Buffer.from(position).toString('base64url')}.${seal(position, filter)}`

/** Cuts the extra row that shows whether there are more, and makes the cursor behind the last row left. */
export function pageOf<N extends string, T>(
  noun: N,
  rows: T[],
  paging: Paged,
  positionOf: (row: T) => string,
): Page<N, T> {
  const hasMore = rows.length > paging.limit
  const items = hasMore ? rows.slice(0, paging.limit) : rows
  const position = hasMore ? positionOf(items[items.length - 1]) : null
  return { [noun]: items, next_cursor: position && cursorAt(position, paging), has_more: hasMore } as Page<
    N,
    T
  >
}
