/** Usage: how much, how well, by day (UTC) and by operation. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Choice } from '../ui/choice.tsx'
import { BarChart } from '../ui/bar-chart.tsx'
import { type Column, DataList } from '../ui/data-list.tsx'
import { Figure, Figures } from '../ui/figure.tsx'
import { wholeList } from '../ui/list.ts'
import { QueryState } from '../ui/query-state.tsx'
import { EmptyState, SkeletonLines } from '../ui/states.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { CodeTabs } from '../ui/code-tabs.tsx'
import { examplesOf } from '../ui/view-as-api.tsx'
import { usageQuery, type UsageReply } from './application-queries.ts'
import { byDay, byOperation, milliseconds, type OperationFigures, share } from './usage-figures.ts'

const dayMs = 86_400_000
const spans = [7, 30, 90]

const series = [
  { key: 'good', label: 'Answered', color: 'light-dark(#6d65f0, #7f78f0)' },
  { key: 'refused', label: 'Refused (4xx)', color: 'light-dark(#d99a2b, #f2c078)' },
  { key: 'failed', label: 'Failed (5xx)', color: 'light-dark(#c53b40, #ff8a8e)' },
]

const columns: Column<OperationFigures>[] = [
  { header: 'Operation', cell: ({ operation }) => <code>{operation}</code> },
  { header: 'Requests', figures: true, cell: ({ requests }) => requests.toLocaleString('en') },
  { header: 'Errors', figures: true, cell: ({ errors, requests }) => share(errors, requests) },
  { header: 'p95, worst day', figures: true, cell: ({ latency_p95_ms }) => milliseconds(latency_p95_ms) },
  { header: 'Last used', figures: true, cell: ({ last_used_at }) => <RelativeTime at={last_used_at} /> },
]

export function Usage({ id }: { id: string }) {
  const [span, setSpan] = useState(30)
  const from = new Date(Date.now() - (span - 1) * dayMs).toISOString().slice(0, 10)
  return (
    <QueryState query={useQuery(usageQuery(id, from))} skeleton={<SkeletonLines lines={8} />} hasCard>
      {(usage) => <UsageFigures usage={usage} span={span} onSpan={setSpan} />}
    </QueryState>
  )
}

type FiguresProps = { usage: UsageReply; span: number; onSpan: (days: number) => void }

function UsageFigures({ usage, span, onSpan }: FiguresProps) {
  const { requests, client_errors, server_errors, latency_p50_ms, latency_p95_ms } = usage.total
  if (usage.last_used_at === null) {
    return (
      <div className="card">
        <EmptyState
          title="Not used yet"
          description="After its first call, requests, errors and latency stand here, by day and by operation."
          example={<CodeTabs title="First call" examples={examplesOf({ operation: 'listPulses' })} />}
        />
      </div>
    )
  }
  return (
    <div className="stack">
      <div className="row-between">
        <Choice
          label="Time"
          value={String(span)}
          onChange={(value) => onSpan(Number(value))}
          options={spans.map((days) => ({ value: String(days), label: `${days} days` }))}
        />
        <span className="quiet small">
          Last used <RelativeTime at={usage.last_used_at} />
        </span>
      </div>
      <Figures>
        <Figure label="Requests" value={requests.toLocaleString('en')} description={`in ${span} days`} />
        <Figure
          label="Answered"
          value={share(requests - client_errors - server_errors, requests)}
          description={`${client_errors} refused, ${server_errors} failed`}
        />
        <Figure
          label="Median latency"
          value={milliseconds(latency_p50_ms)}
          description="p50: half were faster"
        />
        <Figure
          label="Slow latency"
          value={milliseconds(latency_p95_ms)}
          description="p95: 19 of 20 were faster"
        />
      </Figures>
      <BarChart
        finding={findingOf(requests, client_errors, server_errors, span)}
        description="Requests by day, UTC"
        series={series}
        bars={byDay(usage)}
      />
      <DataList
        label="By operation"
        list={wholeList(byOperation(usage))}
        columns={columns}
        keyOf={({ operation }) => operation}
        nouns={['operation', 'operations']}
        empty={<EmptyState title="Nothing in this time" description="A longer time may show more." />}
      />
    </div>
  )
}

function findingOf(requests: number, refused: number, failed: number, days: number): string {
  if (requests === 0) return `No request in ${days} days`
  if (failed > 0) return `${failed} of ${requests} requests failed`
  if (refused > 0) return `${refused} of ${requests} requests were refused`
  if (requests === 1) return 'The one request was answered'
  return `All ${requests.toLocaleString('en')} requests were answered`
}
