/** The address of Home. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconHome } from '@tabler/icons-react'
import { queryClient } from '../api.ts'
import { allApplications } from '../applications/application-queries.ts'
import { loadForAdmins, loadForMembers } from '../loading.ts'
import { organisationQuery } from '../organisation/organisation-queries.ts'
import { firstPeople } from '../people/people-queries.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { newestEvents, newestPulses } from './home-queries.ts'

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
  component: lazyRouteComponent(() => import('./home-page.tsx'), 'HomePage'),
  staticData: {
    place: {
      group: 'product',
      label: 'Home',
      description: 'What there is, at a glance',
      icon: IconHome,
      key: 'h',
    },
  },
})

export const homeRoutes = [homeRoute] as const
