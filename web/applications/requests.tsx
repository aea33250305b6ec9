/** The log of requests, newest first, filtered; one of them in a drawer, with what its refusal means. The address keeps both. */
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, useMemo } from 'react'
import { operationTable } from '../../client/operations.ts'
import { searchWith } from '../ui/address.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { NoMatch, UrlChoice, UrlFilters, UrlSelect } from '../ui/url-filters.tsx'
import { EmptyState } from '../ui/states.tsx'
import { shortId } from '../ui/short-id.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import text from '../ui/text.module.css'
import { LoggedTime } from '../ui/time.tsx'
import { UrlDrawer } from '../ui/url-drawer.tsx'
import { type LoggedRequest, useRequests } from './application-queries.ts'
import { requestMethods, requestPeriods, requestStatuses } from './application-search.ts'
import { useActedFor } from './acted-for.ts'
import classes from './applications.module.css'
import { FindRequest } from './find-request.tsx'
import { toneOf } from './usage-figures.ts'
import { useMessages } from '../messages.ts'
import { formatMilliseconds } from '../ui/number-format.ts'
import { applicationTexts } from './application-texts.ts'

const OneRequest = lazy(() => import('./one-request.tsx').then(({ OneRequest }) => ({ default: OneRequest })))

const idInPath = /[a-z]{3}_[0-9a-z]{26}/g

/** Ids cut in their middle, so that what is done to them has room. */
const shortPath = (path: string): string => path.replaceAll(idInPath, shortId)

const operationNames = Object.keys(operationTable).toSorted()

const hourMs = 3_600_000
const periodMs = { '1h': hourMs, '24h': 24 * hourMs, '7d': 7 * 24 * hourMs } as const

const route = getRouteApi('/shell/developers/applications/$id')
const filters = ['status', 'method', 'operation', 'since'] as const

export function Requests({ id }: { id: string }) {
  const say = useMessages(applicationTexts)
  const { status, method, operation, since } = route.useSearch()
  // From when it was chosen: a beginning that moved with each look would read another list each time.
  const from = useMemo(() => since && new Date(Date.now() - periodMs[since]).toISOString(), [since])
  const actedFor = useActedFor()
  const list = useRequests(id, { status, method, operation, from })
  const columns: Column<LoggedRequest>[] = [
    {
      header: say('request'),
      cell: ({ id: request, method, path }) => (
        <Link
          to="."
          search={searchWith({ request })}
          resetScroll={false}
          activeOptions={{ exact: true }}
          className={classes.request}
        >
          <span className="quiet">{method}</span> <span title={path}>{shortPath(path)}</span>
        </Link>
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
      cell: (request) => <span className={text.whole}>{actedFor(request)}</span>,
    },
    { header: say('duration'), numeric: true, cell: ({ duration_ms }) => formatMilliseconds(duration_ms) },
    { header: say('when'), numeric: true, cell: ({ occurred_at }) => <LoggedTime at={occurred_at} /> },
  ]
  return (
    <div className="stack">
      <FindRequest />
      <UrlFilters>
        <UrlChoice
          label={say('status')}
          param="status"
          all={say('all')}
          options={requestStatuses.map((value) => ({ value, label: value }))}
        />
        <UrlSelect
          label={say('method')}
          isLabelHidden
          param="method"
          all={say('any_method')}
          options={requestMethods.map((value) => ({ value, label: value }))}
        />
        <UrlSelect
          label={say('operation')}
          isLabelHidden
          param="operation"
          all={say('any_operation')}
          options={operationNames.map((value) => ({ value, label: value }))}
        />
        <UrlSelect
          label={say('period')}
          isLabelHidden
          param="since"
          all={say('any_time')}
          options={requestPeriods.map((value) => ({ value, label: say(`since_${value}`) }))}
        />
      </UrlFilters>
      <DataTable
        label={say('requests')}
        list={list}
        columns={columns}
        keyOf={({ id: request, occurred_at }) => request + occurred_at}
        countText={(count) => say('request_count', { count })}
        empty={
          status || method || operation || since ? (
            <NoMatch title={say('no_requests_filtered')} params={filters} />
          ) : (
            <EmptyState title={say('no_requests')} description={say('no_requests_hint')} />
          )
        }
      />
      <UrlDrawer param="request" title={say('request')}>
        {(request) => <OneRequest application={id} request={request} />}
      </UrlDrawer>
    </div>
  )
}
