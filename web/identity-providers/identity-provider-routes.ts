/** The address of identity providers. */
import { createRoute } from '@tanstack/react-router'
import { accountTexts } from '../account/account-texts.ts'
import { queryClient } from '../api.ts'
import { lazyPage, loadForAdmins } from '../loading.ts'
import { integrationsPath } from '../shell/navigation.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { identityProviderTexts } from './identity-provider-texts.ts'

const reads = () => import('./identity-provider-queries.ts')

const identityProvidersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/settings/identity-providers',
  loader: () => loadForAdmins(async () => queryClient.prefetchInfiniteQuery((await reads()).providerPages)),
  component: lazyPage(
    () => import('./identity-providers-page.tsx'),
    'IdentityProvidersPage',
    identityProviderTexts,
    accountTexts,
  ),
  staticData: {
    place: {
      group: 'organisation',
      label: 'place_providers',
      key: 'j',
      under: integrationsPath,
    },
  },
})

export const identityProviderRoutes = [identityProvidersRoute] as const
