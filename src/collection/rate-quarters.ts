/**
 * Tells when a quarter, half and three quarters of those asked have answered. The event is made from the rate that everybody may see while a
 * collection is open (response-summary.ts): in steps, so that no single answer can be seen to arrive. It is made only where at least k_rate
 * have answered and at least k_rate have not: nearer to either end it would speak of few. Answering writes nothing but the answer, so open
 * collections are counted a slice a look, as for those that close themselves (last-answer.ts).
 */
import { isReached } from '../db/claiming.ts'
import { recordEvent } from '../events/events.ts'
import { many, run, sql, type Tx } from '../db/db.ts'
import { int8, type RowOf, shapeOf } from '../db/shape.ts'
import { collections } from '../db/tables.ts'
import { forRow, type TransactionTask } from '../jobs/jobs.ts'
import { answersCount } from '../vault/vault.ts'
import { type Counts, summaryFrom } from './response-summary.ts'
import { ownerIdsOf } from './store.ts'

/** Collections whose answers are counted in one look. */
const sliceMax = 100

const lastQuarter = 3

/** How many quarters of those asked have answered, as far as it may be told: 0 to 3. @param counted  how many have answered, exactly */
export function quartersTold(collection: Counts, counted: number): number {
  const { responded, responded_max, response_rate: rate } = summaryFrom(collection, counted)
  const { recipients, absent, opted_out, unreachable, not_counted, k_rate: kRate } = collection
  const silent = recipients - absent - opted_out - unreachable - not_counted - responded_max
  if (rate === null || responded < kRate || silent < kRate) return 0
  return Math.min(lastQuarter, Math.floor(rate * 4))
}

const openRow = shapeOf(
  collections,
  [
    'organisation_id',
    'id',
    'owner_kind',
    'owner_id',
    'series_id',
    'state',
    'mode',
    'k_rate',
    'step_offset',
    'not_counted',
    'recipients',
    'responded_max',
    'absent',
    'opted_out',
    'unreachable',
    'unreachable_at_open',
    'excluded',
    'imported_at',
    'is_rolling',
    'in_small_windows',
    'told_quarters',
  ],
  { counted: int8 },
)
type OpenRow = RowOf<typeof openRow>
type Position = Pick<OpenRow, 'organisation_id' | 'id'>

const start: Position = { organisation_id: '', id: '' }

const untold = sql`from collections where state = 'open' and told_quarters < ${sql.lit(lastQuarter)}`

const nextOpen = (tx: Tx, after: Position): Promise<OpenRow[]> =>
  many(
    tx,
    openRow,
    sql`
      select ${openRow.of('collections')}, ${answersCount(null)} as counted
      ${untold}
        and recipients >= 2 * k_rate
        and (organisation_id, id) > (${after.organisation_id}::text, ${after.id}::text)
        and ${isReached('organisation_id')}
      order by organisation_id, id
      limit ${sliceMax}`,
  )

async function tell(tx: Tx, row: OpenRow, quarters: number, now: Date): Promise<void> {
  const { organisation_id: organisationId, id } = row
  const told = await run(
    tx,
    sql`
      update collections
      set told_quarters = ${quarters}
      where organisation_id = ${organisationId}
        and id = ${id}
        and state = 'open'
        and told_quarters < ${quarters}`,
  )
  // Another worker was first, or it has closed meanwhile.
  if (told === 0) return
  await recordEvent(tx, {
    organisationId,
    type: 'response_rate.threshold_crossed',
    payload: { ...ownerIdsOf(row), percent: (quarters * 25) as 25 | 50 | 75 },
    at: now,
  })
}

/** One collection a transaction; remembers its position between two looks. */
export function rateQuartersTask(): TransactionTask {
  let position = start
  return {
    name: 'collection.rate_quarters',
    everyMs: 60_000,
    waiting: () => sql`select 1 ${untold} limit 1`,
    run: async (tx, now, quarantined) => {
      const slice = await nextOpen(tx, position)
      const crossed = slice
        .filter(({ id }) => !quarantined.includes(id))
        .find(({ counted, told_quarters: told, ...row }) => quartersTold(row, counted) > told)
      position = crossed ?? (slice.length < sliceMax ? start : (slice.at(-1) ?? start))
      if (!crossed) return 0
      const quarters = quartersTold(crossed, crossed.counted)
      await forRow(crossed.id, () => tell(tx, crossed, quarters, now))
      return 1
    },
  }
}
