/** The home of who leads teams: one of them at a time, by the address. */
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Me } from '../me.ts'
import { useMessages } from '../messages.ts'
import { Page } from '../ui/page.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import type { Team } from './home-queries.ts'
import { homeTexts } from './home-texts.ts'
import { Week } from './team-week.tsx'
import { WhenNear } from './when-near.tsx'

/** Most lead one. */
const UrlSelect = lazy(() =>
  import('../ui/url-filters.tsx').then(({ UrlSelect }) => ({ default: UrlSelect })),
)

const TeamRecent = lazy(() => import('./recent.tsx').then(({ TeamRecent }) => ({ default: TeamRecent })))

/** The team that somebody was given comes before those under it. */
const rootsFirst = (teams: readonly Team[]): readonly Team[] =>
  teams.toSorted((a, b) => Number(isUnder(a, teams)) - Number(isUnder(b, teams)))

const isUnder = ({ parent_team_id: parent }: Team, teams: readonly Team[]): boolean =>
  teams.some(({ id }) => id === parent)

const route = getRouteApi('/shell/app')

export function LeadHome({ me, teams: unsorted }: { me: Me; teams: readonly Team[] }) {
  const say = useMessages(homeTexts)
  const { team: id } = route.useSearch()
  const teams = rootsFirst(unsorted)
  const team = teams.find((one) => one.id === id) ?? teams[0]
  return (
    <Page
      title={say('your_team')}
      description={
        // Its figures are those of all teams under it, its members are its own.
        teams.some(({ parent_team_id: above }) => above === team.id)
          ? say('team_with_parts', { name: team.name })
          : say('team', { name: team.name, count: team.member_count })
      }
      api={{ operation: 'listInsights', query: { team_id: team.id } }}
      actions={
        teams.length > 1 && (
          <Suspense>
            <UrlSelect
              label={say('choose_team')}
              param="team"
              all={teams[0].name}
              options={teams.slice(1).map((one) => ({ value: one.id, label: one.name }))}
            />
          </Suspense>
        )
      }
    >
      <Week key={team.id} team={team} me={me} />
      <WhenNear>
        <Suspense
          fallback={
            <div className="card pad">
              <SkeletonLines />
            </div>
          }
        >
          <TeamRecent key={team.id} team={team} />
        </Suspense>
      </WhenNear>
    </Page>
  )
}
