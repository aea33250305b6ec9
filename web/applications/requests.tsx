/** The log of requests, newest first, filtered; one of them in a drawer, with what its refusal means. */
import { Select } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { operationTable } from '../../client/operations.ts'
import { type Column, DataList } from '../ui/data-list.tsx'
import { FilterBar, FilterChoice } from '../ui/filter-bar.tsx'
import { EmptyState } from '../ui/states.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { type LoggedRequest, type RequestFilter, useRequests } from './application-queries.ts'
import classes from './applications.module.css'
import { milliseconds, toneOf } from './usage-figures.ts'

const OneRequest = lazy(() => import('./one-request.tsx').then(({ OneRequest }) => ({ default: OneRequest })))

const operationNames = Object.keys(operationTable).toSorted()

export function Requests({ id }: { id: string }) {
  const [filter, setFilter] = useState<RequestFilter>({})
  const [openRequest, setOpenRequest] = useState<string | null>(null)
  const list = useRequests(id, filter)
  const columns: Column<LoggedRequest>[] = [
    {
      header: 'Request',
      cell: ({ id: request, method, path }) => (
        <button type="button" className={classes.request} onClick={() => setOpenRequest(request)}>
          <span className="quiet">{method}</span> {path}
        </button>
      ),
    },
    {
      header: 'Status',
      cell: ({ status }) => <StatusBadge tone={toneOf(status)}>{String(status)}</StatusBadge>,
    },
    { header: 'For', cell: ({ acts_for }) => (acts_for === 'user' ? 'A person' : 'The organisation') },
    { header: 'Took', figures: true, cell: ({ duration_ms }) => milliseconds(duration_ms) },
    { header: 'When', figures: true, cell: ({ occurred_at }) => <RelativeTime at={occurred_at} /> },
  ]
  return (
    <div className="stack">
      <FilterBar>
        <FilterChoice
          label="Status"
          value={filter.status}
          options={[
            { value: undefined, label: 'All' },
            { value: '2xx', label: '2xx' },
            { value: '4xx', label: '4xx' },
            { value: '5xx', label: '5xx' },
          ]}
          onChange={(status) => setFilter({ ...filter, status })}
        />
        <Select
          aria-label="Operation"
          placeholder="Any operation"
          data={operationNames}
          value={filter.operation ?? null}
          onChange={(operation) => setFilter({ ...filter, operation: operation ?? undefined })}
          searchable
          clearable
          w={240}
          limit={50}
        />
      </FilterBar>
      <DataList
        label="Requests"
        list={list}
        columns={columns}
        keyOf={({ id: request, occurred_at }) => request + occurred_at}
        nouns={['request', 'requests']}
        empty={
          filter.status || filter.operation ? (
            <EmptyState title="No request is like that" description="Requests are kept for 30 days." />
          ) : (
            <EmptyState
              title="No request yet"
              description="Each call of this application stands here for 30 days: what it asked, what came back, how long it took. Bodies and tokens are never kept."
            />
          )
        }
      />
      <Suspense>
        {openRequest !== null && (
          <OneRequest application={id} request={openRequest} onClose={() => setOpenRequest(null)} />
        )}
      </Suspense>
    </div>
  )
}
