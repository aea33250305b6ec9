/** The address of connections. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconPlugConnected } from '@tabler/icons-react'
import { queryClient } from '../api.ts'
import { loadForMembers } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { grantPages } from './connection-queries.ts'

const connectionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/connections',
  loader: () => loadForMembers(() => queryClient.prefetchInfiniteQuery(grantPages)),
  component: lazyRouteComponent(() => import('./connections-page.tsx'), 'ConnectionsPage'),
  staticData: {
    place: {
      group: 'product',
      label: 'Connections',
      description: 'Applications that act for you',
      icon: IconPlugConnected,
      key: 'c',
    },
  },
})

export const connectionRoutes = [connectionsRoute] as const
