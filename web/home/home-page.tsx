/**
 * Home by role. A lead's week: one finding, three scores, what is open, one suggestion. For analysts and admins the same over everyone, and
 * what needs them. Anyone who only answers learns where their surveys reach them.
 */
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { type Me, useMe } from '../me.ts'
import { loadMessages, useMessages } from '../messages.ts'
import { ButtonLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { EmptyState, SkeletonLines } from '../ui/states.tsx'
import { firstApplications, managedTeams, newestScores } from './home-queries.ts'
import { homeTexts } from './home-texts.ts'
import { memberHomeTexts } from './member-home-texts.ts'
import { Week } from './team-week.tsx'
import { WhenNear } from './when-near.tsx'

const LeadHome = lazy(() => import('./lead-home.tsx').then(({ LeadHome }) => ({ default: LeadHome })))

const MemberHome = lazy(async () => {
  const [{ MemberHome }] = await Promise.all([import('./member-home.tsx'), loadMessages(memberHomeTexts)])
  return { default: MemberHome }
})

const Recent = lazy(() => import('./recent.tsx').then(({ Recent }) => ({ default: Recent })))

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
    return <Greeting me={me}>{me.role === 'admin' && <FirstApplication hasPages={false} />}</Greeting>
  return me.role === 'member' ? <LeadsHome me={me} /> : <EveryonesHome me={me} />
}

function Greeting({ me, children }: { me: Me | undefined; children: ReactNode }) {
  const say = useMessages(homeTexts)
  const seesWeek = me && (me.role !== 'member' || me.manages_teams)
  return (
    <Page
      title={seesWeek ? say('this_week') : me?.user ? say('welcome', { name: me.user.name }) : say('title')}
      description={
        seesWeek && me.role !== 'member' && say('all_of', { organisation: me.organisation?.name ?? '' })
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
      {me.role === 'admin' && <FirstApplication hasPages />}
      <Week team={null} me={me} />
      <WhenNear>
        <Suspense fallback={<Waiting />}>
          <Recent />
          {me.role === 'admin' && <Changes />}
        </Suspense>
      </WhenNear>
    </Greeting>
  )
}

const Waiting = () => (
  <div className="card pad">
    <SkeletonLines />
  </div>
)

function LeadsHome({ me }: { me: Me }) {
  const query = useQuery(managedTeams)
  const teams = query.data?.teams ?? []
  if (teams.length > 0)
    return (
      <Suspense fallback={<SkeletonLines />}>
        <LeadHome me={me} teams={teams} />
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

/** What comes first where nothing was asked yet. */
function FirstApplication({ hasPages }: { hasPages: boolean }) {
  const say = useMessages(homeTexts)
  const scores = useQuery({ ...newestScores(undefined), enabled: hasPages })
  const isNew = !hasPages || scores.data?.scores.length === 0
  const { data } = useQuery({ ...firstApplications, enabled: isNew })
  const isNone =
    data?.has_more === false &&
    data.applications.every(({ status, kind }) => status !== 'active' || kind === 'first_party')
  return (
    isNew &&
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
