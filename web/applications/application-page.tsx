/** One application: credentials, settings, usage, requests, each under its tab, which the address keeps. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { rememberApplication } from '../recent-application.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { Page } from '../ui/page.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import { UrlTabs } from '../ui/url-filters.tsx'
import { StateBadge } from './application-words.tsx'
import { type Application, applicationQuery } from './application-queries.ts'
import { applicationTabs } from './application-search.ts'
import { useMessages } from '../messages.ts'
import { applicationTexts } from './application-texts.ts'

const Credentials = lazy(() =>
  import('./credentials.tsx').then(({ Credentials }) => ({ default: Credentials })),
)
const Settings = lazy(() => import('./settings.tsx').then(({ Settings }) => ({ default: Settings })))
const Usage = lazy(() => import('./usage.tsx').then(({ Usage }) => ({ default: Usage })))
const Requests = lazy(() => import('./requests.tsx').then(({ Requests }) => ({ default: Requests })))

type Tab = (typeof applicationTabs)[number]

const tabs: Record<Tab, (application: Application) => ReactNode> = {
  credentials: (application) => <Credentials application={application} />,
  settings: (application) => <Settings application={application} />,
  usage: ({ id }) => <Usage id={id} />,
  requests: ({ id }) => <Requests id={id} />,
}

const [firstTab] = applicationTabs

const route = getRouteApi('/shell/developers/applications/$id')

export function ApplicationPage() {
  const say = useMessages(applicationTexts)
  const { id } = route.useParams()
  const { tab = firstTab } = route.useSearch()
  const query = useQuery(applicationQuery(id))
  const { data: application } = query
  useEffect(() => {
    if (application?.status === 'active' && application.kind !== 'first_party')
      rememberApplication(application)
  }, [application])
  return (
    <Page
      title={application?.name ?? say('application')}
      status={application && <StateBadge application={application} />}
      crumbs={[{ label: say('title'), to: '/developers/applications' }]}
      api={{ operation: 'getApplication', params: { id } }}
    >
      <AdminsOnly>
        <QueryState
          query={query}
          skeleton={
            <div className="card pad">
              <SkeletonLines lines={6} />
            </div>
          }
          hasCard
        >
          {(application) => (
            <div className="stack">
              <UrlTabs
                label={application.name}
                param="tab"
                tabs={applicationTabs.map((id) => ({ id, label: say(`tab_${id}`) }))}
              />
              <Suspense fallback={<SkeletonLines />}>{tabs[tab](application)}</Suspense>
            </div>
          )}
        </QueryState>
      </AdminsOnly>
    </Page>
  )
}
