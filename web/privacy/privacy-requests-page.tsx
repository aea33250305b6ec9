/** Privacy requests, as admins handle them: what was asked, by whom, and until when. */
import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { privacyKinds, privacyStates } from '../../contract/privacy-states.ts'
import { useMessages } from '../messages.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { RelativeTime, useNow } from '../ui/time.tsx'
import { UrlFilters, UrlSelect } from '../ui/url-filters.tsx'
import { showDone } from '../ui/toast.ts'
import { type PrivacyRequest, privacyTones, usePrivacyRequests } from './privacy-queries.ts'
import { privacyTexts } from './privacy-texts.ts'

const RecordDialog = lazy(() =>
  import('./record-dialog.tsx').then(({ RecordDialog }) => ({ default: RecordDialog })),
)

const route = getRouteApi('/shell/app/settings/privacy-requests')

export function PrivacyRequestsPage() {
  const say = useMessages(privacyTexts)
  const [isRecording, setRecording] = useState(false)
  return (
    <Page
      title={say('title')}
      description={say('description')}
      api={{ operation: 'listPrivacyRequests' }}
      actions={<Button onClick={() => setRecording(true)}>{say('record')}</Button>}
    >
      <AdminsOnly>
        <Requests />
        {isRecording && (
          <Suspense>
            <RecordDialog
              onClose={() => setRecording(false)}
              onDone={() => {
                setRecording(false)
                showDone(say('recorded'))
              }}
            />
          </Suspense>
        )}
      </AdminsOnly>
    </Page>
  )
}

const isWaiting = ({ state }: PrivacyRequest): boolean => state === 'received' || state === 'in_progress'

function Requests() {
  const say = useMessages(privacyTexts)
  const search = route.useSearch()
  const list = usePrivacyRequests(search)
  const now = useNow()
  const columns: Column<PrivacyRequest>[] = [
    {
      header: say('person'),
      cell: ({ id, person }) => (
        <Link to="/app/settings/privacy-requests/$request" params={{ request: id }}>
          {person.name}
        </Link>
      ),
    },
    { header: say('kind'), cell: ({ kind }) => say(`kind_${kind}`) },
    {
      header: say('status'),
      cell: ({ state }) => <StatusBadge tone={privacyTones[state]}>{say(`state_${state}`)}</StatusBadge>,
    },
    { header: say('received'), cell: ({ created_at }) => <RelativeTime at={created_at} /> },
    {
      header: say('deadline'),
      cell: (request) =>
        !isWaiting(request) ? (
          say('none')
        ) : Date.parse(request.deadline_at) < now ? (
          <StatusBadge tone="bad">{say('overdue')}</StatusBadge>
        ) : (
          <RelativeTime at={request.deadline_at} />
        ),
    },
  ]
  const isFiltered = search.kind !== undefined || search.state !== undefined
  return (
    <>
      <UrlFilters>
        <UrlSelect
          label={say('kind')}
          param="kind"
          all={say('all')}
          options={privacyKinds.map((kind) => ({ value: kind, label: say(`kind_${kind}`) }))}
        />
        <UrlSelect
          label={say('status')}
          param="state"
          all={say('all')}
          options={privacyStates.map((state) => ({ value: state, label: say(`state_${state}`) }))}
        />
      </UrlFilters>
      <DataTable
        label={say('title')}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        countText={(count) => say('count', { count })}
        empty={
          <EmptyState
            title={say('empty')}
            description={isFiltered ? say('empty_filtered') : say('empty_hint')}
          />
        }
      />
    </>
  )
}
