/** The address of connections. */
import { createRoute } from '@tanstack/react-router'
import { IconPlugConnected } from '@tabler/icons-react'
import { queryClient } from '../api.ts'
import { scopeTexts } from '../applications/scope-texts.ts'
import { lazyPage, loadForMembers } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { connectionTexts } from './connection-texts.ts'

const reads = () => import('./connection-queries.ts')

const connectionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/connections',
  loader: () => loadForMembers(async () => queryClient.prefetchInfiniteQuery((await reads()).grantPages)),
  component: lazyPage(() => import('./connections-page.tsx'), 'ConnectionsPage', connectionTexts, scopeTexts),
  staticData: {
    place: {
      group: 'product',
      label: 'place_connections',
      icon: IconPlugConnected,
      key: 'n',
      forAll: true,
      under: 'account',
    },
  },
})

export const connectionRoutes = [connectionsRoute] as const
