/**
 * Directory sync: an identity provider keeps members and teams up to date. An admin connects it in a trial, looks at what it would change,
 * turns it on, and decides when the safety brake has stopped it.
 */
import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useMessages } from '../messages.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { useIntegrationsCrumb } from '../shell/navigation.ts'
import { Page } from '../ui/page.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { EmptyState, SkeletonLines } from '../ui/states.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { UrlTabs } from '../ui/url-filters.tsx'
import { type DirectorySync, useDirectorySync } from './directory-sync-queries.ts'
import { syncTabs } from './directory-sync-search.ts'
import { directorySyncTexts } from './directory-sync-texts.ts'
import { Overview } from './overview.tsx'
import { useTransition } from './transition.tsx'

const PlannedChanges = lazy(() =>
  import('./planned-changes.tsx').then(({ PlannedChanges }) => ({ default: PlannedChanges })),
)
const History = lazy(() => import('./history.tsx').then(({ History }) => ({ default: History })))

const tones: Record<DirectorySync['state'], Tone> = { off: 'plain', trial: 'accent', on: 'good', held: 'bad' }

const route = getRouteApi('/shell/app/settings/directory-sync')

export function DirectorySyncPage() {
  const say = useMessages(directorySyncTexts)
  const { tab = 'overview' } = route.useSearch()
  return (
    <Page
      title={say('title')}
      crumbs={useIntegrationsCrumb()}
      description={say('description')}
      api={{ operation: tab === 'changes' ? 'listDirectorySyncChanges' : 'getDirectorySync' }}
    >
      <AdminsOnly>
        <Sync />
      </AdminsOnly>
    </Page>
  )
}

function Sync() {
  const query = useDirectorySync()
  return (
    <QueryState query={query} skeleton={<SkeletonLines lines={8} />} hasCard>
      {(sync) => (sync.state === 'off' ? <Off sync={sync} /> : <Connected sync={sync} />)}
    </QueryState>
  )
}

function Off({ sync }: { sync: DirectorySync }) {
  const say = useMessages(directorySyncTexts)
  const trial = useTransition(sync, 'trial')
  return (
    <div className="card">
      <EmptyState
        title={say('off_title')}
        description={say('off_hint')}
        action={<Button onClick={trial.open}>{say('start_trial')}</Button>}
      />
      {trial.dialog}
    </div>
  )
}

function Connected({ sync }: { sync: DirectorySync }) {
  const say = useMessages(directorySyncTexts)
  const { tab = 'overview' } = route.useSearch()
  return (
    <>
      <div className="row">
        <StatusBadge tone={tones[sync.state]}>{say(`state_${sync.state}`)}</StatusBadge>
        <span className="quiet small">{say(`state_hint_${sync.state}`)}</span>
      </div>
      <UrlTabs
        label={say('title')}
        param="tab"
        tabs={syncTabs.map((id) => ({ id, label: say(`tab_${id}`) }))}
      />
      {tab === 'overview' ? (
        <Overview sync={sync} />
      ) : (
        <Suspense fallback={<SkeletonLines />}>
          {tab === 'changes' ? <PlannedChanges sync={sync} /> : <History runs={sync.runs} />}
        </Suspense>
      )}
    </>
  )
}
