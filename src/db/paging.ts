/**
 * Keyset paging: page 400 costs what page 1 costs. A cursor is the last id of a page, signed together with its filter, so that it can be
 * neither invented nor used for another list.
 */
import { hash, timingSafeEqual } from 'node:crypto'
import { limits } from '../../contract/limits.ts'
import type { Page } from '../../contract/fields.ts'
import { problem } from '../problem.ts'
import { sql } from './db.ts'

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

/**
 * SQL: what comes after a position in a list by id, oldest or newest first; all where it is null. Both ends of the range are named, since ids
 * begin with a letter: so the planner walks an index in the order of the list, also where it knows nothing of the table, and does not read
 * and sort all that an organisation has. Note 139.
 * @param column  such as `m.id`, of ids that are compared by their bytes
 */
export const newerThan = (column: string, after: string | null) => {
  const id = sql.ref(column)
  return sql`${id} > coalesce(${after}, '') collate "C" and ${id} < '~' collate "C"`
}

/** As newerThan. */
export const olderThan = (column: string, after: string | null) => {
  const id = sql.ref(column)
  return sql`${id} < coalesce(${after}, '~') collate "C" and ${id} > '' collate "C"`
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
