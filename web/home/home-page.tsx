/**
 * Home by role. A lead's week: one finding, three scores, what is open, one suggestion. For analysts and admins the same over everyone, and
 * what needs them. Whoever only answers learns where their surveys reach them.
 */
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { allApplications } from '../applications/application-queries.ts'
import { type Me, useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { shellTexts } from '../shell/shell-texts.ts'
import { ButtonLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { EmptyState, SkeletonLines } from '../ui/states.tsx'
import { managedTeams } from './home-queries.ts'
import { homeTexts } from './home-texts.ts'
import { NeedsYou } from './needs-you.tsx'
import { Recent } from './recent.tsx'
import { Week } from './team-week.tsx'
import { WhenNear } from './when-near.tsx'

const LeadHome = lazy(() => import('./lead-home.tsx').then(({ LeadHome }) => ({ default: LeadHome })))

const MemberHome = lazy(() => import('./member-home.tsx').then(({ MemberHome }) => ({ default: MemberHome })))

const Changes = lazy(() => import('./changes.tsx').then(({ Changes }) => ({ default: Changes })))

export function HomePage() {
  const { data: me } = useMe()
  if (!me) return <Greeting me={me}>{<SkeletonLines />}</Greeting>
  if (me.role === 'member' && !me.manages_teams)
    return (
      <Greeting me={me}>
        <Suspense fallback={<SkeletonLines />}>
          <MemberHome hasPages={me.pages_client_id !== null} />
        </Suspense>
      </Greeting>
    )
  if (me.pages_client_id === null)
    return <Greeting me={me}>{me.role === 'admin' && <FirstApplication />}</Greeting>
  return me.role === 'member' ? <LeadsHome me={me} /> : <EveryonesHome me={me} />
}

function Greeting({ me, children }: { me: Me | undefined; children: ReactNode }) {
  const say = useMessages(homeTexts)
  const role = useMessages(shellTexts)
  return (
    <Page
      title={me?.organisation?.name ?? say('title')}
      description={
        me?.user && say('signed_in_as', { name: me.user.name, role: role(`role_${me.role ?? 'member'}`) })
      }
      api={{ operation: 'listInsights' }}
    >
      {children}
    </Page>
  )
}

function EveryonesHome({ me }: { me: Me }) {
  return (
    <Greeting me={me}>
      {me.role === 'admin' && <FirstApplication />}
      <Week team={null} aside={<NeedsYou userId={me.user?.id} />} />
      <Recent teams={null} />
      {me.role === 'admin' && (
        <WhenNear>
          <Suspense
            fallback={
              <div className="card pad">
                <SkeletonLines />
              </div>
            }
          >
            <Changes />
          </Suspense>
        </WhenNear>
      )}
    </Greeting>
  )
}

function LeadsHome({ me }: { me: Me }) {
  const query = useQuery(managedTeams)
  const teams = query.data?.teams ?? []
  if (teams.length > 0)
    return (
      <Suspense fallback={<SkeletonLines />}>
        <LeadHome teams={teams} />
      </Suspense>
    )
  return (
    <Greeting me={me}>
      <QueryState query={query} hasCard>
        {() => null}
      </QueryState>
    </Greeting>
  )
}

/** Until there is one, nothing can be asked. */
function FirstApplication() {
  const say = useMessages(homeTexts)
  const { data } = useQuery(allApplications)
  const isNone = data?.applications.every(({ status, kind }) => status !== 'active' || kind === 'first_party')
  return (
    isNone && (
      <div className="card">
        <EmptyState
          title={say('no_applications')}
          description={say('no_applications_hint')}
          action={<ButtonLink to="/developers/applications/new">{say('new_application')}</ButtonLink>}
        />
      </div>
    )
  )
}
