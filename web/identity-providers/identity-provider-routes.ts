/** The address of identity providers. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconShieldLock } from '@tabler/icons-react'
import { queryClient } from '../api.ts'
import { loadForAdmins } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { providerPages } from './identity-provider-queries.ts'

const identityProvidersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/settings/identity-providers',
  loader: () => loadForAdmins(() => queryClient.prefetchInfiniteQuery(providerPages)),
  component: lazyRouteComponent(() => import('./identity-providers-page.tsx'), 'IdentityProvidersPage'),
  staticData: {
    place: {
      group: 'organisation',
      label: 'Identity providers',
      description: 'Where people sign in',
      icon: IconShieldLock,
      key: 'i',
    },
  },
})

export const identityProviderRoutes = [identityProvidersRoute] as const
