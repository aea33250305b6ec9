/** What an application's usage comes to: by day without gaps, and by operation. */
import type { ReplyOf } from '../../client/client.ts'
import { locale } from '../messages.ts'

/** The colour of an HTTP status. */
export const toneOf = (status: number): 'good' | 'warn' | 'bad' =>
  status < 400 ? 'good' : status < 500 ? 'warn' : 'bad'

type Usage = ReplyOf<'getUsage'>
type Row = Usage['days'][number]

type DayFigures = { label: string; good: number; refused: number; failed: number }
export type OperationFigures = {
  operation: string
  requests: number
  errors: number
  /** The worst day's, as medians of medians would be none. */
  latency_p95_ms: number | null
  last_used_at: string
}

const dayMs = 86_400_000

const daysOf = (from: string, to: string): string[] => {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1
  return Array.from({ length: count }, (_none, i) =>
    new Date(Date.parse(from) + i * dayMs).toISOString().slice(0, 10),
  )
}

const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** A day on which nothing was asked is a day with zero. */
export function byDay({ from, to, days }: Usage): DayFigures[] {
  const rows = Map.groupBy(days, ({ day }) => day)
  return daysOf(from, to).map((day) => {
    const rowsOfDay = rows.get(day) ?? []
    const refused = sum(rowsOfDay, ({ client_errors }) => client_errors)
    const failed = sum(rowsOfDay, ({ server_errors }) => server_errors)
    return {
      label: shortDay.format(new Date(day)),
      good: sum(rowsOfDay, ({ requests }) => requests) - refused - failed,
      refused,
      failed,
    }
  })
}

export const byOperation = ({ days }: Usage): OperationFigures[] =>
  [...Map.groupBy(days, ({ operation }) => operation)]
    .map(([operation, rows]) => ({
      operation,
      requests: sum(rows, ({ requests }) => requests),
      errors: sum(rows, ({ client_errors, server_errors }) => client_errors + server_errors),
      latency_p95_ms: rows.reduce<number | null>(
        (worst, { latency_p95_ms: one }) => (one === null ? worst : Math.max(worst ?? 0, one)),
        null,
      ),
      last_used_at: rows.map(({ last_used_at }) => last_used_at).reduce((a, b) => (a > b ? a : b)),
    }))
    .toSorted((a, b) => b.requests - a.requests)

const sum = (rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((all, row) => all + of(row), 0)
