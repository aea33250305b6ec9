/**
 * How many have answered, as everybody may see it. After close: as the gate counted them, where one answer in a cell and none look the
 * same, and so do all and all but one. While a collection is open: in steps of k_rate, and never all of them, so that no single answer
 * can be seen to arrive. Where the steps begin is secret and drawn for each collection: the number of answers at a step would differ from that
 * after close by the answers that are not counted. Nothing is told where people answer one at a time, or in windows of a few. Attributed collections are exact, since their readers see each answer by name.
 */
import type { LiveState } from '../../contract/live.ts'
import type { ResponseSummary } from '../../contract/collections.ts'
import type { ParticipationExtension } from '../../contract/participation.ts'
import type { ResultsStatus } from '../../contract/states.ts'
import { sql, type Tx } from '../db/db.ts'
import { bool, jsonbOf, nullable, type RowOf, shape, text } from '../db/shape.ts'
import type { TargetState } from '../http/live.ts'
import { answersCount, countAnswers } from '../vault/vault.ts'
import { isVisibleTo } from '../visibility.ts'
import { type Collection, countedCollections, extensionOf, refOf } from './store.ts'

export type CollectionStatus = { results_status: ResultsStatus; response_summary: ResponseSummary }
export type CollectionSummary = CollectionStatus & {
  participation_extension: ParticipationExtension | null
}

export type Counts = Pick<
  Collection,
  | 'state'
  | 'mode'
  | 'k_rate'
  | 'step_offset'
  | 'not_counted'
  | 'recipients'
  | 'responded_max'
  | 'absent'
  | 'opted_out'
  | 'unreachable'
  | 'unreachable_at_open'
  | 'excluded'
  | 'imported_at'
  | 'is_rolling'
  | 'in_small_windows'
>

/** @param counted  while it is open, how many have answered, exactly; later, how many answers are counted */
export function summaryFrom(
  {
    state,
    mode,
    k_rate: kRate,
    step_offset: offset,
    not_counted,
    recipients,
    absent,
    opted_out,
    unreachable,
    excluded,
    ...rest
  }: Counts,
  counted: number,
): ResponseSummary {
  const { imported_at, responded_max, is_rolling, in_small_windows, unreachable_at_open } = rest
  const asked = recipients - absent - opted_out - unreachable - not_counted
  const rounded = mode !== 'attributed' && (state === 'open' || asked < kRate)
  const exact = { responded: counted, responded_max: state === 'open' ? counted : responded_max }
  // One person can answer at a time, or a few, and everybody knows who: any step would be theirs.
  const isUntold = (is_rolling || in_small_windows) && state === 'open' && mode !== 'attributed'
  // An imported collection's roster is those who answered: its rate would always be 1.
  const counts = isUntold
    ? { responded: 0, responded_max: Math.max(0, asked) }
    : rounded
      ? state === 'open'
        ? inSteps(counted, asked, { step: kRate, offset, lost: unreachable - unreachable_at_open })
        : inSteps(counted, asked, { step: kRate, offset: 0, lost: 0 })
      : exact
  const hasNoRate = isUntold || asked < kRate || imported_at !== null
  return {
    recipients,
    ...counts,
    response_rate: hasNoRate ? null : Math.min(1, Math.round((1000 * counts.responded) / asked) / 1000),
    absent,
    opted_out,
    unreachable,
    excluded,
    not_counted,
    rounded,
  }
}

type Steps = {
  readonly step: number
  /** From 0 to step − 1: how many answers come before the first step begins. */
  readonly offset: number
  /** How many of those who were asked turned out to be unreachable since it opened. */
  readonly lost: number
}

/**
 * All look like all but one: a step that tells that everybody has answered would tell it of each of them. Who is lost counts in whole steps. One at a
 * time they would take a step back just where it began, and whoever reports them chooses when.
 */
function inSteps(counted: number, asked: number, { step, offset, lost }: Steps) {
  const most = askedInSteps(asked, lost, step) - 1
  const responded = Math.max(0, Math.floor((Math.min(counted, most) - offset) / step) * step)
  const atMost = responded + 2 * step - 2
  return { responded, responded_max: Math.max(0, atMost >= most ? asked : atMost) }
}

/** `stepsAsked` of ending.ts is the same in SQL. */
const askedInSteps = (asked: number, lost: number, step: number): number =>
  asked + lost - Math.ceil(lost / step) * step

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
): Promise<Map<string, CollectionSummary>> {
  const rows = ids.length === 0 ? [] : await countedCollections(tx, organisationId, ids)
  return new Map(
    rows.map(({ counted, ...collection }) => [
      collection.id,
      {
        results_status: collection.results_status,
        response_summary: summaryFrom(collection, counted),
        participation_extension: extensionOf(collection),
      },
    ]),
  )
}

/** One period of a survey, as a list shows it. */
export type CollectionPeriod = CollectionStatus &
  Pick<Collection, 'state' | 'opened_at' | 'closes_at' | 'closed_at'>

/** By collection, in one statement. */
export async function periodsOf(
  tx: Tx,
  organisationId: string,
  ids: readonly string[],
): Promise<Map<string, CollectionPeriod>> {
  const rows = ids.length === 0 ? [] : await countedCollections(tx, organisationId, ids)
  return new Map(
    rows.map(({ counted, ...collection }) => {
      const { id, state, opened_at, closes_at, closed_at, results_status } = collection
      const response_summary = summaryFrom(collection, counted)
      return [id, { state, opened_at, closes_at, closed_at, results_status, response_summary }]
    }),
  )
}

type LiveCounts = Counts & { results_status: ResultsStatus; counted: number }

/** The `LiveCounts` of the row of `collections` that an owner's statement joined, as jsonb; null where it joined none. */
export const liveCounts = sql`
  case when collections.id is not null then jsonb_build_object(
    'state', collections.state,
    'mode', collections.mode,
    'k_rate', collections.k_rate,
    'step_offset', collections.step_offset,
    'not_counted', collections.not_counted,
    'recipients', collections.recipients,
    'responded_max', collections.responded_max,
    'absent', collections.absent,
    'opted_out', collections.opted_out,
    'unreachable', collections.unreachable,
    'unreachable_at_open', collections.unreachable_at_open,
    'excluded', collections.excluded,
    'imported_at', collections.imported_at,
    'is_rolling', collections.is_rolling,
    'in_small_windows', collections.in_small_windows,
    'results_status', collections.results_status,
    'counted', case when collections.state = 'open' then ${answersCount(null)} else collections.responded end
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
