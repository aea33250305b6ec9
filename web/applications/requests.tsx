/** The log of requests, newest first, filtered; one of them in a drawer, with what its refusal means. */
import { NativeSelect } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { operationTable } from '../../client/operations.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Choice } from '../ui/choice.tsx'
import { UrlFilters } from '../ui/url-filters.tsx'
import { EmptyState } from '../ui/states.tsx'
import { shortId } from '../ui/short-id.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import text from '../ui/text.module.css'
import { LoggedTime } from '../ui/time.tsx'
import { type LoggedRequest, type RequestFilter, useRequests } from './application-queries.ts'
import classes from './applications.module.css'
import { toneOf } from './usage-figures.ts'
import { useMessages } from '../messages.ts'
import { formatMilliseconds } from '../ui/number-format.ts'
import { applicationTexts } from './application-texts.ts'

const OneRequest = lazy(() => import('./one-request.tsx').then(({ OneRequest }) => ({ default: OneRequest })))

const idInPath = /[a-z]{3}_[0-9a-z]{26}/g

/** Ids cut in their middle, so that what is done to them has room. */
const shortPath = (path: string): string => path.replaceAll(idInPath, shortId)

const operationNames = Object.keys(operationTable).toSorted()

export function Requests({ id }: { id: string }) {
  const say = useMessages(applicationTexts)
  const [filter, setFilter] = useState<RequestFilter>({})
  const [openRequest, setOpenRequest] = useState<string | null>(null)
  const list = useRequests(id, filter)
  const columns: Column<LoggedRequest>[] = [
    {
      header: say('request'),
      cell: ({ id: request, method, path }) => (
        <button type="button" className={classes.request} onClick={() => setOpenRequest(request)}>
          <span className="quiet">{method}</span> <span title={path}>{shortPath(path)}</span>
        </button>
      ),
    },
    {
      header: say('status'),
      cell: ({ status, code }) => (
        <span className={text.whole}>
          <StatusBadge tone={toneOf(status)}>{String(status)}</StatusBadge> {code && <code>{code}</code>}
        </span>
      ),
    },
    {
      header: say('acts_for'),
      cell: ({ acts_for }) => (
        <span className={text.whole}>
          {say(acts_for === 'user' ? 'acts_for_user' : 'acts_for_organisation')}
        </span>
      ),
    },
    { header: say('duration'), numeric: true, cell: ({ duration_ms }) => formatMilliseconds(duration_ms) },
    { header: say('when'), numeric: true, cell: ({ occurred_at }) => <LoggedTime at={occurred_at} /> },
  ]
  return (
    <div className="stack">
      <UrlFilters>
        <Choice
          label={say('status')}
          value={filter.status ?? ''}
          options={[
            { value: '', label: say('all') },
            { value: '2xx', label: '2xx' },
            { value: '4xx', label: '4xx' },
            { value: '5xx', label: '5xx' },
          ]}
          onChange={(status) => setFilter({ ...filter, status: status || undefined })}
        />
        <NativeSelect
          aria-label={say('operation')}
          data={[{ value: '', label: say('any_operation') }, ...operationNames]}
          value={filter.operation ?? ''}
          onChange={(event) => setFilter({ ...filter, operation: event.currentTarget.value || undefined })}
          w={240}
        />
      </UrlFilters>
      <DataTable
        label={say('requests')}
        list={list}
        columns={columns}
        keyOf={({ id: request, occurred_at }) => request + occurred_at}
        countText={(count) => say('request_count', { count })}
        empty={
          filter.status || filter.operation ? (
            <EmptyState title={say('no_requests_filtered')} description={say('no_requests_filtered_hint')} />
          ) : (
            <EmptyState title={say('no_requests')} description={say('no_requests_hint')} />
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
