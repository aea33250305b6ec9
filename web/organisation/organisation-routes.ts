/** The address of the organisation's settings. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconBuilding } from '@tabler/icons-react'
import { queryClient } from '../api.ts'
import { loadForAdmins } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { organisationQuery } from './organisation-queries.ts'

const organisationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/settings/organisation',
  loader: () => loadForAdmins(() => queryClient.prefetchQuery(organisationQuery)),
  component: lazyRouteComponent(() => import('./organisation-page.tsx'), 'OrganisationPage'),
  staticData: {
    place: {
      group: 'organisation',
      label: 'Settings',
      description: 'Name, language, confidentiality floors',
      icon: IconBuilding,
      key: 'o',
    },
  },
})

export const organisationRoutes = [organisationRoute] as const
