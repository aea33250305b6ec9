/** The address of Home. */
import { createRoute } from '@tanstack/react-router'
import { IconHome } from '@tabler/icons-react'
import { queryClient } from '../api.ts'
import { allApplications } from '../applications/application-queries.ts'
import { eventTexts } from '../audit/event-texts.ts'
import { lazyPage, loadForAdmins, loadForMembers } from '../loading.ts'
import { organisationQuery } from '../organisation/organisation-queries.ts'
import { firstPeople } from '../people/people-queries.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { newestEvents, newestPulses } from './home-queries.ts'
import { homeTexts } from './home-texts.ts'

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app',
  loader: () => {
    loadForAdmins(() => {
      void queryClient.prefetchQuery(organisationQuery)
      void queryClient.prefetchQuery(firstPeople)
      void queryClient.prefetchQuery(allApplications)
      void queryClient.prefetchQuery(newestEvents)
    })
    loadForMembers((me) => me.pages_client_id !== null && queryClient.prefetchQuery(newestPulses))
  },
  component: lazyPage(() => import('./home-page.tsx'), 'HomePage', homeTexts, eventTexts),
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
