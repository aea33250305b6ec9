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

/** Everyone's, for analysts and admins; a lead's teams have to be known first. */
const start = ({ role, pages_client_id: client }: Me): unknown => {
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
    },
  },
})

export const homeRoutes = [homeRoute] as const
