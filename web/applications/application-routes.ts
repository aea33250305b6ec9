/** Addresses of applications: the list, a new one, one of them with its tab. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { IconApps } from '@tabler/icons-react'
import { queryClient } from '../api.ts'
import { loadForAdmins } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { oneOf, searchSchema, text } from '../ui/search-schema.ts'
import {
  applicationPages,
  applicationQuery,
  applicationStates,
  applicationTabs,
} from './application-queries.ts'

const developersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/developers',
  beforeLoad: () => {
    throw redirect({ to: '/developers/applications' })
  },
})

const applicationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/developers/applications',
  validateSearch: searchSchema({ q: text, state: oneOf(applicationStates) }),
  loader: () => loadForAdmins(() => queryClient.prefetchInfiniteQuery(applicationPages)),
  component: lazyRouteComponent(() => import('./applications-page.tsx'), 'ApplicationsPage'),
  staticData: {
    place: {
      group: 'developers',
      label: 'Applications',
      description: 'OAuth clients and their credentials',
      icon: IconApps,
      key: 'a',
    },
  },
})

const newApplicationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/developers/applications/new',
  component: lazyRouteComponent(() => import('./new-application-page.tsx'), 'NewApplicationPage'),
})

const applicationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/developers/applications/$id',
  validateSearch: searchSchema({ tab: oneOf(applicationTabs) }),
  loader: ({ params: { id } }) => loadForAdmins(() => queryClient.prefetchQuery(applicationQuery(id))),
  component: lazyRouteComponent(() => import('./application-page.tsx'), 'ApplicationPage'),
})

export const applicationRoutes = [
  developersRoute,
  applicationsRoute,
  newApplicationRoute,
  applicationRoute,
] as const
