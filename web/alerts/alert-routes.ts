/** The address of alerts of harm. */
import { createRoute } from '@tanstack/react-router'
import { IconHeartHandshake } from '@tabler/icons-react'
import { queryClient } from '../api.ts'
import { lazyPage, loadForAdmins } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { oneOf, searchSchema } from '../ui/search-schema.ts'
import { alertStates } from './alert-search.ts'
import { alertTexts } from './alert-texts.ts'

const reads = () => import('./alert-queries.ts')

const alertSearch = searchSchema({ state: oneOf(alertStates) })

const alertsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/settings/alerts',
  validateSearch: alertSearch,
  loaderDeps: ({ search: { state } }) => ({ state }),
  loader: ({ deps: { state } }) =>
    loadForAdmins(async () => queryClient.prefetchInfiniteQuery((await reads()).alertPages(state))),
  component: lazyPage(() => import('./alerts-page.tsx'), 'AlertsPage', alertTexts),
  staticData: {
    place: {
      group: 'organisation',
      label: 'place_alerts',
      icon: IconHeartHandshake,
      key: 'r',
    },
  },
})

export const alertRoutes = [alertsRoute] as const
