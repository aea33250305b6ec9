/** Privacy requests, as admins handle them: what was asked, by whom, and until when. */
import { Button, NativeSelect } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { privacyKinds, privacyStates } from '../../contract/privacy-states.ts'
import { useMessages } from '../messages.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { type Column, DataList } from '../ui/data-list.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { RelativeTime, useNow } from '../ui/time.tsx'
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
  const navigate = route.useNavigate()
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
      <FilterBar>
        <NativeSelect
          label={say('kind')}
          data={[
            { value: '', label: say('all') },
            ...privacyKinds.map((kind) => ({ value: kind, label: say(`kind_${kind}`) })),
          ]}
          value={search.kind ?? ''}
          onChange={({ currentTarget: { value } }) => {
            const kind = privacyKinds.find((one) => one === value)
            void navigate({ search: (before) => ({ ...before, kind }) })
          }}
        />
        <NativeSelect
          label={say('status')}
          data={[
            { value: '', label: say('all') },
            ...privacyStates.map((state) => ({ value: state, label: say(`state_${state}`) })),
          ]}
          value={search.state ?? ''}
          onChange={({ currentTarget: { value } }) => {
            const state = privacyStates.find((one) => one === value)
            void navigate({ search: (before) => ({ ...before, state }) })
          }}
        />
      </FilterBar>
      <DataList
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
