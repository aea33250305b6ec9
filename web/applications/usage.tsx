/** Usage: how much, how well, by day (UTC) and by operation. */
import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { Choice } from '../ui/choice.tsx'
import { BarChart } from '../ui/bar-chart.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Figure, Figures } from '../ui/figure.tsx'
import { wholeList } from '../ui/list.ts'
import { QueryState } from '../ui/query-state.tsx'
import { EmptyState, SkeletonLines } from '../ui/states.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { usageQuery, type UsageReply } from './application-queries.ts'
import { byDay, byOperation, type OperationFigures } from './usage-figures.ts'
import { type Say, useMessages } from '../messages.ts'
import { formatMilliseconds, formatNumber, formatShare } from '../ui/number-format.ts'
import { applicationTexts } from './application-texts.ts'

const FirstCall = lazy(() => import('./first-call.tsx').then(({ FirstCall }) => ({ default: FirstCall })))

const dayMs = 86_400_000
const spans = [7, 30, 90]

const seriesWith = (say: Say<typeof applicationTexts>) => [
  { key: 'good', label: say('answered'), color: 'light-dark(#6d65f0, #7f78f0)' },
  { key: 'refused', label: say('refused'), color: 'light-dark(#d99a2b, #f2c078)' },
  { key: 'failed', label: say('failed'), color: 'light-dark(#c53b40, #ff8a8e)' },
]

const columnsWith = (say: Say<typeof applicationTexts>): Column<OperationFigures>[] => [
  { header: say('operation'), cell: ({ operation }) => <code>{operation}</code> },
  { header: say('requests'), numeric: true, cell: ({ requests }) => formatNumber(requests) },
  { header: say('errors'), numeric: true, cell: ({ errors, requests }) => formatShare(errors, requests) },
  {
    header: say('p95_worst'),
    numeric: true,
    cell: ({ latency_p95_ms }) => formatMilliseconds(latency_p95_ms),
  },
  { header: say('last_used'), numeric: true, cell: ({ last_used_at }) => <RelativeTime at={last_used_at} /> },
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
  const say = useMessages(applicationTexts)
  const { requests, client_errors, server_errors, latency_p50_ms, latency_p95_ms } = usage.total
  if (usage.last_used_at === null) {
    return (
      <div className="card">
        <EmptyState
          title={say('not_used')}
          description={say('not_used_hint')}
          example={<FirstCall title={say('first_call')} />}
        />
      </div>
    )
  }
  return (
    <div className="stack">
      <div className="row-between">
        <Choice
          label={say('period')}
          value={String(span)}
          onChange={(value) => onSpan(Number(value))}
          options={spans.map((days) => ({ value: String(days), label: say('day_count', { count: days }) }))}
        />
        <span className="quiet small">
          {say.parts('last_used_when', { when: <RelativeTime key="when" at={usage.last_used_at} /> })}
        </span>
      </div>
      <Figures>
        <Figure
          label={say('requests')}
          value={formatNumber(requests)}
          description={say('in_days', { count: span })}
        />
        <Figure
          label={say('answered')}
          value={formatShare(requests - client_errors - server_errors, requests)}
          description={say('refused_failed', { refused: client_errors, failed: server_errors })}
        />
        <Figure
          label={say('median')}
          value={formatMilliseconds(latency_p50_ms)}
          description={say('median_hint')}
        />
        <Figure
          label={say('slow')}
          value={formatMilliseconds(latency_p95_ms)}
          description={say('slow_hint')}
        />
      </Figures>
      <BarChart
        finding={findingOf(say, usage.total, span)}
        description={say('by_day')}
        series={seriesWith(say)}
        bars={byDay(usage)}
      />
      <DataTable
        label={say('by_operation')}
        list={wholeList(byOperation(usage))}
        columns={columnsWith(say)}
        keyOf={({ operation }) => operation}
        countText={(count) => say('operation_count', { count })}
        empty={<EmptyState title={say('no_usage')} description={say('no_usage_hint')} />}
      />
    </div>
  )
}

/** What the figures come to, in a sentence. */
function findingOf(say: Say<typeof applicationTexts>, total: UsageReply['total'], days: number): string {
  const { requests, client_errors: refused, server_errors: failed } = total
  if (requests === 0) return say('finding_none', { count: days })
  if (failed > 0) return say('finding_failed', { failed, requests })
  if (refused > 0) return say('finding_refused', { refused, requests })
  return say('finding_good', { requests })
}
