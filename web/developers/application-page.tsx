/** One application: credentials, settings, usage, requests, each under its tab, which the address keeps. */
import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { rememberLookedAt } from '../looked-at.ts'
import { AdminsOnly } from '../ui/admins-only.tsx'
import { Page } from '../ui/page.tsx'
import { Failure, SkeletonLines } from '../ui/states.tsx'
import { StateBadge } from './application-words.tsx'
import { Credentials } from './credentials.tsx'
import { type Application, oneApplication } from './reading.ts'

const Settings = lazy(() => import('./settings.tsx').then(({ Settings }) => ({ default: Settings })))
const Usage = lazy(() => import('./usage.tsx').then(({ Usage }) => ({ default: Usage })))
const Requests = lazy(() => import('./requests.tsx').then(({ Requests }) => ({ default: Requests })))

const tabs: { id: string; label: string; show: (application: Application) => ReactNode }[] = [
  {
    id: 'credentials',
    label: 'Credentials',
    show: (application) => <Credentials application={application} />,
  },
  { id: 'settings', label: 'Settings', show: (application) => <Settings application={application} /> },
  { id: 'usage', label: 'Usage', show: ({ id }) => <Usage id={id} /> },
  { id: 'requests', label: 'Requests', show: ({ id }) => <Requests id={id} /> },
]

export function ApplicationPage() {
  const { id } = useParams({ from: '/shell/developers/applications/$id' })
  const { tab = tabs[0].id } = useSearch({ from: '/shell/developers/applications/$id' })
  const navigate = useNavigate({ from: '/developers/applications/$id' })
  const { data: application, error, refetch } = useQuery(oneApplication(id))
  useEffect(() => {
    if (application?.status === 'active' && application.kind !== 'first_party') rememberLookedAt(application)
  }, [application])
  return (
    <Page
      title={application?.name ?? 'Application'}
      status={application && <StateBadge application={application} />}
      crumbs={[{ label: 'Applications', to: '/developers/applications' }]}
      api={{ operation: 'getApplication', params: { id } }}
    >
      <AdminsOnly>
        {error && !application ? (
          <div className="card">
            <Failure error={error} onRetry={() => void refetch()} />
          </div>
        ) : application ? (
          <Tabs
            value={tab}
            onChange={(next) =>
              void navigate({
                search: { tab: !next || next === tabs[0].id ? undefined : next },
                replace: true,
              })
            }
            keepMounted={false}
            styles={{ tab: { paddingInline: 'clamp(8px, 2.5vw, 16px)' } }}
          >
            <Tabs.List mb={24} style={{ flexWrap: 'nowrap', overflowX: 'auto', overflowY: 'hidden' }}>
              {tabs.map(({ id, label }) => (
                <Tabs.Tab key={id} value={id}>
                  {label}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {tabs.map(({ id, show }) => (
              <Tabs.Panel key={id} value={id}>
                <Suspense fallback={<SkeletonLines />}>{show(application)}</Suspense>
              </Tabs.Panel>
            ))}
          </Tabs>
        ) : (
          <div className="card pad">
            <SkeletonLines lines={6} />
          </div>
        )}
      </AdminsOnly>
    </Page>
  )
}
