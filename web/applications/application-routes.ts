/** Addresses of applications: the list, a new one, one of them with its tab. */
import { createRoute, redirect } from '@tanstack/react-router'
import { IconApps } from '@tabler/icons-react'
import { queryClient } from '../api.ts'
import { lazyPage, loadForAdmins } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { oneOf, searchSchema, text } from '../ui/search-schema.ts'
import {
  applicationStates,
  applicationTabs,
  requestMethods,
  requestPeriods,
  requestStatuses,
} from './application-search.ts'
import { applicationTexts } from './application-texts.ts'
import { scopeTexts } from './scope-texts.ts'

const reads = () => import('./application-queries.ts')

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
  loader: () =>
    loadForAdmins(async () => queryClient.prefetchInfiniteQuery((await reads()).applicationPages)),
  component: lazyPage(() => import('./applications-page.tsx'), 'ApplicationsPage', applicationTexts),
  staticData: {
    place: {
      group: 'developers',
      label: 'place_applications',
      icon: IconApps,
      key: 'l',
    },
  },
})

const newApplicationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/developers/applications/new',
  component: lazyPage(
    () => import('./new-application-page.tsx'),
    'NewApplicationPage',
    applicationTexts,
    scopeTexts,
  ),
})

const applicationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/developers/applications/$id',
  validateSearch: searchSchema({
    tab: oneOf(applicationTabs),
    status: oneOf(requestStatuses),
    method: oneOf(requestMethods),
    operation: text,
    since: oneOf(requestPeriods),
    request: text,
  }),
  loader: ({ params: { id } }) =>
    loadForAdmins(async () => queryClient.prefetchQuery((await reads()).applicationQuery(id))),
  component: lazyPage(
    () => import('./application-page.tsx'),
    'ApplicationPage',
    applicationTexts,
    scopeTexts,
  ),
})

export const applicationRoutes = [
  developersRoute,
  applicationsRoute,
  newApplicationRoute,
  applicationRoute,
] as const
