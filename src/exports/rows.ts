/** The rows of a dataset as a list that is read page by page. A cursor names a list, a page of it, and how many rows of that were sent. */
import type { Row } from '../../contract/export-rows.ts'
import {
  type Dataset,
  type ExportFilter,
  narrowingOf,
  rowOperations,
  type RowOf,
} from '../../contract/exports.ts'
import type { Page } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { getPulseResults } from '../../contract/pulses.ts'
import type { Operation } from '../../contract/operation.ts'
import type { ApplicationActor } from '../actor.ts'
import type { Tx } from '../db/db.ts'
import { cursorAt, paged } from '../db/paging.ts'
import { findSyncedTeam } from '../directory/directory.ts'
import type { Asking } from '../http/asking.ts'
import { type Api, assertMayCall } from '../http/route.ts'
import { impossible } from '../problem.ts'
import { figureSources, participationSources } from './figures.ts'
import { actionSources, auditSources, insightSources, teamSources } from './lists.ts'
import { isWithin, type Part, type Position, type Source } from './source.ts'
import { collectionSources, commentSources, resultSources } from './surveys.ts'

export const sources: { readonly [D in Dataset]: readonly Source<RowOf<D>>[] } = {
  collections: collectionSources,
  results: resultSources,
  figures: figureSources,
  participation: participationSources,
  insights: insightSources,
  actions: actionSources,
  teams: teamSources,
  comments: commentSources,
  audit: auditSources,
}

/** Comments are part of results. */
const operationsOf = (dataset: Dataset): Operation[] =>
  dataset === 'comments' ? [rowOperations[dataset], getPulseResults] : [rowOperations[dataset]]

/** @throws insufficient_scope | role_required */
export function assertMayRead(
  api: Pick<Api, 'addresses' | 'clock'>,
  dataset: Dataset,
  actor: ApplicationActor,
): void {
  for (const operation of operationsOf(dataset)) assertMayCall(api, operation, actor)
}

/** @throws unprocessable  a property that rows of the dataset have no column for */
export function assertNarrows(dataset: Dataset, filter: ExportFilter): void {
  const known = narrowingOf(dataset)
  for (const name of Object.keys(filter))
    if (!(name in known)) throw impossible(`/filter/${name}`, `Rows of ${dataset} have no ${name}`, 'unknown')
}

/** The same, and that the team is one. Surveys may be private, so one that is not there and one that is not seen both have no rows. */
export async function assertFits(
  { tx, actor: { organisationId } }: { tx: Tx; actor: ApplicationActor },
  dataset: Dataset,
  filter: ExportFilter,
): Promise<void> {
  assertNarrows(dataset, filter)
  const { team_id: id } = filter
  if (id !== undefined && !(await findSyncedTeam(tx, { organisationId, id })))
    throw impossible('/filter/team_id', 'There is no such team', 'unknown')
}

/** The rows of a page that a filter leaves. */
async function read<R extends Row>(source: Source<R>, asking: Asking, position: Position): Promise<Part<R>> {
  const { rows, next } = await source(asking, position)
  return { rows: rows.filter((row) => isWithin(row, position.filter)), next }
}

/** Pages of lists that one call reads, however few rows they have. */
const partsMax = 20

type Place = { readonly list: number; readonly cursor: string | undefined; readonly sent: number }

const placeOf = (position: string | null): Place => {
  if (position === null) return { list: 0, cursor: undefined, sent: 0 }
  const [list, sent, cursor] = position.split(' ')
  return { list: Number(list), sent: Number(sent), cursor: cursor === '' ? undefined : cursor }
}

const positionOf = ({ list, cursor = '', sent }: Place): string => `${list} ${sent} ${cursor}`

type RowsQuery = ExportFilter & { readonly limit?: number; readonly cursor?: string }

/** @throws invalid_cursor | insufficient_scope */
export async function listRows<R extends Row>(
  asking: Asking,
  { dataset, lists }: { dataset: Dataset; lists: readonly Source<R>[] },
  query: RowsQuery,
): Promise<Page<'rows', R>> {
  const { limit = limits.exportPageRowsDefault, cursor: _cursor, ...filter } = query
  const paging = paged(`${dataset} rows of ${asking.actor.organisationId}`, query)
  const rows: R[] = []
  let place: Place | null = placeOf(paging.after)
  for (let parts = 0; place !== null && rows.length < limit && parts < partsMax; parts++) {
    const { list, cursor, sent }: Place = place
    const { rows: found, next } = await read(lists[list], asking, { filter, cursor })
    const taken = found.slice(sent, sent + limit - rows.length)
    rows.push(...taken)
    place = placeAfter(
      { list, cursor, sent: sent + taken.length },
      { left: found.length - sent - taken.length, next },
      lists,
    )
  }
  return {
    rows,
    next_cursor: place && cursorAt(positionOf(place), paging),
    has_more: place !== null,
  } as Page<'rows', R>
}

function placeAfter(
  place: Place,
  { left, next }: { left: number; next: string | null },
  lists: readonly unknown[],
): Place | null {
  if (left > 0) return place
  if (next !== null) return { list: place.list, cursor: next, sent: 0 }
  return place.list + 1 < lists.length ? { list: place.list + 1, cursor: undefined, sent: 0 } : null
}

/** All rows, in batches of a page of a list. */
export async function* allRows(
  asking: Asking,
  lists: readonly Source<Row>[],
  filter: ExportFilter,
): AsyncIterable<readonly Row[]> {
  for (const source of lists) {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { rows, next }: Part<Row> = await read(source, asking, { filter, cursor })
      if (rows.length > 0) yield rows
      cursor = next
    }
  }
}
