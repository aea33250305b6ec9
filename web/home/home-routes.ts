/** The address of Home. */
import { createRoute } from '@tanstack/react-router'
import { IconHome } from '@tabler/icons-react'
import { queryClient } from '../api.ts'
import { allApplications } from '../applications/application-queries.ts'
import { lazyPage, loadForAdmins, loadForMembers } from '../loading.ts'
import type { Me } from '../me.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { searchSchema, text } from '../ui/search-schema.ts'
import {
  bouncedAddresses,
  managedTeams,
  newestInsights,
  newestScores,
  newestSurveys,
  newestTrend,
  openActions,
} from './home-queries.ts'
import { homeTexts } from './home-texts.ts'

const startMember =
  (hasPages: boolean) =>
  ({ openForYou, sharedResults }: typeof import('./member-queries.ts')): unknown =>
    Promise.all([queryClient.prefetchQuery(openForYou), hasPages && queryClient.prefetchQuery(sharedResults)])

/** Everyone's, for analysts and admins; a lead's teams have to be known first. */
const start = ({ role, manages_teams: manages, pages_client_id: client }: Me): unknown => {
  if (role === 'member' && !manages) return import('./member-queries.ts').then(startMember(client !== null))
  if (client === null) return
  if (role === 'member') return queryClient.prefetchQuery(managedTeams)
  return Promise.all([
    queryClient.prefetchQuery(newestInsights(undefined)),
    queryClient.prefetchQuery(newestScores(undefined)),
    queryClient.prefetchQuery(newestTrend(undefined)),
    queryClient.prefetchQuery(openActions(undefined)),
    queryClient.prefetchQuery(newestSurveys),
    queryClient.prefetchQuery(bouncedAddresses),
  ])
}

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app',
  validateSearch: searchSchema({ team: text }),
  loader: () => {
    loadForAdmins(() => queryClient.prefetchQuery(allApplications))
    loadForMembers(start)
  },
  component: lazyPage(() => import('./home-page.tsx'), 'HomePage', homeTexts),
  staticData: {
    place: {
      group: 'product',
      label: 'place_home',
      description: 'place_home_hint',
      icon: IconHome,
      key: 'h',
      forAll: true,
    },
  },
})

export const homeRoutes = [homeRoute] as const
