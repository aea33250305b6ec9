/**
 * How many have answered, as everybody may see it: exact after close, and before it unless the collection is anonymous. An anonymous one
 * counts in steps of k_rate: while it is open, so that no single answer can be seen to arrive, and after close too where fewer than
 * k_rate people were asked, because an exact count would tell too much about them.
 */
import { type LiveState } from '../../contract/live.ts'
import { type ResponseSummary } from '../../contract/collections.ts'
import { type ResultsStatus } from '../../contract/states.ts'
import { sql, type Tx } from '../db/db.ts'
import { bool, jsonbOf, nullable, type RowOf, shape, text } from '../db/shape.ts'
import { type TargetState } from '../http/live.ts'
import { answersCount, countAnswers } from '../vault/vault.ts'
import { isVisibleTo } from '../visibility.ts'
import { type Collection, countedCollections, refOf } from './store.ts'

export type CollectionStatus = { results_status: ResultsStatus; response_summary: ResponseSummary }

type Counts = Pick<
  Collection,
  | 'state'
  | 'mode'
  | 'k_rate'
  | 'recipients'
  | 'absent'
  | 'opted_out'
  | 'unreachable'
  | 'excluded'
  | 'imported_at'
>

/** @param counted  how many have answered, exactly */
export function summaryFrom(
  { state, mode, k_rate: kRate, recipients, absent, opted_out, unreachable, excluded, imported_at }: Counts,
  counted: number,
): ResponseSummary {
  const asked = recipients - absent - opted_out - unreachable
  const rounded = mode === 'anonymous' && (state === 'open' || asked < kRate)
  const responded = rounded ? counted - (counted % kRate) : counted
  // An imported collection's roster is those who answered: its rate would always be 1.
  const hasNoRate = asked < kRate || imported_at !== null
  return {
    recipients,
    responded,
    response_rate: hasNoRate ? null : Math.min(1, Math.round((1000 * responded) / asked) / 1000),
    absent,
    opted_out,
    unreachable,
    excluded,
    rounded,
  }
}

export async function summaryOf(tx: Tx, collection: Collection): Promise<ResponseSummary> {
  const counted =
    collection.state === 'open' ? await countAnswers(tx, refOf(collection)) : collection.responded
  return summaryFrom(collection, counted)
}

/** By collection, in one statement: for lists. */
export async function responseSummaries(
  tx: Tx,
  organisationId: string,
  ids: readonly string[],
): Promise<Map<string, CollectionStatus>> {
  const rows = ids.length === 0 ? [] : await countedCollections(tx, organisationId, ids)
  return new Map(
    rows.map(({ counted, ...collection }) => [
      collection.id,
      { results_status: collection.results_status, response_summary: summaryFrom(collection, counted) },
    ]),
  )
}

type LiveCounts = Counts & { results_status: ResultsStatus; counted: number }

/** The `LiveCounts` of the row of `collections` that an owner's statement joined, as jsonb; null where it joined none. */
export const liveCounts = sql`
  case when collections.id is not null then jsonb_build_object(
    'state', collections.state,
    'mode', collections.mode,
    'k_rate', collections.k_rate,
    'recipients', collections.recipients,
    'absent', collections.absent,
    'opted_out', collections.opted_out,
    'unreachable', collections.unreachable,
    'excluded', collections.excluded,
    'imported_at', collections.imported_at,
    'results_status', collections.results_status,
    'counted', case when collections.state = 'open' then ${answersCount} else collections.responded end
  ) end`

/** The row that an owner's statement returns of each collection that is watched, with the columns that decide who sees it. */
export const liveRow = shape({
  id: text,
  state: text,
  is_public: bool,
  author_user_id: text,
  counted: nullable(jsonbOf<LiveCounts>()),
})

export const seenById = (rows: readonly RowOf<typeof liveRow>[]): Map<string, TargetState> =>
  new Map(rows.map((row) => [row.id, seenOf(row)]))

function seenOf(row: RowOf<typeof liveRow>): TargetState {
  const { state, counted } = row
  const data: LiveState = {
    state,
    results_status: counted?.results_status ?? 'pending',
    response_summary: counted && summaryFrom(counted, counted.counted),
  }
  return {
    data,
    over: !unfinished.has(state) && data.results_status !== 'analysing',
    isVisibleTo: (actor) => isVisibleTo(actor, row),
  }
}

const unfinished = new Set(['draft', 'scheduled', 'open'])
